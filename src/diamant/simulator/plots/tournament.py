"""A picture of a tournament's standings."""

from collections.abc import Sequence
from math import isfinite

from diamant.simulator.plots.style import BLUE, add_title, bare_rows, beside, drawn_figure, short
from diamant.simulator.standings import Standing


def plot_tournament(rows: Sequence[Standing], file: str, title: str) -> None:
    """Draw each bot's mean points and win share with 95 % confidence intervals, in order."""
    rated = all(isfinite(row.rating) for row in rows)
    with drawn_figure(file, width=10, height=1.9 + 0.36 * max(2, len(rows))) as figure:
        add_title(figure, title, "bars: 95% confidence intervals")
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
            bare_rows(axes)
            axes.grid(visible=True)
            axes.margins(x=0.08)
            for place, value in zip(places, values, strict=True):
                beside(axes, place, show.format(value))
        names = [short(row.bot) for row in rows]
        if rated:
            names = [f"{name}   {row.rating:.0f}" for name, row in zip(names, rows, strict=True)]
            left.set_ylabel("bot and rating", rotation=0, ha="right", va="bottom")
            left.yaxis.set_label_coords(-0.06, 1.02)
        left.set_yticks(places, names)
        left.set_ylim(len(rows) - 0.4, -0.6)
        left.set_title("Mean points")
        right.set_title("Win share, %")
