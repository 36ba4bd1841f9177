"""A report on editions as one page of HTML that needs nothing else: pictures are drawn as SVG."""

from collections.abc import Callable, Sequence
from html import escape

from diamant.simulator.report import EditionReport, Measured, PlayersReport
from diamant.simulator.report_facts import best_rules, chapters, letters, notes, side_by_side

COLOURS = ("#2e86ab", "#e4572e", "#5da130", "#c59b08", "#8d5bc1", "#d6589f", "#1a9e96", "#7d6b5d")
GEMS = {
    "banked from hand": "gems_banked_from_hand",
    "banked from the path": "gems_banked_from_path",
    "lost in busts": "gems_lost_in_busts",
    "left on the path": "gems_left_on_path",
}
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


def report_page(reports: Sequence[EditionReport]) -> str:
    """Return a page about one edition, or about several side by side."""
    counts = side_by_side(reports)
    names = [escape(report.edition) for report in reports]
    title = f"How {' and '.join(names)} {'play' if len(names) > 1 else 'plays'}"
    parts = [f"<h1>{title}</h1>", _who(reports), f'<div class="pictures">{_pictures(counts)}</div>']
    if any(best_rules(report) for report in reports):
        parts.append(_rules(reports))
    parts += ["<h2>All figures</h2>", _table(reports, counts), _notes(reports)]
    return (
        '<!doctype html>\n<html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{_STYLE}</style>\n" + "\n".join(parts) + "\n"
    )


def _who(reports: Sequence[EditionReport]) -> str:
    lines = []
    for letter, report in zip(letters(reports), reports, strict=True):
        games = max(count.games for count in report.counts)
        name = f"<b>{letter}</b>: {escape(report.edition)}" if letter else escape(report.edition)
        bots = escape(", ".join(report.bots))
        lines.append(
            f"<p>{name}, {games:,} games with each number of players, seed {report.seed}."
            f"<br><small>Played by {bots}</small></p>"
        )
    return "".join(lines)


def _pictures(counts: Sequence[Count]) -> str:
    """Return every picture that there are figures for."""
    drawn = [
        _bars("Points of the winner", counts, lambda of: _with(of, of.mean_winner, "winner")),
        _bars("Points of everybody", counts, lambda of: _with(of, of.mean_score, "score")),
        _bars("First before second, in points", counts, _margin),
        _bars("Shared wins, %", counts, lambda of: _hundred(_with(of, of.tie_rate, "tied"))),
        _bars("Close games, %", counts, lambda of: _hundred(_with(of, of.close_rate, "close"))),
        _bars("Expeditions that bust, %", counts, _busts),
        _bars("Cards in an expedition", counts, lambda of: Measured(of.mean_length, 0.0)),
        _bars("Minutes at a table", counts, lambda of: Measured(of.minutes, 0.0)),
        _stacks(
            "Where the gems go",
            counts,
            lambda of: [(name, of.gem_shares[flow]) for name, flow in GEMS.items()],
        ),
        _stacks(
            "How many leave at once",
            counts,
            lambda of: [(str(many), share) for many, share in enumerate(of.leavers, start=1)],
        ),
    ]
    told = [(letter, count) for letter, count in counts if count.told is not None]
    if told:
        drawn += [
            _bars("The first expedition's leader wins, %", told, lambda of: _leader(of, 0)),
            _bars("The leader before the last one wins, %", told, lambda of: _leader(of, -1)),
            _bars("Games in which the box of gems runs short, %", told, _stand_ins),
        ]
    lucky = [(letter, count) for letter, count in counts if count.luck is not None]
    if lucky:
        drawn.append(_stacks("Luck and skill", lucky, _luck))
    ruled = [(letter, count) for letter, count in counts if count.rule is not None]
    if ruled:
        drawn.append(_bars("The best simple rule wins, %", ruled, _rule))
    return "".join(drawn)


def _with(of: PlayersReport, mean: float, name: str) -> Measured:
    return Measured(mean, of.errors[name])


def _hundred(value: Measured | None) -> Measured:
    assert value is not None, "only counts that were asked for are drawn"
    return Measured(100 * value.mean, 100 * value.error)


def _margin(of: PlayersReport) -> Measured:
    return _with(of, of.mean_margin, "margin")


def _busts(of: PlayersReport) -> Measured:
    return _hundred(_with(of, of.bust_rate, "bust_rate"))


def _leader(of: PlayersReport, expedition: int) -> Measured:
    found = of.told.leader_wins if of.told is not None else ()
    return _hundred(found[expedition]) if found else Measured(0.0, 0.0)


def _stand_ins(of: PlayersReport) -> Measured:
    return _hundred(None if of.told is None else of.told.stand_ins)


def _rule(of: PlayersReport) -> Measured:
    return _hundred(None if of.rule is None else of.rule.share)


def _luck(of: PlayersReport) -> list[tuple[str, float]]:
    assert of.luck is not None, "only counts that were asked for are drawn"
    parts = (of.luck.cards, of.luck.others, of.luck.decisions)
    names = ("cards", "others' choices", "own decisions")
    return [(name, part.mean) for name, part in zip(names, parts, strict=True)]


def _bars(title: str, counts: Sequence[Count], fact: Callable[[PlayersReport], Measured]) -> str:
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
            f' fill="{_colour(letter)}"/>'
            f'<path d="M{max(LEFT, least):.1f} {y + 12}H{most:.1f}" stroke="currentColor"/>'
            f'<text x="{most + 6:.1f}" y="{y + 16}">{_short(value.mean)}</text>'
        )
    return _figure(title, ROW * len(counts), "".join(shapes))


def _stacks(
    title: str,
    counts: Sequence[Count],
    fact: Callable[[PlayersReport], list[tuple[str, float]]],
) -> str:
    """Return a bar for each number of players, divided into parts that add up to one."""
    shapes: list[str] = []
    names: list[str] = []
    for row, (letter, count) in enumerate(counts):
        y, x = ROW * row, float(LEFT)
        shapes.append(f'<text x="0" y="{y + 16}">{count.players}{letter}</text>')
        parts = fact(count)
        names = max(names, [name for name, _ in parts], key=len)
        for colour, (name, share) in zip(COLOURS, parts, strict=False):
            shapes.append(
                f'<rect x="{x:.1f}" y="{y + 4}" width="{WIDE * share:.1f}" height="16"'
                f' fill="{colour}"><title>{escape(name)}: {share:.1%}</title></rect>'
            )
            x += WIDE * share
    key = " ".join(
        f'<span class="key"><span style="color:{colour}">■</span> {escape(name)}</span>'
        for colour, name in zip(COLOURS, names, strict=False)
    )
    return _figure(title, ROW * len(counts), "".join(shapes), f"<small>{key}</small>")


def _figure(title: str, height: int, shapes: str, below: str = "") -> str:
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><svg viewBox="0 0 400 {height}"'
        f' role="img" aria-label="{escape(title)}">{shapes}</svg>{below}</figure>'
    )


def _short(value: float) -> str:
    return f"{value:,.1f}" if value >= 10 else f"{value:.2f}"


def _colour(letter: str) -> str:
    return COLOURS[(ord(letter) - ord("a")) % len(COLOURS) if letter else 0]


def _rules(reports: Sequence[EditionReport]) -> str:
    rows = [
        f'<tr><td>{players}{letter}</td><td class="rule">{escape(rule)}</td><td>{wins}</td>'
        f"<td>{1 / players:.1%}</td></tr>"
        for letter, report in zip(letters(reports), reports, strict=True)
        for players, rule, wins in best_rules(report)
    ]
    head = '<tr><th>players</th><th class="rule">rule</th><th>wins</th><th>by chance</th></tr>'
    table = f"<table><thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>"
    return f'<h2>The best simple rule</h2><div class="table">{table}</div>'


def _table(reports: Sequence[EditionReport], counts: Sequence[Count]) -> str:
    head = "".join(f"<th>{count.players}{letter}</th>" for letter, count in counts)
    rows = []
    for heading, facts in chapters(reports):
        rows.append(f'<tr><th colspan="{len(counts) + 1}">{escape(heading)}</th></tr>')
        for name, fact in facts:
            cells = "".join(f"<td>{escape(fact(count))}</td>" for _, count in counts)
            rows.append(f"<tr><td>{escape(name)}</td>{cells}</tr>")
    return (
        f'<div class="table"><table><thead><tr><th>players</th>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _notes(reports: Sequence[EditionReport]) -> str:
    items = "".join(f"<li>{escape(note)}</li>" for note in notes(reports))
    return f"<ul>{items}<li>in the pictures, two of them are drawn to either side</li></ul>"
