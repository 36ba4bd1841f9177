"""What all screens share: how they look and end, and sheets that open over them."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any, ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.css.query import NoMatches
from textual.events import Click, Key
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from diamant.errors import DiamantError
from diamant.locales.words import Words
from diamant.terminal.drawing.cave import DIM, GOLD
from diamant.terminal.drawing.players import color


class GameApp(App[None]):
    """A game on the whole terminal.

    `failure` is what went wrong, to be told when the terminal is back; `last_words` what is
    worth keeping there.
    """

    CSS_PATH: ClassVar[str | Path] = "look.tcss"
    TITLE = "Diamant"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - as Textual declares it
        (0, "-narrow"),
        (60, "-normal"),
        (104, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012 - as Textual declares it
        (0, "-low"),
        (24, "-middle"),
        (34, "-high"),
    ]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave", priority=True, show=False),
        Binding("ctrl+q", "leave", priority=True, show=False),
    ]

    def __init__(self, words: Words, *, still: bool = False) -> None:
        # Only where a terminal's own colors are used does Textual send none at all.
        super().__init__(ansi_color=bool(os.environ.get("NO_COLOR")))
        self.words = words
        self.still = still or self.animation_level == "none"
        self.failure: DiamantError | None = None
        self.last_words: list[Text | str] = []

    def fail(self, error: DiamantError) -> None:
        """End, and let whoever started this tell why."""
        self.failure = error
        self.exit()

    async def action_leave(self) -> None:
        """End the screen; what is to be kept is kept already."""
        self.exit()

    async def guard(self, course: Any) -> None:  # noqa: ANN401 - a coroutine of any kind
        """Let something take its course; an expected refusal ends the screen with a sentence."""
        try:
            await course
        except DiamantError as error:
            self.fail(error)
        except NoMatches:
            # A screen that is being closed loses what is on it before its course is stopped.
            if self.is_running:
                raise


SCROLLING = ("up", "down", "pageup", "pagedown", "home", "end", "tab", "shift+tab")


class Sheet(ModalScreen[None]):
    """Some lines with a title; any key that does not scroll closes it."""

    def __init__(self, title: str, lines: Sequence[Text], words: Words) -> None:
        super().__init__()
        self._title, self._lines, self._words = title, lines, words

    def compose(self) -> ComposeResult:
        """Hold the lines."""
        with VerticalScroll(id="sheet") as sheet:
            sheet.border_title = self._title
            sheet.border_subtitle = self._words.t("Close") + " (Esc)"
            yield Static(Text("\n").join(self._lines))

    def on_mount(self) -> None:
        """Let the keys scroll."""
        self.query_one("#sheet").focus()

    def on_key(self, event: Key) -> None:
        """Close it."""
        if event.key not in SCROLLING:
            event.stop()
            self.dismiss(None)

    def on_click(self, event: Click) -> None:
        """Close it, where nothing of it was clicked."""
        if event.widget is self:
            self.dismiss(None)


def room_on_a_sheet(width: int) -> int:
    """Return how many columns a line has: border, padding and scroll bar take some (look.tcss)."""
    return min(84, width * 9 // 10) - 2 - 4 - 1


def help_lines(
    keys: Sequence[tuple[str, str]], rules: Mapping[str, Sequence[str]], room: int
) -> list[Text]:
    """Return which key does what, and the rules below."""
    longest = max(len(key) for key, _ in keys)
    lines = []
    for key, told in keys:
        begin, *more = wrap(told, max(10, room - longest - 2))
        lines.append(Text.assemble((key.rjust(longest), color(GOLD, bold=True)), "  ", begin))
        lines += [Text(" " * (longest + 2) + part) for part in more]
    for heading, sentences in rules.items():
        lines += [Text(), Text(heading, style=color(GOLD, bold=True))]
        lines += [Text(sentence, style=color(DIM)) for sentence in sentences]
    return lines


class NameSheet(ModalScreen[str]):
    """A line for a name; `told` says what was wrong with the one before."""

    def __init__(self, words: Words, name: str, told: str = "") -> None:
        super().__init__()
        self._words, self._name, self._told = words, name, told

    def compose(self) -> ComposeResult:
        """Hold the line."""
        with Vertical(id="sheet") as sheet:
            sheet.border_title = self._words.t("Your name")
            sheet.border_subtitle = "⏎"
            if self._told:
                yield Static(Text(self._told))
            yield Input(self._name, max_length=48)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take what was typed."""
        self.dismiss(event.value)
