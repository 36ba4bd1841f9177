"""Convert records to JSON, or JSON and loosely written records to tidy records."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from diamant.cli.common import add_json, add_record_file, parse_games, print_json, read_bytes
from diamant.errors import DiamantError


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    add_record_file(parser)
    add_json(parser)


def run(args: Namespace) -> int:
    """Convert every game of the file, which contains records or JSON objects."""
    from diamant.record import from_json, to_json, write_records

    data = read_bytes(args.file)
    if data.lstrip()[:1] == b"{":
        records = [from_json(item) for item in _read_json(data, args.file)]
    else:
        records = parse_games(data, args.file)
    if args.json:
        for record in records:
            print_json(to_json(record))
    else:
        print(write_records(records), end="")
    return 0


def _read_json(data: bytes, file: str) -> Iterator[object]:
    try:
        text = data.decode("utf-8").strip()
        decoder = json.JSONDecoder()
        while text:
            item, end = decoder.raw_decode(text)
            yield item
            text = text[end:].lstrip()
    except UnicodeDecodeError:
        raise DiamantError("{file} is not UTF-8 text", file) from None
    except (ValueError, RecursionError) as error:  # A number may also be too long.
        raise DiamantError(
            "{file} is not a sequence of JSON records: {error}", file, error
        ) from None
