"""Watch a record on the screen: step by step, back and forth, or on its own."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.events import Click
from textual.timer import Timer
from textual.widget import Widget

from diamant.locales.words import Words
from diamant.record import Record
from diamant.terminal.drawing.advice import odds_lines
from diamant.terminal.drawing.cave import DIM, GOLD
from diamant.terminal.drawing.players import ScreenNarrator
from diamant.terminal.scene import Moment, moments_of, scene_after, scene_of
from diamant.terminal.screen.stage import SCROLLING, RulesOf, Stage
from diamant.terminal.screen.widgets import ChoiceBar, Key, Reveal, Story
from diamant.view import View

SPEEDS = (3.0, 1.8, 1.0, 0.5, 0.25)
"""Seconds for each moment, slowest first."""

USUAL_SPEED = 1


class Timeline(Widget):
    """A bar that shows the position in the game; a click changes it."""

    def __init__(self, seek: Callable[[float], None]) -> None:
        super().__init__()
        self._seek = seek
        self._at, self._last, self._told = 0, 1, ""

    def show(self, at: int, last: int, told: str) -> None:
        """Show a position and its description."""
        self._at, self._last, self._told = at, max(1, last), told
        self.refresh()

    def render(self) -> Text:
        """Draw the timeline, with its description below."""
        width = max(10, self.content_size.width)
        left = round((width - 1) * self._at / self._last)
        told = f"\n{self._told}" if self.content_size.height > 1 else ""
        line = ("─" * (width - 1 - left) + told, DIM)
        return Text.assemble(("━" * left, GOLD), ("●", f"bold {GOLD}"), line)

    def on_click(self, event: Click) -> None:
        """Go to the click's position."""
        width = max(2, self.content_size.width)
        self._seek(min(1.0, max(0.0, event.x / (width - 1))))


class WatchStage(Stage):
    """A screen for watching one or more recorded games."""

    KEYS: ClassVar[dict[str, str]] = SCROLLING | {
        "right": "step(1)",
        "space": "step(1)",
        "enter": "step(1)",
        "left": "step(-1)",
        "pagedown": "next_cave",
        "pageup": "previous_cave",
        "home": "seek(0)",
        "end": "seek(1)",
        "plus": "hasten(1)",
        "minus": "hasten(-1)",
    }

    _timer: Timer | None

    def __init__(self, records: Sequence[Record], words: Words, rules_of: RulesOf) -> None:
        self._records, self._all_words = records, words
        self._speed, self._timer = USUAL_SPEED, None
        self._load(0)
        super().__init__(self.narrator, scene_of(self._start, None), None, rules_of, still=True)

    def _load(self, number: int) -> None:
        record = self._records[number]
        self._number, self._at = number, 0
        self._moments = list(moments_of(record.game))
        self._start = self._moments[0].before if self._moments else record.game
        self.narrator = ScreenNarrator(self._all_words, record.game.edition, record.players)

    def compose(self) -> ComposeResult:
        """Yield the widgets, with a timeline instead of choices."""
        for widget in super().compose():
            yield Timeline(self.action_seek) if isinstance(widget, ChoiceBar) else widget

    def on_mount(self) -> None:
        """Show the beginning."""
        super().on_mount()
        self._go(0)

    def asides(self) -> list[str]:
        """Return the game's number if there are several, or its edition."""
        if len(self._records) == 1:
            return super().asides()
        return [self.words.t("Game {n} of {all}", n=self._number + 1, all=len(self._records))]

    def keys(self) -> list[Key]:
        """Return the keys and their actions."""
        t = self.words.t
        several = [Key("n", t("Next game"), "game(1)"), Key("p", t("Previous game"), "game(-1)")]
        return [
            Key("→", t("Next"), "step(1)"),
            Key("←", t("Back"), "step(-1)"),
            Key("a", t("Pause") if self._timer else t("Play"), "play"),
            *(several if len(self._records) > 1 else ()),
            Key("o", t("Odds"), "advise('odds')"),
            Key("?", t("How to play"), "help"),
            Key("q", t("Close"), "quit"),
        ]

    def more_keys(self) -> list[tuple[str, str]]:
        """Return the keys that don't fit at the bottom."""
        t = self.words.t
        return [
            ("Home", t("Go to start")),
            ("End", t("Go to end")),
            ("PgUp PgDn", t("cave")),
            ("+ -", t("Speed")),
        ]

    def _named(self, pressed: str, key: str) -> str | None:
        if key in self.KEYS:
            return self.KEYS[key]
        return {each.key: each.action for each in self.keys()}.get(pressed)

    def action_seek(self, share: float) -> None:
        """Go to a position between 0 (the start) and 1 (the end)."""
        self._go(round(share * len(self._moments)))

    def action_step(self, moments: int) -> None:
        """Go forward, or back, by a number of moments."""
        self._go(self._at + moments)

    def action_next_cave(self) -> None:
        """Go to the first card of the next expedition."""
        last = len(self._moments)
        self._go(min((at for at in self._caves() if at > self._at), default=last))

    def action_previous_cave(self) -> None:
        """Go to the first card of this expedition, or of the previous one."""
        self._go(max((at for at in self._caves() if at < self._at), default=0))

    def _caves(self) -> list[int]:
        moments = enumerate(self._moments, start=1)
        return [at for at, one in moments if one.card is not None and one.number == 1]

    def action_game(self, further: int) -> None:
        """Show the next game of the file, or the previous one."""
        if 0 <= self._number + further < len(self._records):
            self._load(self._number + further)
            self._go(0)

    def action_play(self) -> None:
        """Start or stop the playback."""
        if self._timer is None and self._at == len(self._moments):
            self._go(0)
        self._run(running=self._timer is None)

    def action_hasten(self, steps: int) -> None:
        """Make the playback faster or slower."""
        self._speed = min(max(0, self._speed + steps), len(SPEEDS) - 1)
        self._run(running=self._timer is not None)

    def _run(self, *, running: bool) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_interval(SPEEDS[self._speed], self._tick) if running else None
        self.show_keys()

    def _tick(self) -> None:
        self._go(self._at + 1)
        if self._at == len(self._moments):
            self._run(running=False)

    def _go(self, at: int) -> None:
        """Show the game after `at` moments."""
        self._at = max(0, min(at, len(self._moments)))
        happened = self._moments[: self._at]
        last = happened[-1] if happened else None
        self.game = game = last.game if last else self._start
        self.show(scene_after(last, None) if last else scene_of(game, None))
        lines = [line for one in happened for line in self.narrator.lines(one, one.told_to(None))]
        is_end = self._at == len(self._moments)
        if is_end and not game.is_over:
            goes_on = self.words.t(
                "The game is still in progress: the next card hasn't been turned yet."
            )
            lines.append(Text(goes_on))
        self.query_one(Story).say(*lines, anew=True)
        self.set_class(is_end and game.is_over, "-ended")
        if is_end and game.is_over:
            self.show_ending(game)
        else:
            self.query_one(Reveal).display = False
        self.query_one(Timeline).show(self._at, len(self._moments), self._told(last))
        self._show_advice()

    def _told(self, last: Moment | None) -> str:
        if last is None:
            return self.words.t("Go to start")
        return self.words.t(
            "Cave {round} of {rounds}, card {card}",
            round=self.scene.round,
            rounds=self.scene.rounds,
            card=last.number,
        )

    def _show_advice(self) -> None:
        self.set_class(self._advice is not None, "-asking")
        lines = None
        if self._advice is not None and self.game is not None and not self.game.is_over:
            lines = odds_lines(View.of(self.game, None), self.words)
        self.query_one(Story).advise(lines)
