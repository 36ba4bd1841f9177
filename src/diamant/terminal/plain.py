"""A game in plain lines: whole sentences, and answers that are typed."""

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from rich.console import Console

from diamant.bots.likely import coach
from diamant.bots.time_limit import DecisionTimeout
from diamant.errors import DiamantError
from diamant.locales.words import Words
from diamant.odds import bust_chance
from diamant.record import Record, write_record
from diamant.rules.game import Game, Phase
from diamant.terminal import opponents
from diamant.terminal.drawing.advice import worths
from diamant.terminal.mode import latin_key
from diamant.terminal.narration import Speaker, tell
from diamant.terminal.scene import Moment, began, moments_of
from diamant.terminal.solo import YOU, SoloGame
from diamant.view import View

if TYPE_CHECKING:
    from rich.text import Text


def play(out: Console, solo: SoloGame, words: Words, file: Path | None) -> int:
    """Play a game until it is over, or until the person has enough."""
    speaker = Speaker(words, solo.game.edition, solo.names)
    _introduce(out, solo, speaker)
    try:
        with DecisionTimeout(opponents.TIME_LIMIT) as timeout:
            while not solo.is_over:
                _turn(out, solo, speaker, timeout)
    except EOFError:
        out.print()
        tell(out, words.t("Your game is kept; 'diamant play --continue' goes on with it."))
        return 0
    _close(out, solo, speaker, file)
    return 0


def tell_moment(out: Console, speaker: Speaker, moment: Moment, seat: int | None) -> None:
    """Say what happened, as far as a seat may know it."""
    events = moment.told_to(seat)
    if moment.card is not None:
        if moment.number == 1:
            out.print()
            tell(out, speaker.heading(began(moment.before)))
        tell(out, speaker.turned(moment.number, moment.card, moment.game, events))
    for line in speaker.followed(events):
        if line:
            tell(out, line)
    if moment.ends_expedition and not moment.game.closed:
        tell(out, speaker.standings(moment.game))


Reply = bool | Literal["odds", "where", "quit", "nonsense"]
"""What somebody typed: whether they leave, or what else they want."""


def question(seen: View, words: Words) -> str:
    """Return what is asked of one who has to choose."""
    return words.t(
        "You carry {carried}; on the path: {path}. Enter goes on, {key} leaves, o tells the odds:",
        carried=seen.carried,
        path=seen.path,
        key=words.t("Leave")[0].lower(),
    )


def understand(typed: str, words: Words) -> Reply:
    """Return what was meant, in English or in the language that is spoken."""
    go_on, leave = words.t("Go on").lower(), words.t("Leave").lower()
    if typed in ("", "g", "go", "go on", go_on, go_on[0]):
        return False
    if typed in ("l", "leave", leave, leave[0]):
        return True
    if latin_key(typed) in ("q", "quit"):
        return "quit"
    if latin_key(typed) in ("o", "odds"):
        return "odds"
    return "where" if typed == "?" else "nonsense"


def how_to_answer(words: Words) -> str:
    """Say what can be typed."""
    return words.t(
        "Press Enter to go on, or type {key} to leave, o for the odds, ? for the cave in words, or"
        " q to quit.",
        key=words.t("Leave")[0].lower(),
    )


def ask(out: Console, speaker: Speaker, game: Game, seat: int) -> bool:
    """Ask until the answer is understood; whoever has enough raises `EOFError`."""
    seen, words = View.of(game, seat), speaker.words
    while True:
        answer = understand(read_line(out, question(seen, words)), words)
        if isinstance(answer, bool):
            return answer
        if answer == "quit":
            raise EOFError
        told: Iterable[Text | str] = [how_to_answer(words)]
        if answer == "odds":
            told = advice(game, seat, words)
        elif answer == "where":
            told = speaker.where(seen)
        for line in told:
            tell(out, line)


def read_line(out: Console, question: str) -> str:
    """Ask a question and return what was typed, in small letters."""
    out.print(f"{question} ", end="", markup=False)
    sys.stdout.flush()
    try:
        return input().strip().lower()
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}"


def advice(game: Game, seat: int, words: Words) -> list[str]:
    """Say the odds and what the coach thinks, as far as the seat can know it."""
    chance = bust_chance(View.of(game, seat))
    told = coach(game, seat)
    odds = words.t(
        "The next card ends the expedition with {chance} ({exact}).",
        chance=words.percent(float(chance)),
        exact=str(chance),
    )
    said = f"{told.sentence(words)} {told.others_say(words)}".rstrip()
    by_the_end = words.t("By the end of this expedition:")
    return [odds, said, by_the_end, *(line for _, line in worths(told, words))]


def _introduce(out: Console, solo: SoloGame, speaker: Speaker) -> None:
    """Say what is played, and with whom."""
    edition, words = solo.game.edition, speaker.words
    tell(out, f"{words.plain(edition.name)}. {words.plain(edition.summary)}")
    for one in solo.company:
        name, bot, about = one.name, str(one.bot), one.about(words)
        if about:
            tell(out, words.t("{name} is {bot}: {about}", name=name, bot=bot, about=about))
        else:
            tell(out, words.t("{name} is {bot}", name=name, bot=bot) + ".")
    tell(out, words.t("The deck is settled; its commitment is {hash}", hash=solo.commitment))


def _turn(out: Console, solo: SoloGame, speaker: Speaker, timeout: DecisionTimeout) -> None:
    tell_moment(out, speaker, solo.turn(), YOU)
    if solo.game.phase is not Phase.DECIDE:
        return  # It was a bust.
    leavers: list[int] = []
    if solo.asks_you:
        leave = solo.kept_choice()
        if leave is None:
            leave = ask(out, speaker, solo.game, YOU)
            solo.keep_choice(leave=leave)
        leavers = [YOU] * leave
    leavers += solo.opponents.leavers(solo.game, timeout)
    tell_moment(out, speaker, solo.reveal(leavers), YOU)


def _close(out: Console, solo: SoloGame, speaker: Speaker, file: Path | None) -> None:
    """Name the winners, and save the record."""
    words = speaker.words
    out.print()
    if solo.game.closed:
        tell(out, words.t("The chests are opened:"))
        tell(out, speaker.standings(solo.game))
    tell(out, speaker.ending(solo.game))
    try:
        kept = solo.finish(file)
    except DiamantError as error:
        # The game must not be lost with the file: show it instead.
        out.print(write_record(solo.record), markup=False, soft_wrap=True)
        raise DiamantError("{error}; the record is above", error) from None
    tell(out, kept_in(kept, solo, words))


def kept_in(file: Path, solo: SoloGame, words: Words) -> str:
    """Say where a record is, and what can be done with it."""
    home = Path.home()
    # As a shell takes it; the folder's whole name is longer than most terminals are wide.
    short = file.is_relative_to(home) and os.sep == "/"
    name = f"~/{file.relative_to(home)}" if short else str(file)
    if solo.is_provable:
        return words.t(
            "The record is in {file}; 'diamant verify {file}' checks the deal.", file=name
        )
    if file.parent == solo.folder:
        return words.t("The record is in {file}; 'diamant games' lists it.", file=name)
    return words.t("The record is in {file}.", file=name)


def watch(out: Console, records: Sequence[Record], words: Words) -> int:
    """Tell every game; whoever sits at a terminal says when the next card comes."""
    stepping = sys.stdin is not None and sys.stdin.isatty() and out.is_terminal
    try:
        for number, record in enumerate(records, start=1):
            if len(records) > 1:
                tell(out, words.t("Game {n} of {all}", n=number, all=len(records)))
            _tell(out, record, words, stepping=stepping)
    except EOFError:
        out.print()
    return 0


def _tell(out: Console, record: Record, words: Words, *, stepping: bool) -> None:
    game = record.game
    speaker = Speaker(words._replace(names=dict(game.edition.names)), game.edition, record.players)
    tell(out, speaker.words.plain(game.edition.name))
    tell(out, speaker.styled("Players: {names}", names=speaker.players(range(game.players))))
    for moment in moments_of(game):
        tell_moment(out, speaker, moment, None)
        if stepping and moment.card is None:
            typed = read_line(out, words.t("Enter goes on, q ends:"))
            if latin_key(typed) in ("q", "quit"):
                raise EOFError
    out.print()
    if game.is_over:
        tell(out, speaker.standings(game))
        tell(out, speaker.ending(game))
    else:
        tell(out, words.t("The game still goes on: the next card has to be turned."))
