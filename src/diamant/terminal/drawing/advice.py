"""The odds and the coach, as lines for one who has to choose."""

from collections import Counter
from fractions import Fraction

from rich.text import Text

from diamant.analysis.coach import Advice, Worth
from diamant.bots.likely import coach
from diamant.locales.words import Words
from diamant.odds import bust_chance, card_chances, expected_share
from diamant.rules.game import Game
from diamant.terminal.drawing.cave import DANGER, DIM, GOLD, RELIC
from diamant.terminal.drawing.players import GREEN, color
from diamant.view import View

BAR = 20


def odds_lines(seen: View, words: Words) -> list[Text]:
    """Tell how likely the next card ends it, and what else it may be."""
    chance = bust_chance(seen)
    lines = [
        Text(
            words.t(
                "The next card ends the expedition with {chance} ({exact}).",
                chance=words.percent(float(chance)),
                exact=str(chance),
            ),
            style="bold",
        )
    ]
    kinds: Counter[str] = Counter()
    fatal: dict[str, Fraction] = {}
    for word, likely in card_chances(seen).items():
        if word in seen.hazards:
            fatal[word] = likely
        elif word in seen.hazards_left:
            kinds["hazard"] += likely  # type: ignore[assignment]
        elif word.startswith("relic"):
            kinds["relic"] += likely  # type: ignore[assignment]
        else:
            kinds["treasure"] += likely  # type: ignore[assignment]
    rows = [("▲", _heading(words.name(kind)), likely, DANGER) for kind, likely in fatal.items()]
    rows.append(("△", words.t("A first hazard"), Fraction(kinds["hazard"]), DIM))
    rows.append(("◆", words.t("Treasure"), Fraction(kinds["treasure"]), GOLD))
    if kinds["relic"]:
        rows.append(("●", _heading(words.name("relic")), Fraction(kinds["relic"]), RELIC))
    longest = max(len(name) for _, name, _, _ in rows)
    for sign, name, likely, tint in rows:
        line = Text(f"{sign} ", style=color(tint, bold=True)).append(name.ljust(longest))
        line.append(f"  {words.percent(float(likely)):>5}  ")
        lines.append(line.append("▆" * max(1, round(BAR * likely)), style=color(tint)))
    share = expected_share(seen, max(1, len(seen.in_cave)))
    said = {"chance": words.percent(float(chance)), "share": words.decimal(float(share))}
    if seen.carried:
        risk = words.tn(
            "Risk {chance} of {n} gem; the next card brings {share} on average.",
            "Risk {chance} of {n} gems; the next card brings {share} on average.",
            seen.carried,
            **said,
        )
    else:
        risk = words.t(
            "Risk {chance}, with nothing to lose; the next card brings {share} on average.", **said
        )
    return [*lines, Text(risk, style=color(DIM))]


def _heading(name: str) -> str:
    return name[:1].upper() + name[1:]


def coach_lines(game: Game, seat: int, words: Words) -> list[Text]:
    """Tell what each choice is worth, and why."""
    told = coach(game, seat)
    lines = [
        Text(told.sentence(words), style="bold"),
        Text(words.t("By the end of this expedition:"), style=color(DIM)),
    ]
    for sign, (label, said), tint in zip("→←", worths(told, words), (GREEN, RELIC), strict=True):
        line = Text(f"{sign} {said}")
        line.stylize(color(tint, bold=True), 0, len(sign) + 1 + len(label))
        lines.append(line)
    return [*lines, *_others(told, words)]


def worths(told: Advice, words: Words) -> list[tuple[str, str]]:
    """Return both choices, going on first, and the line that says what each is worth."""
    choices = ((words.t("Go on"), told.stay), (words.t("Leave"), told.leave))
    return [
        (label, words.t("{thing}: {text}", thing=label, text=_worth(worth, words)))
        for label, worth in choices
    ]


def _worth(worth: Worth, words: Words) -> str:
    points = words.decimal(worth.points)
    if worth.win is None:
        return words.t("{points} points on average", points=points)
    return words.t(
        "{points} points on average, {chance} to win",
        points=points,
        chance=words.percent(worth.win),
    )


def _others(told: Advice, words: Words) -> list[Text]:
    said = told.others_say(words)
    return [Text(said, style=color(DIM))] if said else []
