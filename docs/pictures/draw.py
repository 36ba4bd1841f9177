"""Draw the pictures of the README: `make pictures`."""

import asyncio
import io
import re
import secrets
import tempfile
from pathlib import Path
from unittest.mock import patch

import resvg_py
from rich.console import Console
from rich.terminal_theme import TerminalTheme

from diamant.cli.commands.replay import tell
from diamant.cli.commands.rules import rules_text
from diamant.editions import find_edition
from diamant.locales.words import Words
from diamant.record import read_record
from diamant.terminal.opponents import find_company
from diamant.terminal.screen.app import GameApp
from diamant.terminal.screen.playing import SoloStage
from diamant.terminal.screen.stage import AT_ONCE
from diamant.terminal.solo import SoloGame, begin

HERE = Path(__file__).parent
EXAMPLE = HERE.parent.parent / "examples" / "four-friends.dia"

SEED, KEYS = 11, ["l", "g", "g", "g", "g", "g", "c"]
"""The seed of an interesting game, and the keys to press in it."""

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

# Rich's own format loads a font from another site.
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


async def draw_screen() -> None:
    """Draw the table of `diamant play` in the middle of an expedition, with the coach."""
    edition, words = find_edition("iello-2016"), Words()
    with tempfile.TemporaryDirectory() as folder:
        with patch.object(secrets, "token_bytes", lambda count: bytes([SEED]) * count):
            saved = begin(
                edition, "Ada", find_company("easy,medium,hard,hard", []), b"", closed=False
            )
        solo = SoloGame(saved, [], Path(folder))
        app = GameApp(SoloStage(solo, words, rules_text, pace=AT_ONCE))
        async with app.run_test(size=(104, 30)) as pilot:
            for key in KEYS:
                await pilot.pause(0.3)
                await pilot.press(key)
            await pilot.pause(1.0)
            svg = app.export_screenshot()
    # Textual's own format loads a font from another site.
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = svg.replace("Fira Code", "DejaVu Sans Mono")
    picture = resvg_py.svg_to_bytes(svg_string=svg, font_dirs=["/usr/share/fonts"])
    (HERE / "terminal.png").write_bytes(bytes(picture))


if __name__ == "__main__":
    draw_replay()
    asyncio.run(draw_screen())
