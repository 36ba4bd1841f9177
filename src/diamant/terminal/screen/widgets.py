"""Widgets of the table (cave, players, story, choices, keys), and sheets over it."""

from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import NamedTuple

from rich.segment import Segments
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from diamant.locales.words import Words
from diamant.terminal.drawing.cave import DIM, GOLD, SEAT_COLORS
from diamant.terminal.drawing.players import badge, told_mark
from diamant.terminal.narration import Narrator, broken
from diamant.terminal.scene import Scene


class CaveView(Widget):
    """A cave; `draw` renders it at the available size."""

    def __init__(self, draw: Callable[[int, int], Segments]) -> None:
        super().__init__()
        self._draw = draw

    def render(self) -> Segments:
        """Draw the cave."""
        return self._draw(*self.size)


class PlayersView(Widget):
    """A line for each player; `lines` returns them for the available width."""

    def __init__(self, lines: Callable[[int], list[Text]]) -> None:
        super().__init__()
        self._lines = lines

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return one row for each player."""
        return len(self._lines(width))

    def render(self) -> Text:
        """Draw the lines."""
        return Text("\n").join(self._lines(self.content_size.width))


MOST_LINES = 400
NARROW = 50


class Story(VerticalScroll, can_focus=False):
    """The lines of a story, scrolled to the latest."""

    def __init__(self) -> None:
        super().__init__(id="said")
        self._lines: list[Text] = []
        self._advice: Sequence[Text] | None = None

    def compose(self) -> ComposeResult:
        """Yield the text widget."""
        yield Static()

    def say(self, *lines: Text, anew: bool = False) -> None:
        """Add lines to the story, or replace it if `anew` is true."""
        self._lines = [*([] if anew else self._lines), *lines][-MOST_LINES:]
        self._update()

    def advise(self, lines: Sequence[Text] | None) -> None:
        """Show advice instead of the story, or show the story again."""
        self._advice = lines
        self.set_class(lines is not None, "-advice")
        self._update()

    def on_resize(self, event: events.Resize) -> None:
        """Wrap the lines again."""
        self._update()

    def _update(self) -> None:
        if not self.is_mounted:
            return
        width = max(20, self.scrollable_content_region.width)
        lines = self._lines if self._advice is None else self._advice
        if width < NARROW:
            # If every column counts, the story has no indentation.
            lines = [line[len(line.plain) - len(line.plain.lstrip()) :] for line in lines]
        shown = [part for line in lines for part in broken(self.app.console, line, width)]
        self.query_one(Static).update(Text("\n").join(shown))
        if self._advice is None:
            self.scroll_end(animate=False)
        else:
            self.scroll_home(animate=False)


class ChoiceBar(Horizontal):
    """Two buttons: stay and leave."""

    def __init__(self, words: Words) -> None:
        super().__init__(classes="-quiet")
        self._words, self._told = words, ""

    def compose(self) -> ComposeResult:
        """Yield the buttons, and a line that is shown between choices."""
        t = self._words.t
        go_on, leave = t("Go on"), t("Leave")
        yield Button(Content(f"→  {go_on}  ({go_on[0].lower()})"), id="go-on")
        yield Button(Content(f"←  {leave}  ({leave[0].lower()})"), id="leave")
        yield Static(id="asked")

    def open(self, *, chosen: bool | None = None) -> None:
        """Enable the choice, and mark the choice already made, if any."""
        self.remove_class("-quiet")
        go_on, leave = self.query_one("#go-on", Button), self.query_one("#leave", Button)
        go_on.set_class(chosen is False, "-chosen")
        leave.set_class(chosen is True, "-chosen")
        if self.screen.focused not in (go_on, leave):
            go_on.focus()

    def close(self, told: str = "") -> None:
        """Disable the choice, and show the reason."""
        self._told = told
        self._say()
        self.add_class("-quiet")

    def on_resize(self, event: events.Resize) -> None:
        """Show as much text as fits."""
        self._say()

    def _say(self) -> None:
        """Show the text, or only its first sentence if it doesn't fit on one line."""
        said = Content(self._told)
        if said.cell_length > self.size.width and self.size.height == 1:
            said = Content(self._told.partition(". ")[0].rstrip(".") + ".")
        self.query_one("#asked", Static).update(said)


class Reveal(Static):
    """The players' names and actions."""

    def show_deeds(self, scene: Scene, narrator: Narrator, also: list[Text]) -> None:
        """Show everyone's action, and additional lines."""
        lines = []
        longest = max((len(narrator.names[seat]) for seat in scene.marks), default=0)
        for seat, mark in scene.marks.items():
            name = (narrator.names[seat].ljust(longest + 2), SEAT_COLORS[seat])
            lines.append(Text.assemble(badge(seat), " ", name, told_mark(mark, narrator)))
        lines += [Text.assemble((text.plain.strip(), GOLD)) for text in also]
        self.show_lines(lines)

    def show_lines(self, lines: list[Text], title: str = "") -> None:
        """Show some lines under a title."""
        self.border_title = title
        self.update(Text("\n").join(lines))
        self.display = True


class Key(NamedTuple):
    """A key, its description, and its action's name."""

    key: str
    told: str
    action: str


class KeyBar(Static):
    """A line of keys."""

    keys: Sequence[Key] = ()

    def show(self, keys: Sequence[Key]) -> None:
        """Show these keys, with descriptions for as many as fit, starting with the first.

        The help shows all of them.
        """
        self.keys = keys
        for told in range(len(keys), -1, -1):
            parts = [_part(key, named=at < told) for at, key in enumerate(keys)]
            line = Content("  ").join(parts)
            if line.cell_length <= self.content_size.width:
                break
        self.update(line)

    def on_resize(self, event: events.Resize) -> None:
        """Show as many descriptions as fit."""
        self.show(self.keys)


def _part(key: Key, *, named: bool) -> Content:
    markup = f'[@click="screen.{key.action}"][b]$key[/b]$told[/]'
    return Content.from_markup(markup, key=key.key, told=f" {key.told}" if named else "")


SCROLLING = ("up", "down", "pageup", "pagedown", "home", "end", "tab", "shift+tab")


class Sheet(ModalScreen[None]):
    """Lines with a title; any key that doesn't scroll closes the sheet."""

    def __init__(self, title: str, lines: Sequence[Text], words: Words) -> None:
        super().__init__()
        self._title, self._lines, self._words = title, lines, words

    def compose(self) -> ComposeResult:
        """Yield the lines."""
        with VerticalScroll(id="sheet") as sheet:
            sheet.border_title = self._title
            sheet.border_subtitle = self._words.t("Close") + " (Esc)"
            yield Static(Text("\n").join(self._lines))

    def on_mount(self) -> None:
        """Focus the lines, so keys scroll them."""
        self.query_one("#sheet").focus()

    def on_key(self, event: events.Key) -> None:
        """Close the sheet."""
        if event.key not in SCROLLING:
            event.stop()
            self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        """Close the sheet on a click outside its content."""
        if event.widget is self:
            self.dismiss(None)


def room_on_a_sheet(width: int) -> int:
    """Return the columns for text on a sheet, without border, padding and scroll bar."""
    return min(84, width * 9 // 10) - 2 - 4 - 1


def help_lines(
    keys: Sequence[tuple[str, str]], rules: Mapping[str, Sequence[str]], room: int
) -> list[Text]:
    """Return the keys and their actions, with the rules below."""
    longest = max(len(key) for key, _ in keys)
    lines = []
    for key, told in keys:
        begin, *more = wrap(told, max(10, room - longest - 2))
        lines.append(Text.assemble((key.rjust(longest), f"bold {GOLD}"), "  ", begin))
        lines += [Text(" " * (longest + 2) + part) for part in more]
    for heading, sentences in rules.items():
        lines += [Text(), Text(heading, style=f"bold {GOLD}")]
        lines += [Text(sentence, style=DIM) for sentence in sentences]
    return lines


class NameSheet(ModalScreen[str]):
    """An input for a name; `told` says why the previous one was refused."""

    def __init__(self, words: Words, name: str, told: str = "") -> None:
        super().__init__()
        self._words, self._name, self._told = words, name, told

    def compose(self) -> ComposeResult:
        """Yield the input."""
        with Vertical(id="sheet") as sheet:
            sheet.border_title = self._words.t("Your name")
            sheet.border_subtitle = "⏎"
            if self._told:
                yield Static(Text(self._told))
            yield Input(self._name, max_length=48)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close the sheet with the typed name."""
        self.dismiss(event.value)
