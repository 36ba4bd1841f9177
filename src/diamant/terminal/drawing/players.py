"""Draw each player's name, last action, and chest."""

from collections.abc import Mapping

from rich.cells import cell_len
from rich.text import Text

from diamant.rules.seats import SEAT_LETTERS
from diamant.terminal.drawing.cave import BADGES, COLORS, DANGER, DIM, GOLD, RELIC, SEAT_COLORS
from diamant.terminal.narration import Narrator
from diamant.terminal.scene import Deed, Mark, Scene

GREEN = "#82d682"
NARROW = 46


class ScreenNarrator(Narrator):
    """A narrator in the cave's colors that omits totals, which the screen shows."""

    colors = SEAT_COLORS
    styles: Mapping[str, str] = {sign: f"bold {color}" for sign, color in COLORS.items()}
    tells_totals = False


def badge(seat: int) -> Text:
    """Return a seat's letter on a background in the seat's color."""
    return Text.assemble((f" {SEAT_LETTERS[seat]} ", BADGES[seat]))


def player_lines(
    scene: Scene, narrator: Narrator, width: int, *, you: int | None = None
) -> list[Text]:
    """Return a line for every player."""
    best = max((points for points in scene.chests if points is not None), default=0)
    room = min(max(map(cell_len, narrator.names), default=0), 10 if width < 60 else 18)
    lines = []
    for seat, name in enumerate(narrator.names):
        shown = Text(name, style=f"bold {SEAT_COLORS[seat]}" if seat == you else SEAT_COLORS[seat])
        shown.truncate(room, overflow="ellipsis", pad=True)
        line = Text.assemble(badge(seat), " ", shown, "  ")
        chest = _chest(scene, seat, best, width)
        does = _does(scene, seat, narrator, width)
        space = width - line.cell_len - chest.cell_len
        does.truncate(max(0, space - 1), overflow="ellipsis", pad=True)
        lines.append(Text.assemble(line, does, " " * (space > 0), chest))
    return lines


def _does(scene: Scene, seat: int, narrator: Narrator, width: int) -> Text:
    """Describe a player's last action, or else where they are."""
    t, narrow = narrator.words.t, width < NARROW
    text, inside = Text(), seat in scene.inside
    if seat in scene.marks:
        text.append_text(told_mark(scene.marks[seat], narrator, narrow=narrow))
    elif inside:
        text.append("◇ " if narrow else t("in the cave"), style=GOLD)
    elif not scene.is_over:
        text.append("⌂ " if narrow else t("at camp"), style=DIM)
    if inside and scene.carried:
        text.append(f"  {scene.carried}◆", style=f"bold {GOLD}")
    return text


def told_mark(mark: Mark, narrator: Narrator, *, narrow: bool = False) -> Text:
    """Return an action in words or, if space is short, as a sign."""
    t, gems = narrator.words.t, mark.gems
    leaves = ("", t("leaves")) if gems is None else (f"+{gems}", t("leaves: +{gems}", gems=gems))
    short, said, style = {
        Deed.GOES_ON: ("", t("goes on"), f"bold {GREEN}"),
        Deed.LEAVES: (*leaves, f"bold {RELIC}"),
        Deed.LOSES: (f" -{gems}", f"{t('lost')} {gems}", f"bold {DANGER}"),
        Deed.CHOOSING: ("", t("is choosing"), DIM),
        Deed.HAS_CHOSEN: ("", t("has chosen"), DIM),
    }[mark.deed]
    sign = mark.deed.value
    return Text(f"{sign}{short}" if narrow else f"{sign} {said}", style=style)


def _chest(scene: Scene, seat: int, best: int, width: int) -> Text:
    """Return a chest as text: its relics, a bar, and the points."""
    points, relics = scene.chests[seat], scene.relics_taken[seat]
    text = Text()
    if relics:
        worths = " ".join(f"●{worth}" for worth in relics)
        text.append(f"{worths} " if width >= NARROW else f"●{len(relics)} ", style=RELIC)
    if width >= NARROW and points is not None:
        longest = min(12, max(4, (width - 44) // 2))
        bar = round(longest * points / best) if best else 0
        text.append("▆" * bar, style=GOLD).append(" ")
    text.append("▣", style=DIM)
    return text.append("  ?" if points is None else f"{points:>3}", style=f"bold {GOLD}")
