"""The two choices, or what there is to know while nothing can be chosen."""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Resize
from textual.widgets import Button, Static

from diamant.locales.words import Words


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
