"""Write random legal games as records, using every freedom of the notation."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from .damages import damage
from .replayer import ROUNDS, SEATS, Game, is_hazard, is_relic, leave, new_game, start_round, turn

__all__ = ["damage", "random_record"]

Step = dict[str, Any]

NAMES = [
    "Ana",
    "Zoë",
    "e\u0301tienne",
    "Łukasz",
    "Ана",
    "李雷",
    "محمد",
    "ß",
    "🦊",
    "👩\u200d🚀",
    "O'Brien",
    "Ana Maria",
    'The "Duke"',
    '"',
    "back\\slash",
    "ends with \\",
    "\\n",
    "semi;colon",
    "brack]et",
    "[Edition",
    "1. snake/A",
    '"; ]',
    "-",
    "H",
]
TAG_NAMES = ["Site", "Event", "Mood", "Round2", "X", "Result", "Annotator"]
TAG_VALUES = [*NAMES, "2026-11-15", "?", "the long table; by the window", '[Scores "1 2 3"]', "a]b"]
COMMENTS = ["", " a brave choice", ' [Players "nobody"]', " 9/AB ; and again", ' "', " é 🦊 \\"]


def random_record(
    rng: random.Random, edition_id: str, players: int, *, unfinished: bool = False
) -> str:
    """Return a record of a random legal game, finished or stopped before its end.

    Records can be joined with a line break between them, unless one of them stops before its
    first card: its tags would run into those of the next game.
    """
    game, steps = _random_game(rng, edition_id, players)
    scores = None if unfinished or rng.random() < 0.25 else game["chests"]
    if unfinished:
        steps = _stop_early(rng, steps)
    lines = _tag_lines(rng, edition_id, players, scores)
    lines += [""] * rng.choice([0, 1, 1, 1, 2])
    lines += _round_lines(rng, steps)
    text = "\n".join(lines) + rng.choice(["", "\n", "\n", "\n", "\n\n", "\n; the end\n"])
    return text.replace("\n", "\r\n") if rng.random() < 0.15 else text


# Playing.


def _random_game(rng: random.Random, edition_id: str, players: int) -> tuple[Game, list[Step]]:
    game = new_game(edition_id, players)
    draw = rng.choice([_draw_fairly, _draw_fairly, _draw_deep, _draw_hazards, _draw_relics])
    decide = _random_temper(rng, players)
    steps: list[Step] = []
    for _ in range(ROUNDS):
        start_round(game)
        while game["inside"]:
            line = turn(game, draw(rng, game))
            leavers = [] if line["bust"] else decide(game)
            if leavers:
                leave(game, leavers, line)
            steps.append({**line, "go_on": False})
    return game, steps


def _draw_fairly(rng: random.Random, game: Game) -> str:
    card: str = rng.choice(game["deck"])
    return card


def _draw_deep(rng: random.Random, game: Game) -> str:
    return _draw_rather(rng, game, lambda card: card not in game["turned"] or not is_hazard(card))


def _draw_hazards(rng: random.Random, game: Game) -> str:
    return _draw_rather(rng, game, is_hazard)


def _draw_relics(rng: random.Random, game: Game) -> str:
    return _draw_rather(rng, game, is_relic)


def _draw_rather(rng: random.Random, game: Game, wanted: Callable[[str], bool]) -> str:
    # Turn other cards sometimes, too, or all cards of a path would be of one kind.
    cards = [card for card in game["deck"] if wanted(card)]
    return rng.choice(cards) if cards and rng.random() < 0.7 else _draw_fairly(rng, game)


def _random_temper(rng: random.Random, players: int) -> Callable[[Game], list[int]]:
    alone = rng.choice([0.0, 0.0, 0.1, 0.3, 0.7])
    together = rng.choice([0.0, 0.0, 0.1])
    usual = rng.choice([0.0, 0.02, 0.05, 0.1, 0.2, 0.35, 0.6])
    chances = [usual * rng.choice([0.0, 0.5, 1.0, 1.0, 1.5]) for _ in range(players)]

    def decide(game: Game) -> list[int]:
        inside: list[int] = game["inside"]
        kind = rng.random()
        if kind < alone:
            return [rng.choice(inside)]
        if kind < alone + together:
            return list(inside)
        return [seat for seat in inside if rng.random() < chances[seat]]

    return decide


def _stop_early(rng: random.Random, steps: list[Step]) -> list[Step]:
    # The decision after the game's last card can be left open like any other, except after a bust.
    kept = steps[: rng.randint(0, len(steps) - (1 if steps[-1]["bust"] else 0))]
    if kept and not kept[-1]["bust"] and (len(kept) == len(steps) or rng.random() < 0.6):
        kept[-1] = {**kept[-1], "leavers": [], "go_on": rng.random() < 0.5}
    return kept


# Writing.


def _tag_lines(
    rng: random.Random, edition_id: str, players: int, scores: list[int] | None
) -> list[str]:
    names = rng.sample(NAMES, players)
    tags = [("Edition", [edition_id]), ("Players", names)]
    if scores is not None:
        tags.append(("Scores", [" ".join(str(points) for points in scores)]))
    if rng.random() < 0.2:
        tags.append(("Chests", ["closed"]))
    if rng.random() < 0.5:
        tags.append(("Date", ["2026-11-15"]))
    tags += [
        (name, rng.choices(TAG_VALUES, k=rng.choice([1, 1, 2, 4])))
        for name in rng.sample(TAG_NAMES, rng.choice([0, 0, 1, 3]))
    ]
    if rng.random() < 0.5:
        rng.shuffle(tags)
    lines: list[str] = []
    for name, values in tags:
        if rng.random() < 0.1:
            lines.append(rng.choice(["", "   ", ";" + rng.choice(COMMENTS)]))
        lines.append(_tag_line(rng, name, values))
    return lines


def _tag_line(rng: random.Random, name: str, values: list[str]) -> str:
    blank = rng.choice([" ", " ", " ", "  ", "\t"])
    line = f"[{name}{blank}{blank.join(quote(value) for value in values)}]"
    return line + (" ;" + rng.choice(COMMENTS) if rng.random() < 0.1 else "")


def quote(value: str) -> str:
    """Return the value as a quoted string of the notation."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _round_lines(rng: random.Random, steps: list[Step]) -> list[str]:
    any_order = rng.random() < 0.3
    said_go_on = rng.choice([0.0, 0.0, 0.2, 1.0])
    breaks = rng.choice([0.0, 0.0, 0.1, 0.5])
    text = ""
    for step in steps:
        if step["step"] == 1:
            # A round starts on a new line, whatever line breaks are inside the rounds.
            text += ("\n" if text else "") + f"{step['round']}."
        text += _gap(rng, breaks) + _card_word(rng, step, said_go_on, any_order=any_order)
    # After the very last card, no leavers and "/-" differ, so the writer has no choice there.
    if steps and not steps[-1]["leavers"] and not steps[-1]["bust"]:
        text = text.removesuffix("/-") + ("/-" if steps[-1]["go_on"] else "")
    return text.split("\n") if text else []


def _gap(rng: random.Random, breaks: float) -> str:
    if rng.random() >= breaks:
        return rng.choice([" ", " ", " ", " ", "  ", "\t"])
    comment = rng.choice(["", "", " ;", ";"])
    return (comment + rng.choice(COMMENTS) if comment else "") + rng.choice(["\n", "\n  ", "\n\n"])


def _card_word(rng: random.Random, step: Step, said_go_on: float, *, any_order: bool) -> str:
    letters = [SEATS[seat] for seat in step["leavers"]]
    if any_order:
        rng.shuffle(letters)
    if not letters and rng.random() < said_go_on:
        letters = ["-"]
    return f"{step['card']}/{''.join(letters)}" if letters else str(step["card"])
