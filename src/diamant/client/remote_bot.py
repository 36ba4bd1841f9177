"""Let a bot play at a table, from taking a seat to the end of the last game."""

import random
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from diamant.bots import Bot, BotView, find_bot, leaving_chance
from diamant.bots.bot import Decide
from diamant.bots.failure import LateError, why
from diamant.bots.time_limit import answer_within
from diamant.client.errors import ClientClosedError, RefusedError
from diamant.dealer import nonce_hash
from diamant.editions import edition, read_own_edition
from diamant.errors import BotError, Message
from diamant.rules.edition import Edition
from diamant.rules.game import Game

if TYPE_CHECKING:
    from diamant.client.async_client import AsyncClient


NONCE_BYTES = 16


class NonceGiver:
    """Draws, promises and reveals the nonces of one guest's seats."""

    def __init__(self, client: "AsyncClient") -> None:
        self._client = client
        self._nonces: dict[tuple[str, int], bytes] = {}

    async def give(self, view: dict[str, Any], seat: int) -> None:
        """Promise a nonce or reveal the promised one, according to the table's phase."""
        if view["phase"] == "hashes":
            await self._promise(view["fairness"], seat)
        elif view["phase"] == "nonces":
            await self._show(view["fairness"], seat)

    async def _promise(self, fairness: dict[str, Any], seat: int) -> None:
        if fairness["hashes"][seat] is not None:
            return
        promised = fairness["commitment"]
        nonce = self._nonces.setdefault((promised, seat), secrets.token_bytes(NONCE_BYTES))
        self._client.notes.drew(seat, nonce)
        await self._client.send("PromiseNonce", seat=seat, hash=nonce_hash(promised, seat, nonce))

    async def _show(self, fairness: dict[str, Any], seat: int) -> None:
        nonce = self._nonces.get((fairness["commitment"], seat))
        if nonce is not None and fairness["nonces"][seat] is None:
            await self._client.send("ShowNonce", seat=seat, nonce=nonce.hex())


# After any of these events, the bot needs a new view to know what the table is waiting for.
_CALLS = frozenset(
    {
        "Skipped", "GameStarted", "NoncesAwaited", "GameFinished", "GameAbandoned", "TableClosed",
        "SeatTaken", "SeatMoved", "SeatHandedBack", "SeatTakenOver", "RematchBegan",
        "ShuffleAbandoned",
    }
)  # fmt: skip

TIME_LIMIT = 10.0
"""The number of seconds that a bot may think about a choice."""

STAND_IN = "threshold:gems=10"
"""The bot that takes over if a bot doesn't answer in time, since people may be waiting."""

TOO_LATE = frozenset({"turn-over", "not-in-cave", "not-now", "nonce-given", "not-your-seat"})
"""Refusals of commands that were valid in the last view but arrived too late."""


def game_of(view: Mapping[str, Any]) -> Game | None:
    """Return the game in a table's view, replayed from its history.

    With closed chests, the game contains what a player with a perfect memory could compute. A
    `BotView` hides these contents from the bot.
    """
    seen = view["game"]
    if seen is None:
        return None
    game = _first_moment(view)
    for fact in seen["history"]:
        if fact["event"] == "CardTurned":
            game = game.turn(fact["card"]).game
        elif fact["event"] == "ChoicesRevealed":
            game = game.decide(fact["leavers"]).game
    return game


def edition_of(view: Mapping[str, Any]) -> Edition:
    """Return the edition of a table."""
    text = view["settings"]["edition_text"]
    return edition(view["settings"]["edition"]) if text is None else read_own_edition(text)


def _first_moment(view: Mapping[str, Any]) -> Game:
    closed = view["settings"]["closed"]
    return Game.start(edition_of(view), len(view["seats"]), closed=closed)


class RemoteBot:
    """A bot that plays all seats of one guest."""

    def __init__(
        self,
        client: "AsyncClient",
        bot: "str | Bot | Decide",
        *,
        name: str | None,
        start: bool,
        time_limit: float,
        tell: Callable[[str], None],
    ) -> None:
        self._client = client
        self._bot = _as_bot(bot)
        self._name = name
        self._start = start
        self._source = random.Random()  # noqa: S311 - a bot's chance is no secret
        self._time_limit, self._tell = time_limit, tell
        self._seated: dict[int, Callable[[BotView], Any]] = {}
        self._stood_in: set[int] = set()
        self._nonces = NonceGiver(client)
        self._chosen: dict[int, int] = {}
        self._game: Game | None = None

    async def play(self, games: int) -> dict[str, Any]:
        """Play until `games` games are over or the table closes; return the last view."""
        view = await self._client.look()
        if self._name is not None and not view["hands"]:
            await self._client.send("TakeSeat", name=self._name)
        if self._start and view["phase"] == "lobby":
            await self._client.send("Start")
        # A game in progress counts as the first one.
        goal = view["games"] + games - (view["phase"] in ("cave", "break"))
        while True:
            view = await self._client.look()
            self._game = game_of(view)
            if view["phase"] == "closed" or (view["phase"] == "over" and view["games"] >= goal):
                return view
            await self._act(view)
            await self._follow(view)

    async def _follow(self, view: dict[str, Any]) -> None:
        """Handle events until one of them requires a new view."""
        async for event in self._client:
            name = event["event"]
            if event["public_number"] <= view["public_number"] and name != "Skipped":
                continue  # Already in the view.
            if name in _CALLS:
                return
            if name == "PlayBegan":
                self._game = _first_moment(view)
            elif name == "ChoicesRevealed":
                self._game = self._played().decide(event["leavers"]).game
            elif name == "CardTurned":
                self._game = self._played().turn(event["card"]).game
                if event["turn"] is not None:
                    await self._each_seat(view, self._choose, event["turn"])
        raise ClientClosedError("the table's events have ended")

    async def _act(self, view: dict[str, Any]) -> None:
        """Give nonces or make choices if the view shows that the table waits for them."""
        if view["phase"] in ("lobby", "hashes"):
            self._seated.clear()
            self._stood_in.clear()
        if view["phase"] in ("hashes", "nonces"):
            await self._each_seat(view, self._nonces.give)
        elif view["phase"] == "cave":
            await self._each_seat(view, self._choose, view["turn"])

    async def _each_seat(
        self, view: dict[str, Any], action: Callable[..., Awaitable[None]], *more: int
    ) -> None:
        for hand in view["hands"]:
            try:
                await action(view, hand["seat"], *more)
            except RefusedError as error:
                if error.reason not in TOO_LATE:
                    raise

    async def _choose(self, view: dict[str, Any], seat: int, turn: int) -> None:
        # A choice would end a stand-in that the host asked for.
        if (
            seat not in self._played().expedition.in_cave
            or self._chosen.get(seat) == turn
            or view["seats"][seat]["stand_in"] == "host"
        ):
            return
        leave = self._source.random() < await self._ask(seat, turn)
        await self._client.send("Choose", seat=seat, turn=turn, leave=leave)
        self._chosen[seat] = turn

    async def _ask(self, seat: int, turn: int) -> float:
        """Return the probability that the bot leaves.

        The bot runs in a separate thread, so that a slow bot doesn't block the connection. If it
        doesn't answer in time, another bot chooses for it until the game is over.
        """
        view = BotView(self._played(), seat, lambda: self._source)
        if seat not in self._stood_in:
            try:
                return await answer_within(
                    lambda: self._answer(seat, view), self._time_limit, self._bot
                )
            except LateError as late:
                self._stood_in.add(seat)
                self._tell(
                    Message(
                        "bot {bot}: {error}; {other} takes over for the rest of this game",
                        self._bot,
                        late,
                        STAND_IN,
                    )
                )
            except (Exception, SystemExit) as error:
                reason = why(error, self._bot)
                raise BotError(
                    "bot {bot} failed on turn {turn}: {error}", self._bot, turn, reason
                ) from error
        return leaving_chance(find_bot(STAND_IN).seat_down()(view))

    def _answer(self, seat: int, view: BotView) -> float:
        if seat not in self._seated:
            self._seated[seat] = self._bot.seat_down()
        return leaving_chance(self._seated[seat](view))

    def _played(self) -> Game:
        assert self._game is not None, "no game is in progress"
        return self._game


def _as_bot(bot: "str | Bot | Decide") -> Bot:
    if isinstance(bot, str):
        return find_bot(bot)
    if isinstance(bot, Bot):
        return bot.with_numbers(dict(bot.numbers))
    return Bot(getattr(bot, "__name__", "bot"), bot)
