"""What has happened, line by line; or, where asked for, the odds or the coach."""

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Resize
from textual.widgets import Static

from diamant.terminal.narration import broken

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
