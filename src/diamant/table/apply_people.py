"""How events change the guests, the seats and the settings of a table."""

from diamant.table import events
from diamant.table.events import Entry
from diamant.table.fast_replace import replace
from diamant.table.values import (
    MOST_BLOCKED,
    MOST_DEPARTED,
    Departed,
    Guest,
    Offer,
    Promise,
    Seat,
    Table,
    TablePhase,
)

MOST_EMOTES = 3  # Remembered per guest: so many within `fun.EMOTE_MS` are enough.


def table_created(event: events.TableCreated, entry: Entry) -> Table:
    """Open the table with its host."""
    host = Guest(event.guest, event.token, event.origin, screen=False, away_since=entry.at)
    return Table(
        id=event.table,
        secret=event.secret,
        settings=event.settings,
        phase=TablePhase.LOBBY,
        host=event.guest,
        guests=(host,),
        joined=1,
        seats=(None,) * event.settings.played_edition().most_players,
    )


def guest_joined(table: Table, event: events.GuestJoined, entry: Entry) -> Table:
    """Let a guest in; he is away until his connection is open."""
    guest = Guest(event.guest, event.token, event.origin, event.screen, away_since=entry.at)
    return replace(table, guests=(*table.guests, guest), joined=table.joined + 1)


def guest_gone(table: Table, event: events.GuestGone, entry: Entry) -> Table:
    """Let a guest go, with all that was his."""
    guest = table.find_guest(event.guest)
    assert guest is not None, f"{event.guest} is not here"
    for at in table.seats_of(guest.id):
        table = _vacate(table, at)
    seats = tuple(
        replace(seat, promise=None)
        if seat is not None and seat.promise is not None and seat.promise.guest == guest.id
        else seat
        for seat in table.seats
    )
    gone = Departed(guest.id, guest.token, guest.answers)
    blocked = table.blocked
    if event.why == "blocked" and guest.origin:
        blocked = (*blocked, guest.origin)[-MOST_BLOCKED:]
    return replace(
        table,
        guests=tuple(known for known in table.guests if known.id != guest.id),
        seats=seats,
        departed=(*table.departed, gone)[-MOST_DEPARTED:],
        blocked=blocked,
    )


def screen_set(table: Table, event: events.ScreenSet, entry: Entry) -> Table:
    """Make a guest the shared screen, or not."""
    return table.with_guest(replace(table.guest(event.guest), screen=event.screen))


def connected(table: Table, event: events.Connected, entry: Entry) -> Table:
    """Open a connection."""
    guest = table.guest(event.guest)
    connections = (*guest.connections, event.connection)
    return table.with_guest(replace(guest, connections=connections, away_since=None))


def disconnected(table: Table, event: events.Disconnected, entry: Entry) -> Table:
    """Close a connection."""
    guest = table.guest(event.guest)
    connections = tuple(name for name in guest.connections if name != event.connection)
    away_since = entry.at if event.away else None
    return table.with_guest(replace(guest, connections=connections, away_since=away_since))


def host_changed(table: Table, event: events.HostChanged, entry: Entry) -> Table:
    """Make another guest the host."""
    return replace(table, host=event.guest)


def seat_taken(table: Table, event: events.SeatTaken, entry: Entry) -> Table:
    """Seat a guest; on a bot's seat he goes on with what the bot has, its chest above all."""
    old = table.seats[event.seat]
    if old is None:
        seat = Seat(event.name, event.colour, event.shape, event.guest)
    else:
        seat = replace(
            old,
            name=event.name,
            colour=event.colour,
            shape=event.shape,
            guest=event.guest,
            level=None,
            promise=None,
            missed=0,
        )
    return table.with_seat(event.seat, seat)


def seat_promised(table: Table, event: events.SeatPromised, entry: Entry) -> Table:
    """Keep a bot's seat for a guest."""
    promise = Promise(event.guest, event.name)
    return table.with_seat(event.seat, replace(table.seat(event.seat), promise=promise))


def seat_left(table: Table, event: events.SeatLeft, entry: Entry) -> Table:
    """Free a seat, or in a game give it to a bot; a promised one stays the bot's."""
    seat = table.seat(event.seat)
    if seat.promise is not None:
        return table.with_seat(event.seat, replace(seat, promise=None))
    return _vacate(table, event.seat)


def seat_renamed(table: Table, event: events.SeatRenamed, entry: Entry) -> Table:
    """Give a player another name."""
    return table.with_seat(event.seat, replace(table.seat(event.seat), name=event.name))


def seat_dressed(table: Table, event: events.SeatDressed, entry: Entry) -> Table:
    """Give a player another colour and shape."""
    seat = replace(table.seat(event.seat), colour=event.colour, shape=event.shape)
    return table.with_seat(event.seat, seat)


def seat_offered(table: Table, event: events.SeatOffered, entry: Entry) -> Table:
    """Keep a seat's code, in place of one that it had before."""
    offer = Offer(event.seat, event.code, event.until)
    return replace(table, offers=(*_offers_but(table, event.seat), offer))


def seat_moved(table: Table, event: events.SeatMoved, entry: Entry) -> Table:
    """Give a seat, with its pending choice, to another guest."""
    table = replace(table, offers=_offers_but(table, event.seat))
    seat = replace(table.seat(event.seat), guest=event.guest)
    return table.with_seat(event.seat, seat)


def bot_sat(table: Table, event: events.BotSat, entry: Entry) -> Table:
    """Seat a bot."""
    seat = Seat(event.name, event.colour, event.shape, None, level=event.level)
    return table.with_seat(event.seat, seat)


def bot_removed(table: Table, event: events.BotRemoved, entry: Entry) -> Table:
    """Free a bot's seat."""
    return table.with_seat(event.seat, None)


def seat_taken_over(table: Table, event: events.SeatTakenOver, entry: Entry) -> Table:
    """Let a bot stand in."""
    return table.with_seat(event.seat, replace(table.seat(event.seat), stand_in=event.why))


def seat_handed_back(table: Table, event: events.SeatHandedBack, entry: Entry) -> Table:
    """Let the guest play himself again."""
    seat = replace(table.seat(event.seat), stand_in=None, missed=0)
    return table.with_seat(event.seat, seat)


def settings_changed(table: Table, event: events.SettingsChanged, entry: Entry) -> Table:
    """Take other settings; in the lobby there are as many places as the edition has players."""
    seats = table.seats
    if table.phase is TablePhase.LOBBY:
        most = event.settings.played_edition().most_players
        seats = (*seats, *[None] * most)[:most]
    return replace(table, settings=event.settings, seats=seats)


def emoted(table: Table, event: events.Emoted, entry: Entry) -> Table:
    """Remember when a guest's last emotes were."""
    guest = table.guest(entry.by or "")
    return table.with_guest(replace(guest, emoted=(*guest.emoted, entry.at)[-MOST_EMOTES:]))


def command_refused(table: Table, event: events.CommandRefused, entry: Entry) -> Table:
    """Count wrong codes, so that nobody can try them all."""
    if event.refusal.code != "wrong-code":
        return table
    guest = table.guest(entry.by or "")
    return table.with_guest(replace(guest, wrong_codes=guest.wrong_codes + 1))


def _vacate(table: Table, at: int) -> Table:
    table = replace(table, offers=_offers_but(table, at))
    if table.phase is TablePhase.LOBBY:
        return table.with_seat(at, None)
    seat = replace(table.seat(at), guest=None, level=None, stand_in=None, missed=0)
    return table.with_seat(at, seat)


def _offers_but(table: Table, at: int) -> tuple[Offer, ...]:
    return tuple(offer for offer in table.offers if offer.seat != at)
