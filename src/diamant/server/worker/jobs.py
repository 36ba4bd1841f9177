"""The jobs of a worker: functions from bytes to bytes, independent of the server."""

import io
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
import segno

from diamant.bots.likely import coach, judged
from diamant.editions import read_own_edition
from diamant.editions.own import describe
from diamant.errors import EditionError, RecordError
from diamant.locales.words import Words
from diamant.record import Record, decode, read_record, read_records, replay, to_json
from diamant.rules.edition_text import read_toml
from diamant.rules.events import CardTurned
from diamant.rules.game import Phase
from diamant.view import View, event_to_json


class JobError(Exception):
    """Raised to refuse a job, with the code and parameters of a problem."""

    def __init__(self, problem: str, params: Mapping[str, str | int]) -> None:
        super().__init__(problem)
        self.problem = problem
        self.params = params


class CoachQuestion(msgspec.Struct, frozen=True):
    """A record of the game so far, the seat to advise, and the answer's language."""

    record: str
    seat: int
    language: str


def coach_text(question: CoachQuestion) -> dict[str, Any]:
    """Return the answer to `GET api/tables/ID/coach`."""
    game = read_record(question.record).game
    told = coach(game, question.seat)
    words = Words(question.language, dict(game.edition.names))
    return told.to_json() | {"says": told.sentence(words), "others": told.others_say(words)}


MOST_GAMES = 20
MOST_CARDS = 2_000
"""The limit for all games together; twenty usual games have about half as many cards."""


def replay_text(data: bytes) -> dict[str, Any]:
    """Return every game of a record file, step by step.

    Each step has a spectator's view without its history, which consists of the earlier facts.
    """
    games: list[dict[str, Any]] = []
    cards = 0
    for record in read_records(decode(data)):
        if len(games) == MOST_GAMES:
            raise JobError("too-many-games", {"most": MOST_GAMES})
        steps = []
        for step in _steps(record):
            cards += 1
            if cards > MOST_CARDS:
                raise JobError("too-many-cards", {"most": MOST_CARDS})
            steps.append(step)
        games.append(
            {"record": to_json(record), "edition": describe(record.game.edition), "steps": steps}
        )
    if not games:
        raise RecordError.at(1, 1, "the record is empty")
    return {"games": games}


def _steps(record: Record) -> Iterator[dict[str, Any]]:
    for step in replay(record):
        yield {
            "round": step.round,
            "number": step.number,
            "card": str(step.card),
            "leavers": step.leavers,
            "facts": [event_to_json(event) for event in step.events],
            "view": View.of(step.after).present(),
        }


MOST_REVIEWED_CARDS = 200
"""The limit per review. A usual game has about fifty cards, and its review takes half a second."""


def review_text(data: bytes) -> dict[str, Any]:
    """Return the review of a record's only game."""
    record = read_record(decode(data))
    if record.game.phase is not Phase.OVER:
        raise RecordError.at(
            1, 1, "the game is still in progress; only finished games can be reviewed"
        )
    if sum(isinstance(event, CardTurned) for event in record.game.history) > MOST_REVIEWED_CARDS:
        raise JobError("too-many-cards", {"most": MOST_REVIEWED_CARDS})
    return judged(record).to_json()


def read_edition_job(data: bytes) -> bytes:
    """Return the edition that a text describes, or an error message, as JSON."""
    text = data.decode("utf-8", "surrogatepass")
    try:
        read_own_edition(text)
        found = read_toml(text)
    except EditionError as error:
        return msgspec.json.encode({"error": error.message.to_json()})
    return msgspec.json.encode({"edition": found})


def replay_job(data: bytes) -> bytes:
    """Return the answer to `POST api/replay`."""
    return _of_record(replay_text, data)


def review_job(data: bytes) -> bytes:
    """Return the answer to `POST api/review`."""
    return _of_record(review_text, data)


def _of_record(job: Callable[[bytes], dict[str, Any]], data: bytes) -> bytes:
    try:
        return msgspec.json.encode(job(data))
    except RecordError as error:
        place = {"line": error.line or 0, "column": error.column or 0}
        raise JobError("record", {**error.params, **place}) from None


def coach_job(data: bytes) -> bytes:
    """Return the coach's answer to a question from the server."""
    return msgspec.json.encode(coach_text(msgspec.json.decode(data, type=CoachQuestion)))


def qr_job(data: bytes) -> bytes:
    """Return the QR code of a URL as SVG."""
    return qr_svg(data.decode())


JOBS: Mapping[str, Callable[[bytes], bytes]] = {
    "edition": read_edition_job,
    "replay": replay_job,
    "review": review_job,
    "coach": coach_job,
    "qr": qr_job,
}


MOST_CHARACTERS = 300


def qr_svg(text: str) -> bytes:
    """Return the QR code of a text as an SVG that scales to any size.

    >>> qr_svg("http://192.168.0.7:8000/")[:4]
    b'<svg'
    """
    picture = io.BytesIO()
    segno.make_qr(text, error="m").save(
        picture,
        kind="svg",
        border=2,
        xmldecl=False,
        svgclass=None,
        lineclass=None,
        omitsize=True,
        dark="#000",
        light="#fff",
    )
    return picture.getvalue()
