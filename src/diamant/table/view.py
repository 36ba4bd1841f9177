"""What a viewer may know about a table; the server sends nothing else.

`diamant.view` removes the secrets of the game itself. This module removes the secrets of the table:
pending choices, tokens, codes, and the seed before the end.
"""

from dataclasses import dataclass, fields
from typing import Any

from diamant.dealer import VERSION as DEALER_VERSION
from diamant.editions.own import describe
from diamant.odds import bust_chance
from diamant.rules.events import GameEvent
from diamant.rules.game import Phase
from diamant.table.events import CardTurned, ChoiceMade, ChoicesRevealed, Entry, is_public
from diamant.table.settings import Settings
from diamant.table.shuffle import commitment_of, seed_of
from diamant.table.values import Guest, Seat, Table, TablePhase
from diamant.view import View, event_to_json, events_for


@dataclass(frozen=True, slots=True)
class Viewer:
    """A viewer of a table: a guest with their seats, or an outsider without seats."""

    guest: str | None = None
    seats: tuple[int, ...] = ()


SPECTATOR = Viewer()


def viewer_of(table: Table, guest: str | None) -> Viewer:
    """Return the viewer for a guest; spectators and shared screens have no seats."""
    return SPECTATOR if guest is None else Viewer(guest, table.seats_of(guest))


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """All that one viewer may know about a table, as plain data.

    `public_number` is the number of the last public event. `hands` contains what only the viewer
    knows about each of their seats. `game` is their seat's view if they have exactly one seat and
    it isn't veiled, otherwise a spectator's view. `own_edition` describes the table's custom
    edition, if it has one. `blocked` lists the names of blocked guests, with None for a spectator;
    how the server recognizes their devices stays secret.
    """

    table: str
    public_number: int
    phase: str
    paused: bool
    asking: bool
    settings: dict[str, Any]
    own_edition: dict[str, Any] | None
    host: str | None
    keeper: str | None
    you: str | None
    blocked: tuple[str | None, ...]
    guests: tuple[dict[str, Any], ...]
    seats: tuple[dict[str, Any] | None, ...]
    hands: tuple[dict[str, Any], ...]
    games: int
    turn: int
    deadline: int | None
    fairness: dict[str, Any]
    odds: str | None
    game: View | None

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON data."""
        data: dict[str, Any] = {field.name: getattr(self, field.name) for field in fields(self)}
        return data | {"game": None if self.game is None else self.game.to_json()}


def view_for(table: Table, viewer: Viewer = SPECTATOR) -> TableView:
    """Return what a viewer may know about a table."""
    game, own = table.game, viewer.seats
    view = None
    if game is not None:
        alone = len(own) == 1 and not table.seat(own[0]).veiled
        view = View.of(game, own[0] if alone else None)
    odds = None
    if view is not None and table.settings.odds and table.phase is TablePhase.CAVE:
        odds = str(bust_chance(view))
    return TableView(
        table=table.id,
        public_number=table.public_number,
        phase=table.phase.value,
        paused=table.paused_at is not None,
        asking=table.asking,
        settings=table.settings.to_json(),
        own_edition=_own_edition(table),
        host=table.host,
        keeper=table.keeper,
        you=viewer.guest,
        blocked=tuple(blocked.name for blocked in table.blocked),
        guests=tuple(_guest(guest) for guest in table.guests),
        seats=tuple(
            None if seat is None else _seat(table, seat, viewer, at)
            for at, seat in enumerate(table.seats)
        ),
        hands=tuple(_hand(table, at, alone=len(own) == 1) for at in own),
        games=table.games,
        turn=table.turn,
        deadline=table.deadline,
        fairness=_fairness(table),
        odds=odds,
        game=view,
    )


def _own_edition(table: Table) -> dict[str, Any] | None:
    if table.settings.edition_text is None:
        return None
    return describe(table.settings.played_edition())


def event_for(entry: Entry, viewer: Viewer = SPECTATOR) -> dict[str, Any] | None:
    """Return an entry's event as a viewer may see it, or None if it is secret.

    `public_number` only counts public entries, since a gap would reveal a secret event. An event
    for one viewer has the number of the last public event, so it may be sent more than once.
    """
    event = entry.event
    mine = isinstance(event, ChoiceMade) and event.seat in viewer.seats
    if event.told is None or not (mine or is_public(event)):
        return None
    data: dict[str, Any] = {
        "event": event.wire_name,
        "public_number": entry.public_number,
        "at": entry.at,
    }
    for name in event.told:
        data[name] = _plain(getattr(event, name))
    if isinstance(event, ChoiceMade) and mine and len(viewer.seats) == 1:
        data["leave"] = event.leave
    if isinstance(event, CardTurned | ChoicesRevealed):
        facts = _facts_for(event.facts, viewer) if event.hidden else event.facts
        data["facts"] = [event_to_json(fact) for fact in facts]
    return data


def _facts_for(facts: tuple[GameEvent, ...], viewer: Viewer) -> tuple[GameEvent, ...]:
    """Return the facts that at least one of the viewer's seats may know."""
    seats: tuple[int | None, ...] = viewer.seats or (None,)
    return tuple(fact for fact in facts if any(events_for((fact,), seat) for seat in seats))


def _guest(guest: Guest) -> dict[str, Any]:
    return {
        "guest": guest.id,
        "present": guest.present,
        "away_since": guest.away_since,
        "screen": guest.screen,
    }


def _seat(table: Table, seat: Seat, viewer: Viewer, at: int) -> dict[str, Any]:
    knows = table.settings.show_chosen or at in viewer.seats
    promise = seat.promise
    return {
        "seat": at,
        "letter": seat.letter,
        "name": seat.name,
        "color": seat.color,
        "shape": seat.shape,
        "guest": seat.guest,
        "bot": (seat.level or table.settings.bots) if seat.bot_plays else None,
        "stand_in": seat.stand_in,
        "promised": None if promise is None else {"guest": promise.guest, "name": promise.name},
        "chosen": seat.choice is not None if knows else None,
        "bet": seat.bet,
        "bets_won": seat.bets_won,
        "bets_made": seat.bets_made,
    }


def _hand(table: Table, at: int, *, alone: bool) -> dict[str, Any]:
    """Return what only the guest on a seat may know about it.

    A shared device doesn't show earlier choices made on it. A guest who plays for someone else sees
    only as much of the chest as everyone does.
    """
    game, seat = table.game, table.seat(at)
    view = None if game is None else View.of(game, at)
    chest = None if view is None else view.chest
    if game is not None and seat.veiled:
        chest = View.of(game, None).chests[at]
    return {
        "seat": at,
        "choice": seat.choice if alone and not seat.covered else None,
        "carried": None if view is None else view.carried,
        "chest": chest,
    }


def _fairness(table: Table) -> dict[str, Any]:
    over = table.game is not None and table.game.phase is Phase.OVER
    taken = [seat for _, seat in table.taken_seats()]
    return {
        "dealer": DEALER_VERSION,
        "shuffle": table.shuffle,
        "restarts": table.restarts,
        "commitment": commitment_of(table),
        "hashes": [seat.nonce_hash for seat in taken],
        "nonces": [seat.nonce for seat in taken],
        "seed": seed_of(table).hex() if over else None,
    }


def _plain(value: object) -> object:
    return value.to_json() if isinstance(value, Settings) else value
