"""What a server says. Views and events are what `diamant.table.view` lets out.

A message's `tag` is its `type` on the wire: it stays what it is when its class is renamed.
"""

from typing import Any

from msgspec import UNSET, Struct, UnsetType


class Refused(Struct, frozen=True):
    """Why something was refused: a stable code, its parameters, and the English sentence.

    A parameter that is a reason is an object of a `template` and its `params`.
    """

    code: str
    params: dict[str, str | int | dict[str, Any]]
    text: str


class Welcome(Struct, tag="Welcome", frozen=True, kw_only=True):
    """The answer to a `Hello`.

    `token` is there for a new guest, and must be kept: it is the only proof of who they are. `view`
    is there unless `since` was given; then an `Events` follows with everything missed. `now` is the
    server's clock in milliseconds, which deadlines are told in. `last_command` is the highest id
    that the table has taken of this sender, or of the whole guest where the sender is new.
    """

    protocol: int
    release: str
    table: str
    code: str
    guest: str
    public_number: int
    now: int
    last_command: int
    token: str | UnsetType = UNSET
    view: dict[str, Any] | UnsetType = UNSET


class Events(Struct, tag="Events", frozen=True):
    """What has happened, in order: what was committed together comes together."""

    events: list[dict[str, Any]]


class AnswerMessage(Struct, tag="Answer", frozen=True, kw_only=True):
    """What became of a command: it holds, and `public_number` was the last one; or a refusal.

    `code` answers an `OfferSeat`.
    """

    id: int
    public_number: int
    refusal: Refused | UnsetType = UNSET
    code: str | UnsetType = UNSET


class TableViewMessage(Struct, tag="View", frozen=True):
    """The answer to a `Look`."""

    id: int
    view: dict[str, Any]


class Cued(Struct, tag="Cued", frozen=True, kw_only=True):
    """A shared screen of the table, `guest`, shows a moment of an event; see `Cue`."""

    guest: str
    public_number: int
    moment: str


class Problem(Struct, tag="Problem", frozen=True):
    """A message that could not be taken, or why the connection is about to be closed.

    `id` is the message's, where it could be read.
    """

    code: str
    params: dict[str, str | int | dict[str, Any]]
    text: str
    id: int | UnsetType = UNSET


Outgoing = Welcome | Events | AnswerMessage | TableViewMessage | Cued | Problem


class CreatedTable(Struct, frozen=True, kw_only=True):
    """The answer to `POST api/tables`: the maker is guest g1, the host, with this token."""

    table: str
    code: str
    guest: str
    token: str


class TableSummary(Struct, frozen=True, kw_only=True):
    """What a list of tables, or a look before coming in, shows of a table."""

    table: str
    code: str
    phase: str
    visibility: str
    edition: str
    closed: bool
    clock: str
    players: int
    people: int
    seats: int
    games: int
    spectators: bool


class TableList(Struct, frozen=True):
    """The answer to `GET api/tables`."""

    tables: list[TableSummary]
