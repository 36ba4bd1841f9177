"""Plot how an edition plays."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from diamant.locales.words import Words
from diamant.simulator.plots.style import (
    BLUE,
    ENGLISH,
    GRAY,
    INK,
    PALETTE,
    QUIET,
    add_title,
    bare_rows,
    draw_gems,
    draw_stacks,
    drawn_figure,
    games_told,
    heading,
    legend_below,
    whole_ticks,
    zoom_on,
)
from diamant.simulator.reports.findings import EditionReport, PlayersReport

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_report(report: EditionReport, file: str, words: Words = ENGLISH) -> None:
    """Plot how an edition plays with each number of players."""
    t, counts = words.t, report.counts
    rows = 1.5 + 0.42 * len(counts)
    with drawn_figure(file, words, width=13, height=4.8 + rows) as figure:
        games = max((count.games for count in counts), default=0)
        numbers = [str(count.players) for count in counts]
        if len(counts) == 1:
            who = words.tn("{n} player", "{n} players", counts[0].players)
            how = f"{games_told(games, words)}, {who}"
        else:
            how = t("{games} games for each number of players", games=words.whole(games))
        add_title(figure, t("How it plays: {editions}", editions=report.edition), how)
        panels = figure.subplots(2, 3, height_ratios=(4, rows))
        (lengths, busts, scores), (gems, leavers, finds) = panels
        for color, count in zip(PALETTE, counts, strict=False):
            shares = np.array(count.all_lengths) / max(1, sum(count.all_lengths))
            style: dict[str, Any] = {
                "color": color,
                "marker": "o",
                "markersize": 3.5,
                "linewidth": 1.6,
                "label": str(count.players),
            }
            lengths.plot(range(1, len(shares)), 100 * shares[1:], **style)
            rounds = range(1, len(count.bust_rates) + 1)
            busts.plot(rounds, [100 * rate for rate in count.bust_rates], **style)
        zoom_on(lengths, [count.all_lengths for count in counts])
        lengths.set(title=t("Cards per expedition"), ylabel=t("% of expeditions"))
        lengths.set_ylim(bottom=0)
        lengths.legend(title=t("players"))
        busts.set(title=t("Expeditions that bust, %"), xlabel=t("expedition"))
        whole_ticks(busts)
        busts.set_ylim(0, 100)
        for axes in (lengths, busts):
            axes.grid(visible=True, axis="y")
        _draw_spread(scores, numbers, counts, words)
        draw_gems(gems, numbers, [count.gem_shares for count in counts], words)
        gems.set_title(t("Where the gems go"))
        legend_below(gems, 1)
        _draw_leavers(leavers, numbers, counts, words)
        _draw_finds(finds, numbers, counts, words)
        for axes in (scores, gems, leavers, finds):
            axes.set_ylabel(t("players"))


def _draw_leavers(
    axes: "Axes", labels: Sequence[str], counts: Sequence[PlayersReport], words: Words
) -> None:
    most = max((count.players for count in counts), default=0)
    parts = []
    for many in range(1, most + 1):
        shares = [count.leavers[many - 1] if many <= count.players else 0.0 for count in counts]
        parts.append((str(many), PALETTE[many - 1], shares))
    draw_stacks(axes, labels, parts, words)
    axes.set_title(heading(words.t("players leaving at the same time")))
    legend_below(axes, 4)


def _draw_spread(
    axes: "Axes", labels: Sequence[str], counts: Sequence[PlayersReport], words: Words
) -> None:
    """Draw the mean points of last place, all players and the winner by player count."""
    places = range(len(labels))
    lasts, scores, winners = (
        [count.measured[name].mean for count in counts] for name in ("last", "score", "winner")
    )
    axes.hlines(places, lasts, winners, color="#C8C8C8", linewidth=4, zorder=1)
    for name, color, points in (
        (words.t("last place"), GRAY, lasts),
        (words.t("mean"), INK, scores),
        (words.t("winner"), BLUE, winners),
    ):
        axes.scatter(points, places, s=46, color=color, label=name, zorder=2)
    axes.set_title(heading(words.t("points")))
    axes.set_xlim(left=0)
    axes.grid(visible=True, axis="x")
    bare_rows(axes, labels)
    legend_below(axes, 3, drop=-0.1)


def _draw_finds(
    axes: "Axes", labels: Sequence[str], counts: Sequence[PlayersReport], words: Words
) -> None:
    """Draw relics revealed and taken per game, or gems if no edition has relics."""
    places = np.arange(len(labels))
    bars: list[tuple[str, str, list[float]]]
    if any(count.relics_turned for count in counts):
        axes.set_title(heading(words.t("relics per game")))
        bars = [
            (words.t("revealed"), "#BDBDBD", [count.relics_turned for count in counts]),
            (words.t("taken"), BLUE, [count.relics_taken for count in counts]),
        ]
    else:
        axes.set_title(words.t("Gems per expedition"))
        bars = [("", BLUE, [count.gems_per_expedition for count in counts])]
    height = 0.76 / len(bars)
    for number, (name, color, values) in enumerate(bars):
        rows = places + (number - (len(bars) - 1) / 2) * height
        drawn = axes.barh(rows, values, height=height, color=color, label=name)
        shown = [words.decimal(value, digits=2) for value in values]
        axes.bar_label(drawn, shown, padding=4, fontsize=8.5, color=QUIET)
    axes.set_xticks([])
    axes.spines["bottom"].set_visible(False)
    axes.margins(x=0.14)
    bare_rows(axes, labels)
    if len(bars) > 1:
        legend_below(axes, 2)
