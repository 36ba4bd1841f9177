"""Render a report on editions as one self-contained HTML page with SVG charts."""

from collections.abc import Callable, Sequence
from html import escape

from diamant.analysis.page import document
from diamant.locales.words import Words
from diamant.simulator.reports.facts import (
    best_rules,
    chapters,
    gem_flows,
    letters,
    luck_names,
    luck_parts,
    notes,
    side_by_side,
)
from diamant.simulator.reports.findings import EditionReport, Measured, PlayersReport

COLORS = ("#2e86ab", "#e4572e", "#5da130", "#c59b08", "#8d5bc1", "#d6589f", "#1a9e96", "#7d6b5d")
ENGLISH = Words()
LEFT, WIDE, ROW = 40, 300, 24  # Bars: left edge, greatest length, distance.

_STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem}
h1,h2,h3{line-height:1.2}
.pictures{display:grid;gap:1rem 2rem;
  grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr))}
.key{white-space:nowrap}
figure{margin:0}
figcaption{font-weight:600}
.table{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
td,th{padding:.15rem .9rem .15rem 0;text-align:right;white-space:nowrap}
td:first-child,th:first-child,.rule{text-align:left}
th{font-weight:600}
thead th{border-bottom:1px solid #8888}
tbody th{padding-top:.8rem}
svg{width:100%;height:auto}
text{fill:currentColor;font:12px system-ui,sans-serif}
small{opacity:.8}
"""

Count = tuple[str, PlayersReport]


def report_page(reports: Sequence[EditionReport], words: Words = ENGLISH) -> str:
    """Return an HTML page about one edition, or about several side by side."""
    counts = side_by_side(reports)
    named = words.listed([report.edition for report in reports])
    title = escape(words.t("How it plays: {editions}", editions=named))
    pictures = _pictures(counts, words)
    parts = [f"<h1>{title}</h1>", _who(reports, words), f'<div class="pictures">{pictures}</div>']
    if any(best_rules(report, words) for report in reports):
        parts.append(_rules(reports, words))
    figures = escape(words.t("All figures"))
    parts += [f"<h2>{figures}</h2>", _table(reports, counts, words), _notes(reports, words)]
    return document(title, _STYLE, parts, words)


def _who(reports: Sequence[EditionReport], words: Words) -> str:
    lines = []
    for letter, report in zip(letters(reports), reports, strict=True):
        name = f"<b>{letter}</b>: {escape(report.edition)}" if letter else escape(report.edition)
        games = words.whole(max(count.games for count in report.counts))
        if len(report.counts) == 1:
            told = words.t("{games} games, seed {seed}", games=games, seed=report.seed)
        else:
            told = words.t(
                "{games} games for each number of players, seed {seed}",
                games=games,
                seed=report.seed,
            )
        bots = words.t("Played by {bots}", bots=", ".join(report.bots))
        lines.append(f"<p>{name}: {escape(told)}<br><small>{escape(bots)}</small></p>")
    return "".join(lines)


def _pictures(counts: Sequence[Count], words: Words) -> str:
    """Return every chart that has data."""
    t, flows = words.t, gem_flows(words)

    def bars(
        title: str, value: Callable[[PlayersReport], Measured | None], factor: float = 1
    ) -> str:
        found = ((letter, count.players, value(count)) for letter, count in counts)
        rows = [
            (letter, players, Measured(factor * each.mean, factor * each.error))
            for letter, players, each in found
            if each is not None
        ]
        return _bars(title, rows, words) if rows else ""

    def measured(name: str) -> Callable[[PlayersReport], Measured]:
        return lambda of: of.measured[name]

    def leader(place: int) -> Callable[[PlayersReport], Measured | None]:
        return lambda of: of.told.leader_wins[place] if of.told and of.told.leader_wins else None

    drawn = [
        bars(t("Winner's points"), measured("winner")),
        bars(t("Everyone's points"), measured("score")),
        bars(t("Winner's lead, in points"), measured("margin")),
        bars(t("Shared wins, %"), measured("tied"), 100),
        bars(t("Close games, %"), measured("close"), 100),
        bars(t("Expeditions that bust, %"), measured("bust_rate"), 100),
        bars(t("Cards per expedition"), lambda of: Measured(of.mean_length, 0.0)),
        bars(t("Minutes at the table"), lambda of: Measured(of.minutes, 0.0)),
        _stacks(
            t("Where the gems go"),
            list(flows),
            [(*count, [count[1].gem_shares[flow] for flow in flows.values()]) for count in counts],
            words,
        ),
        _stacks(
            t("Players leaving at the same time"),
            [str(many) for many in range(1, 1 + max(count.players for _, count in counts))],
            [(*count, count[1].leavers) for count in counts],
            words,
        ),
        bars(t("Leader after the first expedition wins, %"), leader(0), 100),
        bars(t("Leader before the last expedition wins, %"), leader(-1), 100),
        bars(
            t("Games in which the gem supply runs short, %"),
            lambda of: of.told.stand_ins if of.told else None,
            100,
        ),
    ]
    lucky = [(*count, luck_parts(count[1])) for count in counts if count[1].luck]
    if lucky:
        shares = [(letter, count, [part.mean for part in parts]) for letter, count, parts in lucky]
        drawn.append(_stacks(t("Luck and skill"), luck_names(words), shares, words))
    drawn.append(
        bars(t("The best simple rule wins, %"), lambda of: of.rule.share if of.rule else None, 100)
    )
    return "".join(drawn)


def _bars(title: str, rows: Sequence[tuple[str, int, Measured]], words: Words) -> str:
    """Return a bar chart by player count, with error bars of two standard errors."""
    scale = WIDE / (max(value.mean + 2 * value.error for _, _, value in rows) or 1.0)
    shapes = []
    for row, (letter, players, value) in enumerate(rows):
        y, end = ROW * row, LEFT + scale * value.mean
        least, most = end - 2 * scale * value.error, end + 2 * scale * value.error
        shapes.append(
            f'<text x="0" y="{y + 16}">{players}{letter}</text>'
            f'<rect x="{LEFT}" y="{y + 4}" width="{end - LEFT:.1f}" height="16"'
            f' fill="{_color(letter)}"/>'
            f'<path d="M{max(LEFT, least):.1f} {y + 12}H{most:.1f}" stroke="currentColor"/>'
            f'<text x="{most + 6:.1f}" y="{y + 16}">{_short(value.mean, words)}</text>'
        )
    return _figure(title, ROW * len(rows), "".join(shapes))


def _stacks(
    title: str,
    names: Sequence[str],
    rows: Sequence[tuple[str, PlayersReport, Sequence[float]]],
    words: Words,
) -> str:
    """Return a stacked bar chart by player count, with parts that add up to 1."""
    shapes: list[str] = []
    for row, (letter, count, shares) in enumerate(rows):
        y, x = ROW * row, float(LEFT)
        shapes.append(f'<text x="0" y="{y + 16}">{count.players}{letter}</text>')
        for color, name, share in zip(COLORS, names, shares, strict=False):
            told = escape(f"{name}: {words.percent(share, digits=1)}")
            shapes.append(
                f'<rect x="{x:.1f}" y="{y + 4}" width="{WIDE * share:.1f}" height="16"'
                f' fill="{color}"><title>{told}</title></rect>'
            )
            x += WIDE * share
    key = " ".join(
        f'<span class="key"><span style="color:{color}">■</span> {escape(name)}</span>'
        for color, name in zip(COLORS, names, strict=False)
    )
    return _figure(title, ROW * len(rows), "".join(shapes), f"<small>{key}</small>")


def _figure(title: str, height: int, shapes: str, below: str = "") -> str:
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><svg viewBox="0 0 400 {height}"'
        f' role="img" aria-label="{escape(title)}">{shapes}</svg>{below}</figure>'
    )


def _short(value: float, words: Words) -> str:
    return words.decimal(value, digits=1 if value >= 10 else 2)


def _color(letter: str) -> str:
    return COLORS[(ord(letter) - ord("a")) % len(COLORS) if letter else 0]


def _rules(reports: Sequence[EditionReport], words: Words) -> str:
    rows = [
        f'<tr><td>{players}{letter}</td><td class="rule">{escape(rule)}</td><td>{wins}</td>'
        f"<td>{words.percent(1 / players, digits=1)}</td></tr>"
        for letter, report in zip(letters(reports), reports, strict=True)
        for players, rule, wins in best_rules(report, words)
    ]
    heads = (words.t("players"), words.t("rule"), words.t("wins"), words.t("by chance"))
    players, rule, wins, chance = map(escape, heads)
    head = (
        f'<tr><th>{players}</th><th class="rule">{rule}</th><th>{wins}</th><th>{chance}</th></tr>'
    )
    table = f"<table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>"
    title = escape(words.t("The best simple rule"))
    return f'<h2>{title}</h2><div class="table">{table}</div>'


def _table(reports: Sequence[EditionReport], counts: Sequence[Count], words: Words) -> str:
    head = "".join(f"<th>{count.players}{letter}</th>" for letter, count in counts)
    rows = []
    for heading, facts in chapters(reports, words).items():
        rows.append(f'<tr><th colspan="{len(counts) + 1}">{escape(heading)}</th></tr>')
        for name, fact in facts:
            cells = "".join(f"<td>{escape(fact(count))}</td>" for _, count in counts)
            rows.append(f"<tr><td>{escape(name)}</td>{cells}</tr>")
    players = escape(words.t("players"))
    return (
        f'<div class="table"><table><thead><tr><th>{players}</th>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _notes(reports: Sequence[EditionReport], words: Words) -> str:
    told = [
        *notes(reports, words),
        words.t("error bars in the charts show two standard errors in each direction"),
    ]
    items = "".join(f"<li>{escape(note)}</li>" for note in told)
    return f"<ul>{items}</ul>"
