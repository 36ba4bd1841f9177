"""A grid of characters with their colors, and the torchlight on the ground below them."""

from collections.abc import Callable, Iterable
from functools import cache
from math import hypot

from rich.cells import cell_len, set_cell_size
from rich.color import Color, blend_rgb
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style


class Canvas:
    """So many rows of so many characters; what is drawn outside of them is lost."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str) -> None:
        """Write some characters; one that is two columns wide takes two."""
        for character in text:
            wide = cell_len(character)
            if 0 <= y < self.height and x >= 0 and x + wide <= self.width and wide:
                self._cells[y][x] = (character, style)
                if wide == 2:
                    self._cells[y][x + 1] = ("", style)
            x += wide

    def lines(self) -> list[str]:
        """Return the characters alone."""
        return ["".join(character for character, _ in row) for row in self._cells]

    def segments(self, y: int, ground: Callable[[int, int], Style]) -> Iterable[Segment]:
        """Give a row, where a style without a background of its own stands on the ground."""
        cells = enumerate(self._cells[y])
        return Segment.simplify(
            Segment(character, ground(x, y) + Style.parse(style)) for x, (character, style) in cells
        )


def fitted(text: str, width: int) -> str:
    """Return a text in the middle of so many columns, with an ellipsis where it is too long."""
    if cell_len(text) > width:
        return set_cell_size(text, max(0, width - 1)) + "…" * (width > 0)
    left = (width - cell_len(text)) // 2
    return set_cell_size(" " * left + text, width)


DARK, WARM = ColorTriplet(13, 11, 16), ColorTriplet(74, 50, 24)
HAZARDOUS = ColorTriplet(96, 22, 20)
HEIGHT = 2.1  # A character is about so many times as high as it is wide.
REACH = 30.0
STEPS = 24  # Few steps keep equal places in one piece, which a terminal is sent at once.


def ground(x: int, y: int, torch: tuple[float, float], *, danger: bool, strength: float) -> Style:
    """Return the ground's color at a place."""
    far = hypot(x - torch[0], (y - torch[1]) * HEIGHT)
    bright = max(0.0, 1 - far / REACH) ** 1.6 * strength
    return _lit(round(bright * STEPS), HAZARDOUS if danger else WARM)


@cache
def _lit(step: int, light: ColorTriplet) -> Style:
    return Style(bgcolor=Color.from_triplet(blend_rgb(DARK, light, step / STEPS)))
