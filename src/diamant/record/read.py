"""Read the `.dia` notation; every error has a line and a column."""

import re
from collections.abc import Iterable, Iterator
from os import PathLike
from typing import NamedTuple, NoReturn

from diamant.errors import DiamantError, Message, RecordError, kind_of
from diamant.record.build import FaultError, RecordBuilder
from diamant.record.value import CONTROL, Record
from diamant.rules.seats import SEAT_LETTERS

_TAG = re.compile(
    r'\s*\[\s*([A-Za-z][A-Za-z0-9_]*)((?:\s*"(?:[^"\\]|\\["\\n])*")+)\s*\]\s*(?:;.*)?'
)
_STRING = re.compile(r'"((?:[^"\\]|\\["\\n])*)"')
_ESCAPE = re.compile(r'\\(["\\n])')
_WORD = re.compile(r"\S+")
_ROUND = re.compile(r"([1-9][0-9]{0,8})\.")


class _Tag(NamedTuple):
    values: tuple[str, ...]
    line: int
    column: int


def read_record(text: str) -> Record:
    """Read a record that contains exactly one game.

    >>> record = read_record('''
    ... [Edition "iello-2016"]
    ... [Players "Ana" "Ben" "Cem"]
    ... 1. 9/B snake/A 7
    ... ''')
    >>> record.game.scores
    (3, 3, 0)
    """
    records = read_records(text)
    record = next(records, None)
    if record is None:
        raise RecordError.at(1, 1, "the record is empty")
    if next(records, None) is not None:
        raise RecordError.at(1, 1, "expected one game, got several: use read_records")
    return record


def read_records(source: str | Iterable[str]) -> Iterator[Record]:
    """Read the games of a record file one after the other.

    `source` is a text or an open file. A file is read line by line, with only one game in memory at
    a time.

    >>> text = '''
    ... [Edition "iello-2023"]
    ... [Players "Ana" "Ben" "Cem"]
    ... 1. 9/ABC
    ... '''
    >>> [record.game.scores for record in read_records(text + text)]
    [(3, 3, 3), (3, 3, 3)]
    """
    reader = _Reader()
    number, line = 1, ""
    for number, line in enumerate(_lines(source), start=1):
        record = reader.take(number, line)
        if record is not None:
            yield record
    record = reader.finish(number, len(line) + 1)
    if record is not None:
        yield record


def _lines(source: str | Iterable[str]) -> Iterator[str]:
    """Yield the lines of a text or an open file, without newlines or byte order mark."""
    if isinstance(source, bytes | PathLike) or not isinstance(source, Iterable):
        raise _not_text(source)
    lines = source.split("\n") if isinstance(source, str) else source
    for number, line in enumerate(lines):
        if not number and not isinstance(line, str):
            raise _not_text(source)
        text = line.removesuffix("\n")
        yield text if number else text.removeprefix("\ufeff")


def _not_text(source: object) -> DiamantError:
    return DiamantError(
        "expected a string or a file opened in text mode, got {value}", kind_of(source)
    )


def decode(data: bytes) -> str:
    """Decode a record file as UTF-8; an error gives the position of invalid bytes."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8-sig")) + 1
        reason = Message("byte {byte} is not valid UTF-8", f"0x{data[error.start]:02x}")
        raise RecordError.at(line, column, reason) from None


class _Reader:
    """Reads a file line by line, and returns each record when the next one begins."""

    def __init__(self) -> None:
        self._tags: dict[str, _Tag] = {}
        self._builder: RecordBuilder | None = None
        self._blank = False  # Whether a blank line has followed the latest tag.

    def take(self, number: int, line: str) -> Record | None:
        """Process one line; return the record that the previous line completed, if any."""
        stripped = line.lstrip()
        if not stripped:
            self._blank = True
            return None
        if stripped[0] != "[":
            self._words(number, line)
            return None
        name, tag = _read_tag(number, line)
        ended = None
        # A game without cards has only tags, so a repeated tag starts the next game.
        if self._builder is not None or (name in self._tags and self._blank):
            ended = self.finish(number, tag.column)
        if name in self._tags:
            raise RecordError.at(number, tag.column, "the tag {tag} appears twice", name)
        self._tags[name] = tag
        self._blank = False
        return ended

    def finish(self, line: int, column: int) -> Record | None:
        """Return the record that ends here, and reset the reader for the next one."""
        if not self._tags:
            return None
        builder = self._builder or self._start(line, column)
        try:
            record = builder.finish()
        except FaultError as fault:
            self._refuse(fault, line, column)
        self._tags, self._builder, self._blank = {}, None, False
        return record

    def _words(self, number: int, line: str) -> None:
        for match in _WORD.finditer(line.partition(";")[0]):
            word, column = match.group(), match.start() + 1
            builder = self._builder
            if builder is None:
                builder = self._builder = self._start(number, column)
            if word[-1] == "." and (numbered := _ROUND.fullmatch(word)):
                try:
                    builder.begin_round(int(numbered[1]))
                except FaultError as fault:
                    raise RecordError.at(number, column, fault.message) from None
                continue
            card, slash, leavers = word.partition("/")
            try:
                builder.turn(card)
                if slash:
                    column += len(card) + 1
                    builder.leave(_read_leavers(leavers))
            except FaultError as fault:
                raise RecordError.at(number, column, fault.message) from None

    def _start(self, line: int, column: int) -> RecordBuilder:
        if not self._tags:
            raise RecordError.at(
                line, column, ("a record must begin with its tags, such as [Edition …]")
            )
        try:
            return RecordBuilder({name: tag.values for name, tag in self._tags.items()})
        except FaultError as fault:
            self._refuse(fault, line, column)

    def _refuse(self, fault: FaultError, line: int, column: int) -> NoReturn:
        """Raise an error at the tag at fault, or else at the reader's position."""
        if fault.tag is not None:
            line, column = self._tags[fault.tag].line, self._tags[fault.tag].column
        raise RecordError.at(line, column, fault.message) from None


def _read_leavers(letters: str) -> list[int]:
    if letters == "-":
        return []
    seats = [SEAT_LETTERS.find(letter) for letter in letters]
    if not seats or -1 in seats:
        raise FaultError(
            "expected seat letters A to H after '/', or '-' for nobody, got {letters}",
            repr(letters),
        )
    return seats


def _read_tag(number: int, line: str) -> tuple[str, _Tag]:
    match = _TAG.fullmatch(line)
    column = len(line) - len(line.lstrip()) + 1
    if match is None:
        place, reason = _diagnose_tag(line, column - 1)
        raise RecordError.at(number, place + 1, reason)
    control = CONTROL.search(match[2])
    if control is not None:
        place = match.start(2) + control.start() + 1
        raise RecordError.at(number, place, "a tag must not contain control characters")
    values = tuple(_ESCAPE.sub(_unescape, quoted) for quoted in _STRING.findall(match[2]))
    return match[1], _Tag(values, number, column)


def _unescape(match: re.Match[str]) -> str:
    return "\n" if match[1] == "n" else match[1]


def _diagnose_tag(line: str, start: int) -> tuple[int, Message]:
    """Return the column where a tag is malformed, and the reason."""
    head = re.compile(r"\[\s*([A-Za-z][A-Za-z0-9_]*)").match(line, start)
    if head is None:
        return start + 1, Message("a tag must begin with a name made of letters and digits")
    place = _skip_space(line, head.end())
    if line[place : place + 1] != '"':
        return place, Message("expected a value in double quotes for the tag {tag}", head[1])
    while line[place : place + 1] == '"':
        string = _STRING.match(line, place)
        if string is None:
            return _diagnose_string(line, place)
        place = _skip_space(line, string.end())
    if line[place : place + 1] != "]":
        return place, Message(
            "the tag {tag} is not closed: expected ']' or another quoted value here", head[1]
        )
    return _skip_space(line, place + 1), Message("only a comment may follow a tag on the same line")


def _diagnose_string(line: str, place: int) -> tuple[int, Message]:
    escape = re.compile(r'"(?:[^"\\]|\\["\\n])*(\\[^"\\n])').match(line, place)
    if escape is not None:
        return escape.start(1), Message(
            "unknown escape {escape} ({hint})",
            escape[1],
            Message("available: {names}", '\\", \\\\, \\n'),
        )
    return place, Message("this quote is never closed")


def _skip_space(line: str, place: int) -> int:
    while line[place : place + 1].isspace():
        place += 1
    return place
