"""Draw the plots of docs/strategy.md, docs/envs.md and research/champion.md from committed results.

The equilibria are those of the atlas (docs/atlas), which `python -m benchmarks.atlas` makes; what
the champion does by expedition, `python -m benchmarks.boldness` counts (strategy-rounds.csv). The
logs in docs/training are those that the examples write with `--log`, and those of `make champion`.
"""

import csv
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from matplotlib.axes import Axes

from diamant.analysis.equity import equity
from diamant.editions import edition
from diamant.simulator.plots.style import FAINT, PALETTE, QUIET, drawn_figure, whole_ticks

HERE = Path(__file__).parent
ATLAS, LOGS = HERE.parent / "atlas", HERE.parent / "training"
EXAMPLES = {"self_play.py": "self-play", "ppo.py": "ppo"}
SECONDS = "seconds of processor time"

Lines = Mapping[str, tuple[Sequence[float], Sequence[float]]]


def rows(file: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file."""
    with file.open(encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text))


def column(log: Sequence[Mapping[str, str]], name: str, factor: float = 1) -> list[float]:
    """Return the numbers of a column."""
    return [factor * float(row[name]) for row in log]


def draw_lines(axes: Axes, lines: Lines, marker: str = ".") -> None:
    """Draw lines by their labels, each in a color of its own."""
    for color, (label, (x, y)) in zip(PALETTE, lines.items(), strict=False):
        axes.plot(x, y, color=color, label=label, marker=marker)


def describe(axes: Axes, title: str, x: str, y: str = "", *, from_zero: bool = False) -> None:
    """Write the title, the axis labels and the legend."""
    axes.set_title(title)
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    if from_zero:
        axes.set_ylim(bottom=0)
    axes.legend()


def boldness(axes: Axes) -> None:
    """Draw how often the equilibrium leaves by gems in sight, with two hazards showing."""
    found: dict[int, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in rows(ATLAS / "leaving.csv"):
        if row["hazards"] == "2":
            purse = int(row["carried"]) + int(row["path"])
            found[int(row["players"])][purse].append(float(row["leave"]))
    lines = {}
    for players, purses in sorted(found.items()):
        known = sorted(purses)
        means = [100 * sum(purses[purse]) / len(purses[purse]) for purse in known]
        lines[f"{players} players"] = known, means
    draw_lines(axes, lines)
    sight = "gems carried and on the path, all players inside, after two treasures"
    describe(axes, "How often the equilibrium leaves with two hazards met", sight, "of 100")


def hazards(axes: Axes) -> None:
    """Draw the probability that the next card ends the expedition, by hazards and cards turned."""
    deck = edition("schmidt-2005").deck(1)
    lines = {}
    for met in range(1, 5):
        turned = range(met, 16)
        fatal = 2 * met  # Three copies of each kind, one of which is showing.
        lines[f"{met} met"] = turned, [100 * fatal / (deck.size - count) for count in turned]
    draw_lines(axes, lines)
    whole_ticks(axes)
    describe(axes, "The price of one more hazard", "cards turned", "of 100 next cards end it")


def leads(axes: Axes) -> None:
    """Draw the value of a lead, by expeditions left."""
    points = range(31)
    lines = {
        f"{left} left": (points, [100 * equity((lead, 0, 0, 0), left)[0] for lead in points])
        for left in range(1, 5)
    }
    draw_lines(axes, lines, marker="")
    title = "What a lead is worth among four, three of them equal"
    describe(axes, title, "points ahead", "wins of 100")
    axes.legend(title="expeditions", title_fontsize=9)


def values(axes: Axes) -> None:
    """Draw the value of an expedition for each player."""
    known: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in sorted(rows(ATLAS / "equilibria.csv"), key=lambda row: row["editions"]):
        if row["value"]:
            known[row["editions"].replace(" ", ", ")].append(row)
    lines = {name: (column(own, "players"), column(own, "value")) for name, own in known.items()}
    draw_lines(axes, lines, marker="o")
    whole_ticks(axes)
    describe(axes, "Points that each player may expect of a first expedition", "players")


def rounds(axes: Axes) -> None:
    """Draw how often the champion leaves with about ten gems in sight, by expedition."""
    counted: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in rows(HERE / "strategy-rounds.csv"):
        counted[f"{row['players']} players"].append(row)
    lines = {
        players: (
            column(own, "expedition"),
            [100 * int(row["left"]) / int(row["choices"]) for row in own],
        )
        for players, own in counted.items()
    }
    draw_lines(axes, lines)
    whole_ticks(axes)
    title = "How often the champion leaves with 7 to 13 gems in sight"
    describe(axes, title, "expedition", "of 100", from_zero=True)


def wins(axes: Axes) -> None:
    """Draw the win rate at four tables of rules, with twice the standard error."""
    for color, (file, name) in zip(PALETTE, EXAMPLES.items(), strict=False):
        log = rows(LOGS / f"{name}.csv")
        shares, errors = column(log, "wins", 100), column(log, "error", 200)
        seconds = column(log, "seconds")
        axes.errorbar(seconds, shares, errors, color=color, label=file, capsize=2, marker=".")
    axes.axhline(25, color=QUIET, linestyle=":", label="fair")
    title = "Wins at four tables of rules, none of which was trained against"
    describe(axes, title, SECONDS, "of 100 games")


def learned(
    names: Mapping[str, str], x: str, y: str, title: str, axes: Axes, *, factor: float = 1
) -> None:
    """Draw a column of some logs by processor time."""
    logs = {label: rows(LOGS / f"{name}.csv") for label, name in names.items()}
    draw_lines(axes, {name: (column(log, x), column(log, y, factor)) for name, log in logs.items()})
    describe(axes, title, SECONDS, from_zero=True)


def small_deck(axes: Axes) -> None:
    """Draw the exploitability of OpenSpiel's policies, by iterations or simulations."""
    log = [row for row in rows(LOGS / "small-deck.csv") if row["steps"] != "0"]
    lines = {}
    for name in ("CFR", "MCTS"):
        own = [row for row in log if row["policy"] == name]
        lines[name] = column(own, "steps"), column(own, "exploitability")
    draw_lines(axes, lines)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.grid(visible=True, color=FAINT)
    title = "A deck of five cards: what either of two could gain (the solver's policy: 0)"
    describe(axes, title, "iterations of CFR, simulations of MCTS for each position", "points")


ALL_SEATS = "Points of each player when all seats are the agent"
PICTURES: dict[str, Callable[[Axes], None]] = {
    "strategy-boldness": boldness,
    "strategy-hazards": hazards,
    "strategy-leads": leads,
    "strategy-rounds": rounds,
    "strategy-values": values,
    "learning-wins": wins,
    "learning-points": partial(learned, EXAMPLES, "seconds", "points", ALL_SEATS),
    "learning-small-deck": small_deck,
}


def main() -> None:
    """Draw all plots."""
    for name, draw in PICTURES.items():
        with drawn_figure(str(HERE / f"{name}.svg"), width=7.5, height=4.2) as figure:
            draw(figure.add_subplot())
    with drawn_figure(str(HERE / "learning-champion.svg"), width=10.0, height=4.2) as figure:
        left, right = figure.subplots(1, 2)
        champions = partial(
            learned, {name: name for name in ("champion", "equilibrium")}, "processor_seconds"
        )
        champions("win_share", "Wins of 100 games among three rules", left, factor=100)
        champions("points_among_equals", "Points among equals", right)


if __name__ == "__main__":
    main()
