"""Render a game as text or as an image, for all environments."""

import io
from typing import Literal

import numpy as np

from diamant.envs.errors import EnvironmentInputError
from diamant.envs.kernel import Array
from diamant.picture import picture
from diamant.rules.game import Game

RenderMode = Literal["human", "ansi", "rgb_array"]
RENDER_MODES = ("human", "ansi", "rgb_array")
FRAME = (760, 680)
"""The width and height of every frame. There is room for four rows of cards, so all frames of a
video have the same size."""


def check_render_mode(mode: str | None) -> str | None:
    """Return a valid render mode, or raise an error."""
    if mode is not None and mode not in RENDER_MODES:
        raise EnvironmentInputError.unknown(
            "unknown render mode {name} ({hint})", mode, RENDER_MODES
        )
    return mode


def render(game: Game, mode: str | None) -> str | Array | None:
    """Render a game as text, as an image of the frame's size, or print it."""
    if mode is None:
        raise EnvironmentInputError(
            "to render, make the environment with a render_mode: human, ansi or rgb_array"
        )
    if mode == "rgb_array":
        return frame(game)
    if mode == "ansi":
        return str(game)
    print(game)  # noqa: T201 - that is what it is for
    return None


def frame(game: Game) -> Array:
    """Return a game as an RGB image (height, width, 3), with the browser's art."""
    import resvg_py
    from PIL import Image

    drawn = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=picture(game)))))
    canvas = Image.new("RGBA", FRAME, "black")
    canvas.alpha_composite(drawn.convert("RGBA").crop((0, 0, *FRAME)))
    return np.asarray(canvas.convert("RGB"))
