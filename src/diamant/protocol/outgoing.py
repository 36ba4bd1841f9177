"""The server's messages. Views and events come from `diamant.table.view`.

A message's `tag` is its `type` on the wire and stays the same if its class is renamed.
"""

from typing import Any

from msgspec import UNSET, Struct, UnsetType


class Refused(Struct, frozen=True):
    """The reason for a refusal: a stable code, parameters, and an English sentence.

    If a parameter is a sentence itself, it is an object with a `template` and `params`.
    """

    code: str
    params: dict[str, str | int | dict[str, Any]]
    text: str


class Welcome(Struct, tag="Welcome", frozen=True, kw_only=True):
    """The answer to a `Hello`.

    `token` is only sent to a new guest, who must keep it as the only proof of their identity.
    `view` is missing if the client gave a `since` that the server can still serve; in that case, an
    `Events` message with all missed events follows. `now` is the time on the server's clock in
    milliseconds, on which deadlines are based.
    `last_command` is the highest command id of this sender so far, or of the whole guest if the
    sender is new.
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
    """New events in order; events that were committed together arrive together."""

    events: list[dict[str, Any]]


class AnswerMessage(Struct, tag="Answer", frozen=True, kw_only=True):
    """The answer to a command: the last `public_number` after it, and any refusal.

    After an `OfferSeat`, `code` is the seat's code.
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
    """A notice that a shared screen, `guest`, is showing a moment of an event."""

    guest: str
    public_number: int
    moment: str


class Problem(Struct, tag="Problem", frozen=True):
    """An error in a message, or the reason why the server is closing the connection.

    `id` is the id of the message that caused the problem, if known.
    """

    code: str
    params: dict[str, str | int | dict[str, Any]]
    text: str
    id: int | UnsetType = UNSET


Outgoing = Welcome | Events | AnswerMessage | TableViewMessage | Cued | Problem


class CreatedTable(Struct, frozen=True, kw_only=True):
    """The answer to `POST api/tables`: the new table, with its host's id and token."""

    table: str
    code: str
    guest: str
    token: str


class TableSummary(Struct, frozen=True, kw_only=True):
    """Information about a table that anyone may see before joining."""

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
