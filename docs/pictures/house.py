"""Draw docs/pictures/house.svg, the packages of Diamant: `make pictures`.

Upper packages import lower ones. `tests/test_site.py` checks that the picture has every package.
"""

from pathlib import Path

FILE = Path(__file__).with_name("house.svg")

FLOORS = [
    ("user interfaces", ["web", "terminal", "cli"]),
    ("network", ["server", "client", "protocol"]),
    ("tables, research", ["table", "store", "daily", "simulator", "solver", "training", "envs"]),
    ("bots, analysis", ["bots", "analysis"]),
    ("views, records", ["view", "odds", "record", "dealer", "witness", "fairness", "picture"]),
    ("rules", ["rules", "editions"]),
    ("foundation", ["errors", "extras", "locales"]),
]
SAYS = {
    "web": "the browser's client",
    "terminal": "a game in a terminal",
    "cli": "one file per command",
    "server": "HTTP, WebSocket, limits",
    "client": "for programs",
    "protocol": "messages as types",
    "table": "a hosted game",
    "store": "the durable log",
    "daily": "one cave a day",
    "simulator": "millions of games",
    "solver": "exact play",
    "training": "the champion",
    "envs": "for research",
    "bots": "strategies and champion",
    "analysis": "values, luck, coach",
    "view": "what a seat sees",
    "odds": "exact chances",
    "record": "a game as text",
    "dealer": "a fair shuffle",
    "witness": "a device's notes",
    "fairness": "the verdict",
    "picture": "a game as SVG",
    "rules": "frozen values, pure functions",
    "editions": "one TOML file each",
    "errors": "every error",
    "extras": "optional libraries",
    "locales": "seven languages",
}
WIDTH, LEFT, TALL, GAP = 960, 130, 62, 14
INK, PALE = "#2b2118", "#8a7a66"


def _text(x: float, y: float, text: str, size: int, *, color: str = INK, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{color}" {more}>{text}</text>'


def picture() -> str:
    """Return the picture."""
    high = len(FLOORS) * (TALL + GAP) + 64
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {high}" '
        'font-family="Verdana, DejaVu Sans, sans-serif">',
        "<title>The packages of Diamant: upper packages import lower ones</title>",
        f'<rect width="{WIDTH}" height="{high}" rx="12" fill="#fbf6ec"/>',
    ]
    for number, (floor, rooms) in enumerate(FLOORS):
        top = 16 + number * (TALL + GAP)
        parts.append(_text(16, top + TALL / 2 + 4, floor, 11, color=PALE))
        wide = (WIDTH - LEFT - 16 - (len(rooms) - 1) * 10) / len(rooms)
        for place, room in enumerate(rooms):
            x = LEFT + place * (wide + 10)
            parts.append(
                f'<rect x="{x:g}" y="{top}" width="{wide:g}" height="{TALL}" rx="8" '
                f'fill="#f3dfb4" stroke="#b8842f"/>'
            )
            middle = 'text-anchor="middle"'
            bold = f'{middle} font-weight="bold"'
            parts.append(_text(x + wide / 2, top + 26, room, 15, more=bold))
            size = 10 if len(rooms) > 5 else 11
            parts.append(_text(x + wide / 2, top + 46, SAYS[room], size, more=middle))
    bottom = high - 34
    parts.append(
        f'<path d="M 118 20 V {bottom - 30} m -5 -9 l 5 9 l 5 -9" fill="none" stroke="{PALE}"/>'
    )
    journey = "A choice: web → server → table → store, and then through view to every seat."
    parts.append(
        _text(16, bottom + 4, "Imports point down, and in one direction within a row.", 12)
    )
    parts.append(_text(16, bottom + 22, journey, 12))
    return "\n".join([*parts, "</svg>"]) + "\n"


if __name__ == "__main__":
    FILE.write_text(picture(), encoding="utf-8")
