"""Plot one run or a tournament."""

from math import isfinite, sqrt
from typing import TYPE_CHECKING

import numpy as np

from diamant.errors import DiamantError
from diamant.locales.words import Words
from diamant.rules.seats import SEAT_LETTERS
from diamant.simulator.plots import style
from diamant.simulator.result import Array, Result
from diamant.simulator.standings import Tournament

if TYPE_CHECKING:
    from matplotlib.axes import Axes


CONFIDENCE = 1.96  # A 95% interval of the normal distribution, in standard errors to each side.
MOST_BINS = 60


def plot_result(result: Result, file: str, words: Words = style.ENGLISH) -> None:
    """Plot one run: scores, win shares, expedition lengths, and where gems went."""
    detail = result.detail
    if detail is None:
        raise DiamantError("a plot needs the histograms of simulate(..., detail=True)")
    with style.drawn_figure(file, words, width=10, height=8.6 + 0.12 * len(result.seats)) as figure:
        seats = len(result.seats)
        told = (style.games_told(result.games, words), words.tn("{n} seat", "{n} seats", seats))
        style.add_title(figure, result.edition, ", ".join(told))
        grid = figure.add_gridspec(3, 2, height_ratios=(3, 1.9 + 0.16 * seats, 0.5))
        scores, bar = figure.add_subplot(grid[0, :]), figure.add_subplot(grid[2, :])
        _draw_scores(scores, detail.scores, words)
        _draw_win_shares(figure.add_subplot(grid[1, 0]), result, words)
        lengths = detail.lengths.sum(axis=0)
        _draw_lengths(figure.add_subplot(grid[1, 1]), lengths, int(detail.busts.sum()), words)
        gems = {name: detail.flows[name] for name in style.GEM_COLORS}
        whole = max(1, sum(gems.values()))
        style.draw_gems(bar, [""], [{name: amount / whole for name, amount in gems.items()}], words)
        bar.set_xlabel(" ")  # Space for the legend, which is wider than the panel.
        each = words.decimal(whole / max(1, result.games), digits=0)
        bar.set_title(words.t("Where the gems go ({gems} revealed per game)", gems=each))
        style.settle(figure, words)
        # The names of the bots must not push the panels without names aside.
        for axes, left in ((scores, 0.06), (bar, 0.015)):
            box = axes.get_position()
            axes.set_position((left, box.y0, box.x1 - left, box.height))
        style.legend_below(bar, 4)


def _draw_scores(axes: "Axes", scores: Array, words: Words) -> None:
    """Draw one stepped histogram per seat, without the long tail of rare scores."""
    total = np.cumsum(scores.sum(axis=0))
    top = int(np.searchsorted(total, 0.999 * total[-1])) + 1
    width = -(-top // MOST_BINS)
    edges = np.arange(0, top + width, width)
    for seat, counts in enumerate(scores):
        heights = [100 * int(counts[edge : edge + width].sum()) for edge in edges[:-1]]
        shares = np.array(heights) / max(1, int(counts.sum()))
        letter, color = SEAT_LETTERS[seat], style.PALETTE[seat]
        axes.stairs(shares, edges, color=color, linewidth=1.6, label=letter)
    axes.set_title(style.heading(words.t("points")))
    if top >= scores.shape[1]:
        most = scores.shape[1] - 1
        axes.set_xlabel(words.t("last bin: {points} points or more", points=most))
    axes.set_ylabel(
        words.t("% of games")
        if width == 1
        else words.t("% of games (bin width: {step})", step=width)
    )
    axes.set_xlim(0, edges[-1])
    axes.grid(visible=True, axis="y")
    axes.legend(title=words.t("seat"), ncols=2 if len(scores) > 4 else 1)


def _draw_win_shares(axes: "Axes", result: Result, words: Words) -> None:
    places = range(len(result.seats))
    shares = [seat.win_share for seat in result.seats]
    # Shared wins make the true spread slightly smaller than a coin's.
    errors = [sqrt(share * (1 - share) / max(1, result.games)) for share in shares]
    axes.barh(
        places,
        [100 * share for share in shares],
        xerr=[100 * CONFIDENCE * error for error in errors],
        height=0.66,
        color=style.PALETTE[: len(shares)],
        error_kw={"elinewidth": 1.2, "capsize": 2.5, "ecolor": style.INK},
    )
    axes.axvline(100 / len(shares), color=style.INK, linewidth=1, linestyle=(0, (2, 3)))
    names = [style.short(seat.bot) for seat in result.seats]
    axes.set_yticks(places, [f"{name}  {SEAT_LETTERS[seat]}" for seat, name in enumerate(names)])
    axes.set_ylim(len(shares) - 0.4, -0.6)
    style.bare_rows(axes)
    for place, share in zip(places, shares, strict=True):
        style.beside(axes, place, words.percent(share, digits=1))
    axes.set_title(style.heading(words.t("win share")))
    axes.set_xlabel(words.t("% (dotted line: equal shares)"))


def _draw_lengths(axes: "Axes", lengths: Array, busts: int, words: Words) -> None:
    expeditions = max(1, int(lengths.sum()))
    mean = float((lengths * np.arange(lengths.size)).sum()) / expeditions
    axes.bar(range(lengths.size), 100 * lengths / expeditions, width=0.8, color=style.BLUE)
    style.zoom_on(axes, [lengths.tolist()])
    axes.set_title(words.t("Cards per expedition"))
    told = words.t(
        "mean {mean}; {busts} of expeditions bust",
        mean=words.decimal(mean),
        busts=words.percent(busts / expeditions),
    )
    axes.set_xlabel(told)
    axes.set_ylabel(words.t("% of expeditions"))
    axes.grid(visible=True, axis="y")


def plot_tournament(outcome: Tournament, file: str, words: Words = style.ENGLISH) -> None:
    """Plot each bot's mean points and win share with 95% intervals, ranked."""
    rows = outcome.standings
    rated = all(isfinite(row.rating) for row in rows)
    with style.drawn_figure(file, words, width=10, height=1.9 + 0.36 * max(2, len(rows))) as figure:
        told = (
            outcome.edition,
            words.tn("{n} player", "{n} players", outcome.players),
            style.games_told(outcome.games, words),
        )
        sure = words.t("bars: {share} confidence intervals", share=words.percent(0.95))
        style.add_title(figure, ", ".join(told), sure)
        left, right = figure.subplots(1, 2, sharey=True)
        places = range(len(rows))
        for axes, values, errors, shown in (
            (
                left,
                [row.mean for row in rows],
                [row.mean_error for row in rows],
                [words.decimal(row.mean, digits=2) for row in rows],
            ),
            (
                right,
                [100 * row.win_share for row in rows],
                [100 * row.win_share_error for row in rows],
                [words.percent(row.win_share, digits=1) for row in rows],
            ),
        ):
            axes.errorbar(
                values,
                places,
                xerr=errors,
                fmt="o",
                color=style.BLUE,
                markersize=6,
                elinewidth=1.6,
                capsize=3,
            )
            style.bare_rows(axes)
            axes.grid(visible=True)
            axes.margins(x=0.08)
            for place, text in zip(places, shown, strict=True):
                style.beside(axes, place, text)
        names = [style.short(row.bot) for row in rows]
        if rated:
            names = [f"{name}   {row.rating:.0f}" for name, row in zip(names, rows, strict=True)]
            left.set_ylabel(words.t("bot and rating"), rotation=0, ha="right", va="bottom")
            left.yaxis.set_label_coords(-0.06, 1.02)
        left.set_yticks(places, names)
        left.set_ylim(len(rows) - 0.4, -0.6)
        left.set_title(style.heading(words.t("mean points")))
        right.set_title(style.heading(words.t("win share, %")))
