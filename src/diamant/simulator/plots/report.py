"""A picture of how an edition plays."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from diamant.simulator.plots.stacks import draw_gems, draw_stacks
from diamant.simulator.plots.style import (
    BLUE,
    GREY,
    INK,
    PALETTE,
    QUIET,
    add_title,
    bare_rows,
    counted,
    drawn_figure,
    legend_below,
    whole_ticks,
    zoom_on,
)
from diamant.simulator.report import EditionReport, PlayersReport

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_report(report: EditionReport, file: str) -> None:
    """Draw how an edition plays with each number of players."""
    counts = report.counts
    rows = 1.5 + 0.42 * len(counts)
    with drawn_figure(file, width=13, height=4.4 + rows) as figure:
        games = max((count.games for count in counts), default=0)
        numbers = [str(count.players) for count in counts]
        who = "each number of players" if len(counts) > 1 else f"{', '.join(numbers)} players"
        add_title(figure, f"How {report.edition} plays", f"{counted(games, 'game')} with {who}")
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
        zoom_on(lengths, [count.all_lengths for count in counts])
        lengths.set(title="Expedition length", xlabel="cards", ylabel="% of expeditions")
        lengths.set_ylim(bottom=0)
        lengths.legend(title="players")
        busts.set(title="Expeditions that bust", xlabel="expedition", ylabel="% of them")
        whole_ticks(busts)
        busts.set_ylim(0, 100)
        for axes in (lengths, busts):
            axes.grid(visible=True, axis="y")
        _draw_spread(scores, numbers, counts)
        draw_gems(gems, numbers, [count.gem_shares for count in counts])
        gems.set_title("Where the gems went")
        legend_below(gems, 2)
        _draw_leavers(leavers, numbers, counts)
        _draw_finds(finds, numbers, counts)
        for axes in (scores, gems, leavers, finds):
            axes.set_ylabel("players")


def _draw_leavers(axes: "Axes", labels: Sequence[str], counts: Sequence[PlayersReport]) -> None:
    most = max((count.players for count in counts), default=0)
    parts = []
    for many in range(1, most + 1):
        shares = [count.leavers[many - 1] if many <= count.players else 0.0 for count in counts]
        parts.append((str(many), PALETTE[many - 1], shares))
    draw_stacks(axes, labels, parts)
    axes.set_title("Players who leave at once")
    legend_below(axes, 4)


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
    bare_rows(axes)
    legend_below(axes, 3, drop=-0.1)


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
    bare_rows(axes)
    if len(bars) > 1:
        legend_below(axes, 2)
