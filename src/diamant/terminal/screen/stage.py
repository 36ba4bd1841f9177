"""The table on the screen: cave, players, story and choices."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text
from textual import constants, events
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.screen import Screen
from textual.widgets import Button, Static

from diamant.bots.time_limit import apart
from diamant.errors import DiamantError
from diamant.locales.words import Words
from diamant.rules.edition import Edition
from diamant.rules.game import Game
from diamant.terminal.drawing.advice import coach_lines, ending_lines, odds_lines
from diamant.terminal.drawing.cave import DANGER, DIM, GOLD, RELIC, lit_cave
from diamant.terminal.drawing.players import player_lines
from diamant.terminal.mode import latin_key
from diamant.terminal.narration import Narrator
from diamant.terminal.scene import Moment, Scene, asks, scene_after, scene_of
from diamant.terminal.screen import widgets
from diamant.view import View

RulesOf = Callable[[Edition, Words], Mapping[str, Sequence[str]]]
"""A function that returns the rules of an edition as sentences under headings."""

MOST_DOTS = 12  # Dots for the expeditions of a game, at the top.
FEW = 4  # With up to this many players, odds and coach fit beside them on a small screen.
SCROLLING = {"escape": "fold", "up": "scroll(-1)", "down": "scroll(1)"}
TOO_SOON = 0.25  # Seconds in which a key press was meant for the previous content of the screen.


class Pace(NamedTuple):
    """How many seconds each kind of moment stays visible."""

    back: float = 0.35
    card: float = 1.3
    reveal: float = 1.7
    bust: float = 2.6
    cave: float = 1.6


AT_ONCE = Pace(0, 0, 0, 0, 0)


class Stage(Screen[None]):
    """The screen of one table.

    `course` runs a game: `present` shows a moment, and `ask` waits for a choice. Keys and clicks
    trigger actions, which are listed in `keys`. `last_words` are printed after the screen closes.
    """

    def __init__(
        self,
        narrator: Narrator,
        scene: Scene,
        seat: int | None,
        rules_of: RulesOf,
        *,
        still: bool = False,
        pace: Pace | None = None,
    ) -> None:
        super().__init__()
        self.narrator, self.scene, self.seat = narrator, scene, seat
        self.game: Game | None = None
        self.still = still or constants.TEXTUAL_ANIMATIONS == "none"
        self.pace = pace or Pace()
        self.last_words: list[Text | str] = []
        self._rules_of = rules_of
        self._advice: str | None = None
        self._hurry = asyncio.Event()
        self._choice: asyncio.Future[bool] | None = None
        self._opened = 0.0

    @property
    def words(self) -> Words:
        """The words of the current edition."""
        return self.narrator.words

    async def course(self) -> None:
        """Run a game."""

    def leave(self) -> None:
        """Save before the screen closes, and say so in `last_words`."""

    def compose(self) -> ComposeResult:
        """Yield the widgets of the table."""
        yield Static(id="top")
        with Container(id="table"):
            with Vertical(id="left"):
                with Container(id="cave-box"):
                    yield widgets.CaveView(lambda *size: lit_cave(self.scene, self.narrator, *size))
                    yield widgets.Reveal()
                yield Static(id="status")
            with Vertical(id="around"):
                yield widgets.PlayersView(self._player_lines)
                yield widgets.Story()
        yield widgets.ChoiceBar(self.words)
        yield widgets.KeyBar()

    def on_mount(self) -> None:
        """Show the current state."""
        self.show(self.scene)
        self.show_keys()

    def on_resize(self, event: events.Resize) -> None:
        """Redraw everything that depends on the screen's width."""
        self._show_around()
        if self.has_class("-ended") and self.game is not None and self.game.is_over:
            self.call_after_refresh(self.show_ending, self.game)

    # The game on the table.

    def show(self, scene: Scene) -> None:
        """Show a scene."""
        self.scene = scene
        self.set_class(len(scene.chests) > FEW, "-crowded")
        self.query_one(widgets.CaveView).refresh()
        self.query_one(widgets.PlayersView).refresh(layout=True)
        self._show_around()

    def _player_lines(self, width: int) -> list[Text]:
        return player_lines(self.scene, self.narrator, width, you=self.seat)

    def show_ending(self, game: Game) -> None:
        """Show the winners and everyone's points."""
        reveal = self.query_one(widgets.Reveal)
        room = self.query_one("#cave-box").size.width - reveal.gutter.width
        reveal.show_lines(ending_lines(game, self.narrator, room), self.words.t("The end"))

    def say(self, *lines: Text) -> None:
        """Add lines to the story."""
        self.query_one(widgets.Story).say(*lines)

    async def present(self, moment: Moment, *, fast: bool = False) -> None:
        """Show a moment; with `fast`, add it to the story without waiting."""
        known, after = moment.told_to(self.seat), scene_after(moment, self.seat)
        lines = list(self.narrator.lines(moment, known))
        if moment.card is not None:
            if moment.number == 1:
                self.say(lines.pop(0))
            if not fast and not self.still:
                self.show(replace(scene_of(moment.before, self.seat), face_down=True))
                await self.breathe(self.pace.back)
        self.game = moment.game
        self.show(after)
        self.say(*lines)
        if moment.ends_expedition and not moment.game.closed:
            self.say(self.narrator.standings(moment.game))
        if fast:
            return
        if moment.card is None:
            reveal = self.query_one(widgets.Reveal)
            # The players' lines already show who left with what.
            reveal.show_deeds(after, self.narrator, lines[1:])
            await self.breathe(self.pace.reveal)
            reveal.display = False
            if moment.ends_expedition:
                await self.breathe(self.pace.cave)
        elif moment.is_bust:
            await self.breathe(self.pace.bust)
        elif not asks(moment.game, self.seat):
            await self.breathe(self.pace.card)

    async def breathe(self, seconds: float) -> None:
        """Wait for a key press or a number of seconds; without a pace, don't wait."""
        if self.pace == AT_ONCE:
            await asyncio.sleep(0)
            return
        self._hurry.clear()
        if self.still:
            self.close(f"[{self.words.t('Next')} ▸]")
        with suppress(TimeoutError):
            await asyncio.wait_for(self._hurry.wait(), None if self.still else seconds)

    def close(self, told: str = "") -> None:
        """Disable the choice, and show the reason."""
        self._choice = None
        self.query_one(widgets.ChoiceBar).close(told)

    def ask(self, *, chosen: bool | None = None) -> "asyncio.Future[bool]":
        """Enable the choice; return a future for whether the player leaves."""
        bar = self.query_one(widgets.ChoiceBar)
        if bar.has_class("-quiet"):
            self._opened = time.monotonic()
        self._choice = asyncio.get_running_loop().create_future()
        bar.open(chosen=chosen)
        self._show_advice()
        return self._choice

    # Keys and clicks.

    def keys(self) -> list[widgets.Key]:
        """Return the current keys with their actions, most important first."""
        t = self.words.t
        return [
            widgets.Key("o", t("Odds"), "advise('odds')"),
            widgets.Key("c", t("Ask the coach"), "advise('coach')"),
            widgets.Key("?", t("How to play"), "help"),
            widgets.Key("q", t("Quit game"), "quit"),
        ]

    def more_keys(self) -> list[tuple[str, str]]:
        """Return additional keys for the help; on screen, they are buttons."""
        t = self.words.t
        go_on, leave = t("Go on"), t("Leave")
        return [
            (f"→ {go_on[0].lower()} ⏎", go_on),
            (f"← {leave[0].lower()}", leave),
            ("␣", t("Skip the wait")),
        ]

    def show_keys(self) -> None:
        """Show the keys at the bottom."""
        self.query_one(widgets.KeyBar).show(self.keys())

    def on_key(self, event: events.Key) -> None:
        """Handle a key press, including those on keyboards with other alphabets."""
        name = self._named((event.character or event.key).lower(), event.key)
        if name is not None:
            event.stop()
            event.prevent_default()
            self.call_later(self.run_action, name)

    def _named(self, pressed: str, key: str) -> str | None:
        """Return the action of a key, if any."""
        t, letter = self.words.t, latin_key(pressed)
        actions = {each.key: each.action for each in self.keys()}
        if self._choice is None and letter in actions:
            # When no choice is open, a key has the action shown at the bottom, even if the word for
            # a choice begins with that letter in the user's language.
            return actions[letter]
        if key == "right" or pressed in ("g", t("Go on")[0].lower()):
            return "choose('go-on')"
        if key == "left" or pressed in ("l", t("Leave")[0].lower()):
            return "choose('leave')"
        if key == "space" or (key == "enter" and self._choice is None):
            return "hurry"
        return actions.get(letter) or SCROLLING.get(key)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Choose with a button."""
        self.action_choose(event.button.id or "")

    def on_click(self, event: events.Click) -> None:
        """Skip ahead when the cave is clicked."""
        if isinstance(event.widget, widgets.CaveView | widgets.Reveal):
            self.action_hurry()

    def action_choose(self, choice: str) -> None:
        """Choose to stay or to leave."""
        if self._choice is None or self._choice.done():
            return
        if self.pace != AT_ONCE and time.monotonic() - self._opened < TOO_SOON:
            return
        made, self._choice = self._choice, None
        # Odds and coach were about this choice. The story returns, and they reappear with the next
        # one.
        self.remove_class("-asking")
        self.query_one(widgets.Story).advise(None)
        made.set_result(choice == "leave")

    def action_hurry(self) -> None:
        """Stop waiting for the next moment."""
        self._hurry.set()

    def action_scroll(self, lines: int) -> None:
        """Scroll the story."""
        self.query_one(widgets.Story).scroll_relative(y=lines, animate=False)

    def action_fold(self) -> None:
        """Show the story again."""
        self._advice = None
        self._show_advice()

    def action_advise(self, what: str) -> None:
        """Show or hide the odds or the coach."""
        refused = self.refused_advice(what)
        if refused is not None:
            self.notify(refused, severity="warning")
            return
        self._advice = None if self._advice == what else what
        self._show_advice()

    def action_help(self) -> None:
        """Show the keys and the rules."""
        keys = [*self.more_keys(), *((key.key, key.told) for key in self.keys())]
        rules = self._rules_of(self.narrator.edition, self.words)
        lines = widgets.help_lines(keys, rules, widgets.room_on_a_sheet(self.size.width))
        self.app.push_screen(widgets.Sheet(self.words.t("How to play"), lines, self.words))

    async def action_quit(self) -> None:
        """Close the screen; everything important has already been saved."""
        await self.app.run_action("app.leave")

    def refused_advice(self, what: str) -> str | None:
        """Return the reason why the odds or the coach are not allowed here, or None."""
        return None

    def _show_advice(self) -> None:
        self.set_class(self._advice is not None, "-asking")
        story = self.query_one(widgets.Story)
        if self._advice is None:
            story.advise(None)
        elif self.game is None or not asks(self.game, self.seat):
            story.advise([Text(self.words.t("You'll see the odds when it's time to choose."))])
        else:
            self.run_worker(self._advise(self._advice, self.game), group="advice", exclusive=True)

    async def _advise(self, what: str, game: Game) -> None:
        """Compute the advice in a thread, because a network may have to be loaded first."""
        assert self.seat is not None, "only a player is advised"
        seat = self.seat
        try:
            if what == "odds":
                lines = odds_lines(View.of(game, seat), self.words)
            else:
                lines = await apart(lambda: coach_lines(game, seat, self.words))
        except DiamantError:
            lines = [Text(self.words.t("The coach isn't available right now."))]
        if self._advice == what and self.game is game:
            self.query_one(widgets.Story).advise(lines)

    # The lines around the table.

    def _show_around(self) -> None:
        """Show the top line and the status line below the cave."""
        scene = self.scene
        line = Text(f"◆ {self.heading()}  ")
        if scene.rounds <= MOST_DOTS:
            line.append("●" * scene.round, style=f"not bold {GOLD}")
            line.append("○" * (scene.rounds - scene.round), style=f"not bold {DIM}")
        for aside in self.asides():
            room = self.size.width - 2 - line.cell_len - cell_len(aside)
            if aside and room >= 2:
                line.append(" " * room).append(aside, style=f"not bold {DIM}")
                break
        self.query_one("#top", Static).update(line)
        self.query_one("#status", Static).update(self._status())

    def heading(self) -> str:
        """Return the text at the top left."""
        scene, t = self.scene, self.words.t
        if scene.is_over:
            return t("The end")
        return t("Cave {round} of {rounds}", round=scene.round, rounds=scene.rounds)

    def asides(self) -> list[str]:
        """Return candidates for the text at the top right; the first that fits is shown."""
        return [self.words.plain(self.narrator.edition.name)]

    def _status(self) -> Text:
        """Return the status line: the path, relics, hazards, and the player's gems."""
        scene, t = self.scene, self.words.t
        told: list[tuple[str, object, str]] = []
        if self.seat is not None and self.seat in scene.inside:
            told.append((t("Carrying"), f"{scene.carried}◆", GOLD))
        if scene.cards and not scene.is_over:
            told.append((t("On the path"), f"{sum(scene.gems)}◆", GOLD))
        if scene.relics:
            told.append(("●", "+".join(map(str, scene.relics)), RELIC))
        if scene.hazards and not scene.is_over:
            told.append(("▲", ", ".join(map(self.words.name, scene.hazards)), DANGER))
        if self.seat is not None:
            told.append((t("Your chest"), scene.chests[self.seat], GOLD))
        parts = [
            Text.assemble(f"{name} ", (f"{what}", f"bold {tint}")) for name, what, tint in told
        ]
        # The last parts are also visible elsewhere.
        room = self.query_one("#status").content_size.width or self.size.width - 2
        while len(parts) > 1 and Text("   ").join(parts).cell_len > room:
            parts.pop()
        return Text("   ").join(parts)
