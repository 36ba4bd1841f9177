"""Write a table's log as JSON data, and read it."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any, get_args, get_type_hints

from diamant.errors import DiamantError, params_to_json
from diamant.rules.cards import Card, Hazard, Relic, Treasure
from diamant.rules.events import GameEvent, TakenRelic
from diamant.table.draft import apply
from diamant.table.events import EVENTS, Entry
from diamant.table.refusals import Refusal
from diamant.table.senders import CommandId
from diamant.table.settings import Settings
from diamant.table.values import Table
from diamant.view import event_to_json

VERSION = 1

_ENVELOPE = {"v", "log_number", "public_number", "at", "by", "sender", "command", "event"}
_FACTS: Mapping[str, type[Any]] = {kind.wire_name: kind for kind in get_args(GameEvent)}

_KINDS: Sequence[type[Any]] = tuple(EVENTS.values())
_FIELDS: Mapping[type[Any], tuple[str, ...]] = {
    kind: tuple(field.name for field in fields(kind)) for kind in (*_KINDS, *_FACTS.values())
}
_HINTS: Mapping[type[Any], tuple[tuple[str, object, bool], ...]] = {
    kind: tuple(
        (field.name, get_type_hints(kind)[field.name], field.default is MISSING)
        for field in fields(kind)
    )
    for kind in _KINDS
}


class LogError(DiamantError):
    """Raised if a log is damaged, or was written by a later version."""

    code = "table-log"


class LaterLogError(LogError):
    """Raised if a later version wrote to this log; the log isn't damaged."""

    code = "later-log"


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """Return an entry as JSON data, including all secrets."""
    data: dict[str, Any] = {
        "v": VERSION,
        "log_number": entry.log_number,
        "public_number": entry.public_number,
        "at": entry.at,
    }
    if entry.by is not None:
        data["by"] = entry.by
    if entry.command is not None:
        data |= {"sender": entry.command.sender, "command": entry.command.number}
    data["event"] = entry.event.wire_name
    kind = type(entry.event)
    for name in _FIELDS[kind]:
        data[name] = _plain(getattr(entry.event, name))
    return data


def entry_from_json(data: Mapping[str, Any]) -> Entry:
    """Create an entry from the result of `entry_to_json`."""
    version, name = data.get("v"), str(data.get("event"))
    if version != VERSION:
        kind = LaterLogError if isinstance(version, int) and version > VERSION else LogError
        raise kind(
            "this log has version {version}; up to {known} can be opened here",
            repr(version),
            VERSION,
        )
    if name not in EVENTS:
        raise LogError("version {version} has no event {name}", VERSION, repr(name))
    unknown = data.keys() - _ENVELOPE - set(_FIELDS[EVENTS[name]])
    if unknown:
        raise LogError(
            "the {name} of version {version} has no {unknown}",
            name,
            VERSION,
            ", ".join(sorted(unknown)),
        )
    try:
        return Entry(
            data["log_number"],
            data["public_number"],
            data["at"],
            data.get("by"),
            CommandId(data["sender"], data["command"]) if "command" in data else None,
            _read(EVENTS[name], data),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise LogError("the {name} of this log is damaged: {error}", name, error) from None


def write_entry(entry: Entry) -> str:
    """Write an entry as one line of JSON."""
    return json.dumps(entry_to_json(entry), separators=(",", ":"), ensure_ascii=False)


def read_entry(line: str) -> Entry:
    """Read an entry from one line of JSON."""
    try:
        data = json.loads(line)
    except ValueError as error:
        raise LogError("a line of this log is not JSON: {error}", error) from None
    if not isinstance(data, dict):
        raise LogError("a line of this log is not an object")
    return entry_from_json(data)


def follow(entries: Iterable[Entry], table: Table | None = None) -> Iterator[tuple[Entry, Table]]:
    """Yield each entry with the table after it.

    Without a `table`, the entries must start at the beginning of the log.
    """
    for entry in entries:
        expected = 1 if table is None else table.log_number + 1
        if entry.log_number != expected:
            came = entry.log_number
            raise LogError("expected entry {expected} of this log, got {came}", expected, came)
        table = apply(table, entry)
        yield entry, table


def fold(entries: Iterable[Entry], table: Table | None = None) -> Table:
    """Return the table that results from a log, starting at `table` if given."""
    for _, after in follow(entries, table):
        table = after
    if table is None:
        raise LogError("this log is empty")
    return table


def _plain(value: object) -> object:
    if value is None or isinstance(value, str | int):  # The most frequent case; bool is an int.
        return value
    if isinstance(value, Settings):
        return value.to_json()
    if isinstance(value, Refusal):
        return {"code": value.code, "params": params_to_json(value.params)}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    assert isinstance(value, GameEvent), f"{value!r} has no form in a log"
    return event_to_json(value)


def _read(kind: type[Any], data: Mapping[str, Any]) -> Any:  # noqa: ANN401 - one of many events
    """Create an event from log data, with defaults for fields that are missing."""
    values = {
        name: _typed(hint, data[name])
        for name, hint, needed in _HINTS[kind]
        if needed or name in data
    }
    return kind(**values)


def _typed(hint: object, value: Any) -> object:  # noqa: ANN401 - whatever the JSON holds
    if hint is Settings:
        return Settings(**value)
    if hint is Refusal:
        return Refusal(value["code"], value["params"])
    if hint == tuple[GameEvent, ...]:
        return tuple(_read_fact(fact) for fact in value)
    return tuple(value) if isinstance(value, list) else value


def _read_fact(data: Mapping[str, Any]) -> Any:  # noqa: ANN401 - one of many facts
    kind = _FACTS[data["event"]]
    return kind(*(_fact_value(name, data[name]) for name in _FIELDS[kind]))


def _fact_value(name: str, value: Any) -> object:  # noqa: ANN401 - whatever the JSON holds
    if name == "relics":
        return tuple(TakenRelic(_relic(item["card"]), item["worth"]) for item in value)
    if name == "removed":
        return tuple(map(_card, value))
    if name == "card":
        return _card(value)
    if name == "relic":
        return None if value is None else _relic(value)
    return tuple(value) if isinstance(value, list) else value


def _card(word: str) -> Card:
    """Parse a card's word; no hazard is named like a treasure or a relic."""
    if word.isdecimal():
        return Treasure(int(word))
    number = word.removeprefix("relic")
    if number != word and (not number or number.isdecimal()):
        return _relic(word)
    return Hazard(word)


def _relic(word: str) -> Relic:
    number = word.removeprefix("relic")
    return Relic(int(number) if number else None)
