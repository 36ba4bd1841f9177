"""Asking for a name."""

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from diamant.locales.words import Words


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
