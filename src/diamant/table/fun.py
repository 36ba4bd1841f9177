"""What costs and pays nothing: emotes, and bets from the camp."""

from diamant.errors import did_you_mean
from diamant.table.commands import Bet, SendEmote
from diamant.table.draft import Draft
from diamant.table.events import BetMade, Emoted
from diamant.table.refusals import RefusalError
from diamant.table.values import MOST_EMOTES, TablePhase

EMOTES = ("bravo", "cheer", "gasp", "hurry", "laugh", "sad", "think", "wave")
EMOTE_MS = 10_000


def send_emote(draft: Draft, command: SendEmote) -> None:
    """Show what a player feels, a few times within `EMOTE_MS`."""
    draft.own_seat(command.seat)
    if command.emote not in EMOTES:
        word = f"{command.emote!r}; {did_you_mean(command.emote, EMOTES).rstrip('?')}"
        raise RefusalError("no-such-word", what="emote", word=word)
    before = draft.table.guest(draft.speaker()).emoted
    if len(before) >= MOST_EMOTES and draft.now - before[0] < EMOTE_MS:
        wait = EMOTE_MS - (draft.now - before[0])
        raise RefusalError("emote-too-soon", seconds=-(-wait // 1000))
    draft.add(Emoted(command.seat, command.emote))


def bet(draft: Draft, command: Bet) -> None:
    """Bet on who leaves next; it stands until somebody leaves or the expedition ends."""
    draft.own_seat(command.seat)
    draft.check_phase(TablePhase.CAVE)
    assert draft.table.game is not None, "a cave belongs to a game"
    inside = draft.table.game.expedition.in_cave
    if command.seat in inside:
        raise RefusalError("bet-inside")
    if command.on not in inside:
        raise RefusalError("bet-on-camp")
    draft.add(BetMade(command.seat, command.on))
