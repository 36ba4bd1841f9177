"""The server's messages. Views and events come from `diamant.table.view`.

A message's `tag` is its `type` on the wire and stays the same if its class is renamed.
"""

from typing import Any

from msgspec import UNSET, Struct, UnsetType


class Refused(Struct, frozen=True):
    """The reason for a refusal: a stable code, parameters, and the English sentence.

    A parameter that is itself a sentence is an object with a `template` and `params`.
    """

    code: str
    params: dict[str, str | int | dict[str, Any]]
    text: str


class Welcome(Struct, tag="Welcome", frozen=True, kw_only=True):
    """The answer to a `Hello`.

    `token` is only sent to a new guest, who must keep it as the only proof of who they are. `view`
    is included unless `since` was given; in that case, an `Events` message with all missed events
    follows. `now` is the server's clock in milliseconds, on which deadlines are based.
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
    """The answer to a command: the last `public_number` after it, or a refusal.

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
    """A shared screen, `guest`, shows a moment of an event; see `Cue`."""

    guest: str
    public_number: int
    moment: str


class Problem(Struct, tag="Problem", frozen=True):
    """An unusable message, or the reason why the connection is about to close.

    `id` is the message's id, if readable.
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
    """The public information about a table, for lists and before joining."""

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
