"""The cave on the screen."""

from textual.strip import Strip
from textual.widget import Widget

from diamant.terminal.drawing.canvas import RGB
from diamant.terminal.drawing.cave import draw_cave
from diamant.terminal.drawing.light import ground
from diamant.terminal.narration import Narrator
from diamant.terminal.scene import Scene


class CaveView(Widget):
    """Draws a scene as large as there is room for it."""

    def __init__(self, narrator: Narrator, scene: Scene) -> None:
        super().__init__()
        self._narrator, self._scene = narrator, scene
        self._strips: list[Strip] = []
        self._drawn_at: tuple[int, int] | None = None

    def show(self, scene: Scene, narrator: Narrator | None = None) -> None:
        """Draw another scene."""
        self._narrator = narrator or self._narrator
        self._scene, self._drawn_at = scene, None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return one row, on the light of the torch."""
        width, height = self.size
        if self._drawn_at != (width, height):
            self._draw(width, height)
        return self._strips[y] if y < len(self._strips) else Strip.blank(width)

    def _draw(self, width: int, height: int) -> None:
        scene = self._scene
        canvas, torch = draw_cave(scene, self._narrator, width, height)
        strength = 1.0 if scene.inside or scene.busted else 0.45

        def shine(x: int, y: int) -> RGB:
            return ground(x, y, torch, danger=scene.busted, strength=strength)

        self._strips = [Strip(canvas.segments(y, shine), width) for y in range(height)]
        self._drawn_at = (width, height)
