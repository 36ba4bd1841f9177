"""Read and write editions as TOML text; each fault gets one clear sentence."""

import json
import re
import tomllib
import unicodedata
from collections.abc import Collection
from datetime import date, time
from typing import Any, TypeVar, get_args

from diamant.errors import EditionError, Message
from diamant.rules.edition import (
    Caves,
    Edition,
    HazardKind,
    RelicEntry,
    Relics,
    RelicWorth,
    Ritual,
    Sharing,
    TieBreak,
)
from diamant.rules.supply import Gem
from diamant.rules.toml_faults import NO_KEYS, toml_fault

MOST_SEATS = 8  # There are eight colors, and the seat letters are A to H.
MOST_ROUNDS = 20
MOST_CARDS = 200
MOST_BITS = 64  # The simulator keeps a bit for each hazard, each kind and each relic in one word.
MOST_POINTS = 1000
MOST_GEMS = 10_000
MOST_TEXT = 200
MOST_CHARACTERS = 32_000
MOST_DOTS = 300  # Twice as many as in an edition with the most hazards and only dotted keys.
MOST_SHOWN = 60  # The length of a wrong value in an error message.

# Things besides hazards for which an edition may have its own names.
NAMED_THINGS = ("treasure", "hazard", "relic", "gem", "explorer", "chest", "cave")

_KIND = re.compile(r"[\w-]{1,32}")
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")

_REQUIRED = ("id", "name", "players", "rounds", "treasures", "hazards", "gems")
_OPTIONAL = ("summary", "relics", "sharing", "tie_break", "ritual", "caves", "names")

_T = TypeVar("_T")


def read_edition(text: str) -> Edition:
    """Read and validate an edition written in TOML.

    Raises `EditionError` with one sentence that names the field and its valid values.
    """
    return edition_from_data(read_toml(text))


def read_toml(text: str) -> dict[str, Any]:
    """Read the TOML of an edition, in time linear in its length.

    For a dotted key, `tomllib` takes time quadratic in the number of dots. So dots are counted
    before parsing.
    """
    if len(text) > MOST_CHARACTERS:
        raise EditionError(
            "the edition has {n} characters; at most {most} are allowed", len(text), MOST_CHARACTERS
        )
    dots = NO_KEYS.sub("", text).count(".")
    if dots > MOST_DOTS:
        raise EditionError(
            "the edition has {dots} dots in its keys; at most {most} are allowed", dots, MOST_DOTS
        )
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise EditionError(toml_fault(text, error)) from None
    except (ValueError, RecursionError):
        # Python's own limits: numbers with thousands of digits, and lists nested as deeply.
        raise EditionError(
            "cannot read the edition: a number is too long, or lists are nested too deeply"
        ) from None


def edition_from_data(data: dict[str, Any]) -> Edition:
    """Validate the data of an edition's TOML, and return the edition."""
    _check_fields(data, Message("the edition"), _REQUIRED, _OPTIONAL)
    least, most = _players(data["players"])
    edition = Edition(
        id=_id(data["id"]),
        name=_text(data["name"], "name"),
        summary=_text(data.get("summary", ""), "summary", may_be_empty=True),
        rounds=_whole(data["rounds"], "rounds", 1, MOST_ROUNDS),
        least_players=least,
        most_players=most,
        treasures=_points(data["treasures"], "treasures"),
        hazards=_hazards(data["hazards"]),
        gems=_gems(data["gems"]),
        relics=_relics(data["relics"]) if "relics" in data else None,
        sharing=_choice(data.get("sharing", "pooled"), "sharing", get_args(Sharing)),
        tie_break=_choice(data.get("tie_break", "shared"), "tie_break", get_args(TieBreak)),
        ritual=_choice(data.get("ritual", "card"), "ritual", get_args(Ritual)),
        caves=_choice(data.get("caves", "barricades"), "caves", get_args(Caves)),
        names=_names(data.get("names", {}), data["hazards"]),
    )
    _check_deck(edition)
    return edition


def write_edition(edition: Edition) -> str:
    """Write an edition as TOML that reads back as the same edition."""
    lines = [
        *_written(edition, "id", "name", "summary", "rounds"),
        f"players = {{ least = {edition.least_players}, most = {edition.most_players} }}",
        *_written(edition, "treasures", "sharing", "tie_break", "ritual", "caves"),
        "",
        "[hazards]",
        *(f"{_toml(kind)} = {copies}" for kind, copies in edition.hazards),
    ]
    for gem in edition.gems:
        lines += ["", "[[gems]]", *_written(gem, "name", "worth", "count")]
    if edition.relics is not None:
        lines += ["", "[relics]", *_written(edition.relics, "enter", "worth", "points", "supplied")]
    if edition.names:
        lines += ["", "[names]"]
        lines += [f"{_toml(thing)} = {_toml(name)}" for thing, name in edition.names.items()]
    return "\n".join(lines) + "\n"


def _written(of: object, *names: str) -> list[str]:
    return [f"{name} = {_toml(getattr(of, name))}" for name in names]


def _toml(value: object) -> str:
    """Write a text without control characters, a number, a list or a bool as TOML.

    TOML and JSON have the same syntax for all of these.
    """
    return json.dumps(value, ensure_ascii=False)


def could_run_out(edition: Edition) -> bool:
    """Return whether the last card could be turned with explorers still inside.

    For that, the deck must not contain two equal hazards. Every bust removes one copy of a kind,
    only kinds with two or more copies can bust, and there is at most one bust in each round before
    the last (docs/rules.md, ruling 1).
    """
    busts_needed = sum(max(0, kind.copies - 1) for kind in edition.hazards)
    return busts_needed <= edition.rounds - 1


def _check_deck(edition: Edition) -> None:
    relic_count = len(edition.relics.points) if edition.relics else 0
    size = len(edition.treasures) + sum(kind.copies for kind in edition.hazards) + relic_count
    if size > MOST_CARDS:
        raise EditionError(
            "the deck has {size} cards; at most {most} are allowed", size, MOST_CARDS
        )
    bits = size - len(edition.treasures) + len(edition.hazards)
    if bits > MOST_BITS:
        raise EditionError(
            (
                "hazard cards, kinds of hazard, and relics add up to {bits}; at most {most} "
                "are allowed"
            ),
            bits,
            MOST_BITS,
        )
    if could_run_out(edition):
        spare = sum(max(0, kind.copies - 1) for kind in edition.hazards)
        raise EditionError(
            (
                "the deck could run out: the number of extra hazard cards (all but one of "
                "each kind) must be at least {rounds}, the number of rounds, but is "
                "{spare}"
            ),
            edition.rounds,
            spare,
        )
    if edition.tie_break == "relics" and edition.relics is None:
        raise EditionError("tie_break is 'relics', but the edition has no relics")


def _check_fields(
    data: dict[str, Any], where: str, required: Collection[str], optional: Collection[str] = ()
) -> None:
    known = [*required, *optional]
    for name in data:
        if name not in known:
            raise EditionError.unknown(
                "{where} has an unknown field {name} ({hint})", name, known, where=where
            )
    for name in required:
        if name not in data:
            raise EditionError("{where} is missing the field {name}", where, repr(name))


def _table(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise EditionError("{where} must be a table, not {value}", where, _shown(value))
    return value


def _whole(value: object, where: str, least: int, most: int) -> int:
    # TOML's true and false are ints in Python, but invalid here.
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise EditionError(
            "{where} must be a whole number from {least} to {most}, not {value}",
            where,
            least,
            most,
            _shown(value),
        )
    return value


def _text(value: object, where: str, *, may_be_empty: bool = False) -> str:
    if not isinstance(value, str) or len(value) > MOST_TEXT or not (value or may_be_empty):
        raise EditionError(
            "{where} must be a string of 1 to {most} characters, not {value}",
            where,
            MOST_TEXT,
            _shown(value),
        )
    if any(unicodedata.category(character) in ("Cc", "Cs") for character in value):
        raise EditionError(
            "{where} must not contain control characters, got {value}", where, _shown(value)
        )
    return value


def _choice(value: object, where: str, choices: tuple[_T, ...]) -> _T:
    for choice in choices:
        if value == choice:
            return choice
    allowed = ", ".join(repr(choice) for choice in choices)
    raise EditionError(
        "{where} must be one of {allowed}, not {value}", where, allowed, _shown(value)
    )


def _id(value: object) -> str:
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise EditionError(
            "id must be 1 to 64 lowercase letters, digits, and hyphens, not {value}", _shown(value)
        )
    return value


def _players(value: object) -> tuple[int, int]:
    table = _table(value, "players")
    _check_fields(table, "players", ("least", "most"))
    for name in ("least", "most"):
        asked = table[name]
        if isinstance(asked, int) and asked > MOST_SEATS:
            raise EditionError(
                (
                    "{where} is {value}, but a table has at most {most} seats (one for each "
                    "color and seat letter)"
                ),
                f"players.{name}",
                _shown(asked),
                MOST_SEATS,
            )
    least = _whole(table["least"], "players.least", 1, MOST_SEATS)
    return least, _whole(table["most"], "players.most", least, MOST_SEATS)


def _points(value: object, where: str) -> tuple[int, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_CARDS:
        raise EditionError(
            "{where} must be a list of {least} to {most} numbers", where, 1, MOST_CARDS
        )
    return tuple(
        _whole(item, f"{where}[{position}]", 1, MOST_POINTS) for position, item in enumerate(value)
    )


def _hazards(value: object) -> tuple[HazardKind, ...]:
    hazards = []
    table = _table(value, "hazards")
    if len(table) > MOST_BITS:
        raise EditionError(
            "there are {n} kinds of hazard; at most {most} are allowed", len(table), MOST_BITS
        )
    for kind, copies in table.items():
        if not (
            _KIND.fullmatch(kind) and kind[0].isalpha() and unicodedata.is_normalized("NFC", kind)
        ):
            raise EditionError(
                (
                    "a hazard's name must start with a letter and contain at most 32 letters, "
                    "digits, and hyphens, got {kind}"
                ),
                repr(kind),
            )
        if re.fullmatch(r"relic\d*", kind):
            raise EditionError("a hazard cannot have a relic's name, got {kind}", repr(kind))
        hazards.append(HazardKind(kind, _whole(copies, f"hazards.{kind}", 1, MOST_CARDS)))
    return tuple(hazards)


def _gems(value: object) -> tuple[Gem, ...]:
    if not isinstance(value, list) or not value:
        raise EditionError("gems must be a list of tables, each with name, worth, and count")
    gems: list[Gem] = []
    for position, item in enumerate(value):
        where = f"gems[{position}]"
        table = _table(item, where)
        _check_fields(table, where, ("name", "worth", "count"))
        gem = Gem(
            _text(table["name"], f"{where}.name"),
            _whole(table["worth"], f"{where}.worth", 1, MOST_POINTS),
            _whole(table["count"], f"{where}.count", 0, MOST_GEMS),
        )
        # Change is always possible only if every sort is worth a multiple of the one before.
        if not gems and gem.worth != 1:
            raise EditionError("{where}.worth must be 1: shares are counted in single gems", where)
        if gems and (gem.worth % gems[-1].worth or gem.worth == gems[-1].worth):
            raise EditionError(
                (
                    "{where}.worth must be a multiple of {before}, the previous gem's worth, "
                    "and larger than it, not {worth}"
                ),
                where,
                gems[-1].worth,
                gem.worth,
            )
        gems.append(gem)
    return tuple(gems)


def _relics(value: object) -> Relics:
    table = _table(value, "relics")
    _check_fields(table, "relics", ("enter", "worth", "points", "supplied"))
    points = _points(table["points"], "relics.points")
    worth: RelicWorth = _choice(table["worth"], "relics.worth", get_args(RelicWorth))
    enter: RelicEntry = _choice(table["enter"], "relics.enter", get_args(RelicEntry))
    if worth == "printed" and list(points) != sorted(points):
        raise EditionError(
            "relics.points must be in ascending order because the lowest relic enters first"
        )
    if not isinstance(table["supplied"], bool):
        raise EditionError(
            "relics.supplied must be true or false, not {value}", _shown(table["supplied"])
        )
    return Relics(enter, worth, points, table["supplied"])


def _names(value: object, hazards: Collection[str]) -> dict[str, str]:
    table = _table(value, "names")
    _check_fields(table, "names", (), (*NAMED_THINGS, *hazards))
    return {thing: _text(name, f"names.{thing}") for thing, name in table.items()}


def _shown(value: object) -> str:
    """Return a value as text for an error message, shortened if it is too long."""
    if isinstance(value, bool | date | time):
        return str(value).lower()  # As TOML writes them.
    try:
        shown = repr(value)
    except ValueError:  # Python doesn't print numbers with thousands of digits.
        return Message("such a long number")
    return shown if len(shown) <= MOST_SHOWN else f"{shown[:MOST_SHOWN]}…"
