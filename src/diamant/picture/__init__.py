"""Draw a game as an image for notebooks, with the browser's art.

`art.json` contains the art as the browser draws it, with the colors filled in. `python -m
tests.web.art` rebuilds the file from the browser's modules, and a test compares the two.
"""

import json
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from diamant.rules.cards import Card, Hazard, Relic, Treasure
from diamant.rules.expedition import ends_bust
from diamant.rules.game import Game
from diamant.rules.seats import letters
from diamant.rules.sharing import relics_on

_WIDTH = 760
_MARGIN = 24
_TOP = 72  # Below the heading.
_CARD = 86  # The distance between cards; a card is 100 by 116 before scaling.
_CARD_SCALE = 0.8
_ROW = 104
_IN_ROW = (_WIDTH - 2 * _MARGIN) // _CARD
_SEAT = (_WIDTH - 2 * _MARGIN) // 8
_MOST_DRAWN = 17  # A treasure card shows at most this many gems.
_WAITS = {"turn": "the next card comes", "decide": "stay or leave?"}


def picture(game: Game) -> str:
    """Draw the table as SVG: the path with its gems, the players and the chests."""
    art = _art()
    path, rows = _path(game)
    cave_top = _TOP + rows * _ROW
    inside, cave_height = _inside(game, cave_top)
    chests_top = cave_top + cave_height
    height = chests_top + 100
    colors = art["colors"]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="diamant-picture" width="{_WIDTH}"'
        f' height="{height}" viewBox="0 0 {_WIDTH} {height}" role="img">',
        f"<title>{escape(str(game))}</title><style>{escape(art['style'], quote=False)}</style>",
        f'<rect width="{_WIDTH}" height="{height}" rx="10" fill="{colors["night"]}"/>',
        f'<path d="M0 {chests_top} 190 {chests_top - 6} 420 {chests_top + 3} {_WIDTH}'
        f" {chests_top - 5}V{height - 10}q0 10-10 10H10q-10 0-10-10z"
        f'" fill="{colors["rock-2"]}"/>',
        *_heading(game),
        *path,
        *inside,
        *_chests(game, chests_top),
        "</svg>",
    ]
    return "".join(parts)


@cache
def _art() -> Any:  # noqa: ANN401 - what the file holds
    return json.loads(files(__name__).joinpath("art.json").read_text(encoding="utf-8"))


def _text(x: float, y: float, text: str, size: int, color: str, *, anchor: str = "start") -> str:
    colors = _art()["colors"]
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-family="{colors["serif"]}"'
        f' fill="{colors[color]}" text-anchor="{anchor}">{escape(text)}</text>'
    )


def _heading(game: Game) -> list[str]:
    cave, edition = game.expedition, game.edition
    if game.is_over:
        end = "bust" if ends_bust(cave.path) else "over"
        state, color = f"{end}, won by {' and '.join(letters(game.winners))}", "amber"
    else:
        state, color = _WAITS[game.phase.value], "soft"
    met = ", ".join(map(edition.name_of, dict.fromkeys(cave.hazards)))
    return [
        _text(_MARGIN, 59, f"hazards: {met or 'none yet'}", 13, "soft"),
        _text(_MARGIN, 38, f"Round {cave.round} of {edition.rounds}", 22, "text"),
        _text(_WIDTH / 2, 38, edition.name, 15, "soft", anchor="middle"),
        _text(_WIDTH - _MARGIN, 38, state, 17, color, anchor="end"),
    ]


def _path(game: Game) -> tuple[list[str], int]:
    """Draw the cards of the path in order; return them with the number of rows."""
    cave, art = game.expedition, _art()
    taken = len(relics_on(cave.path)) - len(cave.relics)
    faces = []
    for card, gems in zip(cave.path, cave.gems, strict=True):
        face = _face(card)
        if isinstance(card, Relic) and taken > 0:
            taken -= 1
            face = face.replace("relic-here", "relic-gone")
        faces.append(face + _gems(gems))
    if ends_bust(cave.path):
        faces[-1] += (
            f'<rect x="1" y="1" width="98" height="114" rx="7" fill="none" stroke-width="5"'
            f' stroke="{art["colors"]["danger"]}"/>'
        )
    elif not game.is_over:
        faces.append(f'<g opacity=".55">{art["back"]}</g>')  # The deck, at the end of the path.
    drawn = []
    for place, face in enumerate(faces):
        row, column = divmod(place, _IN_ROW)
        x, y = _MARGIN + column * _CARD, _TOP + row * _ROW
        drawn.append(f'<g transform="translate({x} {y}) scale({_CARD_SCALE})">{face}</g>')
    return drawn, (len(faces) - 1) // _IN_ROW + 1


def _face(card: Card) -> str:
    art = _art()
    if isinstance(card, Treasure):
        drawn = min(card.value, _MOST_DRAWN)
        face: str = art["treasures"][str(drawn)]
        return face.replace(f">{drawn}</text>", f">{card.value}</text>")
    if isinstance(card, Hazard):
        initial = escape(card.kind[0].upper())
        own: str = art["hazards"]["?"].replace(">?</text>", f">{initial}</text>")
        return str(art["hazards"].get(card.kind, own))
    if card.number is None or str(card) in art["relics"]:
        return str(art["relics"][str(card)])
    drawn = 100 + card.number % 5
    return str(art["relics"][f"relic{drawn}"].replace(f">{drawn}</text>", f">{card.number}</text>"))


def _gems(lying: int) -> str:
    if not lying:
        return ""
    drawn: str = _art()["gems"][str(min(lying, 9))]
    return drawn.replace(">9</text>", f">{lying}</text>")


def _inside(game: Game, top: int) -> tuple[list[str], int]:
    """Draw the explorers in the cave with their gems; return them with their height."""
    cave, art = game.expedition, _art()
    if not cave.in_cave:
        return [], 14
    left = _MARGIN + 10
    drawn = [
        f'<g transform="translate({left + place * 62} {top + 4})">{art["explorers"][seat]}</g>'
        for place, seat in enumerate(cave.in_cave)
    ]
    each = "carries" if len(cave.in_cave) == 1 else "each carry"
    x = left + 12 + len(cave.in_cave) * 62
    drawn.append(_text(x, top + 56, f"{each} {cave.carried}", 17, "text"))
    return drawn, 88


def _chests(game: Game, top: int) -> list[str]:
    art, drawn = _art(), []
    for seat, score in enumerate(game.scores):
        x = _MARGIN + seat * _SEAT
        lid = art["chests"]["open" if score else "closed"]
        won = seat in game.winners
        drawn += [
            f'<g transform="translate({x} {top + 24}) scale(.62)">{art["badges"][seat]}</g>',
            f'<g transform="translate({x + 30} {top + 22}) scale(.82)">{lid}</g>',
            _text(x + 50, top + 82, str(score), 18, "amber" if won else "text", anchor="middle"),
        ]
    return drawn
