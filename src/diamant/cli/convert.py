"""Turn records into JSON, or JSON and loosely written records into tidy records."""

import json
from argparse import ArgumentParser, Namespace

from diamant.cli.common import add_json, add_record_file, print_json, read_bytes, read_games
from diamant.errors import DiamantError


def arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    add_record_file(parser)
    add_json(parser)


def run(args: Namespace) -> int:
    """Convert every game of the file; JSON is one object or one object per line."""
    from diamant.record import Record, from_json, to_json, write_records

    records: list[Record]
    if args.file.endswith((".json", ".jsonl")):
        records = [from_json(data) for data in _read_json(args.file)]
    else:
        records = read_games(args.file)
    if args.json:
        for record in records:
            print_json(to_json(record))
    else:
        print(write_records(records), end="")
    return 0


def _read_json(file: str) -> list[object]:
    try:
        text = read_bytes(file).decode("utf-8")
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except UnicodeDecodeError:
        raise DiamantError(f"{file} is not UTF-8 text") from None
    except (json.JSONDecodeError, RecursionError) as error:
        raise DiamantError(f"{file} holds no JSON record on each line: {error}") from None
