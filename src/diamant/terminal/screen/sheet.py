"""Sheets over the screen: help, anything else to read and close, and a line for a name."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.events import Click, Key
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from diamant.locales.words import Words
from diamant.terminal.drawing.cave import DIM, GOLD
from diamant.terminal.drawing.players import color

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
