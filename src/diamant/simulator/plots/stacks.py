"""Where gems went, as rows of 100 %: a panel of results and of reports."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from diamant.locales.words import Words
from diamant.simulator.plots.style import BLUE, SKY, VERMILION, bare_rows, ink_on
from diamant.simulator.report_facts import gem_flows

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GEM_COLORS = {
    "gems_banked_from_hand": BLUE,
    "gems_banked_from_path": SKY,
    "gems_lost_in_busts": VERMILION,
    "gems_left_on_path": "#BDBDBD",
}


def draw_gems(
    axes: "Axes", labels: Sequence[str], rows: Sequence[dict[str, float]], words: Words
) -> None:
    """Draw the shares of each row, by the names in `GEM_COLORS`."""
    parts = [
        (told, GEM_COLORS[name], [row[name] for row in rows])
        for told, name in gem_flows(words).items()
    ]
    draw_stacks(axes, labels, parts, words)


def draw_stacks(
    axes: "Axes",
    labels: Sequence[str],
    parts: Iterable[tuple[str, str, Sequence[float]]],
    words: Words,
) -> None:
    """Draw rows of 100 %, each cut into parts that are named by the legend."""
    places = range(len(labels))
    starts = [0.0] * len(labels)
    for name, color, shares in parts:
        axes.barh(places, shares, left=starts, height=0.72, color=color, label=name)
        for place, share in zip(places, shares, strict=True):
            if share >= 0.06:
                axes.text(
                    starts[place] + share / 2,
                    place,
                    words.percent(share),
                    color=ink_on(color),
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
    bare_rows(axes)
