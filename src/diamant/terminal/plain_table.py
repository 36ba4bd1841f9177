"""A person at a server's table, in plain lines."""

import asyncio
import sys
from pathlib import Path

from rich.console import Console

from diamant.bots.time_limit import apart
from diamant.client import AsyncClient, ClientClosedError, RefusedError
from diamant.locales.words import Words
from diamant.terminal.mode import latin_key
from diamant.terminal.narration import Speaker, tell
from diamant.terminal.plain import Reply, advice, how_to_answer, question, tell_moment, understand
from diamant.terminal.remote import Link, RemoteTable, refusal
from diamant.view import View


async def sit(out: Console, link: Link, name: str | None, words: Words, household: Path) -> int:
    """Play at a table until it is closed, or the person has enough."""
    async with AsyncClient(link.server, client="diamant join") as client:
        table = RemoteTable(client, household)
        await table.come(link)
        sitting = _Sitting(out, table, words._replace(names=dict(table.edition.names)))
        try:
            await sitting.take_seat(name)
            await sitting.follow()
        except EOFError:
            out.print()
            told = words.t("Your seat is kept: the same command brings you back to it.")
            tell(out, told)
        except ClientClosedError:
            pass  # The table was closed; whatever else ends a connection is told.
    return 0


class _Sitting:
    """One who sits, reads and types."""

    def __init__(self, out: Console, table: RemoteTable, words: Words) -> None:
        self._out, self._table, self._words = out, table, words
        self._asked = -1
        self._phase = ""

    async def take_seat(self, name: str | None) -> None:
        """Take a seat under a name that the table takes; where none is free, look on."""
        while self._table.seat is None:
            if name is None:
                self._out.print(self._words.t("Your name") + ": ", end="", markup=False)
                name = await _line()
            try:
                await self._table.sit(name)
                break
            except RefusedError as error:
                tell(self._out, refusal(error, self._words))
                if not error.reason.startswith("name-"):
                    break
                name = None
        if self._table.seat is None:
            to_come = self._table.seat_to_come(self._words)
            tell(self._out, to_come or self._words.t("You are watching."))

    async def follow(self) -> None:
        """Tell what happens, and take what is typed, until the table is closed."""
        table = self._table
        news = asyncio.create_task(table.news(self._words))
        typed = asyncio.create_task(_line())
        try:
            while table.phase != "closed":
                self._tell()
                await asyncio.wait({news, typed}, return_when=asyncio.FIRST_COMPLETED)
                if typed.done():
                    await self._answer(typed.result())
                    typed = asyncio.create_task(_line())
                if news.done():
                    for sentence in news.result():
                        tell(self._out, sentence)
                    news = asyncio.create_task(table.news(self._words))
        finally:
            news.cancel()
            typed.cancel()

    def _speaker(self) -> Speaker:
        return Speaker(self._words, self._table.edition, self._table.names)

    def _tell(self) -> None:
        """Tell what is new, and ask what there is to ask, once."""
        table, out, t = self._table, self._out, self._words.t
        if table.game is not None:
            for moment in table.new_moments():
                tell_moment(out, self._speaker(), moment, table.seat)
        if table.phase != self._phase:
            self._phase = table.phase
            if self._phase == "lobby":
                names = self._words.listed(table.names)
                tell(out, f"{t('Table {code}', code=table.code)}.")
                tell(out, f"{t('Players: {names}', names=names)}.")
                start = t("Type s to start.") if table.is_host else ""
                tell(out, start or t("The host starts the game when everybody sits."))
            elif self._phase == "over" and table.game is not None and table.game.is_over:
                tell(out, self._speaker().ending(table.game))
                again = t("Type s to start.") if table.is_host else ""
                tell(out, again or t("The host can start another game."))
        turn = table.view["turn"]
        if table.asks_you and table.game is not None and self._asked != turn:
            self._asked = turn
            seen = View.of(table.game, table.seat)
            out.print(question(seen, self._words), markup=False)
            sys.stdout.flush()

    async def _answer(self, typed: str) -> None:
        table, t = self._table, self._words.t
        if latin_key(typed) in ("q", "quit"):
            raise EOFError
        try:
            if table.asks_you and table.game is not None and table.seat is not None:
                answer = understand(typed, self._words)
                if isinstance(answer, bool):
                    await table.choose(leave=answer)
                    tell(self._out, t("You may still change your mind."))
                    return
                self._advise(answer)
            elif latin_key(typed) == "s" and table.is_host:
                await table.ask("Rematch" if table.phase == "over" else "Start")
            elif table.view["paused"]:
                await table.ask("Resume")
        except RefusedError as error:
            tell(self._out, refusal(error, self._words))

    def _advise(self, answer: Reply) -> None:
        table = self._table
        assert table.game is not None, "only a game is advised on"
        assert table.seat is not None, "only a player is advised"
        if answer == "where":
            lines = [line.plain for line in self._speaker().where(View.of(table.game, table.seat))]
        elif answer == "odds":
            told = advice(table.game, table.seat, self._words)
            lines = [
                told[0] if table.allows_odds else self._words.t("Odds are hidden at this table."),
                *(told[1:] if table.allows_coach else ()),
            ]
        else:
            lines = [how_to_answer(self._words)]
        for line in lines:
            tell(self._out, line)


async def _line() -> str:
    """Read a line apart, since others play on meanwhile."""

    def read() -> str:
        text = sys.stdin.readline()
        if not text:
            raise EOFError
        return text.strip().lower()

    return await apart(read)
