"""Reading JSON where `1.0` is the whole number 1, as the JSON schema has it.

Some languages know no other numbers, and write whole ones like that. `msgspec` takes them for
fractions, so what it refuses for this reason is read a second time, which costs those alone who
write so.
"""

from typing import Any, Protocol, TypeVar

import msgspec

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Decoder(Protocol[T_co]):
    """What reads JSON into values of one type."""

    type: Any

    def decode(self, buf: bytes | str, /) -> T_co:
        """Return the value, or raise `msgspec.DecodeError`."""
        ...


def decode(decoder: Decoder[T], data: bytes | str) -> T:
    """Read a value as a decoder does, whichever way its whole numbers are written.

    >>> decode(msgspec.json.Decoder(list[int]), "[1, 2.0, 3e0]")
    [1, 2, 3]
    """
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        if "got `float`" not in str(error):
            raise
    value: T = msgspec.convert(_whole(msgspec.json.decode(data)), decoder.type)
    return value


def _whole(value: Any) -> Any:  # noqa: ANN401 - any JSON
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, dict):
        return {name: _whole(item) for name, item in value.items()}
    return [_whole(item) for item in value] if isinstance(value, list) else value
