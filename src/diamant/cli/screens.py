"""What the commands share that show a screen, or plain lines where that is better."""

import signal
import sys
from argparse import ArgumentParser
from typing import TYPE_CHECKING

from diamant.cli.words import fault, t
from diamant.errors import DiamantError

if TYPE_CHECKING:
    from diamant.terminal.screen.app import GameApp


def add_screen(parser: ArgumentParser) -> None:
    """Add the options that say how the game is shown."""
    parser.add_argument(
        "--plain", action="store_true", help=t("whole sentences in plain lines, and no screen")
    )
    parser.add_argument(
        "--still", action="store_true", help=t("nothing moves by itself: a key brings what is next")
    )


def check_streams() -> None:
    """Refuse to play where nothing can be read, or nothing told."""
    if sys.stdin is None:
        raise DiamantError("cannot read standard input: it is closed")
    if sys.stdout is None:
        raise DiamantError("cannot use standard output: it is closed")


def screen_wanted(*, plain: bool) -> bool:
    """Tell whether there is to be a screen; where only a library is missing, say so."""
    from diamant.terminal.mode import plain_because, without_textual

    why = plain_because(asked=plain)
    if why == "no textual":
        print(f"diamant: {fault(without_textual())}", file=sys.stderr)
    return why is None


def show(app: "GameApp") -> int:
    """Run a screen, and say afterwards what is worth keeping in the terminal."""
    from diamant.cli.common import console
    from diamant.terminal.narration import tell

    if hasattr(signal, "SIGHUP"):
        # Without its terminal a screen is nothing, however it was started: else, where nohup was
        # before it, it would go on looking for keys for ever. All that counts is kept already.
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    app.run()
    out = console()
    for line in app.last_words:
        tell(out, line)
    if app.failure is not None:
        raise app.failure
    return app.return_code or 0
