"""A game alone against bots, on the screen."""

import asyncio
from pathlib import Path

from rich.text import Text

from diamant.bots.time_limit import apart
from diamant.errors import DiamantError
from diamant.locales.words import Words
from diamant.record import write_record
from diamant.rules.game import Game, Phase
from diamant.terminal.drawing.advice import luck_lines
from diamant.terminal.drawing.players import ScreenNarrator
from diamant.terminal.plain import kept_in
from diamant.terminal.scene import scene_of
from diamant.terminal.screen.app import GameApp, Sheet, room_on_a_sheet
from diamant.terminal.screen.stage import Pace, Rules, Stage
from diamant.terminal.screen.widgets import Key, Reveal
from diamant.terminal.solo import YOU, SoloGame, begin_again


class SoloStage(Stage):
    """The table of one person and bots; at the end another game can be asked for."""

    at_end = False

    def __init__(
        self, solo: SoloGame, words: Words, rules: Rules, *, still: bool, pace: Pace | None
    ) -> None:
        narrator = ScreenNarrator(words, solo.game.edition, solo.names)
        scene = scene_of(solo.game, YOU)
        super().__init__(narrator, scene, YOU, rules, still=still, pace=pace)
        self.solo = solo
        self.again = asyncio.Event()

    def keys(self) -> list[Key]:
        """Return what the keys do: at the end, another game and a look back."""
        t = self.words.t
        if not self.at_end:
            return super().keys()
        return [
            Key("n", t("Play again"), "again"),
            Key("r", t("Luck and decisions"), "review"),
            Key("q", t("Leave the game"), "quit"),
        ]

    def action_again(self) -> None:
        """Play another game with the same company."""
        self.again.set()

    def action_review(self) -> None:
        """Tell how much was luck."""
        self.run_worker(self._review(), exclusive=True)

    async def _review(self) -> None:
        record = self.solo.record
        room = room_on_a_sheet(self.size.width)
        lines = await apart(lambda: luck_lines(record, self.words, room))
        self.app.push_screen(Sheet(self.words.t("Luck and decisions"), lines, self.words))

    def finish(self, game: Game) -> None:
        """Show how it ended."""
        self.at_end = True
        self.add_class("-ended")
        self.show_ending(game)
        self.close(self.words.t("Play again") + "  [n]")
        self.show_keys()

    def begin_anew(self, solo: SoloGame) -> None:
        """Clear the table for another game."""
        self.solo, self.at_end = solo, False
        self.again.clear()
        self.remove_class("-ended")
        self.query_one(Reveal).hide()
        self.take_over(self.narrator, scene_of(solo.game, YOU), YOU)
        self.show_keys()


class SoloApp(GameApp):
    """Plays one game after the other until the person has enough."""

    def __init__(
        self,
        solo: SoloGame,
        words: Words,
        rules: Rules,
        file: Path | None = None,
        *,
        still: bool = False,
        pace: Pace | None = None,
    ) -> None:
        super().__init__(words, still=still)
        self._solo, self._file, self._is_written = solo, file, False
        self.stage = SoloStage(solo, words, rules, still=self.still, pace=pace)

    async def on_mount(self) -> None:
        """Begin."""
        await self.push_screen(self.stage)
        self.run_worker(self.guard(self._course()))

    async def action_leave(self) -> None:
        """Go; a game that is not over waits to be continued."""
        if not self._solo.is_over:
            kept = self.words.t("Your game is kept; 'diamant play --continue' goes on with it.")
            self.last_words.append(kept)
        elif not self._is_written:
            # Whoever goes while the last cards are still shown has finished the game too.
            try:
                self._write()
            except DiamantError as error:
                self.failure = error
        self.exit()

    async def _course(self) -> None:
        while True:
            self._introduce()
            while not self._solo.is_over:
                await self._turn()
            self._finish()
            await self.stage.again.wait()
            solo = self._solo
            self._solo = SoloGame(begin_again(solo.saved), [], solo.household)
            self._file, self._is_written = None, False
            self.stage.begin_anew(self._solo)

    def _introduce(self) -> None:
        promised = self.words.t(
            "The deck is settled; its commitment is {hash}", hash=self._solo.commitment
        )
        # Before the company, who are what a small screen should still show.
        self.stage.say(Text(promised, style="dim"))
        for one in self._solo.company:
            about = one.about(self.words)
            said = self.words.t("{name} is {bot}", name=one.name, bot=str(one.bot))
            self.stage.say(Text(f"{one.name}: {about}" if about else said, style="dim"))

    async def _turn(self) -> None:
        solo, stage = self._solo, self.stage
        fast = not solo.is_caught_up
        if YOU not in solo.game.expedition.in_cave:
            stage.close(self.words.t("You are in the camp. What you brought home is safe."))
        else:
            stage.close()
        await stage.present(solo.turn(), fast=fast)
        if solo.game.phase is not Phase.DECIDE:
            return  # It was a bust.
        leavers: list[int] = []
        if solo.asks_you:
            leave = solo.kept_choice()
            if leave is None:
                leave = await stage.ask()
                solo.keep_choice(leave=leave)
            leavers = [YOU] * leave
        stage.close()
        leavers += await solo.opponents.leavers_apart(solo.game)
        await stage.present(solo.reveal(leavers), fast=fast)

    def _finish(self) -> None:
        """Show how it ended, and where the record is."""
        kept = self._write()
        self.stage.say(self.stage.narrator.ending(self._solo.game), Text(kept, style="dim"))
        self.stage.finish(self._solo.game)

    def _write(self) -> str:
        """Write the record, and remember what to say when the terminal is back."""
        solo, narrator = self._solo, self.stage.narrator
        self._is_written = True
        self.last_words += [narrator.ending(solo.game), narrator.standings(solo.game)]
        try:
            kept = kept_in(solo.finish(self._file), solo, self.words)
        except DiamantError as error:
            # The game must not be lost with the file: show it then.
            self.last_words.append(write_record(solo.record))
            raise DiamantError("{error}; the record is above", error) from None
        self.last_words.append(kept)
        return kept
