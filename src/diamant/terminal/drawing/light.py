"""Torchlight: how bright the ground is, by how far it is from those who carry a light."""

from functools import cache
from math import hypot

from diamant.terminal.drawing.canvas import RGB

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
