"""The moment in which everybody's choices are shown at once."""

from rich.text import Text
from textual.widgets import Static

from diamant.terminal.drawing.cave import GOLD, SEAT_COLORS
from diamant.terminal.drawing.players import badge, color, told_mark
from diamant.terminal.narration import Narrator
from diamant.terminal.scene import Scene


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
