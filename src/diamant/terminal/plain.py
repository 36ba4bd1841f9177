"""Play a game in plain lines: whole sentences, and typed answers."""

import asyncio
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Literal

from rich.console import Console
from rich.text import Text

from diamant.bots.likely import coach as coach_of
from diamant.locales.words import Words
from diamant.record import Record
from diamant.rules.game import Game, Phase
from diamant.terminal.drawing.advice import odds_sentence, worths
from diamant.terminal.mode import latin_key
from diamant.terminal.narration import Speaker, tell
from diamant.terminal.scene import Moment, moments_of
from diamant.terminal.solo import YOU, SoloGame
from diamant.view import View


def play(out: Console, solo: SoloGame, words: Words, file: Path | None) -> int:
    """Play a game until it is over or the player quits."""
    speaker = Speaker(words, solo.game.edition, solo.names, YOU)
    _introduce(out, solo, speaker)
    try:
        while not solo.game.is_over:
            _turn(out, solo, speaker)
    except EOFError:
        out.print()
        tell(out, words.t("Your game is saved. To resume, run 'diamant play --continue'."))
        return 0
    out.print()
    if solo.game.closed:
        tell(out, words.t("Opening the chests:"))
        tell(out, speaker.standings(solo.game))
    tell(out, speaker.ending(solo.game))
    # If the file can't be written, show the record, so the game isn't lost.
    show = partial(out.print, markup=False, soft_wrap=True)
    tell(out, solo.finish(file, words, rescue=show))
    return 0


def tell_moment(out: Console, speaker: Speaker, moment: Moment, seat: int | None) -> None:
    """Print what happened, as far as a seat may know it."""
    if moment.card is not None and moment.number == 1:
        out.print()
    for line in speaker.lines(moment, moment.told_to(seat)):
        tell(out, line)
    if moment.ends_expedition and not moment.game.closed:
        tell(out, speaker.standings(moment.game))


Reply = bool | Literal["odds", "where", "quit", "nonsense"]
"""The meaning of a typed answer: whether to leave, or another request."""


def question(seen: View, words: Words) -> str:
    """Return the question for a player who has to choose."""
    return words.t(
        "Carrying {carried}, {path} on the path. Enter = go on, “{key}” = leave, “o” = odds:",
        carried=words.tn("{n} gem", "{n} gems", seen.carried),
        path=seen.path,
        key=words.t("Leave")[0].lower(),
    )


def understand(typed: str, words: Words) -> Reply:
    """Parse an answer typed in English or in the current language."""
    go_on, leave = words.t("Go on").lower(), words.t("Leave").lower()
    if typed in ("", "g", "go", "go on", go_on, go_on[0]):
        return False
    if typed in ("l", "leave", leave, leave[0]):
        return True
    others: dict[str, Reply] = {"q": "quit", "quit": "quit", "o": "odds", "odds": "odds"}
    return "where" if typed == "?" else others.get(latin_key(typed), "nonsense")


def reply_lines(
    reply: Reply, speaker: Speaker, game: Game, seat: int, *, odds: bool = True, coach: bool = True
) -> list[Text | str]:
    """Return the reply to a request, leaving out advice that the table doesn't allow."""
    words = speaker.words
    if reply == "where":
        return [*speaker.where(View.of(game, seat))]
    if reply == "odds":
        hidden = words.t("Odds are hidden at this table.")
        likely = odds_sentence(View.of(game, seat), words) if odds else hidden
        if not coach:
            return [likely]
        told = coach_of(game, seat)
        said = f"{told.sentence(words)} {told.others_say(words)}".rstrip()
        by_the_end = words.t("By the end of this expedition:")
        return [likely, said, by_the_end, *(line for _, line in worths(told, words))]
    how_to_answer = words.t(
        (
            "Press Enter to go on, or type “{key}” to leave, “o” for the odds, “?” for a "
            "description of the cave, or “q” to quit."
        ),
        key=words.t("Leave")[0].lower(),
    )
    return [how_to_answer]


def ask(out: Console, speaker: Speaker, game: Game, seat: int) -> bool:
    """Ask until the answer is understood; raise `EOFError` if the player quits."""
    seen, words = View.of(game, seat), speaker.words
    while True:
        reply = understand(read_line(out, question(seen, words)), words)
        if isinstance(reply, bool):
            return reply
        if reply == "quit":
            raise EOFError
        for line in reply_lines(reply, speaker, game, seat):
            tell(out, line)


def read_line(out: Console, question: str) -> str:
    """Ask a question, and return the typed answer in lowercase."""
    out.print(f"{question} ", end="", markup=False)
    sys.stdout.flush()
    try:
        return input().strip().lower()
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}"


def _introduce(out: Console, solo: SoloGame, speaker: Speaker) -> None:
    """Print the edition and the opponents."""
    edition, words = solo.game.edition, speaker.words
    tell(out, f"{words.plain(edition.name)}. {words.plain(edition.summary)}")
    for one in solo.company:
        name, bot, about = one.name, str(one.bot), one.about(words)
        said = words.t("{name} ({bot}): {about}", name=name, bot=bot, about=about)
        tell(out, said if about else words.t("{name} ({bot})", name=name, bot=bot) + ".")
    tell(out, words.t("The deck is set; its commitment is {hash}", hash=solo.commitment))


def _turn(out: Console, solo: SoloGame, speaker: Speaker) -> None:
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
    leavers += asyncio.run(solo.opponents.leavers(solo.game))
    tell_moment(out, speaker, solo.reveal(leavers), YOU)


def watch(out: Console, records: Sequence[Record], words: Words) -> int:
    """Narrate every game; in a terminal, the user decides when to show the next card."""
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
    speaker = Speaker(words, game.edition, record.players)
    tell(out, speaker.words.plain(game.edition.name))
    tell(out, speaker.styled("Players: {names}", names=speaker.players(range(game.players))))
    for moment in moments_of(game):
        tell_moment(out, speaker, moment, None)
        if stepping and moment.card is None:
            typed = read_line(out, words.t("Enter = continue, “q” = quit:"))
            if understand(typed, words) == "quit":
                raise EOFError
    out.print()
    if game.is_over:
        tell(out, speaker.standings(game))
        tell(out, speaker.ending(game))
    else:
        tell(out, words.t("The game is still in progress: the next card hasn't been turned yet."))
