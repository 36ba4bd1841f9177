"""Draw the pictures of the README: `make pictures`."""

import io
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from diamant.cli.replay import tell
from diamant.record import read_record

HERE = Path(__file__).parent
EXAMPLE = HERE.parent.parent / "examples" / "four-friends.dia"

CAVE = TerminalTheme(
    (20, 18, 24),
    (226, 218, 204),
    [
        (60, 56, 64),
        (235, 92, 84),
        (120, 190, 110),
        (240, 180, 70),
        (90, 140, 220),
        (200, 120, 190),
        (90, 190, 200),
        (226, 218, 204),
    ],
)

# Rich's own format names a font on another host; a picture of ours loads nothing from anywhere.
SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"
 aria-label="A record being replayed in the terminal">
<style>
.{unique_id}-matrix {{
  font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px;
}}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g>
</g>
</svg>
"""


def draw_replay() -> None:
    """Draw the first three expeditions of the example record."""
    console = Console(
        record=True, width=92, file=io.StringIO(), force_terminal=True, highlight=False
    )
    console.print("[dim]$[/] diamant replay examples/four-friends.dia")
    tell(read_record(EXAMPLE.read_text(encoding="utf-8")), console)
    picture = console.export_svg(
        title="diamant replay", theme=CAVE, code_format=SVG, unique_id="replay"
    )
    (HERE / "replay.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    draw_replay()
