"""What a worker can be asked for: from bytes to bytes, knowing nothing of the server."""

from collections.abc import Callable, Mapping

import msgspec

from diamant.editions import read_own_edition
from diamant.errors import EditionError, RecordError
from diamant.rules.edition_text import read_toml
from diamant.server.worker.coaching import CoachQuestion, coach_text
from diamant.server.worker.job_error import JobError
from diamant.server.worker.qr_codes import qr_svg
from diamant.server.worker.replays import replay_text
from diamant.server.worker.reviews import review_text


def read_edition_job(data: bytes) -> bytes:
    """Return the data of an edition's text, or the sentence that says why it is none, as JSON."""
    text = data.decode("utf-8", "surrogatepass")
    found: object
    try:
        read_own_edition(text)
        found = read_toml(text)
    except EditionError as error:
        found = str(error)
    return msgspec.json.encode(found)


def replay_job(data: bytes) -> bytes:
    """Return what `POST api/replay` answers."""
    try:
        return msgspec.json.encode(replay_text(data))
    except RecordError as error:
        where = {"line": error.line or 0, "column": error.column or 0}
        raise JobError("record", {"where": error.where, "reason": error.reason, **where}) from None


def review_job(data: bytes) -> bytes:
    """Return what `POST api/review` answers."""
    try:
        return msgspec.json.encode(review_text(data))
    except RecordError as error:
        where = {"line": error.line or 0, "column": error.column or 0}
        raise JobError("record", {"where": error.where, "reason": error.reason, **where}) from None


def coach_job(data: bytes) -> bytes:
    """Return what the coach says; the question is the server's own."""
    return msgspec.json.encode(coach_text(msgspec.json.decode(data, type=CoachQuestion)))


def qr_job(data: bytes) -> bytes:
    """Return the picture of an address."""
    return qr_svg(data.decode())


JOBS: Mapping[str, Callable[[bytes], bytes]] = {
    "edition": read_edition_job,
    "replay": replay_job,
    "review": review_job,
    "coach": coach_job,
    "qr": qr_job,
}
