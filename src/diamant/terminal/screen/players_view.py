"""The players on the screen."""

from collections.abc import Mapping

from rich.text import Text
from textual.geometry import Size
from textual.widget import Widget

from diamant.terminal.drawing.players import player_lines
from diamant.terminal.narration import Narrator
from diamant.terminal.scene import Scene


class PlayersView(Widget):
    """A line for each player."""

    def __init__(self, narrator: Narrator, scene: Scene, you: int | None) -> None:
        super().__init__()
        self._narrator, self._scene, self._you = narrator, scene, you
        self._notes: Mapping[int, str] = {}

    def show(
        self,
        scene: Scene,
        narrator: Narrator | None = None,
        you: int | None = None,
        notes: Mapping[int, str] | None = None,
    ) -> None:
        """Draw another scene, perhaps of other players."""
        self._scene, self._narrator = scene, narrator or self._narrator
        self._you = self._you if you is None else you
        self._notes = self._notes if notes is None else notes
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return one row for each."""
        return len(self._narrator.names)

    def render(self) -> Text:
        """Return the lines, as wide as there is room."""
        lines = player_lines(
            self._scene,
            self._narrator,
            self.content_size.width,
            you=self._you,
            notes=self._notes,
        )
        return Text("\n").join(lines)
