"""Draw the pictures of docs/strategy.md: `make strategy-plots`.

The equilibria are those of the atlas (docs/atlas), which `python -m benchmarks.atlas` makes; what
the champion does by expedition, `python -m benchmarks.boldness` counts (strategy-rounds.csv).
"""

import csv
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from matplotlib.axes import Axes

from diamant.analysis.equity import equity
from diamant.editions import edition
from diamant.simulator.plots.style import PALETTE, drawn_figure, whole_ticks

HERE = Path(__file__).parent
ATLAS = HERE.parent / "atlas"
BOX = "schmidt-2005"
EQUILIBRIA = "equilibria.csv"


def rows(name: str, folder: Path = ATLAS) -> list[dict[str, str]]:
    """Return the rows of a file, of the atlas if nothing else is said."""
    with (folder / name).open(encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text))


def boldness(axes: Axes) -> None:
    """Draw how often the equilibrium leaves by what is in sight, with two hazards met."""
    found: dict[int, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for row in rows("leaving.csv"):
        if row["hazards"] == "2":
            purse = int(row["carried"]) + int(row["path"])
            found[int(row["players"])][purse].append(float(row["leave"]))
    for color, (players, purses) in zip(PALETTE, sorted(found.items()), strict=False):
        known = sorted(purses)
        means = [100 * sum(purses[purse]) / len(purses[purse]) for purse in known]
        axes.plot(known, means, color=color, label=f"{players} players", marker=".")
    axes.set_title("How often the equilibrium leaves with two hazards met")
    axes.set_xlabel("gems carried and on the path, all players inside, after two treasures")
    axes.set_ylabel("of 100")
    axes.legend()


def hazards(axes: Axes) -> None:
    """Draw the chance that the next card ends the expedition, by hazards met and cards turned."""
    deck = edition(BOX).deck(1)
    for color, met in zip(PALETTE, range(1, 5), strict=False):
        turned = range(met, 16)
        fatal = 2 * met  # Three copies of each kind, one of which lies there.
        chances = [100 * fatal / (deck.size - count) for count in turned]
        axes.plot(list(turned), chances, color=color, label=f"{met} met", marker=".")
    axes.set_title("The price of one more hazard")
    axes.set_xlabel("cards turned")
    axes.set_ylabel("of 100 next cards end it")
    whole_ticks(axes)
    axes.legend()


def leads(axes: Axes) -> None:
    """Draw what a lead is worth, by how many expeditions are left."""
    for color, left in zip(PALETTE, range(1, 5), strict=False):
        shares = [100 * equity((lead, 0, 0, 0), left)[0] for lead in range(31)]
        axes.plot(range(31), shares, color=color, label=f"{left} left")
    axes.set_title("What a lead is worth among four, three of them equal")
    axes.set_xlabel("points ahead")
    axes.set_ylabel("wins of 100")
    axes.legend(title="expeditions", title_fontsize=9)


def values(axes: Axes) -> None:
    """Draw what an expedition is worth to each player, and to all together."""
    for color, whose in zip(
        PALETTE, sorted({row["editions"] for row in rows(EQUILIBRIA)}), strict=False
    ):
        known = [row for row in rows(EQUILIBRIA) if row["editions"] == whose and row["value"]]
        players = [int(row["players"]) for row in known]
        axes.plot(
            players,
            [float(row["value"]) for row in known],
            color=color,
            marker="o",
            label=whose.replace(" ", ", "),
        )
    axes.set_title("Points that each player may expect of a first expedition")
    axes.set_xlabel("players")
    whole_ticks(axes)
    axes.legend()


def rounds(axes: Axes) -> None:
    """Draw how often the champion goes home with about ten gems in sight, by expedition."""
    counted = rows("strategy-rounds.csv", HERE)
    for color, players in zip(PALETTE, sorted({row["players"] for row in counted}), strict=False):
        own = [row for row in counted if row["players"] == players]
        axes.plot(
            [int(row["expedition"]) for row in own],
            [100 * int(row["left"]) / int(row["choices"]) for row in own],
            color=color,
            label=f"{players} players",
            marker=".",
        )
    axes.set_title("How often the champion leaves with 7 to 13 gems in sight")
    axes.set_xlabel("expedition")
    axes.set_ylabel("of 100")
    axes.set_ylim(bottom=0)
    whole_ticks(axes)
    axes.legend()


PICTURES: dict[str, Callable[[Axes], None]] = {
    "boldness": boldness,
    "hazards": hazards,
    "leads": leads,
    "rounds": rounds,
    "values": values,
}


def main() -> None:
    """Draw all of them."""
    for name, draw in PICTURES.items():
        with drawn_figure(str(HERE / f"strategy-{name}.svg"), width=7.5, height=4.2) as figure:
            draw(figure.add_subplot())


if __name__ == "__main__":
    main()
