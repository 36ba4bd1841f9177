"""Read a screen as text, and compare it with a saved one.

Run with DIAMANT_SNAPSHOTS=write to save the screens; read the difference before committing it.
"""

import os
import time
from pathlib import Path

SEEN = Path(__file__).parent / "screens"
PATIENCE = 300  # Seconds; an idle machine needs almost none.


def text_of(app) -> str:
    """Return the screen's text, without colors and trailing spaces."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(part.text for part in strip).rstrip() for strip in strips) + "\n"


def check_seen(app, name: str) -> None:
    """Compare the screen with the saved one."""
    file = SEEN / f"{name}.txt"
    seen = text_of(app)
    if os.environ.get("DIAMANT_SNAPSHOTS") == "write":
        SEEN.mkdir(exist_ok=True)
        file.write_text(seen, encoding="utf-8")
    assert seen == file.read_text(encoding="utf-8")


async def until(pilot, condition, what="it never happened") -> None:
    """Wait until a condition holds."""
    latest = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < latest, f"{what}:\n{text_of(pilot.app)}"
        await pilot.pause(0.01)
    await pilot.pause()


def asked(app) -> bool:
    """Return whether the player can choose now."""
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
