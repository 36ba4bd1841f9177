"""The cards of a game from seed and number, in the kernel's order.

Nothing else decides them, so that a line-up with a called bot meets the same decks as one without.
"""

import hashlib

from diamant.simulator.kernel.arrays import EditionArrays

WORD = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15
_CHOICES = 0xD1B54A32D192ED03
_HALF = (1 << 32) - 1
_MULTIPLIER = 4294883355
UNIT = 2.0**-53


def mix(state: int) -> int:
    """Return a random word, as the kernel's function of the same name does."""
    word = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & WORD
    return word ^ (word >> 31)


def next_state(state: int) -> int:
    """Return the next state of a stream of small words, as the kernel's function does."""
    return (state & _HALF) * _MULTIPLIER + (state >> 32)


def small_word(state: int) -> int:
    """Return the random word, of 32 bits, of a stream's state."""
    return (state ^ (state >> 32)) & _HALF


def seed_word(seed: int) -> int:
    """Return the 64-bit word that a run's seed, any whole number, stands for."""
    digest = hashlib.sha256(f"diamant simulator 2\0{seed}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


class Shuffler:
    """Draws the cards of one game in the kernel's order; those that are gone are passed over."""

    def __init__(self, edition: EditionArrays, seed: int, number: int) -> None:
        self._edition = edition
        self._key = mix((seed + number * GAMMA) & WORD)
        self._choice_state = mix(self._key ^ _CHOICES)
        self._gone: set[int] = set()

    def start_round(self, round: int) -> None:
        """Lay out all cards that have entered, and begin the round's own stream."""
        self._deck = list(range(int(self._edition.deck_sizes[round - 1])))
        self._state = mix((self._key + round * _CHOICES) & WORD)
        self._coin_state = mix((self._key - round * _CHOICES) & WORD)
        self._turned: list[int] = []

    def draw(self) -> str:
        """Return the word of the next card that is in the game."""
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
        """Note what leaves the game: the second hazard after a bust, and all relics turned."""
        if bust:
            self._gone.add(self._turned[-1])
        self._gone.update(card for card in self._turned if card >= self._edition.first_relic)

    def coin_word(self) -> int:
        """Return the random word that tells how coins fall after the last card."""
        return small_word(self._coin_state)

    def choice(self) -> float:
        """Return a random number from 0 to 1, for a bot that answered with a probability."""
        self._choice_state = (self._choice_state + GAMMA) & WORD
        return (mix(self._choice_state) >> 11) * UNIT
