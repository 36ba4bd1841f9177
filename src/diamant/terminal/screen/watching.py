"""A record on the screen: step by step, forth and back, or by itself."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.events import Click
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget

from diamant.locales.words import Words
from diamant.record import Record
from diamant.rules.edition import Edition
from diamant.rules.game import Game, Phase
from diamant.terminal.drawing.advice import odds_lines
from diamant.terminal.drawing.cave import DIM, GOLD
from diamant.terminal.drawing.players import ScreenNarrator, color
from diamant.terminal.scene import Moment, began, moments_of, scene_after, scene_of
from diamant.terminal.screen.app import GameApp
from diamant.terminal.screen.stage import Rules, Stage
from diamant.terminal.screen.widgets import ChoiceBar, Key, Reveal, Story
from diamant.view import View

SPEEDS = (3.0, 1.8, 1.0, 0.5, 0.25)
"""Seconds for each moment, the slowest first."""

USUAL_SPEED = 1


class Timeline(Widget):
    """Where in the game one is; a click goes elsewhere."""

    class Sought(Message):
        """Somebody wants to be at a place between 0 and 1."""

        def __init__(self, share: float) -> None:
            super().__init__()
            self.share = share

    def __init__(self) -> None:
        super().__init__()
        self._at, self._last, self._told = 0, 1, ""

    def show(self, at: int, last: int, told: str) -> None:
        """Show a place, and what it is called."""
        self._at, self._last, self._told = at, max(1, last), told
        self.refresh()

    def render(self) -> Text:
        """Return the line, and below it what it is."""
        width = max(10, self.content_size.width)
        left = round((width - 1) * self._at / self._last)
        line = Text.assemble(
            ("━" * left, color(GOLD)),
            ("●", color(GOLD, bold=True)),
            ("─" * (width - 1 - left), color(DIM)),
        )
        if self.content_size.height > 1:
            line.append(f"\n{self._told}", style=color(DIM))
        return line

    def on_click(self, event: Click) -> None:
        """Go where the click was."""
        width = max(2, self.content_size.width)
        self.post_message(self.Sought(min(1.0, max(0.0, event.x / (width - 1)))))


class WatchStage(Stage):
    """One game after the other, each a list of moments."""

    KEYS: ClassVar[dict[str, str]] = {
        "right": "next",
        "space": "next",
        "enter": "next",
        "left": "previous",
        "pagedown": "next_cave",
        "pageup": "previous_cave",
        "home": "first",
        "end": "last",
        "up": "back",
        "down": "forth",
        "escape": "fold",
        "plus": "faster",
        "minus": "slower",
    }

    def __init__(
        self, records: Sequence[Record], words: Words, rules_of: Callable[[Edition, Words], Rules]
    ) -> None:
        self._records, self._number = records, 0
        self._all_words, self._rules_of = words, rules_of
        self._speed, self._timer = USUAL_SPEED, None
        record = records[0]
        narrator = self._narrator_of(record)
        rules = rules_of(record.game.edition, narrator.words)
        self._moments = list(moments_of(record.game))
        self._at = 0
        self._start = _first(record)
        super().__init__(narrator, scene_of(self._start, None), None, rules, still=True)
        self.game = self._start

    _timer: Timer | None

    def _narrator_of(self, record: Record) -> ScreenNarrator:
        words = self._all_words._replace(names=dict(record.game.edition.names))
        return ScreenNarrator(words, record.game.edition, record.players)

    def compose(self) -> ComposeResult:
        """Hold a line of time instead of choices."""
        for widget in super().compose():
            yield Timeline() if isinstance(widget, ChoiceBar) else widget

    def on_mount(self) -> None:
        """Show the beginning."""
        super().on_mount()
        self._go(0)

    def asides(self) -> list[str]:
        """Return which of several games it is, or its edition."""
        if len(self._records) == 1:
            return super().asides()
        return [self.words.t("Game {n} of {all}", n=self._number + 1, all=len(self._records))]

    def keys(self) -> list[Key]:
        """Return what the keys do."""
        t = self.words.t
        several = [Key("n", t("Next game"), "next_game"), Key("p", t("Game before"), "game_before")]
        return [
            Key("→", t("Next"), "next"),
            Key("←", t("Back"), "previous"),
            Key("a", t("Pause") if self._timer else t("Play"), "play"),
            *(several if len(self._records) > 1 else ()),
            Key("o", t("Odds"), "odds"),
            Key("?", t("How to play"), "help"),
            Key("q", t("Close"), "quit"),
        ]

    def more_keys(self) -> list[tuple[str, str]]:
        """Return the keys that have no room at the bottom."""
        t = self.words.t
        return [
            ("Home", t("To the start")),
            ("End", t("To the end")),
            ("PgUp PgDn", t("cave")),
            ("+ -", t("Speed")),
        ]

    def _named(self, pressed: str, key: str) -> str | None:
        if key in self.KEYS:
            return self.KEYS[key]
        return {each.key: each.action for each in self.keys()}.get(pressed)

    def on_timeline_sought(self, event: Timeline.Sought) -> None:
        """Go where the line was clicked."""
        self._go(round(event.share * len(self._moments)))

    def action_next(self) -> None:
        """Go one moment on."""
        self._go(self._at + 1)

    def action_previous(self) -> None:
        """Go one moment back."""
        self._go(self._at - 1)

    def action_first(self) -> None:
        """Go to the beginning."""
        self._go(0)

    def action_last(self) -> None:
        """Go to the end."""
        self._go(len(self._moments))

    def action_next_cave(self) -> None:
        """Go to the first card of the next expedition."""
        begins = [at for at in self._caves() if at > self._at]
        self._go(begins[0] if begins else len(self._moments))

    def action_previous_cave(self) -> None:
        """Go to the first card of this expedition, or of the one before."""
        self._go(max((at for at in self._caves() if at < self._at), default=0))

    def _caves(self) -> list[int]:
        return [
            at
            for at, moment in enumerate(self._moments, start=1)
            if moment.card is not None and moment.number == 1
        ]

    def action_next_game(self) -> None:
        """Show the next game of the file."""
        self._open(self._number + 1)

    def action_game_before(self) -> None:
        """Show the game before."""
        self._open(self._number - 1)

    def action_play(self) -> None:
        """Let it run by itself, or stop it."""
        if self._timer is None and self._at == len(self._moments):
            self._go(0)
        self._run(running=self._timer is None)

    def action_faster(self) -> None:
        """Let it run faster."""
        self._speed = min(self._speed + 1, len(SPEEDS) - 1)
        self._run(running=self._timer is not None)

    def action_slower(self) -> None:
        """Let it run slower."""
        self._speed = max(self._speed - 1, 0)
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

    def _open(self, number: int) -> None:
        if not 0 <= number < len(self._records):
            return
        self._number = number
        record = self._records[number]
        self._moments, self._start = list(moments_of(record.game)), _first(record)
        narrator = self._narrator_of(record)
        self._rules = self._rules_of(record.game.edition, narrator.words)
        self.take_over(narrator, scene_of(self._start, None), None)
        self._go(0)

    def _go(self, at: int) -> None:
        """Show the game after so many moments."""
        self._at = max(0, min(at, len(self._moments)))
        happened = self._moments[: self._at]
        last = happened[-1] if happened else None
        self.game = last.game if last else self._start
        self.show(scene_after(last, None) if last else scene_of(self._start, None))
        story = self.query_one(Story)
        story.begin_anew()
        story.say(*(line for moment in happened for line in self._lines(moment)))
        is_end = self._at == len(self._moments)
        if is_end and not self.game.is_over:
            story.say(Text(self.words.t("The game still goes on: the next card has to be turned.")))
        self.set_class(is_end and self.game.is_over, "-ended")
        if is_end and self.game.is_over:
            self.show_ending(self.game)
        else:
            self.query_one(Reveal).hide()
        self.query_one(Timeline).show(self._at, len(self._moments), self._told(last))
        self._show_advice()

    def _told(self, last: Moment | None) -> str:
        if last is None:
            return self.words.t("To the start")
        return self.words.t(
            "Cave {round} of {rounds}, card {card}",
            round=last.round,
            rounds=self.scene.rounds,
            card=last.number,
        )

    def _lines(self, moment: Moment) -> list[Text]:
        told, narrator, lines = moment.told_to(None), self.narrator, []
        if moment.card is not None:
            if moment.number == 1:
                lines.append(narrator.heading(began(moment.before)))
            lines.append(narrator.brought(moment.number, moment.card, told))
        return [*lines, *narrator.followed(told)]

    def _show_advice(self) -> None:
        self.set_class(self._advice is not None, "-asking")
        story = self.query_one(Story)
        if self._advice is None or self.game is None or self.game.phase is Phase.OVER:
            story.advise(None)
        else:
            story.advise(odds_lines(View.of(self.game, None), self.words))


def _first(record: Record) -> Game:
    game = record.game
    return Game.start(game.edition, game.players, closed=game.closed)


class WatchApp(GameApp):
    """Shows the games of a file."""

    def __init__(
        self,
        records: Sequence[Record],
        words: Words,
        rules_of: Callable[[Edition, Words], Rules],
        *,
        still: bool = False,
    ) -> None:
        super().__init__(words, still=still)
        self.stage = WatchStage(records, words, rules_of)

    async def on_mount(self) -> None:
        """Begin."""
        await self.push_screen(self.stage)
