"""Style figures and save them to files.

Matplotlib is an extra. It is imported only when something is drawn, and never with `pyplot`, so no
display is needed and figures don't stay in memory.
"""

import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from diamant.errors import DiamantError, Message
from diamant.extras import needs
from diamant.locales.words import Words
from diamant.simulator.reports.facts import gem_flows

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


LONGEST_NAME = 34
ENGLISH = Words()

# The Okabe-Ito palette, for any color vision; gray replaces its yellow, which is too pale for a
# line on white.
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
BLUE, SKY, VERMILION, GRAY = PALETTE[0], PALETTE[4], PALETTE[5], PALETTE[6]
INK, QUIET, FAINT = "#222222", "#6B6B6B", "#E4E4E4"

# The file's suffix, and the metadata that would contain the creation time.
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
    "text.parse_math": False,  # A dollar sign in a bot's name is just a dollar sign.
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
    "svg.hashsalt": "diamant",  # Makes the same plot produce the same file.
}


def check_plot_file(file: str) -> None:
    """Raise an error for a file that can't be plotted, before the simulation runs.

    >>> check_plot_file("scores.gif")
    Traceback (most recent call last):
    ...
    diamant.errors.DiamantError: the plot file 'scores.gif' must end in .png, .svg, or .pdf
    """
    if Path(file).suffix.lower() not in _FORMATS:
        raise DiamantError("the plot file {file} must end in .png, .svg, or .pdf", repr(file))
    if find_spec("matplotlib") is None:
        raise DiamantError(needs("matplotlib", Message("a plot")))


@contextmanager
def drawn_figure(
    file: str, words: Words = ENGLISH, *, width: float, height: float
) -> "Iterator[Figure]":
    """Yield an empty figure in the project's style, and save it afterward."""
    check_plot_file(file)
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(), warnings.catch_warnings():
        # The font may lack a letter of a name; a box in its place is acceptable.
        warnings.filterwarnings("ignore", message="Glyph")
        # A user's own settings must not change the plot.
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_STYLE)
        figure = Figure(figsize=(width, height))
        yield figure
        settle(figure, words)
        ending = Path(file).suffix.lower()
        try:
            figure.savefig(file, format=ending[1:], metadata=_FORMATS[ending])
        except OSError as error:
            raise DiamantError("cannot write {file}: {error}", file, error) from None


def settle(figure: "Figure", words: Words) -> None:
    """Compute the layout once and freeze it.

    The last digits of the layout solver depend on memory addresses. They are rounded off, so the
    same plot always gives the same file.
    """
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    if not isinstance(figure.get_layout_engine(), ConstrainedLayoutEngine):
        return
    _write_numbers(figure, words)
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    for axes in figure.axes:
        left, bottom, width, height = (round(part, 4) for part in axes.get_position().bounds)
        axes.set_position((left, bottom, width, height))


def _write_numbers(figure: "Figure", words: Words) -> None:
    """Format the axis numbers for the language; most use a decimal comma."""
    from matplotlib.ticker import ScalarFormatter

    mark = words.decimal(0.5).strip("05")

    class Marked(ScalarFormatter):
        def __call__(self, x: float, pos: int | None = None) -> str:
            return super().__call__(x, pos).replace(".", mark)

    for axis in (axis for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)):
        if mark != "." and type(axis.get_major_formatter()) is ScalarFormatter:
            axis.set_major_formatter(Marked())


def add_title(figure: "Figure", what: str, how: str) -> None:
    """Write a title above the figure: what it shows, and the number of games."""
    figure.suptitle(f"{what}   ·   {how}", x=0.012, ha="left", fontsize=13, color=INK)


def bare_rows(axes: "Axes", names: Sequence[str] = ()) -> None:
    """Label the rows, and remove the axis line next to them."""
    if names:
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def beside(axes: "Axes", place: float, text: str) -> None:
    """Write a row's value to the right of the panel, where it covers nothing."""
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


def legend_below(axes: "Axes", columns: int, drop: float = -0.02) -> None:
    """Write the legend below the panel."""
    axes.legend(
        loc="upper left",
        bbox_to_anchor=(0, drop),
        ncols=columns,
        borderaxespad=0,
        handlelength=1,
        columnspacing=1.4,
    )


def whole_ticks(axes: "Axes") -> None:
    """Put ticks at whole numbers only."""
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def zoom_on(axes: "Axes", histograms: Iterable[Sequence[int]]) -> None:
    """Limit the x-axis to cut off the long tail of rare expedition lengths."""
    ends = [1]
    for counts in histograms:
        total = np.cumsum(counts)
        ends.append(int(np.searchsorted(total, 0.999 * total[-1])))
    axes.set_xlim(0.4, max(ends) + 0.6)
    whole_ticks(axes)


def short(name: str) -> str:
    """Shorten a long name: drop its folders, then its middle."""
    name = name.rpartition("/")[2]
    if len(name) <= LONGEST_NAME:
        return name
    return f"{name[:8]}…{name[9 - LONGEST_NAME :]}"


def games_told(number: int, words: Words) -> str:
    """Format a number of games with its noun, such as "1,000 games".

    >>> games_told(1_000, ENGLISH), games_told(1, Words("de"))
    ('1,000 games', '1 Partie')
    """
    return words.tn("{games} game", "{games} games", number, games=words.whole(number))


def heading(text: str) -> str:
    """Capitalize the first letter of a text for use as a panel's heading."""
    return text[:1].upper() + text[1:]


def ink_on(color: str) -> str:
    """Return black or white, whichever is more readable on a color."""
    red, green, blue = (int(color[place : place + 2], 16) for place in (1, 3, 5))
    return "white" if 0.299 * red + 0.587 * green + 0.114 * blue < 140 else INK


GEM_COLORS = {
    "gems_banked_from_hand": BLUE,
    "gems_banked_from_path": SKY,
    "gems_lost_in_busts": VERMILION,
    "gems_left_on_path": "#BDBDBD",
}


def draw_gems(
    axes: "Axes", labels: Sequence[str], rows: Sequence[dict[str, float]], words: Words
) -> None:
    """Draw where each row's gems went, as stacked bars in `GEM_COLORS`."""
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
    """Draw a stacked bar for each row, with parts that add up to 100%."""
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
    bare_rows(axes, labels)
