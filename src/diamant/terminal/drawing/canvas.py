"""A grid of characters with their colors, and the torchlight on the ground below them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from math import hypot

from rich.cells import cell_len, set_cell_size
from rich.color import Color
from rich.segment import Segment
from rich.style import Style

RGB = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Ink:
    """How a character is drawn; without paper the ground shines through."""

    color: RGB = (200, 200, 200)
    bold: bool = False
    paper: RGB | None = None
    reverse: bool = False


class Canvas:
    """So many rows of so many characters; what is drawn outside of them is lost."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells: list[list[tuple[str, Ink]]] = [[(" ", Ink())] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, ink: Ink) -> None:
        """Write some characters; one that is two columns wide takes two."""
        for character in text:
            wide = cell_len(character)
            if 0 <= y < self.height and x >= 0 and x + wide <= self.width and wide:
                self._cells[y][x] = (character, ink)
                if wide == 2:
                    self._cells[y][x + 1] = ("", ink)
            x += wide

    def lines(self) -> list[str]:
        """Return the characters alone."""
        return ["".join(character for character, _ in row) for row in self._cells]

    def segments(self, y: int, ground: Callable[[int, int], RGB]) -> Iterator[Segment]:
        """Give a row in pieces of one style each, on a ground that may differ at every place."""
        text, last = "", Style()
        for x, (character, ink) in enumerate(self._cells[y]):
            style = _style(ink, ink.paper or ground(x, y))
            if style != last and text:
                yield Segment(text, last)
                text = ""
            text, last = text + character, style
        if text:
            yield Segment(text, last)


def fitted(text: str, width: int) -> str:
    """Return a text in the middle of so many columns, with an ellipsis where it is too long."""
    if cell_len(text) > width:
        return set_cell_size(text, max(0, width - 1)) + "…" * (width > 0)
    left = (width - cell_len(text)) // 2
    return set_cell_size(" " * left + text, width)


def _style(ink: Ink, ground: RGB) -> Style:
    return Style(
        color=Color.from_rgb(*ink.color),
        bgcolor=Color.from_rgb(*ground),
        bold=ink.bold,
        reverse=ink.reverse,
    )


DARK: RGB = (13, 11, 16)
WARM: RGB = (74, 50, 24)
DANGER: RGB = (96, 22, 20)
HEIGHT = 2.1  # A character is about so many times as high as it is wide.
REACH = 30.0


def ground(x: int, y: int, torch: tuple[float, float], *, danger: bool, strength: float) -> RGB:
    """Return the ground's color at a place."""
    far = hypot(x - torch[0], (y - torch[1]) * HEIGHT)
    bright = max(0.0, 1 - far / REACH) ** 1.6 * strength
    return _mixed(round(bright * 24), danger)


@cache
def _mixed(step: int, danger: bool) -> RGB:  # noqa: FBT001 - a key of the cache
    # Few steps keep equal places in one piece, which a terminal is sent at once.
    light, share = DANGER if danger else WARM, step / 24
    return tuple(round(dark + share * (bright - dark)) for dark, bright in zip(DARK, light))  # type: ignore[return-value]  # noqa: B905
