"""What this terminal can do: show a screen or only plain lines, and which keys it has."""

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
"""Programs that read a screen aloud or write it in braille, by the names of their processes."""

SIMPLE = ("", "dumb", "unknown", "emacs")
"""What a terminal calls itself that cannot place a letter where it likes."""


def plain_because(
    *, asked: bool, environment: Mapping[str, str] = os.environ, processes: Path = Path("/proc")
) -> Why | None:
    """Return why the game is told in lines, or None for the screen."""
    if asked or environment.get("DIAMANT_PLAIN"):
        return "asked"
    # Textual draws on standard error.
    streams = (sys.stdin, sys.stdout, sys.stderr)
    if not all(stream is not None and stream.isatty() for stream in streams):
        return "no terminal"
    if sys.platform != "win32" and environment.get("TERM", "") in SIMPLE:
        return "simple terminal"
    # ACCESSIBLE is what other programs with screens have agreed on.
    if environment.get("ACCESSIBLE") or _is_read_aloud(processes):
        return "screen reader"
    return None if find_spec("textual") is not None else "no textual"


def without_textual() -> str:
    """Say what would bring the screen."""
    return needs("textual", Message("full-screen mode"))


def _is_read_aloud(processes: Path) -> bool:
    """Tell whether somebody is likely to hear this terminal rather than to see it."""
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
    """Return what stands on the same key in Latin letters, in small ones.

    >>> latin_key("Ц"), latin_key("љ"), latin_key("?")
    ('c', 'q', '?')
    """
    return _SERBIAN.get(letter.lower(), letter.lower())
