"""Commands of players during a game: nonces, choices, emotes and bets."""

import re
from dataclasses import field

from diamant.dealer import MOST_NONCE_BYTES, nonce_hash
from diamant.errors import did_you_mean
from diamant.table.commands.base import GuestCommand, guest_command
from diamant.table.draft import Draft
from diamant.table.events import BetMade, Emoted, NoncePromised, NonceShown
from diamant.table.play import take_choice
from diamant.table.presence import hand_back, resume_if_asking
from diamant.table.refusals import RefusalError
from diamant.table.shuffle import commitment_of
from diamant.table.values import MOST_EMOTES, TablePhase

EMOTES = ("bravo", "cheer", "gasp", "hurry", "laugh", "sad", "think", "wave")
EMOTE_MS = 10_000

_HASH = re.compile(r"[0-9a-f]{64}")
_NONCE = re.compile(rf"([0-9a-f]{{2}}){{0,{MOST_NONCE_BYTES}}}")


@guest_command("PromiseNonce")
class PromiseNonce(GuestCommand):
    """Publish the hash of a seat's nonce; an empty hash means no nonce."""

    seat: int
    hash: str

    def decide(self, draft: Draft) -> None:
        """Store the hash."""
        draft.check_phase(TablePhase.HASHES)
        seat = draft.own_seat(self.seat)
        if self.hash and not _HASH.fullmatch(self.hash):
            raise RefusalError("nonce-form", most=MOST_NONCE_BYTES)
        if seat.nonce_hash is not None:
            raise RefusalError("nonce-given", seat=draft.table.letter(self.seat))
        draft.add(NoncePromised(self.seat, self.hash))


@guest_command("ShowNonce")
class ShowNonce(GuestCommand):
    """Reveal the promised nonce, in hexadecimal."""

    seat: int
    nonce: str

    def decide(self, draft: Draft) -> None:
        """Store the nonce if it matches the promised hash."""
        draft.check_phase(TablePhase.NONCES)
        seat = draft.own_seat(self.seat)
        if not _NONCE.fullmatch(self.nonce):
            raise RefusalError("nonce-form", most=MOST_NONCE_BYTES)
        if seat.nonce is not None:
            raise RefusalError("nonce-given", seat=draft.table.letter(self.seat))
        shown = nonce_hash(commitment_of(draft.table), self.seat, bytes.fromhex(self.nonce))
        if shown != seat.nonce_hash:
            raise RefusalError("nonce-differs", seat=draft.table.letter(self.seat))
        draft.add(NonceShown(self.seat, self.nonce))


@guest_command("Choose")
class Choose(GuestCommand):
    """Choose to leave or stay in a given turn, or change an earlier choice."""

    seat: int
    turn: int
    leave: bool = field(repr=False)

    def decide(self, draft: Draft) -> None:
        """Store the choice, and end any stand-in for this seat."""
        draft.own_seat(self.seat)
        table = draft.table
        if table.phase is not TablePhase.CAVE or self.turn != table.turn:
            raise RefusalError("turn-over")
        if self.seat not in draft.game().expedition.in_cave:
            raise RefusalError("not-in-cave", seat=draft.table.letter(self.seat))
        resume_if_asking(draft)
        hand_back(draft, self.seat)
        take_choice(draft, self.seat, leave=self.leave, bot=False)


@guest_command("SendEmote")
class SendEmote(GuestCommand):
    """Send one of the `EMOTES`; a spectator sends it without a seat."""

    emote: str
    seat: int | None = None

    def decide(self, draft: Draft) -> None:
        """Send the emote unless the guest sent too many within `EMOTE_MS`."""
        if self.seat is not None:
            draft.own_seat(self.seat)
        if self.emote not in EMOTES:
            word = f"{self.emote!r}; {did_you_mean(self.emote, EMOTES).rstrip('?')}"
            raise RefusalError("no-such-word", what="reaction", word=word)
        before = draft.table.guest(self.by).emoted
        if len(before) >= MOST_EMOTES and draft.now - before[0] < EMOTE_MS:
            wait = EMOTE_MS - (draft.now - before[0])
            raise RefusalError("emote-too-soon", seconds=-(-wait // 1000))
        draft.add(Emoted(self.seat, self.emote))


@guest_command("Bet")
class Bet(GuestCommand):
    """Bet for fun, from the camp, on who leaves next."""

    seat: int
    on: int

    def decide(self, draft: Draft) -> None:
        """Store the bet, which lasts until a player leaves or the expedition ends."""
        draft.own_seat(self.seat)
        draft.check_phase(TablePhase.CAVE)
        inside = draft.game().expedition.in_cave
        if self.seat in inside:
            raise RefusalError("bet-inside")
        if self.on not in inside:
            raise RefusalError("bet-on-camp")
        draft.add(BetMade(self.seat, self.on))
