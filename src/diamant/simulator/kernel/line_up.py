"""Who sits where, as the arrays that a kernel reads."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from diamant.bots import Bot
from diamant.bots.champion.model import networks
from diamant.simulator.kernel.alias import alias_table
from diamant.simulator.kernel.layout import MASKS, MOST_SEATS, SEAT_FACTS
from diamant.simulator.kernel.rewrite import RewrittenBot
from diamant.simulator.result import WIN_PARTS, Array


def _seat_facts(mask: int) -> tuple[int, ...]:
    facts = (
        mask.bit_count(),
        -(-(1 << 32) // mask.bit_count()) if mask else 0,
        sum(1 << (16 * seat) for seat in range(4) if mask >> seat & 1),
        sum(1 << (16 * seat) for seat in range(4) if mask >> (4 + seat) & 1),
    )
    assert len(facts) == SEAT_FACTS, "the kernel counts on it"
    return facts


@dataclass(frozen=True)
class LineUpArrays:
    """Bots on their seats, for a kernel that has these bots compiled."""

    # [mask * SEAT_FACTS + fact]: about every set of seats, as `layout` says.
    masks: ClassVar[Array] = np.array(
        [fact for mask in range(MASKS) for fact in _seat_facts(mask)], np.uint64
    )
    # [winners]: each one's part of a win, in 840ths.
    prize: ClassVar[Array] = np.array(
        [0, *(WIN_PARTS // winners for winners in range(1, MOST_SEATS + 1))], np.uint64
    )

    players: np.uint64
    coin_seats: np.uint64  # The seats whose bots flip a coin without looking.
    alias: Array  # [mask]: how those coins fall together, as an alias table.
    group_from: Array  # [bot] int64: the first group of each compiled bot, and one more.
    group_seats: Array  # [group]: mask of the seats that share a bot and its numbers.
    numbers: Array  # [group, n] float: what the bot was given.
    addresses: Array  # [group] int64: where its bot's machine code is, or 0 if in the kernel.
    by_seat: Array  # [group] bool: whether its bot's answer may differ from seat to seat.
    draw_order: Array  # [turn] int64: the seats in the order in which they draw random words.
    networks: Array  # [network, weight] float32: what minds have learned; empty where none sits.

    @classmethod
    def of(
        cls,
        bots: Sequence[Bot],
        rewritten: Sequence[RewrittenBot],
        in_kernel: Mapping[RewrittenBot, int],
        in_order: Sequence[RewrittenBot],
    ) -> "LineUpArrays":
        """Seat bots; `rewritten` holds each seat's.

        The kernel knows them as `in_kernel`, one after the other, each with the address of its
        machine code or 0 if that is part of the kernel; and they draw `in_order`. The first is the
        same for every order of the same bots, so that they need one kernel; the second is the order
        in which a run names them, which decides the games that chance decides.
        """
        forms = list(in_kernel)
        coins = [0.0] * len(bots)
        seats_of: dict[tuple[int, tuple[float, ...]], int] = {}
        turns: list[tuple[int, tuple[float, ...], int]] = []
        for seat, (bot, form) in enumerate(zip(bots, rewritten, strict=True)):
            if form.is_coin:
                coins[seat] = float(bot.function(None, **bot.numbers))
                turns.append((-1, (), seat))
                continue
            given = tuple(float(bot.numbers[name]) for name in form.parameters)
            key = (forms.index(form), given)
            seats_of[key] = seats_of.get(key, 0) | 1 << seat
            turns.append((in_order.index(form), given, seat))
        groups = sorted(seats_of)
        width = max((len(given) for _, given in groups), default=0)
        numbers = np.zeros((len(groups), width or 1), np.float64)
        for place, (_, given) in enumerate(groups):
            numbers[place, : len(given)] = given
        starts = [sum(bot < number for bot, _ in groups) for number in range(len(forms) + 1)]
        return cls(
            players=np.uint64(len(bots)),
            coin_seats=np.uint64(sum(1 << seat for turn, _, seat in turns if turn < 0)),
            alias=alias_table(coins),
            group_from=np.array(starts, np.int64),
            group_seats=np.array([seats_of[group] for group in groups], np.uint64),
            numbers=numbers,
            addresses=np.array([in_kernel[forms[bot]] for bot, _ in groups], np.int64),
            by_seat=np.array([forms[bot].differs_by_seat for bot, _ in groups], np.bool_),
            draw_order=np.array([seat for _, _, seat in sorted(turns)], np.int64),
            networks=(
                np.array(networks(), np.float32)
                if any(form.has_mind for form in forms)
                else np.zeros((0, 0), np.float32)
            ),
        )

    def coins(self, inside: Iterable[int]) -> list[int]:
        """Return the seats inside that flip a coin."""
        return [seat for seat in inside if int(self.coin_seats) >> seat & 1]

    def asked(self, inside: Iterable[int]) -> list[int]:
        """Return the seats inside that are asked, in the order in which they draw."""
        free = set(inside) - set(self.coins(inside))
        return [seat for seat in self.draw_order.tolist() if seat in free]
