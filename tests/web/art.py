"""Regenerate the art of `diamant.picture` from the browser's modules: `python -m tests.web.art`."""

from pathlib import Path

from tools.node import ROOT, run_node

FILE = ROOT / "src" / "diamant" / "picture" / "art.json"


def draw() -> str:
    """Return the browser's art as JSON."""
    return run_node(Path(__file__).parent / "draw-art.js")


if __name__ == "__main__":
    FILE.write_text(draw(), encoding="utf-8")
