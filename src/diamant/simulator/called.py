"""Play games by calling the bots and the rules: slower, but supports any bot."""

import hashlib
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from diamant.bots import Bot, BotView, leaving_chance
from diamant.bots.failure import bot_failed, own_line, unanswered
from diamant.bots.time_limit import DecisionTimeout, TooLongError
from diamant.bots.whole_game import random_source
from diamant.errors import BotError
from diamant.rules.edition import Edition
from diamant.rules.game import Game, Phase
from diamant.simulator.kernel.arrays import EditionArrays, LineUpArrays

WORD = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
_CHOICES = 0xD1B54A32D192ED03
_HALF = (1 << 32) - 1
_MULTIPLIER = 4294883355
UNIT = 2.0**-53


def mix(state: int) -> int:
    """Return the random word for a state, exactly as the kernel's `mix` does."""
    word = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & WORD
    return word ^ (word >> 31)


def next_state(state: int) -> int:
    """Return a stream's next state, exactly as the kernel's `next_state` does."""
    return (state & _HALF) * _MULTIPLIER + (state >> 32)


def small_word(state: int) -> int:
    """Return the 32-bit random word for a stream's state."""
    return (state ^ (state >> 32)) & _HALF


def seed_word(seed: int) -> int:
    """Hash a run's seed, which may be any integer, to a 64-bit word."""
    digest = hashlib.sha256(f"diamant simulator 2\0{seed}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


class Shuffler:
    """Draws the cards of one game in the kernel's order, skipping removed cards."""

    def __init__(self, edition: EditionArrays, seed: int, number: int) -> None:
        self._edition = edition
        self._key = mix((seed + number * GAMMA) & WORD)
        self._choice_state = mix(self._key ^ _CHOICES)
        self._gone: set[int] = set()

    def start_round(self, round: int) -> None:
        """Lay out the cards that have entered the deck, and start the random stream."""
        self._deck = list(range(int(self._edition.deck_sizes[round - 1])))
        self._state = mix((self._key + round * _CHOICES) & WORD)
        self._coin_state = mix((self._key - round * _CHOICES) & WORD)
        self._turned: list[int] = []

    def draw(self) -> str:
        """Draw the next card that is still in the game, and return its word."""
        card = self._draw()
        while card in self._gone:
            card = self._draw()
        self._turned.append(card)
        return self._edition.words[card]

    def _draw(self) -> int:
        self._state = next_state(self._state)
        self._coin_state = next_state(self._coin_state)
        index = small_word(self._state) * len(self._deck) >> 32
        card = self._deck[index]
        last = self._deck.pop()
        if index < len(self._deck):
            self._deck[index] = last
        return card

    def end_round(self, *, bust: bool) -> None:
        """Remove a bust's second hazard and all revealed relics from the game."""
        if bust:
            self._gone.add(self._turned[-1])
        self._gone.update(card for card in self._turned if card >= self._edition.first_relic)

    def coin_word(self) -> int:
        """Return the random word that decides the coin flips after the latest card."""
        return small_word(self._coin_state)

    def choice(self) -> float:
        """Return a random number in [0, 1), for a bot that answered with a probability."""
        self._choice_state = (self._choice_state + GAMMA) & WORD
        return (mix(self._choice_state) >> 11) * UNIT


@dataclass(frozen=True)
class CalledGames:
    """Plays a lineup of any bots by calling them.

    With a kernel's `line_up`, the games are exactly those that the kernel plays: coins are flipped
    together, and bots are asked in the kernel's order, so random decisions also match.
    """

    edition: Edition
    bots: Sequence[Bot]
    arrays: EditionArrays
    seed: int  # The 64-bit word made from the run's seed.
    limit: float  # Time limit for one decision, in seconds.
    line_up: LineUpArrays | None = None

    def play(self, number: int, timeout: DecisionTimeout) -> Game:
        """Play the game with this number to its end."""
        shuffler = Shuffler(self.arrays, self.seed, number)
        game = Game.start(self.edition, len(self.bots))
        asked = [self._seat_down(seat, game, number, timeout) for seat in range(len(self.bots))]
        sources = [random_source(f"{self.seed} {number}", seat) for seat in range(len(self.bots))]
        cards = self.edition.cards
        for round in range(1, self.edition.rounds + 1):
            shuffler.start_round(round)
            inside, bust = True, False
            while inside and not bust:
                game = game.turn(cards[shuffler.draw()]).game
                bust = game.phase is not Phase.DECIDE
                if not bust:
                    leavers = self._ask(game, number, asked, sources, shuffler, timeout)
                    inside = len(leavers) < len(game.expedition.in_cave)
                    game = game.decide(leavers).game
            shuffler.end_round(bust=bust)
        return game

    def _ask(
        self,
        game: Game,
        number: int,
        asked: Sequence[Callable[[BotView], Any]],
        sources: Sequence[Callable[[], random.Random]],
        shuffler: Shuffler,
        timeout: DecisionTimeout,
    ) -> list[int]:
        leavers = []
        inside: Iterable[int] = game.expedition.in_cave
        if self.line_up is not None:
            leavers = _flip_coins(self.line_up, inside, shuffler)
            inside = self.line_up.asked(inside)
        for seat in inside:
            try:
                timeout.begin()
                answer = asked[seat](BotView(game, seat, sources[seat]))
                timeout.end()
                if answer is False:
                    continue
                chance = leaving_chance(answer)
            except (Exception, SystemExit, TooLongError) as error:
                raise self._failed(seat, game, number, error) from error
            if chance == 1.0 or (chance > 0.0 and shuffler.choice() < chance):
                leavers.append(seat)
        return leavers

    def _seat_down(
        self, seat: int, game: Game, number: int, timeout: DecisionTimeout
    ) -> Callable[[BotView], Any]:
        try:
            timeout.begin()
            seated = self.bots[seat].seat_down()
            timeout.end()
        except (Exception, SystemExit, TooLongError) as error:
            raise self._failed(seat, game, number, error) from error
        return seated

    def _failed(self, seat: int, game: Game, number: int, cause: BaseException) -> BotError:
        if isinstance(cause, TooLongError):
            bot = self.bots[seat]
            cause = unanswered(self.limit, bot, own_line(cause, bot))
        return bot_failed(self.bots, seat, game, cause, number)


def _flip_coins(line_up: LineUpArrays, inside: Iterable[int], shuffler: Shuffler) -> list[int]:
    """Flip the coins exactly as the kernel does, and return the seats that leave."""
    coins = line_up.coins(inside)
    if not coins:
        return []
    word = shuffler.coin_word()
    column = word & ((1 << int(line_up.players)) - 1)
    entry = int(line_up.alias[column])
    leave = column if word < entry else entry & 0xFF
    return [seat for seat in coins if leave >> seat & 1]
