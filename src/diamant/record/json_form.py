"""Represent a record as plain JSON data, for tools that don't parse the notation."""

from typing import Any

from diamant.errors import Message, RecordError
from diamant.record.build import FaultError, RecordBuilder
from diamant.record.value import CONTROL, TAG_NAME, Record
from diamant.record.write import all_tags, rounds


def to_json(record: Record) -> dict[str, Any]:
    """Return a record as JSON data, with all tags and each round's cards and leavers.

    `leavers` is null after a bust, and while the decision after the latest card is still open.
    """
    return {
        "tags": {name: list(values) for name, values in all_tags(record)},
        "rounds": [
            [
                {
                    "card": str(turn.card),
                    "leavers": None if turn.leavers is None else list(turn.leavers),
                }
                for turn in turns
            ]
            for turns in rounds(record.game)
            if turns
        ],
    }


def from_json(data: object) -> Record:
    """Return the record that JSON data describes; an error names the invalid field."""
    fields = _fields(data, "the record", ("tags", "rounds"))
    tags = _tags(fields["tags"])
    try:
        builder = RecordBuilder(tags)
    except FaultError as fault:
        raise RecordError(fault.message, _tag_place(fault)) from None
    for number, turns in enumerate(_list(fields["rounds"], "rounds"), start=1):
        where = f"rounds[{number - 1}]"
        try:
            builder.begin_round(number)
            for step, turn in enumerate(_list(turns, where)):
                where = f"rounds[{number - 1}][{step}]"
                _take_turn(builder, turn, where)
        except FaultError as fault:
            raise RecordError(fault.message, where) from None
    try:
        return builder.finish()
    except FaultError as fault:
        raise RecordError(fault.message, _tag_place(fault)) from None


def _take_turn(builder: RecordBuilder, turn: object, where: str) -> None:
    fields = _fields(turn, where, ("card", "leavers"))
    if not isinstance(fields["card"], str):
        raise FaultError("a card must be a string, not {card}", repr(fields["card"]))
    builder.turn(fields["card"])
    if fields["leavers"] is None:
        return
    leavers = _list(fields["leavers"], f"{where}.leavers")
    for seat in leavers:
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat <= 7:
            raise FaultError("a leaver must be a seat from 0 to 7, not {seat}", repr(seat))
    builder.leave(leavers)


def _tags(data: object) -> dict[str, tuple[str, ...]]:
    if not isinstance(data, dict):
        raise RecordError("must be an object", "tags")
    for name, values in data.items():
        texts = values if isinstance(values, list) else []
        if not TAG_NAME.fullmatch(name) or not texts:
            raise RecordError("must be a tag name with a list of strings", f"tags[{name!r}]")
        if any(not isinstance(text, str) or CONTROL.search(text) for text in texts):
            raise RecordError(
                "must contain only strings without control characters", f"tags.{name}"
            )
    return {name: tuple(values) for name, values in data.items()}


def _tag_place(fault: FaultError) -> str:
    return "tags" if fault.tag is None else f"tags.{fault.tag}"


def _fields(data: object, where: str, names: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(data, dict) or set(data) != set(names):
        raise RecordError(
            Message("must be an object with the fields {names}", " and ".join(names)), where
        )
    return data


def _list(data: object, where: str) -> list[Any]:
    if not isinstance(data, list):
        raise RecordError("must be a list", where)
    return data
