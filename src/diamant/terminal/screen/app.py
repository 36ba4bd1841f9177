"""What all screens share: how they look, how they end, and that nothing is lost when they do."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches

from diamant.errors import DiamantError
from diamant.locales.words import Words

if TYPE_CHECKING:
    from rich.text import Text


class GameApp(App[None]):
    """A game on the whole terminal.

    `failure` is what went wrong, to be told when the terminal is back; `last_words` what is
    worth keeping there.
    """

    CSS_PATH: ClassVar[str | Path] = "look.tcss"
    TITLE = "Diamant"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - as Textual declares it
        (0, "-narrow"),
        (60, "-normal"),
        (104, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012 - as Textual declares it
        (0, "-low"),
        (24, "-middle"),
        (34, "-high"),
    ]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave", priority=True, show=False),
        Binding("ctrl+q", "leave", priority=True, show=False),
    ]

    def __init__(self, words: Words, *, still: bool = False) -> None:
        # Only where a terminal's own colors are used does Textual send none at all.
        super().__init__(ansi_color=bool(os.environ.get("NO_COLOR")))
        self.words = words
        self.still = still or self.animation_level == "none"
        self.failure: DiamantError | None = None
        self.last_words: list[Text | str] = []

    def fail(self, error: DiamantError) -> None:
        """End, and let whoever started this tell why."""
        self.failure = error
        self.exit()

    async def action_leave(self) -> None:
        """End the screen; what is to be kept is kept already."""
        self.exit()

    async def guard(self, course: Any) -> None:  # noqa: ANN401 - a coroutine of any kind
        """Let something take its course; an expected refusal ends the screen with a sentence."""
        try:
            await course
        except DiamantError as error:
            self.fail(error)
        except NoMatches:
            # A screen that is being closed loses what is on it before its course is stopped.
            if self.is_running:
                raise
