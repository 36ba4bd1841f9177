"""Keep notes on a table's shuffles as one device saw them.

A record alone can't show when its seed was chosen. A device that keeps the first commitment, the
hashes, the nonces and the cards it received can later check the record against them. What has been
noted never changes, even if the table sends something else later. docs/dealer.md specifies the
format; `web/js/fair/witness.js` takes the same notes in the browser.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from diamant.editions import edition, read_own_edition
from diamant.errors import DiamantError, FairnessError
from diamant.record import Record
from diamant.record.write import rounds
from diamant.rules.edition import Edition
from diamant.rules.seats import SEAT_LETTERS

FORMAT = "diamant witness 1"
MOST_SHUFFLES = 100
LEAST_CARDS = 5
"""The number of leading cards that must match to identify the game of a record."""

FINISHED, ABANDONED = "finished", "abandoned"


def deck_hash(rules: Edition) -> str:
    """Return the SHA-256 of an edition's id and all its decks, in hexadecimal."""
    decks = (" ".join(map(str, rules.deck(number))) for number in range(1, rules.rounds + 1))
    return hashlib.sha256("\n".join([rules.id, *decks]).encode()).hexdigest()


def file_name(table: str) -> str:
    """Return a safe file name for a table id, which comes from an untrusted server.

    >>> file_name("Jw3_-"), len(file_name("../x"))
    ('Jw3_-.json', 69)
    """
    plain = re.fullmatch(r"[A-Za-z0-9_-]{1,64}", table)
    return f"{table if plain else hashlib.sha256(table.encode()).hexdigest()}.json"


def cards_of(record: Record) -> tuple[str, ...]:
    """Return all cards of a record as words, in the order they were turned."""
    return tuple(str(turn.card) for turns in rounds(record.game) for turn in turns)


@dataclass(frozen=True, slots=True)
class Witness:
    """One shuffle as a device saw it.

    `early` is true if the commitment arrived before any nonce was revealed. `games` is the number
    of games that the table had started before. `hashes` are final once `sealed` is true. `drawn`
    contains the nonces that this device drew for its own seats.
    """

    shuffle: int
    commitment: str
    early: bool
    games: int = 0
    restarts: int = 0
    decks: str | None = None
    letters: tuple[str, ...] = ()
    hashes: tuple[str | None, ...] = ()
    nonces: tuple[str | None, ...] = ()
    sealed: bool = False
    drawn: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    cards: tuple[str, ...] = ()
    end: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the witness as JSON data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Any) -> "Witness":  # noqa: ANN401 - whatever a file contains
        """Create a witness from the result of `to_json`."""
        try:
            values = {name: _KINDS[name](data[name]) for name in _KINDS if name in data}
            return cls(**values)
        except (TypeError, ValueError, AttributeError):
            raise FairnessError("cannot read the device's notes") from None


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _maybe(value: object) -> str | None:
    return None if value is None else _text(value)


def _texts(value: Iterable[object]) -> tuple[str, ...]:
    return tuple(map(_text, value))


def _maybe_texts(value: Iterable[object]) -> tuple[str | None, ...]:
    return tuple(map(_maybe, value))


def _by_seat(value: Mapping[object, Iterable[object]]) -> dict[str, tuple[str, ...]]:
    return {_text(seat): _texts(nonces) for seat, nonces in value.items()}


_KINDS: Mapping[str, Any] = {
    "shuffle": int,
    "commitment": _text,
    "early": bool,
    "games": int,
    "restarts": int,
    "decks": _maybe,
    "letters": _texts,
    "hashes": _maybe_texts,
    "nonces": _maybe_texts,
    "sealed": bool,
    "drawn": _by_seat,
    "cards": _texts,
    "end": _maybe,
}
assert set(_KINDS) == {each.name for each in fields(Witness)}


class Notes:
    """All witnesses of one table, collected from its views and events."""

    def __init__(self, shuffles: Iterable[Witness] = ()) -> None:
        self.shuffles = {each.shuffle: each for each in shuffles}
        self.changed = False
        self._number = -1
        self._now: dict[str, Any] = {}

    @property
    def finished(self) -> int | None:
        """The number of the last shuffle whose game ended while this device was watching."""
        ended = [number for number, seen in self.shuffles.items() if seen.end == FINISHED]
        return max(ended, default=None)

    def see(self, view: Mapping[str, Any]) -> None:
        """Note the contents of a view, unless a newer event has already been noted."""
        fairness, number = view.get("fairness", {}), view.get("public_number", 0)
        # Servers of earlier releases don't number their shuffles.
        if "shuffle" not in fairness or number < self._number:
            return
        game, seats = view["game"], [seat for seat in view["seats"] if seat is not None]
        history = [] if game is None else game["history"]
        self._number = number
        self._now = {
            **fairness,
            "hashes": list(fairness["hashes"]),
            "nonces": list(fairness["nonces"]),
            "phase": view["phase"],
            "games": view["games"] - (game is not None),
            "settings": view["settings"],
            "letters": [seat["letter"] for seat in seats],
            "cards": [fact["card"] for fact in history if fact["event"] == "CardTurned"],
            "finished": game is not None and game["phase"] == "over",
        }
        self._note()

    def hear(self, event: Mapping[str, Any]) -> None:
        """Note the contents of an event, unless the last view already included it."""
        if not self._now or event["public_number"] <= self._number:
            return
        self._number = event["public_number"]
        change = _CHANGES.get(event["event"])
        if change is not None:
            change(self._now, event)
            self._note()

    def drew(self, seat: int, nonce: bytes) -> None:
        """Note a nonce that this device drew for its own seat in the current shuffle."""
        now = self.shuffles.get(self._now.get("shuffle", 0))
        if now is None:
            return
        nonces = dict.fromkeys((*now.drawn.get(str(seat), ()), nonce.hex()))
        drawn = {**now.drawn, str(seat): tuple(nonces)}
        self.shuffles[now.shuffle] = replace(now, drawn=drawn)
        self.changed = True

    def find(self, record: Record, shuffle: int | None = None) -> Witness | None:
        """Return the witness of a record's game; pass `shuffle` if its number is known.

        The shuffle number in a record may be wrong, so the cards can also identify the game.
        """
        tag = record.tag("Shuffle") or ""
        named = self.shuffles.get(shuffle or (int(tag) if tag.isdecimal() else 0))
        if named is not None and named.early:
            return named
        cards = cards_of(record)
        same = [
            seen
            for seen in self.shuffles.values()
            if len(seen.cards) >= LEAST_CARDS and seen.cards == cards[: len(seen.cards)]
        ]
        early = next((seen for seen in same if seen.early), None)
        return early or named or next(iter(same), None)

    def to_json(self) -> dict[str, Any]:
        """Return all witnesses as JSON data."""
        return {"format": FORMAT, "shuffles": [each.to_json() for each in self.shuffles.values()]}

    @classmethod
    def from_json(cls, data: Any) -> "Notes":  # noqa: ANN401 - whatever a file contains
        """Create notes from the result of `to_json`."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise FairnessError("cannot read the device's notes")
        return cls(map(Witness.from_json, data.get("shuffles", ())))

    def _note(self) -> None:
        now = self._now
        number = now["shuffle"]
        seen = self.shuffles.get(number) or Witness(
            number,
            now["commitment"],
            early=not any(now["nonces"]) and not now["cards"],
            games=now["games"],
            restarts=max(now["restarts"], self._restarts(number, now["games"])),
        )
        if now["phase"] not in ("lobby", "closed"):
            letters, cards = tuple(now["letters"]), tuple(now["cards"])
            seen = replace(
                seen,
                decks=seen.decks or _deck_hash(now["settings"]),
                letters=seen.letters or letters,
                hashes=seen.hashes if seen.sealed else _filled(seen.hashes, now["hashes"]),
                nonces=_filled(seen.nonces, now["nonces"]),
                sealed=seen.sealed or now["phase"] != "hashes",
                cards=cards if cards[: len(seen.cards)] == seen.cards else seen.cards,
            )
            if now["phase"] == "over" and seen.end is None:
                seen = replace(seen, end=FINISHED if now["finished"] else ABANDONED)
        self.changed = self.changed or self.shuffles.get(number) != seen
        self.shuffles[number] = seen
        for old in [old for old, one in self.shuffles.items() if not one.hashes and old < number]:
            del self.shuffles[old]  # No nonce was promised, so this shuffle proves nothing.
        for old in sorted(self.shuffles)[:-MOST_SHUFFLES]:
            del self.shuffles[old]

    def _restarts(self, number: int, games: int) -> int:
        """Return the number of earlier restarts that this device saw for itself."""
        before = [old for old in self.shuffles if old < number]
        last = self.shuffles[max(before)] if before else None
        if last is None or last.end == FINISHED or (last.cards and last.end is None):
            return 0
        given_up = games == last.games + bool(last.cards)
        return last.restarts + any(last.nonces) if given_up else 0


def _filled(known: tuple[str | None, ...], told: Iterable[str | None]) -> tuple[str | None, ...]:
    """Fill gaps in `known` from `told`; known entries never change."""
    new = tuple(told)
    if not known:
        return new
    return tuple(new[at] if one is None and at < len(new) else one for at, one in enumerate(known))


def _deck_hash(settings: Mapping[str, Any]) -> str | None:
    text = settings["edition_text"]
    try:
        return deck_hash(edition(settings["edition"]) if text is None else read_own_edition(text))
    except DiamantError:
        return None  # A newer server may offer editions that this program doesn't know.


def _started(now: dict[str, Any], event: Mapping[str, Any]) -> None:
    none = [None] * len(event["order"])
    letters = [SEAT_LETTERS[at] for at in event["order"]]
    now |= {"phase": "hashes", "letters": letters, "hashes": none, "nonces": list(none)}
    now |= {"cards": [], "finished": False}


def _promised(now: dict[str, Any], event: Mapping[str, Any]) -> None:
    now["hashes"][event["seat"]] = event["hash"]


def _awaited(now: dict[str, Any], event: Mapping[str, Any]) -> None:
    now["phase"] = "nonces"


def _shown(now: dict[str, Any], event: Mapping[str, Any]) -> None:
    now["nonces"][event["seat"]] = event["nonce"]


def _turned(now: dict[str, Any], event: Mapping[str, Any]) -> None:
    now["phase"] = "cave"
    now["cards"].append(event["card"])


def _finished(now: dict[str, Any], event: Mapping[str, Any]) -> None:
    now |= {"phase": "over", "finished": True}


def _abandoned(now: dict[str, Any], event: Mapping[str, Any]) -> None:
    if event["commitment"] is None:
        now["phase"] = "over"
    else:
        _to_lobby(now, event)


def _to_lobby(now: dict[str, Any], event: Mapping[str, Any]) -> None:
    restarts = 0 if now["finished"] else now["restarts"] + any(now["nonces"])
    now |= {"phase": "lobby", "commitment": event["commitment"], "restarts": restarts}
    now |= {"shuffle": now["shuffle"] + 1, "games": now["games"] + bool(now["cards"])}
    now |= {"hashes": [], "nonces": [], "cards": [], "finished": False}


def _set(now: dict[str, Any], event: Mapping[str, Any]) -> None:
    now["settings"] = event["settings"]


_CHANGES = {
    "SettingsChanged": _set,
    "GameStarted": _started,
    "NoncePromised": _promised,
    "NoncesAwaited": _awaited,
    "NonceShown": _shown,
    "CardTurned": _turned,
    "GameFinished": _finished,
    "GameAbandoned": _abandoned,
    "ShuffleAbandoned": _to_lobby,
    "RematchBegan": _to_lobby,
}
