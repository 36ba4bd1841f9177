"""A picture of a tournament's standings."""

from math import isfinite

from diamant.locales.words import Words
from diamant.simulator.plots.style import (
    BLUE,
    ENGLISH,
    add_title,
    bare_rows,
    beside,
    drawn_figure,
    games_told,
    heading,
    short,
)
from diamant.simulator.standings import Tournament


def plot_tournament(outcome: Tournament, file: str, words: Words = ENGLISH) -> None:
    """Draw each bot's mean points and win share with 95 % confidence intervals, in order."""
    rows = outcome.standings
    rated = all(isfinite(row.rating) for row in rows)
    with drawn_figure(file, words, width=10, height=1.9 + 0.36 * max(2, len(rows))) as figure:
        told = (
            outcome.edition,
            words.tn("{n} player", "{n} players", outcome.players),
            games_told(outcome.games, words),
        )
        sure = words.t("bars: confidence intervals of {share}", share=words.percent(0.95))
        add_title(figure, ", ".join(told), sure)
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
                color=BLUE,
                markersize=6,
                elinewidth=1.6,
                capsize=3,
            )
            bare_rows(axes)
            axes.grid(visible=True)
            axes.margins(x=0.08)
            for place, text in zip(places, shown, strict=True):
                beside(axes, place, text)
        names = [short(row.bot) for row in rows]
        if rated:
            names = [f"{name}   {row.rating:.0f}" for name, row in zip(names, rows, strict=True)]
            left.set_ylabel(words.t("bot and rating"), rotation=0, ha="right", va="bottom")
            left.yaxis.set_label_coords(-0.06, 1.02)
        left.set_yticks(places, names)
        left.set_ylim(len(rows) - 0.4, -0.6)
        left.set_title(heading(words.t("mean points")))
        right.set_title(heading(words.t("win share, %")))
