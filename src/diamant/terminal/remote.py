"""A player's seat at a server's table: its view, and its commands."""

import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urldefrag

from diamant.client import AsyncClient, ClientError, RefusedError, TurnedAwayError, game_of
from diamant.client.remote_bot import TOO_LATE, NonceGiver, edition_of
from diamant.errors import DiamantError, params_from_json
from diamant.locales import translate_message, translate_refusal
from diamant.locales.words import Words
from diamant.rules.edition import Edition
from diamant.rules.game import Game
from diamant.terminal.saved import KeptSeat, kept_seat
from diamant.terminal.scene import Moment, asks, moments_of


class Link(NamedTuple):
    """The address of a table: its server, and a room code, an id or a host's claim."""

    server: str
    table: str
    claim: str | None = None


def read_link(link: str, table: str | None) -> Link:
    """Parse a link to a table, or a server's address with the table given separately.

    >>> read_link("http://192.168.1.5:8000/#/t/K7QPMB", None)
    Link(server='http://192.168.1.5:8000/', table='K7QPMB', claim=None)
    """
    server, fragment = urldefrag(link)
    if table is not None:
        return Link(server, table)
    if fragment.startswith("/t/"):
        return Link(server, fragment.removeprefix("/t/").partition("?")[0].strip("/"))
    if fragment.startswith("claim="):
        return Link(server, "", fragment.removeprefix("claim="))
    raise DiamantError(
        "{link} is not a table link; expected a link like {example}",
        repr(link),
        "http://192.168.1.5:8000/#/t/CODE",
    )


class RemoteTable:
    """A table as a guest sees it, updated by `news`."""

    def __init__(self, client: AsyncClient, household: Path) -> None:
        self.client, self._household = client, household
        self._nonces = NonceGiver(client)
        self._told = (0, 0)
        self.view: dict[str, Any] = {}
        self.game: Game | None = None

    async def come(self, link: Link) -> None:
        """Join the table, as the same guest as before if possible."""
        client, server = self.client, link.server
        if link.claim is not None:
            made = await client.http.claim(link.claim)
            await client.join(made.table, made.token)
        else:
            kept = kept_seat(self._household, server, link.table)
            try:
                await client.join(link.table, None if kept is None else kept.token)
            except TurnedAwayError:
                if kept is None:
                    raise
                # The table no longer knows the guest, or another table has the code now.
                await client.join(link.table)
        if client.token is not None:
            KeptSeat(server, client.table, client.code, client.token).keep(self._household)
        await self.look()

    @property
    def phase(self) -> str:
        """The table's phase."""
        return str(self.view["phase"])

    @property
    def seat(self) -> int | None:
        """The first seat of this guest."""
        hands = self.view["hands"]
        return int(hands[0]["seat"]) if hands else None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all seated players."""
        return tuple(seat["name"] for seat in self.view["seats"] if seat is not None)

    @property
    def is_host(self) -> bool:
        """Whether this guest is the host, who starts games."""
        return self.view["host"] is not None and self.view["host"] == self.view["you"]

    @property
    def stranger(self) -> str | None:
        """The latest spectator, if this guest is the host and may remove them."""
        view = self.view
        bound = {view["host"], view["keeper"], *(seat["guest"] for seat in view["seats"] if seat)}
        found = [one["guest"] for one in view["guests"] if not one["screen"]]
        return next((one for one in reversed(found) if self.is_host and one not in bound), None)

    async def block_stranger(self) -> None:
        """Block the network of the latest spectator."""
        if self.stranger is not None:
            await self.client.send("Kick", guest=self.stranger, block=True, network=True)

    @property
    def chosen(self) -> bool | None:
        """The guest's choice before the reveal, if any."""
        hands = self.view["hands"]
        return None if not hands else hands[0]["choice"]

    @property
    def asks_you(self) -> bool:
        """Whether this guest has to choose or can still change their choice."""
        return self.phase == "cave" and self.game is not None and asks(self.game, self.seat)

    def _seat_to_come(self, words: Words) -> str:
        """Return a sentence about the seat that was promised to this guest, if any."""
        for seat in self.view["seats"]:
            promised = None if seat is None else seat["promised"]
            if promised is not None and promised["guest"] == self.view["you"]:
                return words.t(
                    "You'll take {name}'s seat when this expedition ends.", name=seat["name"]
                )
        return ""

    async def take_seat(
        self, name: str | None, ask: Callable[[str, str], Awaitable[str]], words: Words
    ) -> list[str]:
        """Take a seat under a name; if no seat is free, return what happens next.

        `ask` gets the previous name and the reason for its refusal, and returns another name.
        """
        refused = ""
        while self.seat is None:
            if name is None or refused:
                name = await ask(name or "", refused)
            try:
                await self.client.send("TakeSeat", name=name)
                await self.look()
                refused = ""
                break
            except RefusedError as error:
                refused = refusal(error, words)
                if not error.reason.startswith("name-"):
                    break
        if self.seat is not None:
            return []
        waiting = self._seat_to_come(words) or words.t("You're watching.")
        return [refused, waiting] if refused else [waiting]

    async def news(self, words: Words) -> list[str]:
        """Wait for an event, update the view, and return what happened in words."""
        events = [await self.client.next_event(), *self.client.waiting_events()]
        before = self.view
        await self.look()
        said = [talk_of(event, before, self.view, words) for event in events]
        return [sentence for sentence in said if sentence]

    @property
    def seconds_left(self) -> int | None:
        """The seconds left for choices, if the table has a clock."""
        deadline = self.view["deadline"]
        if deadline is None or self.view["paused"]:
            return None
        now = time.time() * 1000 + self.client.clock_ahead
        return max(0, round((int(deadline) - now) / 1000))

    @property
    def edition(self) -> Edition:
        """The table's edition."""
        return edition_of(self.view)

    def allows(self, advice: str) -> bool:
        """Return whether the host allows a kind of advice: odds or the coach."""
        return bool(self.view["settings"][advice])

    async def look(self) -> None:
        """Update the view, and send the nonces that the shuffle is waiting for."""
        self.view = await self.client.look()
        self.game = game_of(self.view)
        for hand in self.view["hands"]:
            try:
                await self._nonces.give(self.view, hand["seat"])
            except RefusedError as error:
                if error.reason not in TOO_LATE:
                    raise

    async def verdict(self, words: Words) -> list[str]:
        """Return whether the game that just ended is proven fair, or why this is unknown."""
        try:
            return (await self.client.verify()).sentences(words)
        except DiamantError as error:
            why = translate_message(words.language, error.message)
            return [words.t("The cards can't be checked: {error}.", error=why)]

    def new_moments(self) -> list[Moment]:
        """Return the moments of the game that happened since the last call."""
        number, told = self._told
        if self.view["games"] != number:
            told = 0
        happened = [] if self.game is None else list(moments_of(self.game))
        self._told = self.view["games"], len(happened)
        return happened[told:]

    async def choose(self, *, leave: bool) -> None:
        """Send a choice; ignore the error if it is too late."""
        try:
            await self.client.send("Choose", seat=self.seat, turn=self.view["turn"], leave=leave)
        except RefusedError as error:
            if error.reason not in TOO_LATE:
                raise


def refusal(error: ClientError, words: Words) -> str:
    """Return a server's refusal in words."""
    if isinstance(error, RefusedError):
        return translate_refusal(
            words.language, error.reason, params_from_json(error.params), str(error)
        )
    if isinstance(error, TurnedAwayError) and error.reason is not None:
        said = translate_refusal(words.language, error.reason, {}, str(error))
        return str(error) if "{" in said else said  # Parameters are missing.
    return str(error)


def emote_words(words: Words) -> dict[str, str]:
    """Return the text of each emote."""
    return {
        "bravo": words.t("Bravo!"),
        "cheer": words.t("Hooray!"),
        "gasp": words.t("Oh!"),
        "hurry": words.t("Hurry up!"),
        "laugh": words.t("Ha ha!"),
        "sad": words.t("Oh no…"),
        "think": words.t("Hmm…"),
        "wave": words.t("Hello!"),
    }


def talk_of(
    event: dict[str, Any], before: dict[str, Any], after: dict[str, Any], words: Words
) -> str:
    """Describe an event, if it needs a line, given the views before and after it."""
    t, kind = words.t, event["event"]
    seat = _seat(event, after) or _seat(event, before) or {}
    name, is_own = seat.get("name", ""), seat.get("guest") == after["you"]
    if kind == "Emoted":
        spoken = emote_words(words).get(event["emote"], "")
        return f"{name}: {spoken}" if name else spoken
    said = {
        "ShuffleAbandoned": t("Someone left during the shuffle. Start again."),
        "GameAbandoned": t("The host ended the game."),
        "Paused": t("Is anyone there?") if event.get("asking") else t("Paused"),
    }
    if is_own:
        said["SeatTakenOver"] = t("A bot is playing for you. Make a choice to rejoin the game.")
        said["ChoiceMissed"] = t("Time's up! The clock chose for you.")
    else:
        away = t("{name} is away. A bot is playing until they're back.", name=name)
        said["SeatTakenOver"] = away
        said["SeatTaken"] = t("{name} took a seat.", name=event.get("name", name))
        said["SeatLeft"] = t("{name} left the table.", name=name)
        if after["phase"] != "lobby":
            said["SeatHandedBack"] = t("{name} is back.", name=name)
    return said.get(kind, "")


def _seat(event: dict[str, Any], view: dict[str, Any]) -> dict[str, Any] | None:
    at = event.get("seat")
    seats = view["seats"]
    return seats[at] if isinstance(at, int) and at < len(seats) else None
