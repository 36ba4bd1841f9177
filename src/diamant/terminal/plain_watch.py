"""A record in plain lines: told at once, or moment by moment where somebody presses Enter."""

import sys
from collections.abc import Sequence

from rich.console import Console

from diamant.locales.words import Words
from diamant.record import Record
from diamant.terminal.letters import latin_key
from diamant.terminal.moments import moments_of
from diamant.terminal.narration import tell
from diamant.terminal.plain import read_line, tell_moment
from diamant.terminal.speech import Speaker


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
