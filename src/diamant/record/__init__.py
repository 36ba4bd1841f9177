"""The `.dia` notation: a whole game as text, to Diamant what PGN is to chess.

- `value`: the `Record`
- `read`, `write`: the notation; reading back what was written gives the same record
- `json_form`: the same as JSON data
- `replay`: going through a record card by card
- `build`: what the two readers share
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
