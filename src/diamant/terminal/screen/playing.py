"""A single-player game against bots, on the screen."""

import asyncio
from pathlib import Path

from rich.text import Text
from textual import work

from diamant.bots.time_limit import apart
from diamant.locales.words import Words
from diamant.rules.game import Phase
from diamant.terminal.drawing.advice import luck_lines
from diamant.terminal.drawing.players import ScreenNarrator
from diamant.terminal.scene import scene_of
from diamant.terminal.screen.stage import Pace, RulesOf, Stage
from diamant.terminal.screen.widgets import Key, Reveal, Sheet, room_on_a_sheet
from diamant.terminal.solo import YOU, SoloGame, begin_again


class SoloStage(Stage):
    """The table of a player and bots, for any number of games."""

    def __init__(
        self,
        solo: SoloGame,
        words: Words,
        rules_of: RulesOf,
        file: Path | None = None,
        *,
        still: bool = False,
        pace: Pace | None = None,
    ) -> None:
        narrator = ScreenNarrator(words, solo.game.edition, solo.names, YOU)
        super().__init__(narrator, scene_of(solo.game, YOU), YOU, rules_of, still=still, pace=pace)
        self.solo, self._file, self.at_end = solo, file, False
        self._again = asyncio.Event()

    def keys(self) -> list[Key]:
        """Return the keys; at the end, they include a new game and a review."""
        t = self.words.t
        if not self.at_end:
            return super().keys()
        return [
            Key("n", t("Play again"), "again"),
            Key("r", t("Luck and decisions"), "review"),
            Key("q", t("Quit game"), "quit"),
        ]

    def action_again(self) -> None:
        """Play another game with the same opponents."""
        self._again.set()

    @work(exclusive=True)
    async def action_review(self) -> None:
        """Show how much of the result was luck."""
        record, room = self.solo.record, room_on_a_sheet(self.size.width)
        lines = await apart(lambda: luck_lines(record, self.words, room))
        self.app.push_screen(Sheet(self.words.t("Luck and decisions"), lines, self.words))

    def leave(self) -> None:
        """Say how to resume the game, or write the record if the game is over."""
        if not self.solo.game.is_over:
            kept = self.words.t("Your game is saved. To resume, run 'diamant play --continue'.")
            self.last_words.append(kept)
        elif not self.at_end:
            # A player who quits while the last cards are shown has also finished the game.
            self._write()

    async def course(self) -> None:
        """Play a game, and start another one on request."""
        while True:
            self._introduce()
            while not self.solo.game.is_over:
                await self._turn()
            self._finish()
            await self._again.wait()
            self._again.clear()
            self.solo = SoloGame(begin_again(self.solo.saved), [], self.solo.household)
            self._file, self.at_end = None, False
            self.remove_class("-ended")
            self.query_one(Reveal).display = False
            self.show(scene_of(self.solo.game, YOU))
            self.show_keys()

    def _introduce(self) -> None:
        t, solo = self.words.t, self.solo
        # Before the opponents, which should stay visible on a small screen.
        told = [t("The deck is set; its commitment is {hash}", hash=solo.commitment)]
        for one in solo.company:
            about = one.about(self.words)
            said = t("{name} ({bot})", name=one.name, bot=str(one.bot))
            told.append(f"{one.name}: {about}" if about else said)
        self.say(*(Text(line, style="dim") for line in told))

    async def _turn(self) -> None:
        solo, fast = self.solo, not self.solo.is_caught_up
        inside = YOU in solo.game.expedition.in_cave
        camp = self.words.t("You're back at camp. Everything in your chest is safe.")
        self.close("" if inside else camp)
        await self.present(solo.turn(), fast=fast)
        if solo.game.phase is not Phase.DECIDE:
            return  # It was a bust.
        leavers: list[int] = []
        if solo.asks_you:
            leave = solo.kept_choice()
            if leave is None:
                leave = await self.ask()
                solo.keep_choice(leave=leave)
            leavers = [YOU] * leave
        self.close()
        leavers += await solo.opponents.leavers(solo.game)
        await self.present(solo.reveal(leavers), fast=fast)

    def _finish(self) -> None:
        """Show the result, and say where the record is."""
        game = self.solo.game
        self.say(self.narrator.ending(game), Text(self._write(), style="dim"))
        self.at_end = True
        self.add_class("-ended")
        self.show_ending(game)
        self.close(self.words.t("Play again") + "  [n]")
        self.show_keys()

    def _write(self) -> str:
        """Write the record, and keep a line for the terminal."""
        game, last_words = self.solo.game, self.last_words
        last_words += [self.narrator.ending(game), self.narrator.standings(game)]
        # If the file can't be written, show the record, so the game isn't lost.
        last_words.append(self.solo.finish(self._file, self.words, rescue=last_words.append))
        return str(last_words[-1])
