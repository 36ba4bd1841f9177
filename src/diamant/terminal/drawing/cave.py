"""The path through the cave: cards in a winding row, with those inside at its end.

The largest of some sizes is taken in which all cards fit; where even the smallest are too many,
the oldest are told by their number alone.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from diamant.rules.cards import Card, Hazard
from diamant.rules.seats import SEAT_LETTERS
from diamant.terminal.drawing.canvas import RGB, Canvas, Ink, fitted
from diamant.terminal.narration import Narrator, card_sign
from diamant.terminal.scene import Scene

SEAT_COLORS: tuple[RGB, ...] = (
    (232, 92, 80),
    (92, 156, 255),
    (98, 200, 110),
    (244, 200, 74),
    (214, 120, 226),
    (255, 150, 70),
    (84, 206, 214),
    (188, 188, 196),
)
GOLD: RGB = (246, 200, 80)
DANGER: RGB = (255, 96, 82)
RELIC: RGB = (112, 222, 232)
TRAIL: RGB = (150, 118, 82)
ROCK: RGB = (66, 54, 46)
DIM: RGB = (150, 138, 124)
PAPERS = {"◆": (46, 36, 14), "▲": (58, 20, 20), "●": (14, 44, 50)}
COLORS = {"◆": GOLD, "▲": DANGER, "●": RELIC}


class Size(NamedTuple):
    """A card's width and height; what is higher than one line has a frame."""

    width: int
    height: int


SIZES = (Size(15, 6), Size(11, 4), Size(9, 3), Size(12, 1), Size(8, 1))
GAP = 1  # Between two cards, where the trail is.


class Slot(NamedTuple):
    """Where something on the path stands, and where the trail comes from."""

    x: int
    y: int
    row: int
    column: int


class CardRows(NamedTuple):
    """A size, and a slot for every card that is shown and for those inside."""

    size: Size
    columns: int
    left_out: int
    slots: tuple[Slot, ...]


def lay_out(cards: int, width: int, height: int) -> CardRows:
    """Find the largest size in which all cards fit, and one slot more for those inside."""
    for size in SIZES:
        columns, rows = _room(size, width, height)
        if columns * rows >= cards + 1 and size.height <= height:
            break
    left_out = max(0, cards + 1 - columns * rows)
    left_out += left_out > 0 and columns * rows > 1  # The number of them takes a slot too.
    shown = cards + 1 - left_out + (left_out > 0)
    used = min(columns, shown)
    left = max(0, (width - used * (size.width + GAP) + GAP) // 2)
    lines = -(-shown // columns) * size.height
    top = max(0, (height - lines) // 2)
    slots = []
    for place in range(shown):
        row, column = divmod(place, columns)
        across = column if row % 2 == 0 else columns - 1 - column
        slots.append(Slot(left + across * (size.width + GAP), top + row * size.height, row, column))
    return CardRows(size, columns, left_out, tuple(slots))


def _room(size: Size, width: int, height: int) -> tuple[int, int]:
    return max(1, (width + GAP) // (size.width + GAP)), max(1, height // size.height)


def draw_cave(
    scene: Scene, narrator: Narrator, width: int, height: int
) -> tuple[Canvas, tuple[float, float]]:
    """Return the cave and where its light is."""
    canvas = Canvas(width, height)
    walls = height >= 6
    if walls:
        _draw_walls(canvas)
    cards: list[Card | None] = [*scene.cards, *([None] * scene.face_down)]
    layout = lay_out(len(cards), width - 2, height - 2 * walls)
    layout = layout._replace(
        slots=tuple(slot._replace(x=slot.x + 1, y=slot.y + walls) for slot in layout.slots)
    )
    slots = list(layout.slots)
    if layout.left_out:
        _put_middle(canvas, slots[0], layout.size, f"+{layout.left_out}", Ink(DIM))
    first = layout.left_out
    begin = 1 if layout.left_out else 0
    for place, number in enumerate(range(first, len(cards)), start=begin):
        is_last = number == len(cards) - 1
        _draw_card(
            canvas,
            slots[place],
            layout.size,
            narrator,
            cards[number],
            scene.gems[number] if number < len(scene.gems) else 0,
            bust=scene.busted and is_last,
        )
    last = slots[-1]
    for one, other in pairwise(slots if scene.inside else slots[:-1]):
        _draw_trail(canvas, one, other, layout.size)
    _draw_inside(canvas, last, layout.size, scene.inside)
    light = slots[-2] if len(slots) > 1 and not scene.inside else last
    return canvas, (light.x + layout.size.width / 2, light.y + layout.size.height / 2 - 0.5)


def _draw_walls(canvas: Canvas) -> None:
    """Draw rock above and below; the pattern is always the same."""
    above, below = "▀▀▔▀▔▔▀▀▀▔▔▀▔▀▀▀▔", "▂▃▂▁▂▄▃▁▁▂▃▃▂▁▂▁▄▂▁"
    for x in range(canvas.width):
        canvas.put(x, 0, above[x * 7 % len(above)], Ink(ROCK))
        canvas.put(x, canvas.height - 1, below[x * 5 % len(below)], Ink(ROCK))


def _draw_trail(canvas: Canvas, one: Slot, other: Slot, size: Size) -> None:
    ink = Ink(TRAIL)
    middle = (size.height - 1) // 2
    if one.row != other.row:
        if size.height == 1:
            return
        # It goes down at the edge, where neither a sign nor gems stand in its way.
        edge = one.x + (size.width - 2 if one.row % 2 == 0 else 1)
        canvas.put(edge, one.y + size.height - 1, "┬", ink)
        canvas.put(edge, other.y, "┴", ink)
        return
    if one.x < other.x:
        canvas.put(one.x + size.width, one.y + middle, "╶" if size.height == 1 else "▸", ink)
    else:
        canvas.put(other.x + size.width, one.y + middle, "╴" if size.height == 1 else "◂", ink)


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
    color = COLORS[sign]
    paper = (110, 20, 18) if bust else PAPERS[sign]
    ink, strong = Ink(color, paper=paper), Ink(color, bold=True, paper=paper)
    name = narrator.card_name(card)
    if size.height == 1:
        lying = f"·{gems}" if gems else ""
        room = size.width - len(sign) - len(lying)
        canvas.put(slot.x, slot.y, f"{sign}{_short(name, room)}{lying}".ljust(size.width), strong)
        return
    _draw_frame(canvas, slot, size, ink, heavy=bust or isinstance(card, Hazard))
    canvas.put(slot.x + size.width // 2, slot.y, sign, strong)
    inner = size.width - 2
    lines = _lines(name, inner, size.height - 2)
    above = 1 + (size.height - 2 - len(lines)) // 2
    for at, line in enumerate(lines, start=above):
        canvas.put(slot.x + 1, slot.y + at, fitted(line, inner), strong)
    if gems:
        # What was left lying shows on the frame, where the next one passes.
        lying = f" {gems}◆ "
        at = slot.x + (size.width - len(lying)) // 2
        canvas.put(at, slot.y + size.height - 1, lying, Ink(GOLD, bold=True, paper=paper))


def _draw_back(canvas: Canvas, slot: Slot, size: Size) -> None:
    ink = Ink((120, 92, 60), paper=(34, 26, 20))
    if size.height == 1:
        canvas.put(slot.x, slot.y, "▒" * size.width, ink)
        return
    _draw_frame(canvas, slot, size, ink, heavy=False)
    for y in range(1, size.height - 1):
        canvas.put(slot.x + 1, slot.y + y, "▒" * (size.width - 2), ink)


def _draw_frame(canvas: Canvas, slot: Slot, size: Size, ink: Ink, *, heavy: bool) -> None:
    left_up, right_up, left_down, right_down, across, down = "┏┓┗┛━┃" if heavy else "╭╮╰╯─│"
    inner = size.width - 2
    canvas.put(slot.x, slot.y, left_up + across * inner + right_up, ink)
    for y in range(1, size.height - 1):
        canvas.put(slot.x, slot.y + y, down + " " * inner + down, ink)
    canvas.put(slot.x, slot.y + size.height - 1, left_down + across * inner + right_down, ink)


def _draw_inside(canvas: Canvas, slot: Slot, size: Size, inside: Sequence[int]) -> None:
    """Draw those inside by the letters of their seats, in two rows where there is room."""
    if size.height == 1:
        rows = [list(inside)]
    else:
        half = 4
        rows = [list(inside[at : at + half]) for at in range(0, len(inside), half)]
    step = 1 if size.height == 1 else 2
    top = slot.y + max(0, (size.height - len(rows)) // 2)
    for y, seats in enumerate(rows):
        left = slot.x + max(0, (size.width - step * len(seats)) // 2)
        for at, seat in enumerate(seats):
            badge = Ink((16, 14, 12), bold=True, paper=SEAT_COLORS[seat])
            canvas.put(left + at * step, top + y, SEAT_LETTERS[seat], badge)


def _put_middle(canvas: Canvas, slot: Slot, size: Size, text: str, ink: Ink) -> None:
    canvas.put(slot.x, slot.y + (size.height - 1) // 2, fitted(text, size.width), ink)


def _lines(name: str, width: int, most: int) -> list[str]:
    """Break a card's name between words, into as many lines as there are."""
    words = name.split()
    if most > 1 and len(words) > 1 and len(name) > width:
        return [words[0], " ".join(words[1:])]
    return [name]


def _short(name: str, room: int) -> str:
    return name if len(name) <= room else name[: max(0, room)]
