"""The settings that a host can change, and their limits."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from typing import Any

from diamant.bots.characters import LEVELS, characters_of
from diamant.editions import edition, read_own_edition
from diamant.errors import DiamantError, did_you_mean
from diamant.rules.edition import Edition
from diamant.table.refusals import RefusalError

CLOCK_SECONDS: Mapping[str, int] = {"off": 0, "relaxed": 45, "brisk": 15}
"""The seconds for a choice at each clock setting, unless the table sets its own `seconds`."""

BOT_LEVELS: Mapping[str, tuple[str, ...]] = {
    level: tuple(one.bot for one in characters_of(level)) for level in LEVELS
}
"""The bots of each strength.

Their choices are stored in the log, so a later release can replace the bots.
"""

LEAST_SECONDS, MOST_SECONDS = 5, 600
MOST_BREAK_SECONDS = 60
MOST_GUESTS = 200  # Per table.


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of a table's games.

    `seconds` is the time for a choice, or None for the clock's default. `timeout` is the default
    choice when time runs out. `visibility` is public (listed), private (not listed) or locked (no
    new guests). `show_chosen` is whether others see that a player has chosen. `thinking` is whether
    bots take their time as people do. `coach` is whether players in the cave may ask a coach.
    `break_seconds` is the time between two expeditions, after screens have shown the end of the
    first. `guests_per_network` limits the spectators from one network.
    """

    edition: str = "iello-2016"
    edition_text: str | None = None
    closed: bool = False
    clock: str = "relaxed"
    seconds: int | None = None
    timeout: str = "leave"
    bots: str = "medium"
    thinking: bool = True
    spectators: bool = True
    visibility: str = "private"
    show_chosen: bool = True
    odds: bool = True
    coach: bool = True
    break_seconds: int = 4
    guests_per_network: int = 24

    @property
    def choice_ms(self) -> int | None:
        """The time for a choice in milliseconds, or None if the clock is off."""
        if self.clock == "off":
            return None
        seconds = CLOCK_SECONDS[self.clock] if self.seconds is None else self.seconds
        return seconds * 1000

    def played_edition(self) -> Edition:
        """Return the table's edition, which is built-in or the host's own."""
        return _edition(self.edition, self.edition_text)

    def check(self) -> None:
        """Refuse invalid settings; the refusal names the first invalid one."""
        for name, words in _WORDS.items():
            value = getattr(self, name)
            if value not in words:
                _refuse(name, value, did_you_mean(str(value), words))
        if self.seconds is not None and not LEAST_SECONDS <= self.seconds <= MOST_SECONDS:
            _refuse("seconds", self.seconds, f"it lies from {LEAST_SECONDS} to {MOST_SECONDS}")
        if not 0 <= self.break_seconds <= MOST_BREAK_SECONDS:
            _refuse("break_seconds", self.break_seconds, f"it is at most {MOST_BREAK_SECONDS}")
        if not 1 <= self.guests_per_network <= MOST_GUESTS:
            _refuse(
                "guests_per_network", self.guests_per_network, f"it lies from 1 to {MOST_GUESTS}"
            )
        try:
            self.played_edition()
        except DiamantError as error:
            _refuse("edition", self.edition, error.message)

    def to_json(self) -> dict[str, Any]:
        """Return the settings as JSON data."""
        return asdict(self)


_WORDS: Mapping[str, tuple[str, ...]] = {
    "clock": tuple(CLOCK_SECONDS),
    "timeout": ("leave", "stay"),
    "bots": tuple(BOT_LEVELS),
    "visibility": ("public", "private", "locked"),
}
_NAMES = tuple(field.name for field in fields(Settings))


def settings_from_json(data: Mapping[str, Any]) -> Settings:
    """Create settings from JSON data, with defaults; refuse unknown settings.

    >>> settings_from_json({"clock": "brisk"}).choice_ms
    15000
    """
    for name, value in data.items():
        if name not in _NAMES:
            _refuse(name, value, did_you_mean(name, _NAMES))
    return Settings(**data)


@lru_cache(maxsize=64)
def _edition(name: str, text: str | None) -> Edition:
    if text is None:
        return edition(name)
    own = read_own_edition(text)
    if own.id != name:
        raise DiamantError(
            "the edition's text describes {id}, not {name}", repr(own.id), repr(name)
        )
    return own


def _refuse(setting: str, value: object, reason: str) -> None:
    raise RefusalError("bad-setting", setting=setting, value=str(value), reason=reason)
