"""A player at a server's table, on the screen."""

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from rich.text import Text

from diamant.client import AsyncClient, ClientClosedError, ClientError, RefusedError
from diamant.locales.words import Words
from diamant.terminal.drawing.players import ScreenNarrator, badge
from diamant.terminal.remote import Link, RemoteTable, emote_words, refusal
from diamant.terminal.saved import WITNESSES
from diamant.terminal.scene import Deed, Mark, Scene, scene_of
from diamant.terminal.screen.app import GameApp
from diamant.terminal.screen.stage import Pace, RulesOf, Stage
from diamant.terminal.screen.widgets import Key, NameSheet, Reveal


class TableStage(Stage):
    """A table shared with other people."""

    def __init__(
        self, table: RemoteTable, words: Words, rules_of: RulesOf, *, still: bool, pace: Pace | None
    ) -> None:
        self.table, self._all_words = table, words
        self._verdict: tuple[int, list[str]] = (0, [])
        self._block_asked: str | None = None
        narrator, scene = self._narrator(), self._empty_scene()
        super().__init__(narrator, scene, table.seat, rules_of, still=still, pace=pace)

    def _narrator(self) -> ScreenNarrator:
        table = self.table
        return ScreenNarrator(self._all_words, table.edition, table.names, table.seat)

    def _empty_scene(self) -> Scene:
        """Return an empty cave, with the players who could enter it."""
        players = len(self.table.names)
        return Scene(self.table.edition.rounds, chests=(0,) * players, relics_taken=((),) * players)

    def on_mount(self) -> None:
        """Start updating the clock."""
        super().on_mount()
        self.set_interval(1.0, self._show_around)

    def asides(self) -> list[str]:
        """Return texts with the table's code and, if a clock runs, the seconds left."""
        left = self.table.seconds_left
        code = self.words.t("Table {code}", code=self.table.client.code)
        return [code] if left is None else [f"⏱ {left}  {code}", f"⏱ {left}"]

    def heading(self) -> str:
        """Return the edition until a game starts."""
        return super().heading() if self.game is not None else super().asides()[0]

    def keys(self) -> list[Key]:
        """Return the available keys, some of which only the host has."""
        t, table = self.words.t, self.table
        own = []
        if table.phase == "lobby" and table.is_host:
            own.append(Key("s", t("Start"), "send('Start')"))
        if table.phase == "over" and table.is_host:
            own.append(Key("n", t("Play again"), "send('Rematch')"))
        if table.view["paused"]:
            label = t("I'm here") if table.view["asking"] else t("Resume")
            own.append(Key("i", label, "send('Resume')"))
        if table.stranger is not None:
            own.append(Key("b", t("Block this network"), "block"))
        return [*own, *super().keys()[:3], Key("q", t("Leave the table"), "quit")]

    def more_keys(self) -> list[tuple[str, str]]:
        """Return the other keys: digits for emotes."""
        said = emote_words(self.words).values()
        return [*super().more_keys(), *((str(at), word) for at, word in enumerate(said, start=1))]

    def _named(self, pressed: str, key: str) -> str | None:
        emotes = dict(enumerate(emote_words(self.words), start=1))
        if pressed.isdecimal() and int(pressed) in emotes:
            return f"send('SendEmote', '{emotes[int(pressed)]}')"
        return super()._named(pressed, key)

    def action_send(self, command: str, emote: str | None = None) -> None:
        """Send a command to the table, such as Start."""
        fields = {} if emote is None else {"emote": emote, "seat": self.table.seat}
        self._do(self.table.client.send(command, **fields))

    def action_block(self) -> None:
        """Block the network of the latest spectator if the key is pressed twice."""
        if self._block_asked == self.table.stranger:
            self._do(self.table.block_stranger())
        else:
            self._block_asked = self.table.stranger
            self.notify(f"{self.words.t('Are you sure?')} (b)", severity="warning")

    def _do(self, sending: Awaitable[object]) -> None:
        async def send() -> None:
            try:
                await sending
            except ClientError as error:
                self.notify(refusal(error, self.words), severity="warning")

        self.run_worker(send())

    def refused_advice(self, what: str) -> str | None:
        """Return a refusal if the host doesn't allow odds or the coach, otherwise None."""
        if self.table.allows(what):
            return None
        if what == "odds":
            return self.words.t("Odds are hidden at this table.")
        text = "The host has turned off the coach at this table."
        return refusal(RefusedError("no-coach", {}, text), self.words)

    def leave(self) -> None:
        """Say that the seat is saved, and how to return to it."""
        if self.table.seat is not None:
            told = self.words.t("Your seat is saved. To return, run the same command again.")
            self.last_words.append(told)

    async def course(self) -> None:
        """Show what happens and send choices, until the table is closed."""
        table = self.table
        news = asyncio.create_task(table.news(self.words))
        try:
            while table.phase != "closed":
                await self._show()
                choice = self.ask(chosen=table.chosen) if table.asks_you else None
                waited: list[asyncio.Future[Any]] = [news] if choice is None else [news, choice]
                await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
                if choice is not None and choice.done():
                    try:
                        await table.choose(leave=choice.result())
                    except RefusedError as error:
                        self.notify(refusal(error, self.words), severity="warning")
                if news.done():
                    self.say(*(Text(line, style="dim") for line in news.result()))
                    news = asyncio.create_task(table.news(self.words))
                elif choice is not None:
                    self.close(self.words.t("You can still change your mind."))
        finally:
            news.cancel()

    async def _show(self) -> None:
        """Show new moments, and then the current state."""
        table, t = self.table, self.words.t
        self.query_one(Reveal).display = False
        if table.game is None:
            self._show_lobby()
            return
        moments = table.new_moments()
        self.narrator, self.seat = self._narrator(), table.seat
        self.remove_class("-ended")
        if moments:
            if not table.asks_you:
                self.close()
            for at, moment in enumerate(moments, start=2):
                # A late guest gets all moments in the story, but only the last one is animated.
                await self.present(moment, fast=at < len(moments))
        elif self.game is None or self.game.history != table.game.history:
            self.show(scene_of(table.game, table.seat))
        self.game = table.game
        self.show_keys()
        if table.phase == "over":
            await self._show_end()
        elif table.asks_you:
            self._show_choosing()
        elif table.seat is None:
            self.close(t("You're watching."))
        elif table.seat in table.game.expedition.in_cave:
            self.close()
        else:
            self.close(t("You're back at camp. Everything in your chest is safe."))

    def _show_choosing(self) -> None:
        """Mark who has chosen, if the table shows it."""
        marks = {}
        for seat in self.table.view["seats"]:
            if seat["chosen"] is not None and seat["seat"] in self.scene.inside:
                marks[seat["seat"]] = Mark(Deed.HAS_CHOSEN if seat["chosen"] else Deed.CHOOSING)
        self.show(replace(self.scene, marks=marks))

    def _show_lobby(self) -> None:
        table = self.table
        self.game = None
        self.add_class("-ended")
        self.narrator, self.seat = self._narrator(), None
        self.show(self._empty_scene())
        t = self.words.t
        if table.phase != "lobby":
            told = t("Everyone's shuffling the cards…")
        elif table.is_host:
            told = t("Start") + "  (s)"
        else:
            told = t("The host starts the game when everyone is seated.")
        lines = [Text.assemble(badge(at), f" {name}") for at, name in enumerate(table.names)]
        title = t("Table {code}", code=table.client.code)
        self.query_one(Reveal).show_lines([*lines, Text(), Text(told)], title)
        self.close()
        self.show_keys()

    async def _show_end(self) -> None:
        game, t = self.table.game, self.words.t
        if game is None or not game.is_over:
            return
        self.add_class("-ended")
        self.show_ending(game)
        number = self.table.view["games"]
        if self._verdict[0] != number:
            self._verdict = number, await self.table.verdict(self.words)
            self.say(*map(Text, self._verdict[1]))
        self.last_words = [self.narrator.ending(game), self.narrator.standings(game)]
        self.last_words += self._verdict[1]
        guest = t("The host can start another game.")
        self.close(t("Play again") + "  (n)" if self.table.is_host else guest)


class TableApp(GameApp):
    """Takes a seat at a table, and plays until the player quits or the table closes."""

    def __init__(
        self,
        link: Link,
        name: str | None,
        words: Words,
        rules_of: RulesOf,
        household: Path,
        *,
        still: bool = False,
        pace: Pace | None = None,
    ) -> None:
        super().__init__()
        self._link, self._name, self._words, self._household = link, name, words, household
        self._stage_of = partial(TableStage, words=words, rules_of=rules_of, still=still, pace=pace)

    async def course(self) -> None:
        """Join the table, take a seat if one is free, and play until the table closes."""
        async with AsyncClient(
            self._link.server, client="diamant join", witnesses=self._household / WITNESSES
        ) as client:
            table = RemoteTable(client, self._household)
            await table.come(self._link)
            self.stage = stage = self._stage_of(table)
            await self.push_screen(stage)
            for sentence in (await table.take_seat(self._name, self._ask_name, stage.words))[-1:]:
                stage.notify(sentence)
            # A closed table is no error; any other reason for the end is reported.
            with suppress(ClientClosedError):
                await stage.course()
        self.exit()

    async def _ask_name(self, name: str, refused: str) -> str:
        return await self.push_screen_wait(NameSheet(self._words, name, refused))
