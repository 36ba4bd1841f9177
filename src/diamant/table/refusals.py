"""All refusals of a table: a stable code, parameters, and an English sentence.

The code is the message id in the catalogs of all languages. `MESSAGES` is the English catalog.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from diamant.errors import DiamantError, Message, fill_sentence, params_from_json

LONGEST_PARAMETER = 300
"""The longest text from a sender's message that a refusal can quote, since the log stores it."""

MESSAGES: Mapping[str, str] = {
    "bad-setting": "The setting {setting} can't be {value}: {reason}.",
    "bet-inside": "You can only bet once you're back at camp.",
    "bet-on-camp": "Bet on someone who's still in the cave.",
    "blocked": "The host has blocked you from this table.",
    "color-taken": "That color is already taken.",
    "command-too-old": (
        "Your action may have already gone through, so the server didn't repeat it."
    ),
    "connection-closed": "This connection has closed.",
    "emote-too-soon": "Too many reactions at once. Try again in {seconds} s.",
    "guest-present": "The player in seat {seat} is here and can give you a seat code.",
    "hosting-lent": (
        "You're hosting for someone who's away, so you can't close this table or remove them."
    ),
    "kick-yourself": "You can't remove yourself. Leave the table or make someone else the host.",
    "locked": "The host has locked this table.",
    "name-characters": "Names can't contain {character}.",
    "name-empty": "Names need at least one visible character.",
    "name-taken": "There's already a player called {name}. How about {suggestion}?",
    "name-too-long": "Names can have at most {most} characters.",
    "no-coach": "The host has turned off the coach at this table.",
    "no-free-seat": "All seats are taken.",
    "no-spectators": "The game has started, and this table doesn't allow spectators.",
    "no-such-guest": "There's no guest {guest} at this table.",
    "no-such-seat": "Nobody is in seat {seat}.",
    "no-such-word": "Unknown {what}: {word}.",
    "network-full": (
        "There are already {most} guests from your network at this table; the host can allow more."
    ),
    "nobody-waits": "Nobody is waiting for seat {seat}.",
    "nonce-differs": "The nonce for seat {seat} doesn't match its commitment.",
    "nonce-form": (
        "A nonce can have at most {most} bytes, and its hash must have 64 hexadecimal digits."
    ),
    "nonce-given": "Seat {seat} has already sent this value.",
    "not-absent": "The player in seat {seat} may be back in a moment. Try again in {seconds} s.",
    "not-a-bot": "Seat {seat} belongs to a person, not a bot.",
    "not-a-person": "Seat {seat} belongs to a bot, not a person.",
    "not-host": "Only the host can do this.",
    "not-in-cave": "The player in seat {seat} isn't in the cave and has nothing to choose.",
    "not-now": "You can't do that right now. Current phase: {phase}.",
    "not-your-seat": "Seat {seat} isn't yours.",
    "players": "{edition} is for {least} to {most} players, not {players}.",
    "seat-taken": "Seat {seat} is already taken.",
    "shape-taken": "That shape is already taken.",
    "table-full": "There are already {most} guests at this table.",
    "token-retired": "You've left this table. Rejoin as a new guest.",
    "too-many-codes": "Too many wrong codes.",
    "too-many-connections": "You already have {most} connections open.",
    "turn-over": "Too late: the choices have already been revealed.",
    "unknown-guest": "You're not (or no longer) at this table.",
    "wrong-code": "That code is wrong or has expired.",
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason a command was refused; a parameter may be a `Message`.

    >>> str(Refusal("not-your-seat", {"seat": "B"}))
    "Seat B isn't yours."
    """

    code: str
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        # Turn messages stored as JSON data into messages again.
        object.__setattr__(self, "params", params_from_json(self.params))

    def __str__(self) -> str:
        return fill_sentence(MESSAGES[self.code], self.params)


class RefusalError(DiamantError):
    """Raised to refuse a command; `refusal` is the reason, ready for translation."""

    code = "refused"

    def __init__(self, code: str, **params: str | int) -> None:
        assert code in MESSAGES, f"the refusal {code} has no message"
        self.refusal = Refusal(code, {name: _short(value) for name, value in params.items()})
        super().__init__(str(self.refusal))


def _short(value: str | int) -> str | int:
    if isinstance(value, Message):
        return Message(
            value.template, **{name: _short(each) for name, each in value.params.items()}
        )
    if isinstance(value, int) or len(value) <= LONGEST_PARAMETER:
        return value
    return f"{value[: LONGEST_PARAMETER - 1]}…"
