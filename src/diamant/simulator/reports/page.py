"""A report on editions as one page of HTML that needs nothing else: pictures are drawn as SVG."""

from collections.abc import Callable, Sequence
from html import escape

from diamant.analysis.page import document
from diamant.locales.words import Words
from diamant.simulator.reports.facts import (
    best_rules,
    chapters,
    gem_flows,
    letters,
    luck_parts,
    notes,
    side_by_side,
)
from diamant.simulator.reports.findings import EditionReport, Measured, PlayersReport

COLORS = ("#2e86ab", "#e4572e", "#5da130", "#c59b08", "#8d5bc1", "#d6589f", "#1a9e96", "#7d6b5d")
ENGLISH = Words()
LEFT, WIDE, ROW = 40, 300, 24  # Where bars begin, how long one may be, and how far apart they are.

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
    """Return a page about one edition, or about several side by side."""
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
                "{games} games with each number of players, seed {seed}",
                games=games,
                seed=report.seed,
            )
        bots = words.t("Played by {bots}", bots=", ".join(report.bots))
        lines.append(f"<p>{name}: {escape(told)}<br><small>{escape(bots)}</small></p>")
    return "".join(lines)


def _pictures(counts: Sequence[Count], words: Words) -> str:
    """Return every picture that there are figures for."""
    t = words.t

    def bars(title: str, counts: Sequence[Count], fact: Callable[[PlayersReport], Measured]) -> str:
        return _bars(title, counts, fact, words)

    flows = gem_flows(words)
    drawn = [
        bars(t("Points of the winner"), counts, lambda of: _with(of, of.mean_winner, "winner")),
        bars(t("Points of everybody"), counts, lambda of: _with(of, of.mean_score, "score")),
        bars(
            t("First before second, in points"),
            counts,
            lambda of: _with(of, of.mean_margin, "margin"),
        ),
        bars(t("Shared wins, %"), counts, lambda of: _hundred(_with(of, of.tie_rate, "tied"))),
        bars(t("Close games, %"), counts, lambda of: _hundred(_with(of, of.close_rate, "close"))),
        bars(
            t("Expeditions that bust, %"),
            counts,
            lambda of: _hundred(_with(of, of.bust_rate, "bust_rate")),
        ),
        bars(t("Cards in an expedition"), counts, lambda of: Measured(of.mean_length, 0.0)),
        bars(t("Minutes at a table"), counts, lambda of: Measured(of.minutes, 0.0)),
        _stacks(
            t("Where the gems go"),
            counts,
            lambda of: [(name, of.gem_shares[flow]) for name, flow in flows.items()],
            words,
        ),
        _stacks(
            t("How many leave at once"),
            counts,
            lambda of: [(str(many), share) for many, share in enumerate(of.leavers, start=1)],
            words,
        ),
    ]
    told = [(letter, count) for letter, count in counts if count.told is not None]
    if told:
        drawn += [
            bars(t("The first expedition's leader wins, %"), told, lambda of: _leader(of, 0)),
            bars(t("The leader before the last one wins, %"), told, lambda of: _leader(of, -1)),
            bars(t("Games in which the box of gems runs short, %"), told, _stand_ins),
        ]
    lucky = [(letter, count) for letter, count in counts if count.luck is not None]
    if lucky:
        names = luck_parts(words)
        drawn.append(_stacks(t("Luck and skill"), lucky, lambda of: _luck(of, names), words))
    ruled = [(letter, count) for letter, count in counts if count.rule is not None]
    if ruled:
        drawn.append(bars(t("The best simple rule wins, %"), ruled, _rule))
    return "".join(drawn)


def _with(of: PlayersReport, mean: float, name: str) -> Measured:
    return Measured(mean, of.errors[name])


def _hundred(value: Measured | None) -> Measured:
    assert value is not None, "only counts that were asked for are drawn"
    return Measured(100 * value.mean, 100 * value.error)


def _leader(of: PlayersReport, expedition: int) -> Measured:
    found = of.told.leader_wins if of.told is not None else ()
    return _hundred(found[expedition]) if found else Measured(0.0, 0.0)


def _stand_ins(of: PlayersReport) -> Measured:
    return _hundred(None if of.told is None else of.told.stand_ins)


def _rule(of: PlayersReport) -> Measured:
    return _hundred(None if of.rule is None else of.rule.share)


def _luck(of: PlayersReport, names: Sequence[str]) -> list[tuple[str, float]]:
    assert of.luck is not None, "only counts that were asked for are drawn"
    parts = (of.luck.cards, of.luck.others, of.luck.decisions)
    return [(name, part.mean) for name, part in zip(names, parts, strict=True)]


def _bars(
    title: str, counts: Sequence[Count], fact: Callable[[PlayersReport], Measured], words: Words
) -> str:
    """Return a bar for each number of players, with two standard errors to either side."""
    values = [fact(count) for _, count in counts]
    scale = WIDE / (max(value.mean + 2 * value.error for value in values) or 1.0)
    shapes = []
    for row, ((letter, count), value) in enumerate(zip(counts, values, strict=True)):
        y, end = ROW * row, LEFT + scale * value.mean
        least, most = end - 2 * scale * value.error, end + 2 * scale * value.error
        shapes.append(
            f'<text x="0" y="{y + 16}">{count.players}{letter}</text>'
            f'<rect x="{LEFT}" y="{y + 4}" width="{end - LEFT:.1f}" height="16"'
            f' fill="{_color(letter)}"/>'
            f'<path d="M{max(LEFT, least):.1f} {y + 12}H{most:.1f}" stroke="currentColor"/>'
            f'<text x="{most + 6:.1f}" y="{y + 16}">{_short(value.mean, words)}</text>'
        )
    return _figure(title, ROW * len(counts), "".join(shapes))


def _stacks(
    title: str,
    counts: Sequence[Count],
    fact: Callable[[PlayersReport], list[tuple[str, float]]],
    words: Words,
) -> str:
    """Return a bar for each number of players, divided into parts that add up to one."""
    shapes: list[str] = []
    names: list[str] = []
    for row, (letter, count) in enumerate(counts):
        y, x = ROW * row, float(LEFT)
        shapes.append(f'<text x="0" y="{y + 16}">{count.players}{letter}</text>')
        parts = fact(count)
        names = max(names, [name for name, _ in parts], key=len)
        for color, (name, share) in zip(COLORS, parts, strict=False):
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
    return _figure(title, ROW * len(counts), "".join(shapes), f"<small>{key}</small>")


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
    for heading, facts in chapters(reports, words):
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
        words.t("in the pictures, two standard errors are drawn to either side"),
    ]
    items = "".join(f"<li>{escape(note)}</li>" for note in told)
    return f"<ul>{items}</ul>"
