"""Draw the path through the cave: winding rows of cards, then the players.

The cards have the largest size at which all of them fit. If even the smallest is too large, the
oldest cards are replaced by their number.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from itertools import chain, pairwise
from math import hypot
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.color import Color, blend_rgb
from rich.color_triplet import ColorTriplet
from rich.segment import Segment, Segments
from rich.style import Style

from diamant.rules.cards import Card, Hazard
from diamant.rules.seats import SEAT_LETTERS
from diamant.terminal.narration import Narrator, card_sign
from diamant.terminal.scene import Scene

SEAT_COLORS = (
    "#e85c50",
    "#5c9cff",
    "#62c86e",
    "#f4c84a",
    "#d678e2",
    "#ff9646",
    "#54ced6",
    "#bcbcc4",
)
GOLD = "#f6c850"
DANGER = "#ff6052"
RELIC = "#70dee8"
TRAIL = "#967652"
ROCK = "#42362e"
DIM = "#968a7c"
BADGES = [f"bold #100e0c on {color}" for color in SEAT_COLORS]
PAPERS = {"◆": "#2e240e", "▲": "#3a1414", "●": "#0e2c32"}
COLORS = {"◆": GOLD, "▲": DANGER, "●": RELIC}


class Canvas:
    """A grid of characters; anything drawn outside of it is discarded."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str) -> None:
        """Write some characters; wide characters take two columns."""
        for character in text:
            wide = cell_len(character)
            if 0 <= y < self.height and x >= 0 and x + wide <= self.width and wide:
                self._cells[y][x] = (character, style)
                if wide == 2:
                    self._cells[y][x + 1] = ("", style)
            x += wide

    def lines(self) -> list[str]:
        """Return the rows as plain text."""
        return ["".join(character for character, _ in row) for row in self._cells]

    def segments(self, y: int, ground: Callable[[int, int], Style]) -> Iterable[Segment]:
        """Yield the segments of a row; the ground fills in missing backgrounds."""
        cells = enumerate(self._cells[y])
        return Segment.simplify(
            Segment(character, ground(x, y) + Style.parse(style)) for x, (character, style) in cells
        )


def fitted(text: str, width: int) -> str:
    """Center a text in a width, or cut it off with an ellipsis if it is too long."""
    if cell_len(text) > width:
        return set_cell_size(text, max(0, width - 1)) + "…" * (width > 0)
    left = (width - cell_len(text)) // 2
    return set_cell_size(" " * left + text, width)


class Size(NamedTuple):
    """A card's width and height; a card with more than one line has a frame."""

    width: int
    height: int


SIZES = (Size(15, 6), Size(11, 4), Size(9, 3), Size(12, 1), Size(8, 1))
GAP = 1  # Space between two cards, for the trail.


class Slot(NamedTuple):
    """The position and row of an item on the path."""

    x: int
    y: int
    row: int


class CardRows(NamedTuple):
    """A card size, and slots for the visible cards and the players inside."""

    size: Size
    left_out: int
    slots: list[Slot]


def lay_out(cards: int, width: int, height: int, x: int = 0, y: int = 0) -> CardRows:
    """Find the largest card size at which all cards and the players inside fit.

    The slots start at column `x` and line `y`.
    """
    for size in SIZES:
        columns, rows = max(1, (width + GAP) // (size.width + GAP)), max(1, height // size.height)
        if columns * rows >= cards + 1 and size.height <= height:
            break
    left_out = max(0, cards + 1 - columns * rows)
    left_out += left_out > 0 and columns * rows > 1  # Their number takes a slot, too.
    shown = cards + 1 - left_out + (left_out > 0)
    used = min(columns, shown)
    left = x + max(0, (width - used * (size.width + GAP) + GAP) // 2)
    lines = -(-shown // columns) * size.height
    top = y + max(0, (height - lines) // 2)
    slots = []
    for place in range(shown):
        row, column = divmod(place, columns)
        across = column if row % 2 == 0 else columns - 1 - column
        slots.append(Slot(left + across * (size.width + GAP), top + row * size.height, row))
    return CardRows(size, left_out, slots)


def lit_cave(scene: Scene, narrator: Narrator, width: int, height: int) -> Segments:
    """Return the cave in torchlight."""
    canvas, torch = draw_cave(scene, narrator, width, height)
    strength = 1.0 if scene.inside or scene.busted else 0.45
    shine = partial(ground, torch=torch, danger=scene.busted, strength=strength)
    rows = [(*canvas.segments(y, shine), Segment.line()) for y in range(height)]
    return Segments(chain.from_iterable(rows))


def draw_cave(
    scene: Scene, narrator: Narrator, width: int, height: int
) -> tuple[Canvas, tuple[float, float]]:
    """Draw the cave, and return it with the position of its light."""
    canvas = Canvas(width, height)
    walls = height >= 6
    if walls:
        _draw_walls(canvas)
    cards: list[Card | None] = [*scene.cards, *([None] * scene.face_down)]
    size, left_out, slots = lay_out(len(cards), width - 2, height - 2 * walls, x=1, y=int(walls))
    if left_out:
        middle = slots[0].y + (size.height - 1) // 2
        canvas.put(slots[0].x, middle, fitted(f"+{left_out}", size.width), DIM)
    gems = [*scene.gems, *[0] * (len(cards) - len(scene.gems))]
    for number, slot in enumerate(slots[left_out > 0 : -1], start=left_out):
        bust = scene.busted and number == len(cards) - 1
        _draw_card(canvas, slot, size, narrator, cards[number], gems[number], bust=bust)
    for one, other in pairwise(slots if scene.inside else slots[:-1]):
        _draw_trail(canvas, one, other, size)
    _draw_inside(canvas, slots[-1], size, scene.inside)
    light = slots[-2] if len(slots) > 1 and not scene.inside else slots[-1]
    return canvas, (light.x + size.width / 2, light.y + size.height / 2 - 0.5)


def _draw_walls(canvas: Canvas) -> None:
    """Draw rock at the top and bottom, always with the same pattern."""
    above, below = "▀▀▔▀▔▔▀▀▀▔▔▀▔▀▀▀▔", "▂▃▂▁▂▄▃▁▁▂▃▃▂▁▂▁▄▂▁"
    for x in range(canvas.width):
        canvas.put(x, 0, above[x * 7 % len(above)], ROCK)
        canvas.put(x, canvas.height - 1, below[x * 5 % len(below)], ROCK)


def _draw_trail(canvas: Canvas, one: Slot, other: Slot, size: Size) -> None:
    if one.row != other.row:
        if size.height > 1:
            # The trail goes down at the edge, away from signs and gems.
            edge = one.x + (size.width - 2 if one.row % 2 == 0 else 1)
            canvas.put(edge, one.y + size.height - 1, "┬", TRAIL)
            canvas.put(edge, other.y, "┴", TRAIL)
        return
    small, large = "╶▸" if one.x < other.x else "╴◂"
    x, y = min(one.x, other.x) + size.width, one.y + (size.height - 1) // 2
    canvas.put(x, y, small if size.height == 1 else large, TRAIL)


def _draw_card(
    canvas: Canvas,
    slot: Slot,
    size: Size,
    narrator: Narrator,
    card: Card | None,
    gems: int,
    *,
    bust: bool,
) -> None:
    if card is None:
        _draw_back(canvas, slot, size)
        return
    sign = card_sign(card)
    paper = "#6e1412" if bust else PAPERS[sign]
    ink = f"{COLORS[sign]} on {paper}"
    strong = f"bold {ink}"
    name = narrator.words.card(str(card))
    if size.height == 1:
        lying = f"·{gems}" if gems else ""
        room = max(0, size.width - len(sign) - len(lying))
        canvas.put(slot.x, slot.y, f"{sign}{name[:room]}{lying}".ljust(size.width), strong)
        return
    _draw_frame(canvas, slot, size, ink, heavy=bust or isinstance(card, Hazard))
    canvas.put(slot.x + size.width // 2, slot.y, sign, strong)
    inner = size.width - 2
    lines = _lines(name, inner, size.height - 2)
    above = 1 + (size.height - 2 - len(lines)) // 2
    for at, line in enumerate(lines, start=above):
        canvas.put(slot.x + 1, slot.y + at, fitted(line, inner), strong)
    if gems:
        # Gems left on a card are shown on its frame, beside the trail.
        lying = f" {gems}◆ "
        at = slot.x + (size.width - len(lying)) // 2
        canvas.put(at, slot.y + size.height - 1, lying, f"bold {GOLD} on {paper}")


def _draw_back(canvas: Canvas, slot: Slot, size: Size) -> None:
    ink = "#785c3c on #221a14"
    if size.height == 1:
        canvas.put(slot.x, slot.y, "▒" * size.width, ink)
        return
    _draw_frame(canvas, slot, size, ink, heavy=False)
    for y in range(1, size.height - 1):
        canvas.put(slot.x + 1, slot.y + y, "▒" * (size.width - 2), ink)


def _draw_frame(canvas: Canvas, slot: Slot, size: Size, ink: str, *, heavy: bool) -> None:
    left_up, right_up, left_down, right_down, across, down = "┏┓┗┛━┃" if heavy else "╭╮╰╯─│"
    inner = size.width - 2
    canvas.put(slot.x, slot.y, left_up + across * inner + right_up, ink)
    for y in range(1, size.height - 1):
        canvas.put(slot.x, slot.y + y, down + " " * inner + down, ink)
    canvas.put(slot.x, slot.y + size.height - 1, left_down + across * inner + right_down, ink)


def _draw_inside(canvas: Canvas, slot: Slot, size: Size, inside: Sequence[int]) -> None:
    """Draw the seat letters of the players inside, in two rows if there is room."""
    step, most = (1, len(inside)) if size.height == 1 else (2, 4)
    rows = [inside[at : at + most] for at in range(0, len(inside), most)] if inside else []
    top = slot.y + max(0, (size.height - len(rows)) // 2)
    for y, seats in enumerate(rows, start=top):
        left = slot.x + max(0, (size.width - step * len(seats)) // 2)
        for at, seat in enumerate(seats):
            canvas.put(left + at * step, y, SEAT_LETTERS[seat], BADGES[seat])


def _lines(name: str, width: int, most: int) -> list[str]:
    """Break a card's name between words into at most `most` lines."""
    words = name.split()
    if most > 1 and len(words) > 1 and len(name) > width:
        return [words[0], " ".join(words[1:])]
    return [name]


DARK, WARM = ColorTriplet(13, 11, 16), ColorTriplet(74, 50, 24)
HAZARDOUS = ColorTriplet(96, 22, 20)
HEIGHT = 2.1  # The ratio of a character's height to its width.
REACH = 30.0
STEPS = 24  # Few steps keep areas of equal color in one piece, which is fast to send.


def ground(x: int, y: int, torch: tuple[float, float], *, danger: bool, strength: float) -> Style:
    """Return the ground's color at a position."""
    far = hypot(x - torch[0], (y - torch[1]) * HEIGHT)
    bright = max(0.0, 1 - far / REACH) ** 1.6 * strength
    return _lit(round(bright * STEPS), HAZARDOUS if danger else WARM)


@cache
def _lit(step: int, light: ColorTriplet) -> Style:
    return Style(bgcolor=Color.from_triplet(blend_rgb(DARK, light, step / STEPS)))
