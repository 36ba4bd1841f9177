"""Games of plain Python bots, played by the rules themselves: slower, but any bot will do.

The cards are those of the compiled kernel: seed, game number and round alone decide their order, so
a line-up with a plain bot meets the same decks as one without.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from diamant.bots import Bot, BotView, leaving_chance
from diamant.errors import BotError
from diamant.record import SEAT_LETTERS, Record, write_record
from diamant.rules.cards import Relic
from diamant.rules.edition import Edition
from diamant.rules.events import (
    Banked,
    Bust,
    CardTurned,
    ChoicesRevealed,
    ExpeditionEnded,
    RelicsTaken,
    TreasureShared,
)
from diamant.rules.game import Game, Phase
from diamant.simulator.compiled import FAILURES, Machine, seed_word
from diamant.simulator.result import MOST_COUNTED, WIN_PARTS, Games, Tally
from diamant.simulator.tables import EditionTables, LineUp
from diamant.simulator.watch import TooLongError, Watch

_WORD = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15
_CHOICES = 0xD1B54A32D192ED03
_DRAWS_PER_WORD = 5
_UNIT = 2.0**-53


def mix(state: int) -> int:
    """Return a random word, as the kernel's function of the same name does."""
    word = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & _WORD
    return word ^ (word >> 31)


class Shuffler:
    """Draws the cards of one game in the kernel's order; those that are gone are passed over."""

    def __init__(self, tables: EditionTables, seed: int, number: int) -> None:
        self._tables = tables
        self._key = mix((seed + number * _GAMMA) & _WORD)
        self._choice_state = mix(self._key ^ _CHOICES)
        self._gone: set[int] = set()

    def start_round(self, round: int) -> None:
        """Lay out all cards that have entered, and begin the round's own stream."""
        self._deck = list(range(int(self._tables.deck_sizes[round - 1])))
        self._state = (self._key + round * _CHOICES) & _WORD
        self._fraction = mix(self._state)
        self._draws = _DRAWS_PER_WORD
        self._turned: list[int] = []

    def draw(self) -> str:
        """Return the word of the next card that is in the game."""
        card = self._draw()
        while card in self._gone:
            card = self._draw()
        self._turned.append(card)
        return self._tables.words[card]

    def _draw(self) -> int:
        if self._draws == 0:
            self._state = (self._state + _GAMMA) & _WORD
            self._fraction = mix(self._state)
            self._draws = _DRAWS_PER_WORD
        self._draws -= 1
        product = self._fraction * len(self._deck)
        index, self._fraction = product >> 64, product & _WORD
        card = self._deck[index]
        last = self._deck.pop()
        if index < len(self._deck):
            self._deck[index] = last
        return card

    def end_round(self, *, bust: bool) -> None:
        """Note what leaves the game: the second hazard after a bust, and all relics turned."""
        if bust:
            self._gone.add(self._turned[-1])
        self._gone.update(card for card in self._turned if card >= self._tables.first_relic)

    def word(self) -> int:
        """Return a random word for a choice."""
        self._choice_state = (self._choice_state + _GAMMA) & _WORD
        return mix(self._choice_state)

    def choice(self) -> float:
        """Return a random number from 0 to 1, for a bot that answered with a probability."""
        return (self.word() >> 11) * _UNIT


@dataclass(frozen=True)
class PlainMachine:
    """Plays a line-up of any bots by calling them.

    With a `line_up` for a kernel it is that kernel's twin: coins fall together and bots are asked
    in the kernel's order, so that the games are the same even where chance decides.
    """

    edition: Edition
    bots: Sequence[Bot]
    tables: EditionTables
    seed: int
    limit: float  # Seconds that one decision may take.
    line_up: LineUp | None = None

    def play(self, number: int, watch: Watch) -> Game:
        """Play the game of this number to its end."""
        shuffler = Shuffler(self.tables, self.seed, number)
        game = Game.start(self.edition, len(self.bots))
        asked = [self._seat_down(seat, game, number, watch) for seat in range(len(self.bots))]
        sources = [self._source(number, seat) for seat in range(len(self.bots))]
        cards = self.edition.cards
        for round in range(1, self.edition.rounds + 1):
            shuffler.start_round(round)
            inside, bust = True, False
            while inside and not bust:
                game = game.turn(cards[shuffler.draw()]).game
                bust = game.phase is not Phase.DECIDE
                if not bust:
                    leavers = self._ask(game, number, asked, sources, shuffler, watch)
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
        watch: Watch,
    ) -> list[int]:
        leavers = []
        inside: Iterable[int] = game.expedition.in_cave
        if self.line_up is not None:
            leavers = _flip_coins(self.line_up, inside, shuffler)
            inside = self.line_up.asked(inside)
        for seat in inside:
            try:
                watch.begin()
                answer = asked[seat](BotView(game, seat, sources[seat]))
                watch.end()
                if answer is False:
                    continue
                chance = leaving_chance(answer)
            except (Exception, SystemExit, TooLongError) as error:
                raise self._failed(seat, game, number, error) from error
            if chance == 1.0 or (chance > 0.0 and shuffler.choice() < chance):
                leavers.append(seat)
        return leavers

    def _seat_down(
        self, seat: int, game: Game, number: int, watch: Watch
    ) -> Callable[[BotView], Any]:
        try:
            watch.begin()
            seated = self.bots[seat].seat_down()
            watch.end()
        except (Exception, SystemExit, TooLongError) as error:
            raise self._failed(seat, game, number, error) from error
        return seated

    def _source(self, number: int, seat: int) -> Callable[[], random.Random]:
        """Return what gives a seat its random source: one for a game, made when first used."""
        made: list[random.Random] = []

        def source() -> random.Random:
            if not made:
                made.append(random.Random(f"{self.seed} {number} {seat}"))  # noqa: S311 - a game
            return made[0]

        return source

    def _failed(self, seat: int, game: Game, number: int, cause: BaseException) -> BotError:
        if isinstance(cause, TooLongError):
            reason = f"it has not answered for {self.limit:g} seconds"
        elif isinstance(cause, BotError):
            reason = str(cause)
        else:
            reason = f"{type(cause).__name__}: {cause}"
        cave = game.expedition
        error = BotError(
            f"the bot {self.bots[seat]} at seat {SEAT_LETTERS[seat]} failed in game {number},"
            f" round {cave.round}, card {len(cave.path)}: {reason}"
        )
        names = tuple(str(bot) for bot in self.bots)
        error.record = write_record(Record(names, game))
        return error


def _flip_coins(line_up: LineUp, inside: Iterable[int], shuffler: Shuffler) -> list[int]:
    """Return who leaves of those who flip a coin, as the kernel finds it."""
    coins = [seat for seat in inside if line_up.coin_seats >> seat & 1]
    if not coins:
        return []
    word = shuffler.word()
    column = word & ((1 << line_up.players) - 1)
    entry = int(line_up.alias[column])
    leave = column if word < entry else entry & 0xFF
    return [seat for seat in coins if leave >> seat & 1]


def explain_failure(
    machine: Machine,
    bots: Sequence[Bot],
    line_up: LineUp,
    seed: int,
    games: range,
    limit: float,
    cause: Exception,
) -> NoReturn:
    """Find the first game in which a compiled bot fails, and play it again by calling the bots.

    Raises the `BotError` that a called bot would have raised there.
    """
    while len(games) > 1:
        half = games[: len(games) // 2]
        try:
            machine.run(line_up, seed, half.start, len(half))
        except FAILURES:
            games = half
        else:
            games = games[len(half) :]
    plain = PlainMachine(machine.edition, bots, machine.tables, seed_word(seed), limit, line_up)
    with Watch(limit) as watch:
        plain.play(games.start, watch)
    reason = f"{type(cause).__name__}: {cause}"
    raise BotError(f"a compiled bot failed in game {games.start}: {reason}") from cause


def add_game(tally: Tally, game: Game, each: Games | None = None, place: int = 0) -> None:
    """Add a finished game to a tally, and to the outcomes of single games."""
    part = WIN_PARTS // len(game.winners)
    winning = 0
    for seat, score in enumerate(game.scores):
        tally.sums[0, seat] += score
        tally.sums[1, seat] += score * score
        tally.sums[3, seat] += len(game.relics[seat])
        if seat in game.winners:
            tally.sums[2, seat] += part
            winning |= 1 << seat
        if tally.scores.shape[1] > 1:
            tally.scores[seat, min(score, MOST_COUNTED - 1)] += 1
        if each is not None:
            each.scores[place, seat] = score
    if each is not None:
        each.winners[place] = winning
    _add_events(tally, game, each, place)
    tally.games += 1


def _add_events(tally: Tally, game: Game, each: Games | None, place: int) -> None:
    """Count what the events of a game tell: lengths, busts, leavers, where gems and relics went."""
    cards, inside_path = 0, 0
    for event in game.history:
        if isinstance(event, CardTurned):
            cards += 1
            tally.flows[4] += isinstance(event.card, Relic)
        elif isinstance(event, TreasureShared):
            inside_path += event.remainder
        elif isinstance(event, Bust):
            tally.flows[2] += event.lost * len(event.seats)
        elif isinstance(event, ChoicesRevealed) and event.leavers:
            tally.leavers[len(event.leavers)] += 1
        elif isinstance(event, Banked):
            tally.flows[0] += event.carried
            tally.flows[1] += event.share
            inside_path -= event.share
        elif isinstance(event, RelicsTaken):
            tally.flows[5] += len(event.relics)
        elif isinstance(event, ExpeditionEnded):
            tally.flows[3] += inside_path
            tally.lengths[event.round - 1, cards] += 1
            tally.busts[event.round - 1] += event.bust
            if each is not None:
                each.lengths[place, event.round - 1] = cards
                each.busts[place, event.round - 1] = event.bust
            cards, inside_path = 0, 0
