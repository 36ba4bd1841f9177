"""A person at a server's table, on the screen."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.text import Text

from diamant.client import AsyncClient, ClientClosedError, ClientError, RefusedError
from diamant.locales.words import Words
from diamant.rules.edition import Edition
from diamant.terminal.drawing.players import ScreenNarrator, badge
from diamant.terminal.remote import EMOTES, Link, RemoteTable, emote_words, refusal
from diamant.terminal.scene import Deed, Mark, empty_scene, scene_of
from diamant.terminal.screen.app import GameApp, NameSheet
from diamant.terminal.screen.stage import Pace, Rules, Stage
from diamant.terminal.screen.widgets import Key, Reveal

RulesOf = Callable[[Edition, Words], Rules]


class TableStage(Stage):
    """A table that others sit at too."""

    def __init__(
        self, table: RemoteTable, words: Words, rules: Rules, *, still: bool, pace: Pace | None
    ) -> None:
        narrator = ScreenNarrator(words, table.edition, table.names)
        scene = empty_scene(table.edition.rounds, len(table.names))
        super().__init__(narrator, scene, table.seat, rules, still=still, pace=pace)
        self.table = table

    def on_mount(self) -> None:
        """Let the clock be seen."""
        super().on_mount()
        self.set_interval(1.0, self._show_top)

    def asides(self) -> list[str]:
        """Return the seconds that are left and the table's code, or the more urgent alone."""
        left, code = self.table.seconds_left, self.words.t("Table {code}", code=self.table.code)
        return [code] if left is None else [f"⏱ {left}  {code}", f"⏱ {left}"]

    def heading(self) -> str:
        """Return what is played, as long as it is not."""
        return super().heading() if self.game is not None else super().asides()[0]

    def keys(self) -> list[Key]:
        """Return what the keys do: some are the host's."""
        t, table = self.words.t, self.table
        own = []
        if table.phase == "lobby" and table.is_host:
            own.append(Key("s", t("Start"), "start"))
        if table.phase == "over" and table.is_host:
            own.append(Key("n", t("Play again"), "again"))
        if table.view["paused"]:
            label = t("I am here") if table.view["asking"] else t("Resume")
            own.append(Key("i", label, "resume"))
        return [*own, *super().keys()[:3], Key("q", t("Leave the table"), "quit")]

    def more_keys(self) -> list[tuple[str, str]]:
        """Return also what the digits say."""
        said = emote_words(self.words).values()
        return [*super().more_keys(), *((str(at), word) for at, word in enumerate(said, start=1))]

    def _named(self, pressed: str, key: str) -> str | None:
        if pressed.isdigit() and 1 <= int(pressed) <= len(EMOTES):
            self._ask("SendEmote", emote=EMOTES[int(pressed) - 1], seat=self.table.seat)
            return None
        return super()._named(pressed, key)

    def action_start(self) -> None:
        """Start the game."""
        self._ask("Start")

    def action_again(self) -> None:
        """Begin a rematch."""
        self._ask("Rematch")

    def action_resume(self) -> None:
        """Let a game go on that waits."""
        self._ask("Resume")

    def refused_advice(self, what: str) -> str | None:
        """Say that the host wants no odds or no coach, where that is so."""
        if what == "odds" and not self.table.allows_odds:
            return self.words.t("Odds are hidden at this table.")
        if what == "coach" and not self.table.allows_coach:
            text = "The host wants no coach at this table."
            return refusal(RefusedError("no-coach", {}, text), self.words)
        return None

    def _ask(self, command: str, **fields: object) -> None:
        async def ask() -> None:
            try:
                await self.table.ask(command, **fields)
            except ClientError as error:
                self.notify(refusal(error, self.words), severity="warning")

        self.run_worker(ask())


class TableApp(GameApp):
    """Sits down at a table, and plays there until the person has enough or it is closed."""

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
        super().__init__(words, still=still)
        self._link, self._name = link, name
        self._rules_of, self._household, self._pace = rules_of, household, pace
        self.stage: TableStage | None = None

    def on_mount(self) -> None:
        """Begin."""
        self.run_worker(self.guard(self._course()))

    async def action_leave(self) -> None:
        """Go; the seat stays, and the same command brings one back to it."""
        if self.stage is not None and self.stage.table.seat is not None:
            self.last_words.append(
                self.words.t("Your seat is kept: the same command brings you back to it.")
            )
        self.exit()

    async def _course(self) -> None:
        async with AsyncClient(self._link.server, client="diamant join") as client:
            table = RemoteTable(client, self._household)
            await table.come(self._link)
            words = self.words._replace(names=dict(table.edition.names))
            rules = self._rules_of(table.edition, words)
            self.stage = TableStage(table, words, rules, still=self.still, pace=self._pace)
            await self.push_screen(self.stage)
            await self._sit(table)
            # Where the table was closed, nothing is wrong; whatever else ends it is told.
            with suppress(ClientClosedError):
                await self._follow(table, self.stage)
        self.exit()

    async def _sit(self, table: RemoteTable) -> None:
        """Take a seat under a name that the table takes; where none is free, look on."""
        told, name = "", self._name
        while table.seat is None:
            if name is None or told:
                name = await self.push_screen_wait(NameSheet(self.words, name or "", told))
            try:
                await table.sit(name)
                break
            except RefusedError as error:
                told = refusal(error, self.words)
                if not error.reason.startswith("name-"):
                    break
        if table.seat is None and self.stage is not None:
            self.stage.notify(table.seat_to_come(self.words) or self.words.t("You are watching."))

    async def _follow(self, table: RemoteTable, stage: TableStage) -> None:
        news = asyncio.create_task(table.news(stage.words))
        try:
            while table.phase != "closed":
                await self._show(table, stage)
                choice = stage.ask(chosen=table.chosen) if table.asks_you else None
                waited: list[asyncio.Future[Any]] = [news] if choice is None else [news, choice]
                await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
                if choice is not None and choice.done():
                    try:
                        await table.choose(leave=choice.result())
                    except RefusedError as error:
                        stage.notify(refusal(error, stage.words), severity="warning")
                if news.done():
                    stage.say(*(Text(line, style="dim") for line in news.result()))
                    news = asyncio.create_task(table.news(stage.words))
                elif choice is not None:
                    stage.close(stage.words.t("You may still change your mind."))
        finally:
            news.cancel()

    async def _show(self, table: RemoteTable, stage: TableStage) -> None:
        """Show what is new, and then how things stand."""
        stage.query_one(Reveal).hide()
        if table.game is None:
            self._show_lobby(table, stage)
            return
        narrator = ScreenNarrator(stage.words, table.edition, table.names)
        moments = table.new_moments()
        stage.remove_class("-ended")
        if moments:
            stage.narrator, stage.seat = narrator, table.seat
            if not table.asks_you:
                stage.close()
            for at, moment in enumerate(moments, start=2):
                # Whoever comes late is told everything, and sees the last of it happen.
                await stage.present(moment, fast=at < len(moments))
        elif stage.game is None or stage.game.history != table.game.history:
            stage.take_over(narrator, scene_of(table.game, table.seat), table.seat)
        stage.game = table.game
        stage.show_keys()
        if table.phase == "over":
            self._show_end(table, stage)
        elif table.asks_you:
            self._show_choosing(table, stage)
        elif table.seat is not None and table.seat not in table.game.expedition.in_cave:
            stage.close(stage.words.t("You are in the camp. What you brought home is safe."))
        else:
            stage.close(self._waiting_for(table))

    def _waiting_for(self, table: RemoteTable) -> str:
        return self.words.t("You are watching.") if table.seat is None else ""

    def _show_choosing(self, table: RemoteTable, stage: TableStage) -> None:
        """Mark who has chosen, where the table tells it."""
        marks = {}
        for seat in table.view["seats"]:
            if seat["chosen"] is not None and seat["seat"] in stage.scene.inside:
                deed = Deed.HAS_CHOSEN if seat["chosen"] else Deed.CHOOSING
                marks[seat["seat"]] = Mark(deed)
        stage.show(replace(stage.scene, marks=marks))

    def _show_lobby(self, table: RemoteTable, stage: TableStage) -> None:
        words = stage.words
        narrator = ScreenNarrator(words, table.edition, table.names)
        scene = empty_scene(table.edition.rounds, len(table.names))
        stage.game = None
        stage.add_class("-ended")
        stage.take_over(narrator, scene, None)
        lines = [Text.assemble(badge(at), f" {name}") for at, name in enumerate(table.names)]
        if table.phase != "lobby":
            told = words.t("The cards are being shuffled by everybody…")
        elif table.is_host:
            told = words.t("Start") + "  (s)"
        else:
            told = words.t("The host starts the game when everybody sits.")
        title = words.t("Table {code}", code=table.code)
        stage.query_one(Reveal).show_lines([*lines, Text(), Text(told)], title)
        stage.close()
        stage.show_keys()

    def _show_end(self, table: RemoteTable, stage: TableStage) -> None:
        if table.game is None or not table.game.is_over:
            return
        stage.add_class("-ended")
        stage.show_ending(table.game)
        self.last_words = [
            stage.narrator.ending(table.game),
            stage.narrator.standings(table.game),
        ]
        host = stage.words.t("Play again") + "  (n)"
        guest = stage.words.t("The host can start another game.")
        stage.close(host if table.is_host else guest)
