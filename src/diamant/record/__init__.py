"""The `.dia` notation: a whole game as text, like PGN for chess.

- `value`: the `Record`
- `read`, `write`: the notation; reading back a written record gives the same record
- `json_form`: the same as JSON data
- `replay`: a record card by card
- `build`: shared code of the two readers
"""

from diamant.record.json_form import from_json, to_json
from diamant.record.read import decode, read_record, read_records
from diamant.record.replay import ReplayStep, replay, replay_rows
from diamant.record.value import Record
from diamant.record.write import write_record, write_records

__all__ = [
    "Record",
    "ReplayStep",
    "decode",
    "from_json",
    "read_record",
    "read_records",
    "replay",
    "replay_rows",
    "to_json",
    "write_record",
    "write_records",
]
