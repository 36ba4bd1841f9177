"""The keys at the bottom, which can be clicked too."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content
from textual.events import Resize
from textual.widgets import Static


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
