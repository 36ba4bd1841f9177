"""Render reviewed games as one self-contained HTML page with SVG charts."""

from collections.abc import Iterable, Sequence
from html import escape

from diamant.analysis.review import ChoiceReview, Mean, Moment, Review
from diamant.analysis.standings import PlayerStanding, standings
from diamant.locales.words import Words
from diamant.rules.seats import SEAT_LETTERS

COLORS = ("#e4572e", "#2e86ab", "#5da130", "#c59b08", "#8d5bc1", "#d6589f", "#1a9e96", "#7d6b5d")
PARTS = (("cards", "#2e86ab"), ("others", "#9aa0a6"), ("decisions", "#e4572e"))
MOST_CHOICES = 12

_STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;
overflow-wrap:anywhere}
.wide{overflow-x:auto;margin:1rem 0}
table{border-collapse:collapse;overflow-wrap:normal}
td,th{padding:.2rem .8rem .2rem 0;text-align:right}
td:first-child,th:first-child{text-align:left}
th{font-weight:600;border-bottom:1px solid #8888}
svg{max-width:100%;height:auto}
text{fill:currentColor;font:12px system-ui,sans-serif}
small{opacity:.75}
.luck{display:grid;grid-template-columns:max-content minmax(6rem,26rem) max-content;gap:0 .8rem;
align-items:center;margin:0}
.luck dt{grid-column:1/-1;margin-top:.8rem;font-weight:600;width:0;min-width:100%}
.luck dt small{font-weight:400;white-space:nowrap}
.luck dd{display:contents}
.luck span:last-child{text-align:right}
.one{display:inline-block}
.one span{white-space:nowrap}
.bar{position:relative;height:100%;
background:linear-gradient(currentColor,currentColor) center/1px 100% no-repeat}
.bar i{position:absolute;top:.3rem;bottom:.3rem}
@media(max-width:40rem){
text{font-size:26px}
td,th{padding-right:.5rem;font-size:.875rem}
td{white-space:nowrap}
}
"""


def page(games: Sequence[tuple[str, Review, Words]]) -> str:
    """Return an HTML page about games, each with its heading and edition's words."""
    _, first, words = games[0]
    title, about = words.t("Luck and decisions"), _about(first, words)
    parts = [f"<h1>{title}</h1>", f"<p><small>{about}</small></p>"]
    if len(games) > 1:
        parts.append(_over_all(standings([review for _, review, _ in games]), words))
    for heading, review, own in games:
        parts += [
            f"<h2>{escape(heading)} · {escape(review.edition)}</h2>",
            _certificate(review, own),
            _chart(review, own),
            _turning_points(review, own),
            _worst(review, own),
        ]
    return document(title, _STYLE, parts, words)


def document(title: str, style: str, parts: Iterable[str], words: Words) -> str:
    """Return an HTML page, given its title and its parts as markup."""
    return (
        f'<!doctype html>\n<html lang="{words.language}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{style}</style>\n" + "\n".join(parts) + "\n"
    )


def percent(share: float, words: Words, *, signed: bool = False) -> str:
    """Format a share of the win.

    >>> said = Words()
    >>> percent(0.254, said), percent(0.03, said, signed=True), percent(-1e-9, said, signed=True)
    ('25.4%', '+3.0%', '0.0%')
    """
    return words.percent(share, signed=signed, digits=1)


def with_error(mean: Mean, words: Words, *, signed: bool = False) -> str:
    """Format a mean, with its standard error if known."""
    error = "" if mean.error is None else f" ± {words.decimal(100 * mean.error)}"
    return percent(mean.value, words, signed=signed) + error


def what(moment: Moment, names: Sequence[str], words: Words) -> str:
    """Describe what happened at a moment of a game."""
    card = words.card(moment.card)
    if moment.leavers is None:
        return words.t("the next card was {card}", card=card)
    if not moment.leavers:
        return words.t("after {card}, everyone went on", card=card)
    who = words.listed([names[seat] for seat in moment.leavers])
    return words.t("left after {card}: {names}", card=card, names=who)


def lost_points(choice: ChoiceReview, words: Words) -> str:
    """Format the points that a choice lost compared to equilibrium play, if known."""
    return "-" if choice.lost_points is None else words.decimal(choice.lost_points)


def part_names(words: Words) -> dict[str, str]:
    """Return the names of the parts of a result."""
    return {
        "cards": words.t("Cards"),
        "others": words.t("Others"),
        "decisions": words.t("Decisions"),
    }


def _about(review: Review, words: Words) -> str:
    return words.t(
        (
            "Chances to win according to the reference model {name}. The difference between a "
            "player's starting chance and their result has three parts: the luck of the "
            "cards, the luck of the other players' simultaneous choices, and the player's own "
            "decisions. The three parts add up exactly."
        ),
        name=escape(review.reference),
    )


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f'<div class="wide"><table><tr>{head}</tr>{body}</table></div>'


def _certificate(review: Review, words: Words) -> str:
    """Return a chart with a bar for each player and part, to the right if it helped."""
    rows, names = [], part_names(words)
    # Gains and losses can each exceed a whole win: the longest bar fills its half.
    longest = max(abs(getattr(player, part)) for player in review.players for part, _ in PARTS)
    scale = 50 / max(1.0, longest)
    for player in review.players:
        result = f"{percent(player.start, words)} → {percent(player.result, words)}"
        rows.append(f"<dt>{escape(player.name)} <small>{result}</small></dt>")
        for part, color in PARTS:
            share = getattr(player, part)
            bar = f"left:{50 + min(0.0, share) * scale:.2f}%;width:{abs(share) * scale:.2f}%"
            rows.append(
                f'<dd><span>{names[part]}</span><span class="bar"><i style="{bar};background:'
                f'{color}"></i></span><span>{percent(share, words, signed=True)}</span></dd>'
            )
    title = words.t("Luck certificate")
    return f'<h3>{title}</h3><dl class="luck">{"".join(rows)}</dl>'


def _chart(review: Review, words: Words) -> str:
    """Return a chart of each player's share of the win during the game."""
    # The margins leave room for larger letters on phones.
    width, height, left, top = 716.0, 300.0, 88.0, 22.0
    last = max(1, len(review.course))
    shapes = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = top + height * (1 - share)
        shapes.append(
            f'<line x1="{left}" x2="{left + width}" y1="{y}" y2="{y}" stroke="#8884"/>'
            f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{words.percent(share)}</text>'
        )
    # Each expedition's number is below it, to locate turning points such as 4.8.
    rounds = [moment.round for moment in review.course]
    for round in sorted(set(rounds)):
        x = left + width * rounds.index(round) / last
        shapes.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{top + height}" stroke="#8886"/>'
            f'<text x="{x + 3:.1f}" y="{top + height + 26}">{round}</text>'
        )
    for seat, player in enumerate(review.players):
        shares = [player.start, *(moment.shares[seat] for moment in review.course)]
        points = " ".join(
            f"{left + width * place / last:.1f},{top + height * (1 - share):.1f}"
            for place, share in enumerate(shares)
        )
        shapes.append(
            f'<polyline points="{points}" fill="none" stroke="{COLORS[seat]}" stroke-width="2">'
            f"<title>{escape(player.name)}</title></polyline>"
        )
    key = " ".join(
        f'<span class="one"><span style="color:{COLORS[seat]}">■</span>'
        f" {escape(player.name)}</span>"
        for seat, player in enumerate(review.players)
    )
    title = words.t("Win probability over the course of the game")
    return (
        f'<h3>{title}</h3><p>{key}</p><svg viewBox="0 0 810 356" width="810" role="img"'
        f' aria-label="{title}">{"".join(shapes)}</svg>'
    )


def _turning_points(review: Review, words: Words) -> str:
    names = [player.name for player in review.players]
    items = []
    for moment in review.turning_points:
        place = review.course.index(moment)
        before = (
            review.course[place - 1].shares if place else [each.start for each in review.players]
        )
        # Lines break between players; a long name may break, a number never.
        changes = ",</span></span> ".join(
            f'<span class="one">{escape(name)} <span>{percent(old, words)} → {percent(new, words)}'
            for name, old, new in zip(names, before, moment.shares, strict=True)
            if abs(new - old) > 0.02
        )
        where = f"{moment.round}.{moment.step}"
        changes += "</span></span>" if changes else ""
        items.append(f"<li>{where}: {escape(what(moment, names, words))}. {changes}</li>")
    title = words.t("Turning points")
    return f"<h3>{title}</h3><ol>{''.join(items)}</ol>"


def _worst(review: Review, words: Words) -> str:
    t = words.t
    names = [player.name for player in review.players]
    rated = _table(
        (t("Player"), t("Non-obvious choices"), t("Loss per choice"), t("Boldness")),
        (
            (
                player.name,
                str(player.rating.choices),
                with_error(Mean(player.rating.lost, player.rating.error), words),
                words.decimal(player.bold, signed=True),
            )
            for player in review.players
        ),
    )

    def row(choice: ChoiceReview) -> tuple[str, ...]:
        return (
            f"{choice.round}.{choice.step}",
            f"{SEAT_LETTERS[choice.seat]} {names[choice.seat]}",
            t("Leave") if choice.leave else t("Go on"),
            percent(choice.if_stay, words),
            percent(choice.if_leave, words),
            percent(choice.lost, words),
            lost_points(choice, words),
        )

    most = sorted(review.choices, key=lambda choice: -choice.lost)[:MOST_CHOICES]
    heads = (t("Where"), t("Player"), t("Choice"), t("Go on"), t("Leave"), t("Loss"))
    points = t("Points lost against perfect play")
    table = _table((*heads, points), (row(each) for each in most if each.lost))
    title, about = t("Decisions"), ""
    if any(choice.lost_points is not None for choice in review.choices):
        about = t(
            "Each choice is measured in two ways: by the champion's estimate for this "
            "table at that moment, and in points as if all opponents played perfectly."
        )
    return f"<h3>{title}</h3>{rated}<p><small>{about}</small></p>{table}"


def figures(standing: PlayerStanding, words: Words) -> tuple[str, ...]:
    """Return a player's statistics, from the number of games to boldness."""
    return (
        str(standing.games),
        with_error(standing.result, words),
        with_error(standing.adjusted, words),
        with_error(standing.decisions, words, signed=True),
        with_error(Mean(standing.rating.lost, standing.rating.error), words),
        percent(standing.left, words),
        words.decimal(standing.bold, signed=True),
    )


def figure_heads(words: Words) -> tuple[str, ...]:
    """Return the column headings for a player's name and `figures`."""
    t = words.t
    return (
        *(t("Player"), t("Games"), t("Won"), t("Without card luck"), t("Decisions")),
        *(t("Loss per choice"), t("Leaves"), t("Boldness")),
    )


def _over_all(found: Sequence[PlayerStanding], words: Words) -> str:
    rows = (
        (
            each.name,
            *figures(each, words),
            "" if each.progress is None else percent(each.progress, words, signed=True),
        )
        for each in found
    )
    table = _table((*figure_heads(words), words.t("Progress")), rows)
    title = words.t("All games")
    return f"<h2>{title}</h2>{table}"
