"""The application around a table: its style, shutdown and final output."""

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
    """A full-screen game in the terminal.

    After the screen closes, the terminal shows `failure`, an error if there was one, and
    `last_words`, lines worth keeping.
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
        # Textual sends no colors only if the terminal's own colors are used.
        super().__init__(ansi_color=bool(os.environ.get("NO_COLOR")))
        self.stage = stage
        self.failure: DiamantError | None = None

    @property
    def last_words(self) -> list[Text | str]:
        """The lines to print in the terminal after the screen closes."""
        return [] if self.stage is None else self.stage.last_words

    def on_mount(self) -> None:
        """Start the game."""
        self.run_worker(self._guard(self.course()))

    async def course(self) -> None:
        """Run the game."""
        if self.stage is not None:
            await self.push_screen(self.stage)
            await self.stage.course()

    async def action_leave(self) -> None:
        """Close the screen; everything important has already been saved."""
        try:
            if self.stage is not None:
                self.stage.leave()
        except DiamantError as error:
            self.failure = error
        self.exit()

    async def _guard(self, course: Coroutine[Any, Any, None]) -> None:
        """Await a coroutine; on an expected error, store the error and close the screen."""
        try:
            await course
        except DiamantError as error:
            self.failure = error
            self.exit()
        except NoMatches:
            # A closing screen loses its content before its coroutine is stopped.
            if self.is_running:
                raise
