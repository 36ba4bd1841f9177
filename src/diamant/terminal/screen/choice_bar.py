"""The two choices, or what there is to know while nothing can be chosen."""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Button, Static

from diamant.locales.words import Words


class ChoiceBar(Horizontal):
    """Two buttons: go on, and leave."""

    def __init__(self, words: Words) -> None:
        super().__init__(classes="-quiet")
        self._words = words

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
        self.query_one("#asked", Static).update(Content(told))
        self.add_class("-quiet")
