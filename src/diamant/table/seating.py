"""Coming in, sitting down, looking different, moving to another device, and going."""

from collections.abc import Iterator

from diamant.table.commands import (
    BeScreen,
    ClaimSeat,
    Dress,
    Join,
    LeaveSeat,
    LeaveTable,
    OfferSeat,
    Rename,
    TakeBack,
    TakeSeat,
)
from diamant.table.draft import Draft
from diamant.table.events import (
    GuestGone,
    GuestJoined,
    ScreenSet,
    SeatDressed,
    SeatLeft,
    SeatMoved,
    SeatOffered,
    SeatPromised,
    SeatRenamed,
    SeatTaken,
)
from diamant.table.names import check_free, clean_name
from diamant.table.presence import appoint_heir, hand_back
from diamant.table.refusals import RefusalError
from diamant.table.values import (
    EXPLORERS,
    MOST_GUESTS,
    STARTED,
    Guest,
    Offer,
    Table,
    TablePhase,
    seat_word,
)

CODE_MS = 300_000
MOST_WRONG_CODES = 10


def join(draft: Draft, command: Join) -> None:
    """Let a guest in, if the table is open to him."""
    table = draft.table
    if table.guest_with_token(command.token) is not None:
        return
    if any(gone.token == command.token for gone in table.departed):
        raise RefusalError("token-retired")
    draft.check_phase(*(phase for phase in TablePhase if phase is not TablePhase.CLOSED))
    if command.origin and command.origin in table.blocked:
        raise RefusalError("blocked")
    offer = None
    if command.code is not None:
        offer = _offer(draft, command.code)
    elif table.settings.visibility == "locked":
        raise RefusalError("locked")
    elif table.phase is not TablePhase.LOBBY and not table.settings.spectators:
        raise RefusalError("no-spectators")
    if len(table.guests) >= MOST_GUESTS:
        _make_room(draft)
    guest = f"g{table.joined + 1}"
    draft.add(GuestJoined(guest, command.token, command.origin, command.screen))
    if offer is not None:
        _move(draft, offer, guest)


def leave_table(draft: Draft, command: LeaveTable) -> None:
    """Let a guest go."""
    send_away(draft, draft.speaker(), "left")


def send_away(draft: Draft, guest: str, why: str) -> None:
    """Let a guest go for whatever reason; if he was the host, somebody else is."""
    draft.add(GuestGone(guest, why))
    if guest == draft.table.host:
        appoint_heir(draft)


def dismiss_spectators(draft: Draft) -> None:
    """Once a game has begun at a table without spectators, only players, host and screens stay."""
    table = draft.table
    if table.settings.spectators or table.phase not in STARTED:
        return
    for guest in _spectators(table):
        if not guest.screen:
            draft.add(GuestGone(guest.id, "no-spectators"))


def be_screen(draft: Draft, command: BeScreen) -> None:
    """Make a guest the shared screen, or not."""
    guest = draft.table.guest(draft.speaker())
    if guest.screen != command.screen:
        draft.add(ScreenSet(guest.id, command.screen))


def take_seat(draft: Draft, command: TakeSeat) -> None:
    """Seat a guest on a free seat or a bot's; in an expedition he has to wait for its end."""
    draft.check_phase(TablePhase.LOBBY, TablePhase.CAVE, TablePhase.BREAK)
    table = draft.table
    name = clean_name(command.name)
    at = _seat_for(table, name) if command.seat is None else command.seat
    if not 0 <= at < len(table.seats):
        raise RefusalError("no-such-seat", seat=seat_word(at))
    seat = table.seats[at]
    if seat is not None and (seat.guest is not None or seat.promise is not None):
        raise RefusalError("seat-taken", seat=seat_word(at))
    check_free(name, _names(table, but=at))
    if table.phase is TablePhase.CAVE:
        draft.add(SeatPromised(at, draft.speaker(), name))
        return
    colour, shape = free_looks(table, at)
    if seat is not None:
        colour, shape = seat.colour, seat.shape
    colour = colour if command.colour is None else command.colour
    shape = shape if command.shape is None else command.shape
    _check_looks(table, at, colour, shape)
    draft.add(SeatTaken(at, draft.speaker(), name, colour, shape))


def leave_seat(draft: Draft, command: LeaveSeat) -> None:
    """Let a guest stand up, or give up a seat that he was promised."""
    promise = draft.table.seat(command.seat).promise
    if promise is None or promise.guest != draft.by:
        draft.own_seat(command.seat)
    draft.add(SeatLeft(command.seat))
    dismiss_spectators(draft)


def rename(draft: Draft, command: Rename) -> None:
    """Give a player another name."""
    if draft.table.seat(command.seat).guest is not None or draft.by != draft.table.host:
        draft.own_seat(command.seat)
    name = clean_name(command.name)
    check_free(name, _names(draft.table, but=command.seat))
    if name != draft.table.seat(command.seat).name:
        draft.add(SeatRenamed(command.seat, name))


def dress(draft: Draft, command: Dress) -> None:
    """Give a player another colour and shape."""
    seat = draft.own_seat(command.seat)
    _check_looks(draft.table, command.seat, command.colour, command.shape)
    if (seat.colour, seat.shape) != (command.colour, command.shape):
        draft.add(SeatDressed(command.seat, command.colour, command.shape))


def offer_seat(draft: Draft, command: OfferSeat) -> None:
    """Keep a code that moves a seat; the host cannot take a seat from one who is here by it."""
    seat = draft.person_seat(command.seat)
    if seat.guest != draft.by:
        if draft.by != draft.table.host:
            draft.own_seat(command.seat)
        if draft.table.is_present(seat.guest):
            raise RefusalError("guest-present", seat=seat_word(command.seat))
    draft.add(SeatOffered(command.seat, command.code, draft.now + CODE_MS))


def claim_seat(draft: Draft, command: ClaimSeat) -> None:
    """Move a seat to the device that knows its code."""
    if draft.table.guest(draft.speaker()).wrong_codes >= MOST_WRONG_CODES:
        raise RefusalError("too-many-codes")
    _move(draft, _offer(draft, command.code), draft.speaker())


def take_back(draft: Draft, command: TakeBack) -> None:
    """Let a guest play himself again."""
    draft.own_seat(command.seat)
    hand_back(draft, command.seat)


def free_looks(table: Table, at: int) -> tuple[int, int]:
    """Return a colour and a shape that no other seat has, the same of both if possible."""
    others = [seat for place, seat in table.taken_seats() if place != at]
    colours = {seat.colour for seat in others}
    shapes = {seat.shape for seat in others}
    colour = min(set(range(EXPLORERS)) - colours)
    shape = colour if colour not in shapes else min(set(range(EXPLORERS)) - shapes)
    return colour, shape


def all_names(table: Table) -> Iterator[str]:
    """Give every name that is borne or promised at the table."""
    return _names(table, but=None)


def _names(table: Table, but: int | None) -> Iterator[str]:
    for at, seat in table.taken_seats():
        if at != but:
            yield seat.name
        if seat.promise is not None:
            yield seat.promise.name


def _spectators(table: Table) -> tuple[Guest, ...]:
    """Return the guests who are not the host and have no seat, nor the promise of one."""
    promised = {seat.promise.guest for _, seat in table.taken_seats() if seat.promise is not None}
    bound = {table.host, *promised, *(seat.guest for _, seat in table.taken_seats())}
    return tuple(guest for guest in table.guests if guest.id not in bound)


def _make_room(draft: Draft) -> None:
    """Let the spectator go who has been away for longest, or nobody would ever come in again."""
    away = [
        (guest.away_since, guest.id)
        for guest in _spectators(draft.table)
        if guest.away_since is not None
    ]
    if not away:
        raise RefusalError("table-full", most=MOST_GUESTS)
    draft.add(GuestGone(min(away)[1], "away"))


def _seat_for(table: Table, name: str) -> int:
    """Return the first free seat, else a bot's that nobody was promised: people go before bots.

    Somebody who was sent away by mistake finds a bot under his own name, and gets that seat.
    """
    bots = []
    for at, seat in enumerate(table.seats):
        if seat is None:
            return at
        if seat.guest is None and seat.promise is None:
            bots.append((seat.name != name, at))
    if not bots:
        raise RefusalError("no-free-seat")
    return min(bots)[1]


def _check_looks(table: Table, at: int, colour: int, shape: int) -> None:
    for what, number in (("colour", colour), ("shape", shape)):
        if not 0 <= number < EXPLORERS:
            raise RefusalError("no-such-word", what=what, word=number)
    for place, seat in table.taken_seats():
        if place != at and seat.colour == colour:
            raise RefusalError("colour-taken")
        if place != at and seat.shape == shape:
            raise RefusalError("shape-taken")


def _offer(draft: Draft, code: str) -> Offer:
    for offer in draft.table.offers:
        if offer.code == code and draft.now < offer.until:
            return offer
    raise RefusalError("wrong-code")


def _move(draft: Draft, offer: Offer, guest: str) -> None:
    draft.add(SeatMoved(offer.seat, guest))
    if draft.table.is_present(guest):
        hand_back(draft, offer.seat)
    dismiss_spectators(draft)
