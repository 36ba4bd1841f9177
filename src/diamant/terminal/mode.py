"""Detect whether the terminal can show a screen, and map its keys."""

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from diamant.errors import Message
from diamant.extras import needs

Why = Literal["asked", "no terminal", "simple terminal", "screen reader", "no textual"]

READERS = frozenset({"orca", "brltty", "espeakup", "fenrir", "yasr"})
"""Screen readers and braille displays, by the names of their processes."""

SIMPLE = ("", "dumb", "unknown", "emacs")
"""Values of TERM for terminals that can't position the cursor."""


def plain_because(
    *, asked: bool, environment: Mapping[str, str] = os.environ, processes: Path = Path("/proc")
) -> Why | None:
    """Return the reason for using plain lines, or None to use the screen."""
    if asked or environment.get("DIAMANT_PLAIN"):
        return "asked"
    # Textual draws on standard error.
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if not all(stream is not None and stream.isatty() for stream in streams):
        return "no terminal"
    if sys.platform != "win32" and environment.get("TERM", "") in SIMPLE:
        return "simple terminal"
    # Other programs also use the ACCESSIBLE variable.
    if environment.get("ACCESSIBLE") or _is_read_aloud(processes):
        return "screen reader"
    return None if find_spec("textual") is not None else "no textual"


def without_textual() -> str:
    """Return a message that says how to install Textual for the screen."""
    return needs("textual", Message("full-screen mode"))


def _is_read_aloud(processes: Path) -> bool:
    """Return whether a screen reader or braille display is running."""
    if sys.platform == "win32":
        import ctypes

        reader, get_screen_reader = ctypes.c_bool(False), 70
        ctypes.windll.user32.SystemParametersInfoW(get_screen_reader, 0, ctypes.byref(reader), 0)
        return reader.value
    for file in processes.glob("[0-9]*/comm"):
        with suppress(OSError):  # The process may have ended meanwhile.
            if file.read_text("utf-8", "replace").strip() in READERS:
                return True
    return False


_SERBIAN = dict(zip("абвгдеијклмнопрстуфхзцљњџ", "abvgdeijklmnoprstufhzcqwx", strict=True))


def latin_key(letter: str) -> str:
    """Return a key's lowercase Latin letter, given its Cyrillic or Latin letter.

    >>> latin_key("Ц"), latin_key("љ"), latin_key("?")
    ('c', 'q', '?')
    """
    return _SERBIAN.get(letter.lower(), letter.lower())
