"""Play at a server's table, in plain lines."""

import asyncio
import sys
from pathlib import Path

from rich.console import Console

from diamant.bots.time_limit import apart
from diamant.client import AsyncClient, ClientClosedError, RefusedError
from diamant.locales.words import Words
from diamant.terminal.mode import latin_key
from diamant.terminal.narration import Speaker, tell
from diamant.terminal.plain import question, reply_lines, tell_moment, understand
from diamant.terminal.remote import Link, RemoteTable, refusal
from diamant.terminal.saved import WITNESSES
from diamant.view import View


async def sit(out: Console, link: Link, name: str | None, words: Words, household: Path) -> int:
    """Play at a table until it closes or the player quits."""

    async def ask_name(_: str, refused: str) -> str:
        if refused:
            tell(out, refused)
        out.print(words.t("Your name") + ": ", end="", markup=False)
        return await _line()

    async with AsyncClient(
        link.server, client="diamant join", witnesses=household / WITNESSES
    ) as client:
        table = RemoteTable(client, household)
        await table.come(link)
        try:
            for sentence in await table.take_seat(name, ask_name, words):
                tell(out, sentence)
            await _Sitting(out, table, words._replace(names=table.edition.names)).follow()
        except EOFError:
            out.print()
            tell(out, words.t("Your seat is saved. To return, run the same command again."))
        except ClientClosedError:
            pass  # The table was closed; any other end of the connection is reported.
    return 0


class _Sitting:
    """A player's session at a table: prints events and handles typed lines."""

    def __init__(self, out: Console, table: RemoteTable, words: Words) -> None:
        self._out, self._table, self._words = out, table, words
        self._asked = -1
        self._phase = ""
        self._stranger: str | None = None

    async def follow(self) -> None:
        """Print what happens and read what is typed, until the table is closed."""
        table = self._table
        news = asyncio.create_task(table.news(self._words))
        typed = asyncio.create_task(_line())
        try:
            while table.phase != "closed":
                await self._tell()
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
        table = self._table
        return Speaker(self._words, table.edition, table.names, table.seat)

    async def _tell(self) -> None:
        """Print what is new, and ask each question once."""
        table, out, t = self._table, self._out, self._words.t
        for moment in table.new_moments():
            tell_moment(out, self._speaker(), moment, table.seat)
        if table.phase != self._phase:
            self._phase = table.phase
            start = t("Type “s” to start.") if table.is_host else ""
            if self._phase == "lobby":
                names = self._words.listed(table.names)
                tell(out, f"{t('Table {code}', code=table.client.code)}.")
                tell(out, f"{t('Players: {names}', names=names)}.")
                tell(out, start or t("The host starts the game when everyone is seated."))
            elif self._phase == "over" and table.game is not None and table.game.is_over:
                tell(out, self._speaker().ending(table.game))
                for sentence in await table.verdict(self._words):
                    tell(out, sentence)
                tell(out, start or t("The host can start another game."))
        if table.stranger not in (None, self._stranger):
            tell(out, t("Someone's watching. Type “b” to block their network."))
        self._stranger = table.stranger
        turn = table.view["turn"]
        if table.asks_you and table.game is not None and self._asked != turn:
            self._asked = turn
            seen = View.of(table.game, table.seat)
            out.print(question(seen, self._words), markup=False)
            sys.stdout.flush()

    async def _answer(self, typed: str) -> None:
        table, out = self._table, self._out
        reply = understand(typed, self._words)
        if reply == "quit":
            raise EOFError
        try:
            if table.asks_you and table.game is not None and table.seat is not None:
                if isinstance(reply, bool):
                    await table.choose(leave=reply)
                    tell(out, self._words.t("You can still change your mind."))
                    return
                allowed = {"odds": table.allows("odds"), "coach": table.allows("coach")}
                for line in reply_lines(reply, self._speaker(), table.game, table.seat, **allowed):
                    tell(out, line)
            elif latin_key(typed) == "s" and table.is_host:
                await table.client.send("Rematch" if table.phase == "over" else "Start")
            elif latin_key(typed) == "b" and table.stranger is not None:
                await table.block_stranger()
            elif table.view["paused"]:
                await table.client.send("Resume")
        except RefusedError as error:
            tell(out, refusal(error, self._words))


async def _line() -> str:
    """Read a line in a thread, so the game continues in the meantime."""
    text: str = await apart(sys.stdin.readline)
    if not text:
        raise EOFError
    return text.strip().lower()
