"""The file format of the champion's network: a header line, then the weights.

The line names the format, the number of weights and their checksum. The weights are single
precision, little-endian.
"""

import hashlib
import sys
from array import array
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from diamant.bots.champion import mind
from diamant.errors import DiamantError

FORM = "diamant-mind-2"
NUMBERS = mind.CLASSES * mind.WEIGHTS


NAMES = ("champion", "equilibrium")
"""The built-in networks, in the order of their numbers in kernels."""


@cache
def networks() -> tuple[list[float], ...]:
    """Return the built-in networks."""
    folder = Path(__file__).parent
    return tuple(read_model(folder / f"{name}.model") for name in NAMES)


def write_model(file: Path, network: Sequence[float]) -> None:
    """Write a network."""
    assert len(network) == NUMBERS, "the network must have this form"
    data = _swapped(array("f", network)).tobytes()
    head = f"{FORM} {NUMBERS} {hashlib.sha256(data).hexdigest()}\n"
    file.write_bytes(head.encode() + data)


def read_model(file: Path) -> list[float]:
    """Read a network, or raise an error with the reason in one sentence."""
    try:
        head, _, data = file.read_bytes().partition(b"\n")
    except OSError as error:
        raise DiamantError("cannot read the champion model {file}: {error}", file, error) from None
    words = head.decode("utf-8", "replace").split()
    if words[:1] != [FORM]:
        raise DiamantError("{file} is not a champion model in the format {form}", file, FORM)
    if words[1:] != [str(NUMBERS), hashlib.sha256(data).hexdigest()]:
        raise DiamantError("the champion model {file} is damaged: reinstall the game", file)
    numbers = array("f")
    numbers.frombytes(data)
    return _swapped(numbers).tolist()


def _swapped(numbers: "array[float]") -> "array[float]":
    """Return the numbers in little-endian order, on any machine."""
    if sys.byteorder == "big":
        numbers = array("f", numbers)
        numbers.byteswap()
    return numbers
