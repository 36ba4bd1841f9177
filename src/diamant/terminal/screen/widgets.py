"""The widgets of a table in view: cave, players, story, choices and keys."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Button, Static

from diamant.locales.words import Words
from diamant.terminal.drawing.canvas import RGB, ground
from diamant.terminal.drawing.cave import GOLD, SEAT_COLORS, draw_cave
from diamant.terminal.drawing.players import badge, color, player_lines, told_mark
from diamant.terminal.narration import Narrator, broken
from diamant.terminal.scene import Scene


class CaveView(Widget):
    """Draws a scene as large as there is room for it."""

    def __init__(self, narrator: Narrator, scene: Scene) -> None:
        super().__init__()
        self._narrator, self._scene = narrator, scene
        self._strips: list[Strip] = []
        self._drawn_at: tuple[int, int] | None = None

    def show(self, scene: Scene, narrator: Narrator | None = None) -> None:
        """Draw another scene."""
        self._narrator = narrator or self._narrator
        self._scene, self._drawn_at = scene, None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return one row, on the light of the torch."""
        width, height = self.size
        if self._drawn_at != (width, height):
            self._draw(width, height)
        return self._strips[y] if y < len(self._strips) else Strip.blank(width)

    def _draw(self, width: int, height: int) -> None:
        scene = self._scene
        canvas, torch = draw_cave(scene, self._narrator, width, height)
        strength = 1.0 if scene.inside or scene.busted else 0.45

        def shine(x: int, y: int) -> RGB:
            return ground(x, y, torch, danger=scene.busted, strength=strength)

        self._strips = [Strip(canvas.segments(y, shine), width) for y in range(height)]
        self._drawn_at = (width, height)


class PlayersView(Widget):
    """A line for each player."""

    def __init__(self, narrator: Narrator, scene: Scene, you: int | None) -> None:
        super().__init__()
        self._narrator, self._scene, self._you = narrator, scene, you
        self._notes: Mapping[int, str] = {}

    def show(
        self,
        scene: Scene,
        narrator: Narrator | None = None,
        you: int | None = None,
        notes: Mapping[int, str] | None = None,
    ) -> None:
        """Draw another scene, perhaps of other players."""
        self._scene, self._narrator = scene, narrator or self._narrator
        self._you = self._you if you is None else you
        self._notes = self._notes if notes is None else notes
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return one row for each."""
        return len(self._narrator.names)

    def render(self) -> Text:
        """Return the lines, as wide as there is room."""
        lines = player_lines(
            self._scene,
            self._narrator,
            self.content_size.width,
            you=self._you,
            notes=self._notes,
        )
        return Text("\n").join(lines)


MOST_LINES = 400
NARROW = 50


class Story(VerticalScroll, can_focus=False):
    """The lines of a story, the latest in view."""

    def __init__(self) -> None:
        super().__init__(id="said")
        self._lines: list[Text] = []
        self._advice: Sequence[Text] | None = None

    def compose(self) -> ComposeResult:
        """Hold one text."""
        yield Static()

    def say(self, *lines: Text) -> None:
        """Add lines."""
        self._lines = [*self._lines, *lines][-MOST_LINES:]
        self._update()

    def begin_anew(self) -> None:
        """Forget what was said."""
        self._lines = []
        self._update()

    def advise(self, lines: Sequence[Text] | None) -> None:
        """Show advice instead of the story, or the story again."""
        self._advice = lines
        self.set_class(lines is not None, "-advice")
        self._update()

    def on_resize(self, event: Resize) -> None:
        """Break the lines anew."""
        self._update()

    @property
    def lines(self) -> list[Text]:
        """What is shown."""
        return self._lines if self._advice is None else list(self._advice)

    def _update(self) -> None:
        if not self.is_mounted:
            return
        width = max(20, self.scrollable_content_region.width)
        lines = self.lines
        if width < NARROW:
            # Where every column counts, the story is not set in.
            lines = [line[len(line.plain) - len(line.plain.lstrip()) :] for line in lines]
        shown = [part for line in lines for part in broken(self.app.console, line, width)]
        self.query_one(Static).update(Text("\n").join(shown))
        if self._advice is None:
            self.scroll_end(animate=False)
        else:
            self.scroll_home(animate=False)


class ChoiceBar(Horizontal):
    """Two buttons: go on, and leave."""

    def __init__(self, words: Words) -> None:
        super().__init__(classes="-quiet")
        self._words, self._told = words, ""

    def compose(self) -> ComposeResult:
        """Hold the buttons, and a line for the time between."""
        t = self._words.t
        go_on, leave = t("Go on"), t("Leave")
        yield Button(Content(f"→  {go_on}  ({go_on[0].lower()})"), id="go-on")
        yield Button(Content(f"←  {leave}  ({leave[0].lower()})"), id="leave")
        yield Static(id="asked")

    def open(self, *, chosen: bool | None = None) -> None:
        """Let the person choose; what was chosen before is marked."""
        self.remove_class("-quiet")
        go_on, leave = self.query_one("#go-on", Button), self.query_one("#leave", Button)
        go_on.set_class(chosen is False, "-chosen")
        leave.set_class(chosen is True, "-chosen")
        if self.screen.focused not in (go_on, leave):
            go_on.focus()

    def close(self, told: str = "") -> None:
        """Let nothing be chosen, and say why."""
        self._told = told
        self._say()
        self.add_class("-quiet")

    def on_resize(self, event: Resize) -> None:
        """Say as much as there is room for now."""
        self._say()

    def _say(self) -> None:
        """Say what is told; where one line has no room for all of it, its first sentence."""
        said = Content(self._told)
        if said.cell_length > self.size.width and self.size.height == 1:
            said = Content(self._told.partition(". ")[0].rstrip(".") + ".")
        self.query_one("#asked", Static).update(said)


class Reveal(Static):
    """Names, and what each of them did."""

    def show(self, scene: Scene, narrator: Narrator, also: list[Text]) -> None:
        """Show everybody's deed, and what else came of it."""
        lines = []
        longest = max((len(narrator.names[seat]) for seat in scene.marks), default=0)
        for seat, mark in scene.marks.items():
            line = badge(seat).append(" ")
            line.append(narrator.names[seat].ljust(longest + 2), style=color(SEAT_COLORS[seat]))
            lines.append(line.append_text(told_mark(mark, narrator)))
        lines += [Text.assemble((text.plain.strip(), color(GOLD))) for text in also]
        self.show_lines(lines)

    def show_lines(self, lines: list[Text], title: str = "") -> None:
        """Show any lines."""
        self.border_title = title
        self.update(Text("\n").join(lines))
        self.display = True

    def hide(self) -> None:
        """Take it away again."""
        self.display = False


class Key(NamedTuple):
    """A key, what it does in words, and the action's name."""

    key: str
    told: str
    action: str


class KeyBar(Static):
    """A line of keys."""

    def __init__(self) -> None:
        super().__init__()
        self._keys: Sequence[Key] = ()

    def show(self, keys: Sequence[Key]) -> None:
        """Show these keys."""
        self._keys = keys
        self._update()

    def on_resize(self, event: Resize) -> None:
        """Show as many words as there is room for."""
        self._update()

    def _update(self) -> None:
        """Leave out words from the last key on, until all keys fit; the help has them all."""
        for told in range(len(self._keys), -1, -1):
            parts = [_part(key, named=at < told) for at, key in enumerate(self._keys)]
            line = Content("  ").join(parts)
            if line.cell_length <= self.content_size.width:
                break
        self.update(line)


def _part(key: Key, *, named: bool) -> Content:
    markup = f"[@click=screen.{key.action}][b]$key[/b]$told[/]"
    return Content.from_markup(markup, key=key.key, told=f" {key.told}" if named else "")
