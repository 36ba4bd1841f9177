"""The daily cave on a server: seeds for coming days, attempts, and results."""

import re
import secrets
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256

from diamant import daily
from diamant.dealer import SEED_BYTES, commitment
from diamant.server.clock import Clock
from diamant.server.responses import refuse
from diamant.store import Store
from diamant.store.values import DailyAttempt

MOST_ATTEMPTS = 100_000
"""The limit per day, so that a client that keeps creating keys can't fill the disk."""
MOST_PER_NETWORK = 2_000
"""The limit per network and day, so that one network can't use up `MOST_ATTEMPTS`."""

PROVED_DAYS = 14
KEEP_DAYS = 400
RESULTS_SECONDS = 10.0
_KEY = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class AttemptSoFar:
    """An attempt, and the day's results once it is over."""

    day: str
    attempt: daily.Attempt
    points: Mapping[int, int]
    streak: int


class DailyCaves:
    """The daily caves; each player is identified by a key that their device keeps."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._seeds: dict[str, bytes] = {}
        self._shown: set[str] = set()
        self._points: dict[str, tuple[float, Mapping[int, int]]] = {}
        self._begun: tuple[str, Counter[str]] = ("", Counter())

    def today(self) -> date:
        """Return the current day in UTC, which is the same for everyone."""
        return datetime.fromtimestamp(self._clock.now(), UTC).date()

    def ends_at(self) -> int:
        """Return the time at which the day ends, in milliseconds since 1970."""
        tomorrow = datetime.combine(self.today() + timedelta(days=1), datetime.min.time(), UTC)
        return int(tomorrow.timestamp() * 1000)

    async def promised(self) -> dict[str, str]:
        """Return the commitments to the decks of today and of the next days."""
        seeds = await self._ahead()
        return {
            day.isoformat(): commitment(seeds[day.isoformat()])
            for day in daily.next_days(self.today())
        }

    async def proved(self) -> dict[str, str]:
        """Return the seeds of recent past days, newest first."""
        today = self.today()
        since, until = (today - timedelta(days=ago) for ago in (PROVED_DAYS, 1))
        seeds = await self._store.daily_seeds(since.isoformat(), until.isoformat())
        if news := seeds.keys() - self._shown:
            await self._store.show_seeds(news)
            self._shown = set(seeds)
        return {day: seeds[day].hex() for day in sorted(seeds, reverse=True)}

    async def attempt(self, key: str) -> AttemptSoFar | None:
        """Return the key's attempt at today's cave, or None."""
        player, day = _player(key), self.today().isoformat()
        kept = await self._store.daily_attempt(day, player)
        return None if kept is None else await self._standing(player, day, kept)

    async def begin(self, key: str, network: str) -> AttemptSoFar:
        """Start or continue today's attempt."""
        player, day = _player(key), self.today().isoformat()
        kept = await self._store.daily_attempt(day, player)
        if kept is None:
            if await self._store.was_shown(day):
                raise refuse("daily-over")
            if self._begun[0] != day:
                self._begun = (day, Counter())
            begun = self._begun[1]
            if begun[network] >= MOST_PER_NETWORK:
                raise refuse("daily-network-full")
            if await self._store.daily_begun(day) >= MOST_ATTEMPTS:
                raise refuse("daily-full")
            begun[network] += 1
            kept = DailyAttempt("")
            await self._store.save_attempt(day, player, None, kept)
        return await self._standing(player, day, kept)

    async def choose(self, key: str, day: str, number: int, *, leave: bool) -> AttemptSoFar:
        """Make choice `number`, counted from 0; an earlier choice is never changed.

        A repeated choice has no effect and gets the same answer.
        """
        player = _player(key)
        if day != self.today().isoformat() or await self._store.was_shown(day):
            raise refuse("daily-over")
        kept = await self._store.daily_attempt(day, player)
        if kept is None:
            raise refuse("daily-choice")
        before = await self._attempt(day, kept)
        if number < before.choices:
            return await self._standing(player, day, kept)
        if number > before.choices or before.over:
            raise refuse("daily-choice")
        after = before.choose(leave=leave)
        made = DailyAttempt(" ".join(after.course), after.points)
        if not await self._store.save_attempt(day, player, kept.course, made):
            # Another page with the same key was faster, and its choice counts.
            made = await self._store.daily_attempt(day, player) or made
        if made.points is not None:
            # Include a player's own result in the results they see at the end.
            self._points.pop(day, None)
        return await self._standing(player, day, made)

    async def forget(self, key: str) -> None:
        """Delete everything about a key."""
        await self._store.forget_player(_player(key))
        self._points.clear()

    async def _attempt(self, day: str, kept: DailyAttempt) -> daily.Attempt:
        seeds = await self._ahead()
        return daily.attempt(seeds[day], kept.course.split())

    async def _standing(self, player: str, day: str, kept: DailyAttempt) -> AttemptSoFar:
        attempt = await self._attempt(day, kept)
        if not attempt.over:
            return AttemptSoFar(day, attempt, {}, 0)
        days = await self._store.daily_days(player)
        streak = daily.streak(days, date.fromisoformat(day))
        return AttemptSoFar(day, attempt, await self._results(day), streak)

    async def _results(self, day: str) -> Mapping[int, int]:
        """Return the day's results, cached for a while."""
        known = self._points.get(day)
        if known is None or time.monotonic() - known[0] > RESULTS_SECONDS:
            known = (time.monotonic(), await self._store.daily_points(day))
            self._points = {day: known}
        return known[1]

    async def _ahead(self) -> dict[str, bytes]:
        """Return the seeds of today and the next days; draw and save missing ones.

        When it draws seeds, about once a day, this method also deletes old attempts.
        """
        days = [day.isoformat() for day in daily.next_days(self.today())]
        if any(day not in self._seeds for day in days):
            await self._store.keep_seeds({day: secrets.token_bytes(SEED_BYTES) for day in days})
            # Another node may have saved a seed first, so read the saved ones.
            self._seeds = dict(await self._store.daily_seeds(days[0], days[-1]))
            today = self.today()
            old, yesterday = (today - timedelta(days=ago) for ago in (KEEP_DAYS, 1))
            await self._store.purge_attempts(old.isoformat(), yesterday.isoformat())
        return self._seeds


def _player(key: str) -> str:
    """Return the hash of a key, which the database stores instead of the key."""
    if not _KEY.fullmatch(key):
        raise refuse("needs-token")
    return sha256(b"diamant daily 1\0" + key.encode()).hexdigest()
