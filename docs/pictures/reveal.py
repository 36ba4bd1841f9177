"""Draw the animation of the README: a reveal and a bust, with the browser's art.

Run `python docs/pictures/reveal.py`. The numbers come from the rules, the drawings from
`diamant.picture`.
"""

import json
from html import escape
from importlib.resources import files
from pathlib import Path

from diamant import Game, Phase

FILE = Path(__file__).parent / "reveal.svg"
ART = json.loads((files("diamant.picture") / "art.json").read_text(encoding="utf-8"))
COLORS = ART["colors"]

WIDTH, HEIGHT = 800, 400
CARDS = 238
"""The start of the path."""
SECONDS = 19.0
STILL = 9.2
"""The moment shown to readers who prefer no motion."""

# The card of a choice, as in `art/hands.js`: its rim, and the drawing on its face.
RIM = "M3 3 24 2 45 3.5 46 32 45 61 23 62 3 61 2 30z"
NIGHT = '<path class="choice-night" d="M7 8 41 7.5 41.5 56 7 56.5z"/>'
FACES = {
    "leave": '<path class="choice-tent" d="M24 17 39 45H9z"/>'
    '<path class="choice-dark" d="M24 27 31 45H17z"/>'
    '<path class="choice-line" d="M33 52H15M20 47.5 15 52 20 56"/>',
    "stay": '<path class="choice-rock" d="M10 46V28Q12 13 24 12 36 13 38 28V46z"/>'
    '<path class="choice-dark" d="M16 46V31Q17 21 24 20.5 31 21 32 31V46z"/>'
    '<path class="choice-line" d="M15 52H33M28 47.5 33 52 28 56"/>',
}
SEATS = [
    ("#cd5f43", "#7d3020"),
    ("#e0b848", "#86651a"),
    ("#4a9a6c", "#1f5138"),
    ("#7fbbe0", "#2f6486"),
]


class Film:
    """The parts of the picture, each with its time of appearance."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.rules: list[str] = []

    def add(self, drawing: str, *stops: tuple[float, str], still: str = "") -> None:
        """Add a drawing that changes its style at given times."""
        name = f"m{len(self.rules)}"
        frames = "".join(f"{100 * at / SECONDS:.2f}%{{{style}}}" for at, style in stops)
        self.rules.append(f"@keyframes {name}{{{frames}}}.{name}{{{still};animation-name:{name}}}")
        self.parts.append(f'<g class="moving {name}">{drawing}</g>')

    def show(self, drawing: str, start: float, end: float, fade: float = 0.25) -> None:
        """Add a drawing that is visible from one time to another."""
        gone, here = "opacity:0", "opacity:1"
        stops = [(0, gone), (start, gone), (start + fade, here)]
        if end < SECONDS:
            stops += [(end, here), (end + fade, gone)]
        stops.append((SECONDS, stops[-1][1]))
        self.add(drawing, *stops, still=here if start < STILL < end else gone)


def at(x: float, y: float, drawing: str, scale: float = 1) -> str:
    """Return a drawing at a place."""
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{drawing}</g>'


def text(x: float, y: float, words: str, size: int, color: str, anchor: str = "middle") -> str:
    """Return a line of text."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-family="{COLORS["serif"]}"'
        f' fill="{COLORS[color]}" text-anchor="{anchor}">{escape(words)}</text>'
    )


def face(card: str) -> str:
    """Return a card of the path."""
    return str(ART["treasures" if card.isdigit() else "hazards"][card])


def choice(seat: int, open_side: str = "") -> str:
    """Return a card with a choice, or its back."""
    color, deep = SEATS[seat]
    inside = (
        NIGHT + FACES[open_side]
        if open_side
        else f'<path fill="{deep}" d="M24 12 38 32 24 52 10 32z"/>'
        f'<path fill="{color}" d="M24 22 31 32 24 42 17 32z"/>'
    )
    rim = f'<path fill="{color}" stroke="{deep}" stroke-width="2" d="{RIM}"/>'
    return f'<g class="art">{rim}{inside}</g>'


def standing(seat: int) -> int:
    """Return where an explorer is in the cave."""
    return 290 + seat * 132


def scenery() -> str:
    """Return the night, the camp and the cave."""
    return (
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="12" fill="{COLORS["night"]}"/>'
        '<path fill="#141c28" d="M0 12Q0 0 12 0H170L182 60 172 150 184 250 174 340H0z"/>'
        '<path fill="#3b2c1c" d="M0 268 60 258 120 266 178 262 174 340H0z"/>'
        '<path fill="#8d7146" d="M66 178 118 268H14z"/>'
        '<path fill="#0b0e14" d="M66 206 86 268H46z"/>'
        '<g fill="#9fb0c8"><path d="M30 40l2 3-2 3-2-3zM84 66l2 3-2 3-2-3zM132 34l2 3-2 3-2-3z'
        'M52 108l2 3-2 3-2-3zM118 118l2 3-2 3-2-3z"/></g>'
        '<path fill="#262f3d" d="M172 0H214L204 70 216 160 202 250 '
        '212 340H174L184 250 172 150 182 60z"/>'
        '<path fill="#2a2119" d="M212 340 202 262 330 250 520 260 680 248 800 258V340z"/>'
        f'<path fill="{COLORS["rock-2"]}" d="M214 0H800V26L690 20 560 32 410 20 300 34 208 24z"/>'
    )


def draw() -> str:
    """Return the whole animation."""
    film = Film()
    game = Game.start("iello-2016", players=4)
    captions: list[tuple[float, str, str]] = [(0.2, "Four explorers enter the cave.", "text")]
    turned: list[tuple[float, str]] = []
    purses: list[tuple[float, list[int], int]] = []  # Time, players inside, gems of each.
    story = [
        (1.2, "11", []),
        (6.0, "7", [1]),
        (11.6, "snake", []),
        (15.6, "snake", []),
    ]
    for start, card, leavers in story:
        game = game.turn(card).game
        cave = game.expedition
        turned.append((start, card))
        inside = list(cave.in_cave)
        if game.phase is not Phase.DECIDE:
            break
        purses.append((start + 0.5, inside, cave.carried))
        for seat in inside:
            back, x = at(standing(seat) - 24, 272, choice(seat)), standing(seat)
            side = "leave" if seat in leavers else "stay"
            film.show(back, start + 1.5 + 0.2 * seat, start + 2.7, fade=0.15)
            shown = at(x - 24, 272, choice(seat, side))
            film.show(shown, start + 2.7, start + 3.9, fade=0.15)
        game = game.decide(leavers).game
        if card != "snake":
            share = int(card) // len(inside)
            rest = int(card) - share * len(inside)
            words = f"{card} gems: {share} each, and {rest} stay on the card."
        else:
            words = "A snake! A second one would end the expedition."
        captions.append((start + 0.2, words, "text"))
        captions.append((start + 1.5, "Go on or leave? Everyone chooses in secret.", "soft"))
        for seat in leavers:
            won = game.scores[seat]
            captions.append(
                (
                    start + 2.8,
                    f"B leaves alone, takes the gems on the path, and keeps {won}.",
                    "amber",
                )
            )
            film.show(text(136, 166, f"+{won}", 24, "amber"), start + 4.2, SECONDS)
        if not leavers:
            captions.append(
                (
                    start + 2.8,
                    "Everyone goes on." if len(inside) == 4 else "The others go on.",
                    "text",
                )
            )
    lost = purses[-1][2]
    bust = story[-1][0]
    captions.append((bust + 0.3, f"The second snake: A, C, and D lose {lost} gems each.", "danger"))
    assert game.scores == (0, 9, 0, 0)
    _add_path(film, turned, bust)
    _add_explorers(film, purses, bust)
    for (start, words, color), (end, _, _) in zip(
        captions, [*captions[1:], (SECONDS, "", "")], strict=True
    ):
        film.show(text(WIDTH / 2, 377, words, 22, color), start, end - 0.2, fade=0.15)
    style = (
        f"{ART['style']}.moving{{animation:{SECONDS:g}s linear infinite;transform-box:fill-box;"
        f"transform-origin:center}}{''.join(film.rules)}"
        "@media (prefers-reduced-motion:reduce){.moving{animation:none}}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="diamant-picture" viewBox="0 0 {WIDTH}'
        f' {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img"><title>Four explorers choose at'
        " the same time; one leaves with 9 gems, and a second snake takes the gems of the others"
        f"</title><style>{escape(style, quote=False)}</style>"
        f'<clipPath id="frame"><rect width="{WIDTH}" height="{HEIGHT}" rx="12"/></clipPath>'
        f'<g clip-path="url(#frame)">{scenery()}{"".join(film.parts)}</g></svg>\n'
    )


def _add_path(film: Film, turned: list[tuple[float, str]], bust: float) -> None:
    """Add the cards of the path at the times they turn, and the frame of the last one."""
    taken = 9.1  # The times at which B picks up the gems on the path.
    for place, (start, card) in enumerate(turned):
        x, y = CARDS + place * 130, 34
        film.add(
            at(x, y, face(card), 1.15),
            (0, "opacity:0;transform:translate(30px,0) scale(0,1)"),
            (start, "opacity:0;transform:translate(30px,0) scale(0,1)"),
            (start + 0.05, "opacity:1;transform:translate(30px,0) scale(0,1)"),
            (start + 0.4, "opacity:1;transform:none"),
            (SECONDS, "opacity:1;transform:none"),
            still=f"opacity:{int(start < STILL)}",
        )
        if card != "snake":
            film.show(at(x, y, ART["gems"]["3"], 1.15), start + 0.4, taken + 0.4)
    x = CARDS + (len(turned) - 1) * 130
    frame = (
        '<rect x="1" y="1" width="98" height="114" rx="7" fill="none" stroke-width="5"'
        f' stroke="{COLORS["danger"]}"/>'
    )
    film.show(at(x, 34, frame, 1.15), bust + 0.4, SECONDS)


def _add_explorers(film: Film, purses: list[tuple[float, list[int], int]], bust: float) -> None:
    """Add the explorers: everyone who stays to the end, and B, who walks to the tent."""
    for seat in range(4):
        drawing = at(standing(seat) - 30, 176, ART["explorers"][seat], 1.25)
        here = "transform:none;opacity:1"
        if seat == 1:
            home = f"transform:translate({134 - standing(1)}px,6px);opacity:1"
            stops = [(0, here), (9.1, here), (10.6, home), (SECONDS, home)]
        else:
            shaken = [(bust + 0.5 + step / 10, f"transform:translate({(-1) ** step * 5}px,0);"
                       "opacity:1") for step in range(6)]  # fmt: skip
            gone = "transform:none;opacity:.25"
            stops = [(0, here), (bust + 0.4, here), *shaken, (bust + 1.4, gone), (SECONDS, gone)]
        film.add(drawing, *stops, still=here)
    ends = [start for start, _, _ in purses[1:]] + [bust + 0.5]
    for (start, inside, carried), end in zip(purses, ends, strict=True):
        for seat in inside:
            until = 9.1 if seat == 1 and start > 6 else end
            film.show(_purse(standing(seat) + 36, 186, carried), start, until, fade=0.1)


def _purse(x: float, y: float, carried: int) -> str:
    """Return what an explorer carries: a gem and a number."""
    return (
        f'<rect x="{x - 14}" y="{y - 14}" width="44" height="24" rx="6" fill="#05070a"/>'
        f'<path fill="#e3173f" d="M{x - 8} {y - 7}h8l4 5-8 9-8-9z"/>'
        + text(x + 18, y + 5, str(carried), 17, "text")
    )


if __name__ == "__main__":
    FILE.write_text(draw(), encoding="utf-8")
