"""Play a table through every event once, and write its log and records.

When there is a new event, add it here, then run `python -m tests.table.golden_life NAME`. This
writes golden/log-v1-NAME.jsonl and its records. Without a name, it writes golden/log-v1.jsonl, for
a new version of the log. The files are committed and never change: every later release must still
open them.
"""

import sys
from pathlib import Path

from diamant.record import write_records
from diamant.table import Settings, TablePhase, records_of, write_entry
from diamant.table import commands as c
from diamant.table.log import VERSION
from diamant.table.shuffle import commitment_of
from tests.table.tabletop import Tabletop

NOON = 1_794_744_000_000  # 2026-11-15, 12:00 UTC
SETTINGS = Settings(edition="iello-2016", closed=True, clock="brisk", bots="hard")


def live():
    """Play the whole life, and return the table with its log."""
    top = Tabletop(SETTINGS, now=NOON, secret=bytes(range(32)))
    lobby(top)
    shuffles(top)
    first_game(top)
    second_game(top)
    third_game(top)
    return top


def lobby(top):
    top.connect("g1", "broken", sender="page")
    top.connect("g1", "x", sender="page")
    top.do(c.TakeSeat, name="Ana")
    for name in ("Ben", "Cem", "Dora"):
        top.do(c.TakeSeat, top.join(origin=f"device-{name}"), name=name)
    watcher = top.join()
    top.join()
    top.do(c.BeScreen, watcher, screen=True)
    top.do(c.Rename, "g2", seat=1, name="Benjamin")
    top.do(c.Dress, "g2", seat=1, color=6, shape=5)
    top.refused(c.Dress, "g3", seat=2, color=6, shape=2)
    top.do(c.SendEmote, "g3", seat=2, emote="wave")
    top.do(c.FillWithBots, players=7)
    top.do(c.RemoveBot, seat=6)
    top.do(c.Kick, guest="g4", block=True)
    top.do(c.Unblock)
    top.do(c.SetVisibility, visibility="public")
    top.do(c.HandOver, guest="g2")
    top.do(c.HandOver, "g2", guest="g1")
    top.do(c.HandOver, guest="g1")


def shuffles(top):
    top.do(c.Start)
    for at, guest in enumerate(("g1", "g2", "g3")):
        promised = "0" * 64 if guest == "g3" else ""
        top.do(c.PromiseNonce, guest, seat=at, hash=promised)
    assert top.table.phase is TablePhase.NONCES
    top.tick_next()
    assert top.table.phase is TablePhase.LOBBY
    top.do(c.Start)
    top.do(c.EndGame)


def choose_until_break(top):
    while top.table.phase is TablePhase.CAVE:
        inside = [at for at in top.inside() if not top.table.seat(at).bot_plays]
        turn = top.table.turn
        bet(top)
        for place, at in enumerate(inside):
            if top.table.turn == turn:
                top.choose(at, leave=place == 0 and len(top.table.game.expedition.path) > 2)
        while top.table.turn == turn and top.table.phase is TablePhase.CAVE:
            top.tick_next()


def choose_until_over(top):
    while top.table.phase is not TablePhase.OVER:
        if top.table.phase is TablePhase.BREAK:
            top.tick_next()
        choose_until_break(top)


def bet(top):
    for camp, seat in top.table.taken_seats():
        if camp not in top.inside() and seat.guest is not None and seat.bet is None:
            top.do(c.Bet, seat.guest, seat=camp, on=top.inside()[0])


def first_game(top):
    top.start()
    top.tick(15_500)
    assert top.table.asking
    top.now += 60_000
    top.do(c.Resume, "g3")
    top.choose(0, leave=True)
    top.choose(0, leave=False)
    top.do(c.OfferSeat, "g2", seat=1, code="hash-of-a-code")
    top.send(c.Join(token="token-phone", code="hash-of-a-code"))
    top.connect("g7")
    assert top.table.seat(1).guest == "g7"
    top.do(c.Pause)
    top.now += 60_000
    top.do(c.Resume)
    top.tick(-3_600_000)
    for _ in range(2):
        top.tick(15_500)  # No one chooses in time.
    top.connect("g1", "again")
    choose_until_break(top)
    top.do(c.TakeSeat, "g6", name="Eva", seat=3)
    choose_until_over(top)


def second_game(top):
    """Play with the clock off, and without spectators once the game has begun."""
    top.do(c.Rematch)
    settings = Settings(edition="iello-2023", clock="off", spectators=False, show_chosen=False)
    top.do(c.ChangeSettings, settings=settings)
    top.join()
    top.start()
    top.disconnect("g7")
    top.tick(60_000)
    assert top.table.seat(1).stand_in == "away"
    top.connect("g7")
    top.do(c.LetBotPlay, seat=1)
    top.do(c.TakeBack, "g7", seat=1)
    top.do(c.LeaveSeat, "g3", seat=2)
    choose_until_over(top)


def third_game(top):
    """Abandon a game, and close the table."""
    top.do(c.Rematch)
    top.do(c.ChangeSettings, settings=Settings(edition="schmidt-2005"))
    late = top.join()
    top.start()
    top.do(c.TakeSeat, late, name="Late", seat=4)
    top.do(c.LeaveTable, late)
    top.do(c.EndGame)
    assert len(commitment_of(top.table)) == 64
    top.disconnect("g1", "x")
    top.disconnect("g1", "again")
    top.tick(60_000)
    lent = top.table.host
    top.refused(c.CloseTable, lent)
    top.do(c.OfferSeat, lent, seat=0, code="hash-of-another")
    top.do(c.ClaimSeat, top.join(), code="hash-of-another")
    top.connect("g1")
    assert (top.table.host, top.table.seat(0).guest) == ("g1", "g1")
    top.do(c.CloseTable)
    top.refused(c.Rematch)


if __name__ == "__main__":
    log = live().log
    path = (
        Path(__file__).parent / "golden" / ("-".join([f"log-v{VERSION}", *sys.argv[1:]]) + ".jsonl")
    )
    with path.open("x", encoding="utf-8") as file:
        file.writelines(write_entry(entry) + "\n" for entry in log)
    with path.with_suffix(".dia").open("x", encoding="utf-8") as file:
        file.write(write_records(records_of(log)))
