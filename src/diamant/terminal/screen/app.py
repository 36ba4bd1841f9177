"""The application around a table: how it looks, ends, and what it leaves in the terminal."""

import os
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual.app import App
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches

from diamant.errors import DiamantError
from diamant.terminal.screen.stage import Stage


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
        Binding("ctrl+c,ctrl+q", "leave", priority=True, show=False)
    ]

    def __init__(self, stage: Stage | None = None) -> None:
        # Only where a terminal's own colors are used does Textual send none at all.
        super().__init__(ansi_color=bool(os.environ.get("NO_COLOR")))
        self.stage = stage
        self.failure: DiamantError | None = None

    @property
    def last_words(self) -> list[Text | str]:
        """What the table leaves in the terminal."""
        return [] if self.stage is None else self.stage.last_words

    def on_mount(self) -> None:
        """Begin."""
        self.run_worker(self._guard(self.course()))

    async def course(self) -> None:
        """Let the game happen."""
        if self.stage is not None:
            await self.push_screen(self.stage)
            await self.stage.course()

    async def action_leave(self) -> None:
        """End the screen; what is to be kept is kept already."""
        try:
            if self.stage is not None:
                self.stage.leave()
        except DiamantError as error:
            self.failure = error
        self.exit()

    async def _guard(self, course: Coroutine[Any, Any, None]) -> None:
        """Let something take its course; an expected refusal ends the screen with a sentence."""
        try:
            await course
        except DiamantError as error:
            self.failure = error
            self.exit()
        except NoMatches:
            # A screen that is being closed loses what is on it before its course is stopped.
            if self.is_running:
                raise
