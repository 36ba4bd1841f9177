"""Every refusal of a table: a stable code, its parameters, and an English sentence.

The code is the message's id in every language's catalogue; `MESSAGES` is the English one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from diamant.errors import DiamantError, Message, fill_sentence, params_from_json

LONGEST_PARAMETER = 300
"""A refusal is kept in the log, and must not bring there all that somebody has sent."""

MESSAGES: Mapping[str, str] = {
    "bad-setting": "The setting {setting} cannot be {value}: {reason}.",
    "bet-inside": "Only a player who has gone to the camp can bet.",
    "bet-on-camp": "Bet on somebody who is still in the cave.",
    "blocked": "The host has closed this table to you.",
    "color-taken": "Somebody else wears that color already.",
    "command-too-old": "This may have been done before, so it is not done again.",
    "connection-closed": "The connection that this came by is not open any more.",
    "emote-too-soon": "That was a lot of emotes; try again in {seconds} s.",
    "guest-present": "The holder of seat {seat} is here and can show a code.",
    "hosting-lent": "You host this table for somebody who is away: you can neither close it"
    " nor send them away.",
    "kick-yourself": "You cannot kick yourself; leave the table or hand over hosting.",
    "locked": "The host has locked this table.",
    "name-characters": "A name cannot hold {character}.",
    "name-empty": "A name needs at least one visible character.",
    "name-taken": "There is already a player called {name}; how about {suggestion}?",
    "name-too-long": "A name has at most {most} characters.",
    "no-coach": "The host wants no coach at this table.",
    "no-free-seat": "All seats are taken.",
    "no-spectators": "The game has begun, and this table has no spectators.",
    "no-such-guest": "There is no guest {guest} at this table.",
    "no-such-seat": "There is nobody on seat {seat}.",
    "no-such-word": "There is no {what} {word}.",
    "network-full": (
        "There are already {most} guests from your network at this table; the host can allow more."
    ),
    "nobody-waits": "Nobody is waiting for seat {seat}.",
    "nonce-differs": "The nonce is not the one that was promised for seat {seat}.",
    "nonce-form": "A nonce has at most {most} bytes, and its hash 64 hexadecimal digits.",
    "nonce-given": "Seat {seat} has already given this.",
    "not-absent": "The player on seat {seat} may be back in a moment; try again in {seconds} s.",
    "not-a-bot": "A person sits on seat {seat}.",
    "not-a-person": "A bot sits on seat {seat}.",
    "not-host": "Only the host can do this.",
    "not-in-cave": "Seat {seat} is not in the cave, so it has nothing to choose.",
    "not-now": "This cannot be done now; the table is at this point: {phase}.",
    "not-your-seat": "Seat {seat} is not yours.",
    "players": "{edition} is for {least} to {most} players, not {players}.",
    "seat-taken": "Somebody else already has seat {seat}.",
    "shape-taken": "Somebody else has that shape already.",
    "table-full": "There are already {most} guests at this table.",
    "token-retired": "You have left this table; come in again as a new guest.",
    "too-many-codes": "Too many wrong codes.",
    "too-many-connections": "There are already {most} connections open for you.",
    "turn-over": "That choice came too late: the choices have been shown.",
    "unknown-guest": "You are not at this table, or not any more.",
    "wrong-code": "That code is wrong or has expired.",
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command was refused; a parameter may be a `Message` with a reason.

    >>> str(Refusal("not-your-seat", {"seat": "B"}))
    'Seat B is not yours.'
    """

    code: str
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        # A message that was kept as JSON data is a message again.
        object.__setattr__(self, "params", params_from_json(self.params))

    def __str__(self) -> str:
        return fill_sentence(MESSAGES[self.code], self.params)


class RefusalError(DiamantError):
    """A command that the table refuses; `refusal` says why in every language."""

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
