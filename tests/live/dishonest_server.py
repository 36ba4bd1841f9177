"""A server that cheats as the first player's name says; run this module's `main`.

Each lie is consistent in itself. Only a device with earlier data can detect it.
"""

import hashlib

from diamant.cli import main as run
from diamant.dealer import Dealer
from diamant.record import Record, read_record, write_record
from diamant.server.tables import finished_games
from diamant.table import Table, records, shuffle

# What the operator changes, and the check that must fail at every client.
CHEATS = {
    "Seed": "commitment",  # Chosen when all nonces are known; the commitment is changed with it.
    "Commitment": "commitment",
    "Nonce": "nonce",
    "Order": "order",
    "Edition": "edition",
}
HONEST = "Honest"


def cheat_at(table: Table) -> str:
    return table.taken_seats()[0][1].name if table.taken_seats() else HONEST


def main() -> int:
    derive, dealer_of, record_of = shuffle._derive, shuffle.dealer_of, finished_games.record_of

    def ground(table: Table, label: str, *counters: int) -> bytes:
        rightly = derive(table, label, *counters)
        begun = label == "seed" and table.game is not None and cheat_at(table) == "Seed"
        return hashlib.sha256(rightly).digest() if begun else rightly

    def bent(table: Table) -> Dealer:
        dealer, cheat = dealer_of(table), cheat_at(table)
        if cheat == "Nonce":
            return Dealer(dealer.seed, [*dealer.nonces[:-1], b"ground"])
        return Dealer(dealer.seed, dealer.nonces[::-1] if cheat == "Order" else dealer.nonces)

    def lie(table: Table) -> Record:
        record, cheat = record_of(table), cheat_at(table)
        if cheat == "Commitment":
            return Record(record.players, record.game, {**record.tags, "Commitment": ("ab" * 32,)})
        if cheat == "Edition":
            return read_record(write_record(record).replace("own-small", "own-other"))
        return record

    shuffle._derive, finished_games.record_of = ground, lie
    shuffle.dealer_of = records.dealer_of = bent
    return run(["serve"])
