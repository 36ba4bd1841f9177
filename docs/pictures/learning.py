"""Draw the learning curves of docs/envs.md and docs/strength.md.

`make learning` trains the examples and draws them. The logs in docs/training are those that the
examples write with `--log`, and those of `make champion`.
"""

import csv
from pathlib import Path

from matplotlib.axes import Axes

from diamant.simulator.plots.style import FAINT, PALETTE, QUIET, drawn_figure

HERE = Path(__file__).parent
LOGS = HERE.parent / "training"
EXAMPLES = {"self-play": "self_play.py", "ppo": "ppo.py"}


def rows(name: str) -> list[dict[str, str]]:
    """Return the rows of a log."""
    with (LOGS / f"{name}.csv").open(encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text))


def wins(axes: Axes) -> None:
    """Draw the share of wins at four tables of rules, with twice the standard error."""
    for color, (name, file) in zip(PALETTE, EXAMPLES.items(), strict=False):
        log = rows(name)
        seconds = [float(row["seconds"]) for row in log]
        shares = [100 * float(row["wins"]) for row in log]
        errors = [200 * float(row["error"]) for row in log]
        axes.errorbar(seconds, shares, errors, color=color, label=file, capsize=2, marker=".")
    axes.axhline(25, color=QUIET, linestyle=":", label="fair")
    axes.set_title("Wins at four tables of rules, none of which was trained against")
    axes.set_xlabel("seconds of processor time")
    axes.set_ylabel("of 100 games")
    axes.legend()


def points(axes: Axes) -> None:
    """Draw what each player brings home when all seats are the agent."""
    for color, (name, file) in zip(PALETTE, EXAMPLES.items(), strict=False):
        log = rows(name)
        axes.plot(
            [float(row["seconds"]) for row in log],
            [float(row["points"]) for row in log],
            color=color,
            label=file,
            marker=".",
        )
    axes.set_title("Points of each player when all seats are the agent")
    axes.set_xlabel("seconds of processor time")
    axes.set_ylim(bottom=0)
    axes.legend()


def small_deck(axes: Axes) -> None:
    """Draw how much OpenSpiel's policies can be exploited, by iterations or simulations."""
    for color, name in zip(PALETTE, ("CFR", "MCTS"), strict=False):
        log = [row for row in rows("small-deck") if row["policy"] == name and row["steps"] != "0"]
        axes.loglog(
            [int(row["steps"]) for row in log],
            [float(row["exploitability"]) for row in log],
            color=color,
            label=name,
            marker=".",
        )
    axes.grid(visible=True, color=FAINT)
    axes.set_title("A deck of five cards: what either of two could gain (the solver's policy: 0)")
    axes.set_xlabel("iterations of CFR, simulations of MCTS for each position")
    axes.set_ylabel("points")
    axes.legend()


def trained(axes: Axes, column: str, factor: float, title: str) -> None:
    """Draw one column of the logs of the champion's training and of the equilibrium's."""
    for color, name in zip(PALETTE, ("champion", "equilibrium"), strict=False):
        log = rows(name)
        axes.plot(
            [float(row["processor_seconds"]) for row in log],
            [factor * float(row[column]) for row in log],
            color=color,
            label=name,
            marker=".",
        )
    axes.set_title(title)
    axes.set_xlabel("seconds of processor time")
    axes.set_ylim(bottom=0)
    axes.legend()


if __name__ == "__main__":
    for name, draw in (("wins", wins), ("points", points), ("small-deck", small_deck)):
        with drawn_figure(str(HERE / f"learning-{name}.svg"), width=7.5, height=4.2) as figure:
            draw(figure.add_subplot())
    with drawn_figure(str(HERE / "learning-champion.svg"), width=10.0, height=4.2) as figure:
        left, right = figure.subplots(1, 2)
        trained(left, "win_share", 100, "Wins of 100 games among three rules")
        trained(right, "points_among_equals", 1, "Points among equals")
