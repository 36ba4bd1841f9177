"""Pictures of simulations: one run, a tournament, an edition's report.

Matplotlib is an extra. It is imported only when something is drawn, never with `pyplot`, so that no
display is needed and nothing is kept in memory afterwards.
"""

import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from math import isfinite, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from diamant.errors import DiamantError
from diamant.extras import needs
from diamant.rules.seats import SEAT_LETTERS
from diamant.simulator.report import EditionReport, PlayersReport
from diamant.simulator.result import MOST_COUNTED, Array, Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CONFIDENCE = 1.96  # Standard errors on either side that hold 95 % of a normal distribution.
LONGEST_NAME = 34
MOST_BINS = 60

# Okabe and Ito's colours, which people with any colour vision can tell apart; grey in place of
# their yellow, which is too pale for a line on white.
PALETTE = (
    "#0072B2",  # blue
    "#E69F00",  # orange
    "#009E73",  # green
    "#CC79A7",  # purple
    "#56B4E9",  # sky
    "#D55E00",  # vermilion
    "#8C8C8C",  # grey
    "#2B2B2B",  # black
)
BLUE, SKY, VERMILION, GREY = PALETTE[0], PALETTE[4], PALETTE[5], PALETTE[6]
INK, QUIET, FAINT = "#222222", "#6B6B6B", "#E4E4E4"

GEM_FLOWS = {
    "gems_banked_from_hand": ("banked from hand", BLUE),
    "gems_banked_from_path": ("banked from the path", SKY),
    "gems_lost_in_busts": ("lost in busts", VERMILION),
    "gems_left_on_path": ("left on the path", "#BDBDBD"),
}

# The file's ending, and what its format would otherwise say about the time it was made at.
_FORMATS: dict[str, dict[str, None]] = {
    ".png": {},
    ".svg": {"Date": None},
    ".pdf": {"CreationDate": None},
}

_STYLE: Any = {  # Matplotlib's own type for this lists all of its settings.
    "figure.facecolor": "white",
    "figure.constrained_layout.use": True,
    "figure.constrained_layout.h_pad": 0.12,
    "figure.constrained_layout.w_pad": 0.12,
    "savefig.dpi": 150,
    "font.size": 10,
    "text.color": INK,
    "text.parse_math": False,  # A dollar in a bot's name is a dollar.
    "axes.edgecolor": QUIET,
    "axes.labelcolor": QUIET,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlepad": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": FAINT,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "legend.frameon": False,
    "legend.fontsize": 9,
    "svg.hashsalt": "diamant",  # So that the same picture is the same file.
}


class TournamentRow(Protocol):
    """What is drawn of one bot: an error is half the width of a 95 % confidence interval."""

    @property
    def bot(self) -> str:
        """Its name."""

    @property
    def mean(self) -> float:
        """Its mean points."""

    @property
    def mean_error(self) -> float:
        """How far off the mean may be."""

    @property
    def win_share(self) -> float:
        """Its share of the wins, from 0 to 1."""

    @property
    def win_share_error(self) -> float:
        """How far off that share may be."""

    @property
    def rating(self) -> float:
        """Its rating, or a NaN if there is none."""


def check_plot_file(file: str) -> None:
    """Refuse a picture that could not be drawn, before anything is simulated for it.

    >>> check_plot_file("scores.gif")
    Traceback (most recent call last):
    ...
    diamant.errors.DiamantError: the plot 'scores.gif' should end in .png, .svg or .pdf
    """
    if Path(file).suffix.lower() not in _FORMATS:
        raise DiamantError(f"the plot {file!r} should end in .png, .svg or .pdf")
    if find_spec("matplotlib") is None:
        raise DiamantError(needs("matplotlib", "a plot"))


def plot_result(result: Result, file: str) -> None:
    """Draw one run: scores, win shares, expedition lengths, and where the gems went."""
    detail = result.detail
    if detail is None:
        raise DiamantError("a plot needs the histograms of simulate(..., detail=True)")
    with _figure(file, width=10, height=8.6 + 0.12 * len(result.seats)) as figure:
        seats = len(result.seats)
        _title(figure, result.edition, f"{_count(result.games, 'game')}, {_count(seats, 'seat')}")
        grid = figure.add_gridspec(3, 2, height_ratios=(3, 1.9 + 0.16 * seats, 0.5))
        scores, bar = figure.add_subplot(grid[0, :]), figure.add_subplot(grid[2, :])
        _draw_scores(scores, detail.scores)
        _draw_win_shares(figure.add_subplot(grid[1, 0]), result)
        lengths = detail.lengths.sum(axis=0)
        _draw_lengths(figure.add_subplot(grid[1, 1]), lengths, int(detail.busts.sum()))
        gems = {name: detail.flows[name] for name in GEM_FLOWS}
        whole = max(1, sum(gems.values()))
        _draw_gems(bar, [""], [{name: amount / whole for name, amount in gems.items()}])
        _legend_below(bar, 4)
        bar.set_title(f"Where the gems went ({whole / max(1, result.games):.0f} turned up a game)")
        _settle(figure)
        # The names of the bots shall not push the panels aside that have none.
        for axes, left in ((scores, 0.06), (bar, 0.015)):
            box = axes.get_position()
            axes.set_position((left, box.y0, box.x1 - left, box.height))


def plot_tournament(rows: Sequence[TournamentRow], file: str, title: str) -> None:
    """Draw each bot's mean points and win share with 95 % confidence intervals, in order."""
    rated = all(isfinite(row.rating) for row in rows)
    with _figure(file, width=10, height=1.9 + 0.36 * max(2, len(rows))) as figure:
        _title(figure, title, "bars: 95% confidence intervals")
        left, right = figure.subplots(1, 2, sharey=True)
        places = range(len(rows))
        for axes, values, errors, show in (
            (left, [row.mean for row in rows], [row.mean_error for row in rows], "{:.2f}"),
            (
                right,
                [100 * row.win_share for row in rows],
                [100 * row.win_share_error for row in rows],
                "{:.1f}%",
            ),
        ):
            axes.errorbar(
                values,
                places,
                xerr=errors,
                fmt="o",
                color=BLUE,
                markersize=6,
                elinewidth=1.6,
                capsize=3,
            )
            _bare_rows(axes)
            axes.grid(visible=True)
            axes.margins(x=0.08)
            for place, value in zip(places, values, strict=True):
                _beside(axes, place, show.format(value))
        names = [_short(row.bot) for row in rows]
        if rated:
            names = [f"{name}   {row.rating:.0f}" for name, row in zip(names, rows, strict=True)]
            left.set_ylabel("bot and rating", rotation=0, ha="right", va="bottom")
            left.yaxis.set_label_coords(-0.06, 1.02)
        left.set_yticks(places, names)
        left.set_ylim(len(rows) - 0.4, -0.6)
        left.set_title("Mean points")
        right.set_title("Win share, %")


def plot_report(report: EditionReport, file: str) -> None:
    """Draw how an edition plays with each number of players."""
    counts = report.counts
    rows = 1.5 + 0.42 * len(counts)
    with _figure(file, width=13, height=4.4 + rows) as figure:
        games = max((count.games for count in counts), default=0)
        numbers = [str(count.players) for count in counts]
        who = "each number of players" if len(counts) > 1 else f"{', '.join(numbers)} players"
        _title(figure, f"How {report.edition} plays", f"{_count(games, 'game')} with {who}")
        panels = figure.subplots(2, 3, height_ratios=(4, rows))
        (lengths, busts, scores), (gems, leavers, finds) = panels
        for colour, count in zip(PALETTE, counts, strict=False):
            shares = np.array(count.all_lengths) / max(1, sum(count.all_lengths))
            style: dict[str, Any] = {
                "color": colour,
                "marker": "o",
                "markersize": 3.5,
                "linewidth": 1.6,
                "label": str(count.players),
            }
            lengths.plot(range(1, len(shares)), 100 * shares[1:], **style)
            rounds = range(1, len(count.bust_rates) + 1)
            busts.plot(rounds, [100 * rate for rate in count.bust_rates], **style)
        _zoom_on(lengths, [count.all_lengths for count in counts])
        lengths.set(title="Expedition length", xlabel="cards", ylabel="% of expeditions")
        lengths.set_ylim(bottom=0)
        lengths.legend(title="players")
        busts.set(title="Expeditions that bust", xlabel="expedition", ylabel="% of them")
        _whole_ticks(busts)
        busts.set_ylim(0, 100)
        for axes in (lengths, busts):
            axes.grid(visible=True, axis="y")
        _draw_spread(scores, numbers, counts)
        _draw_gems(gems, numbers, [count.gem_shares for count in counts])
        gems.set_title("Where the gems went")
        _legend_below(gems, 2)
        _draw_leavers(leavers, numbers, counts)
        _draw_finds(finds, numbers, counts)
        for axes in (scores, gems, leavers, finds):
            axes.set_ylabel("players")


def _draw_scores(axes: "Axes", scores: Array) -> None:
    """Draw one stepped histogram for each seat, up to where hardly any score is."""
    total = np.cumsum(scores.sum(axis=0))
    top = int(np.searchsorted(total, 0.999 * total[-1])) + 1
    width = -(-top // MOST_BINS)
    edges = np.arange(0, top + width, width)
    for seat, counts in enumerate(scores):
        heights = [100 * int(counts[edge : edge + width].sum()) for edge in edges[:-1]]
        shares = np.array(heights) / max(1, int(counts.sum()))
        letter, colour = SEAT_LETTERS[seat], PALETTE[seat]
        axes.stairs(shares, edges, color=colour, linewidth=1.6, label=letter)
    axes.set_title("Scores")
    last = f", all from {MOST_COUNTED - 1} at the end" if top >= MOST_COUNTED else ""
    axes.set_xlabel(f"points{last}")
    axes.set_ylabel("% of games" if width == 1 else f"% of games, per {width} points")
    axes.set_xlim(0, edges[-1])
    axes.grid(visible=True, axis="y")
    axes.legend(title="seat", ncols=2 if len(scores) > 4 else 1)


def _draw_win_shares(axes: "Axes", result: Result) -> None:
    places = range(len(result.seats))
    shares = [seat.win_share for seat in result.seats]
    # Shared wins make the true spread a little smaller than that of a coin.
    errors = [sqrt(share * (1 - share) / max(1, result.games)) for share in shares]
    axes.barh(
        places,
        [100 * share for share in shares],
        xerr=[100 * CONFIDENCE * error for error in errors],
        height=0.66,
        color=PALETTE[: len(shares)],
        error_kw={"elinewidth": 1.2, "capsize": 2.5, "ecolor": INK},
    )
    axes.axvline(100 / len(shares), color=INK, linewidth=1, linestyle=(0, (2, 3)))
    names = [_short(seat.bot) for seat in result.seats]
    axes.set_yticks(places, [f"{name}  {SEAT_LETTERS[seat]}" for seat, name in enumerate(names)])
    axes.set_ylim(len(shares) - 0.4, -0.6)
    _bare_rows(axes)
    for place, share in zip(places, shares, strict=True):
        _beside(axes, place, f"{share:.1%}")
    axes.set_title("Win share")
    axes.set_xlabel("%; dotted: all alike")


def _draw_lengths(axes: "Axes", lengths: Array, busts: int) -> None:
    expeditions = max(1, int(lengths.sum()))
    mean = float((lengths * np.arange(lengths.size)).sum()) / expeditions
    axes.bar(range(lengths.size), 100 * lengths / expeditions, width=0.8, color=BLUE)
    _zoom_on(axes, [lengths.tolist()])
    axes.set_title("Expedition length")
    axes.set_xlabel(f"cards; mean {mean:.1f}, {busts / expeditions:.0%} bust")
    axes.set_ylabel("% of expeditions")
    axes.grid(visible=True, axis="y")


def _draw_gems(axes: "Axes", labels: Sequence[str], rows: Sequence[dict[str, float]]) -> None:
    parts = [
        (label, colour, [row[name] for row in rows]) for name, (label, colour) in GEM_FLOWS.items()
    ]
    _draw_stacks(axes, labels, parts)


def _draw_leavers(axes: "Axes", labels: Sequence[str], counts: Sequence[PlayersReport]) -> None:
    most = max((count.players for count in counts), default=0)
    parts = []
    for many in range(1, most + 1):
        shares = [count.leavers[many - 1] if many <= count.players else 0.0 for count in counts]
        parts.append((str(many), PALETTE[many - 1], shares))
    _draw_stacks(axes, labels, parts)
    axes.set_title("Players who leave at once")
    _legend_below(axes, 4)


def _draw_stacks(
    axes: "Axes", labels: Sequence[str], parts: Iterable[tuple[str, str, Sequence[float]]]
) -> None:
    """Draw rows of 100 %, each cut into parts that are named by the legend."""
    places = range(len(labels))
    starts = [0.0] * len(labels)
    for name, colour, shares in parts:
        axes.barh(places, shares, left=starts, height=0.72, color=colour, label=name)
        for place, share in zip(places, shares, strict=True):
            if share >= 0.06:
                axes.text(
                    starts[place] + share / 2,
                    place,
                    f"{share:.0%}",
                    color=_ink_on(colour),
                    ha="center",
                    va="center",
                    fontsize=9,
                )
        starts = [start + share for start, share in zip(starts, shares, strict=True)]
    axes.set_xlim(0, 1)
    axes.set_xticks([])
    axes.spines["bottom"].set_visible(False)
    axes.set_yticks(places, labels)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    _bare_rows(axes)


def _draw_spread(axes: "Axes", labels: Sequence[str], counts: Sequence[PlayersReport]) -> None:
    """Draw the mean points of the last, of all, and of the winner, on one line for each count."""
    places = range(len(labels))
    lasts = [count.mean_last for count in counts]
    winners = [count.mean_winner for count in counts]
    axes.hlines(places, lasts, winners, color="#C8C8C8", linewidth=4, zorder=1)
    for name, colour, points in (
        ("last", GREY, lasts),
        ("mean", INK, [count.mean_score for count in counts]),
        ("winner", BLUE, winners),
    ):
        axes.scatter(points, places, s=46, color=colour, label=name, zorder=2)
    axes.set_title("Points")
    axes.set_yticks(places, labels)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.set_xlim(left=0)
    axes.grid(visible=True, axis="x")
    _bare_rows(axes)
    _legend_below(axes, 3, drop=-0.1)


def _draw_finds(axes: "Axes", labels: Sequence[str], counts: Sequence[PlayersReport]) -> None:
    """Draw relics turned and taken in a game, or gems where an edition has no relics."""
    places = np.arange(len(labels))
    bars: list[tuple[str, str, list[float]]]
    if any(count.relics_turned for count in counts):
        axes.set_title("Relics in a game")
        bars = [
            ("turned up", "#BDBDBD", [count.relics_turned for count in counts]),
            ("taken", BLUE, [count.relics_taken for count in counts]),
        ]
    else:
        axes.set_title("Gems in an expedition")
        bars = [("gems", BLUE, [count.gems_per_expedition for count in counts])]
    height = 0.76 / len(bars)
    for number, (name, colour, values) in enumerate(bars):
        rows = places + (number - (len(bars) - 1) / 2) * height
        drawn = axes.barh(rows, values, height=height, color=colour, label=name)
        axes.bar_label(drawn, fmt="%.2f", padding=4, fontsize=8.5, color=QUIET)
    axes.set_yticks(places, labels)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.set_xticks([])
    axes.spines["bottom"].set_visible(False)
    axes.margins(x=0.14)
    _bare_rows(axes)
    if len(bars) > 1:
        _legend_below(axes, 2)


@contextmanager
def _figure(file: str, *, width: float, height: float) -> "Iterator[Figure]":
    """Give an empty figure in the house's style, and save it when it has been drawn on."""
    check_plot_file(file)
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(), warnings.catch_warnings():
        # A name may hold a letter that the font lacks: a box in its place is good enough.
        warnings.filterwarnings("ignore", message="Glyph")
        # Nobody's own settings shall change the picture.
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_STYLE)
        figure = Figure(figsize=(width, height))
        yield figure
        _settle(figure)
        ending = Path(file).suffix.lower()
        figure.savefig(file, format=ending[1:], metadata=_FORMATS[ending])


def _settle(figure: "Figure") -> None:
    """Let the layout be found, once, and keep it.

    Its solver's last digits depend on where things lie in memory, so they are rounded off for the
    same picture to be the same file.
    """
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    if not isinstance(figure.get_layout_engine(), ConstrainedLayoutEngine):
        return
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    for axes in figure.axes:
        left, bottom, width, height = (round(part, 4) for part in axes.get_position().bounds)
        axes.set_position((left, bottom, width, height))


def _title(figure: "Figure", what: str, how: str) -> None:
    figure.suptitle(f"{what}   ·   {how}", x=0.012, ha="left", fontsize=13, color=INK)


def _bare_rows(axes: "Axes") -> None:
    """Let rows with names speak for themselves, without an axis beside them."""
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def _beside(axes: "Axes", place: float, text: str) -> None:
    """Write a row's number to the right of the panel, where it covers nothing."""
    axes.annotate(
        text,
        (1, place),
        xycoords=("axes fraction", "data"),
        xytext=(4, 0),
        textcoords="offset points",
        va="center",
        fontsize=9,
        color=QUIET,
    )


def _legend_below(axes: "Axes", columns: int, drop: float = -0.02) -> None:
    axes.legend(
        loc="upper left",
        bbox_to_anchor=(0, drop),
        ncols=columns,
        borderaxespad=0,
        handlelength=1,
        columnspacing=1.4,
    )


def _whole_ticks(axes: "Axes") -> None:
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def _zoom_on(axes: "Axes", histograms: Iterable[Sequence[int]]) -> None:
    """Leave out the long tail of lengths that hardly any expedition reaches."""
    ends = [1]
    for counts in histograms:
        total = np.cumsum(counts)
        ends.append(int(np.searchsorted(total, 0.999 * total[-1])))
    axes.set_xlim(0.4, max(ends) + 0.6)
    _whole_ticks(axes)


def _short(name: str) -> str:
    """Cut a long name: without its folders, then in its middle, as the ends tell bots apart."""
    name = name.rpartition("/")[2]
    if len(name) <= LONGEST_NAME:
        return name
    return f"{name[:8]}…{name[9 - LONGEST_NAME :]}"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _ink_on(colour: str) -> str:
    """Return black or white, whichever is easier to read on a colour."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "white" if 0.299 * red + 0.587 * green + 0.114 * blue < 140 else INK
