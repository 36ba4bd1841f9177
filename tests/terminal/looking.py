"""Looking at a screen as text, and comparing it with what it looked like.

Run with DIAMANT_SNAPSHOTS=write to keep what is seen now; read the difference before committing it.
"""

import os
import time
from pathlib import Path

SEEN = Path(__file__).parent / "screens"
PATIENCE = 300  # Seconds, of which a quiet machine needs hardly any.


def text_of(app) -> str:
    """Return what the screen shows, without colors and without what trails behind."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(part.text for part in strip).rstrip() for strip in strips) + "\n"


def check_seen(app, name: str) -> None:
    """The screen looks as it did when it was looked at and found good."""
    file = SEEN / f"{name}.txt"
    seen = text_of(app)
    if os.environ.get("DIAMANT_SNAPSHOTS") == "write":
        SEEN.mkdir(exist_ok=True)
        file.write_text(seen, encoding="utf-8")
    assert seen == file.read_text(encoding="utf-8")


async def until(pilot, condition, what="it never happened") -> None:
    """Wait until something is so."""
    latest = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < latest, f"{what}:\n{text_of(pilot.app)}"
        await pilot.pause(0.01)
    await pilot.pause()


def asked(app) -> bool:
    """Whether the person can choose now."""
    return app.stage._choice is not None


async def choose(pilot, *keys: str) -> None:
    """Press a key at each of the next questions."""
    app = pilot.app

    def ended():
        return app.stage.at_end or app.failure is not None

    for key in keys:
        await until(pilot, lambda: asked(app) or ended(), "nobody was asked")
        if ended():
            return
        await pilot.press(key)
        await pilot.pause()
