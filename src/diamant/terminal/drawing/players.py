"""Everybody's seat: name, what they did, and what lies in their chest."""

from collections.abc import Mapping

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from diamant.rules.seats import SEAT_LETTERS
from diamant.terminal.drawing.canvas import RGB
from diamant.terminal.drawing.cave import COLORS, DIM, GOLD, RELIC, SEAT_COLORS
from diamant.terminal.drawing.cave import DANGER as RED
from diamant.terminal.narration import Narrator
from diamant.terminal.scene import Deed, Mark, Scene

GREEN: RGB = (130, 214, 130)
NARROW = 46
SIGNS = {
    Deed.GOES_ON: "→",
    Deed.LEAVES: "←",
    Deed.LOSES: "✗",
    Deed.CHOOSING: "…",
    Deed.HAS_CHOSEN: "✓",
}


def hexadecimal(rgb: RGB) -> str:
    """Write a color as style sheets do."""
    return "#{:02x}{:02x}{:02x}".format(*rgb)


class ScreenNarrator(Narrator):
    """A narrator in the colors of the cave."""

    colors = tuple(map(hexadecimal, SEAT_COLORS))
    styles: Mapping[str, str] = {sign: f"bold {hexadecimal(rgb)}" for sign, rgb in COLORS.items()}


def color(rgb: RGB, *, bold: bool = False) -> Style:
    """Return a style of one color."""
    return Style(color=hexadecimal(rgb), bold=bold)


def badge(seat: int) -> Text:
    """Return a seat's letter on its color."""
    style = Style(color="#100e0c", bgcolor=hexadecimal(SEAT_COLORS[seat]), bold=True)
    return Text.assemble((f" {SEAT_LETTERS[seat]} ", style))


def player_lines(
    scene: Scene,
    narrator: Narrator,
    width: int,
    *,
    you: int | None = None,
    notes: Mapping[int, str] | None = None,
) -> list[Text]:
    """Return a line for every player; `notes` say more about some of them."""
    best = max((points for points in scene.chests if points is not None), default=0)
    room = min(max(map(cell_len, narrator.names)), 10 if width < 60 else 18)
    lines = []
    for seat, name in enumerate(narrator.names):
        line = badge(seat).append(" ")
        style = color(SEAT_COLORS[seat], bold=seat == you)
        shown = name if cell_len(name) <= room else set_cell_size(name, room - 1) + "…"
        line.append(set_cell_size(shown, room), style=style).append("  ")
        chest = _chest(scene, seat, best, width)
        does = _does(scene, seat, narrator, width)
        note = (notes or {}).get(seat)
        if note and width >= NARROW:
            does.append(f"  {note}", style=color(DIM))
        space = width - line.cell_len - chest.cell_len
        does.truncate(max(0, space - 1), overflow="ellipsis", pad=True)
        lines.append(Text.assemble(line, does, Text(" " * (space > 0)), chest))
    return lines


def _does(scene: Scene, seat: int, narrator: Narrator, width: int) -> Text:
    """Tell what a player did last, else where they are."""
    t, narrow = narrator.words.t, width < NARROW
    mark = scene.marks.get(seat)
    text = Text()
    if mark is not None:
        text.append_text(told_mark(mark, narrator, narrow=narrow))
    elif seat in scene.inside:
        text.append("◇ " if narrow else t("in the cave"), style=color(GOLD))
    elif scene.is_over:
        return text
    else:
        text.append("⌂ " if narrow else t("in the camp"), style=color(DIM))
    if seat in scene.inside and scene.carried:
        text.append(f"  {scene.carried}◆", style=color(GOLD, bold=True))
    return text


def told_mark(mark: Mark, narrator: Narrator, *, narrow: bool = False) -> Text:
    """Tell a deed, in words or, where room is short, by its sign."""
    t, sign = narrator.words.t, SIGNS[mark.deed]
    if mark.deed is Deed.GOES_ON:
        return Text(sign if narrow else f"{sign} {t('goes on')}", style=color(GREEN, bold=True))
    if mark.deed is Deed.LEAVES:
        if narrow:
            said = sign if mark.gems is None else f"{sign}+{mark.gems}"
        else:
            told = t("leaves") if mark.gems is None else t("leaves: +{gems}", gems=mark.gems)
            said = f"{sign} {told}"
        return Text(said, style=color(RELIC, bold=True))
    if mark.deed is Deed.LOSES:
        said = f"{sign} -{mark.gems}" if narrow else f"{sign} {t('lost')} {mark.gems}"
        return Text(said, style=color(RED, bold=True))
    word = t("has chosen") if mark.deed is Deed.HAS_CHOSEN else t("is choosing")
    return Text(sign if narrow else f"{sign} {word}", style=color(DIM))


def _chest(scene: Scene, seat: int, best: int, width: int) -> Text:
    """Show what lies in a chest: a bar, the points, and relics beside it."""
    points, relics = scene.chests[seat], scene.relics_taken[seat]
    text = Text()
    if relics:
        worths = " ".join(f"●{worth}" for worth in relics)
        text.append(f"{worths} " if width >= NARROW else f"●{len(relics)} ", style=color(RELIC))
    if width >= NARROW and points is not None:
        longest = min(12, max(4, (width - 44) // 2))
        bar = round(longest * points / best) if best else 0
        text.append("▆" * bar, style=color(GOLD)).append(" ")
    text.append("▣", style=color(DIM))
    return text.append("  ?" if points is None else f"{points:>3}", style=color(GOLD, bold=True))
