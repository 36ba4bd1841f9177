"""Tests that the review splits a result exactly, for all players and editions."""

import random
from itertools import product
from math import prod

import pytest

from diamant import Game
from diamant.analysis.choices import DecisionPoint, boldness
from diamant.analysis.review import Rating, luck_of, luck_of_cards, review
from diamant.analysis.standings import standings
from diamant.analysis.value import value
from diamant.errors import DiamantError
from diamant.record import Record, read_record, replay
from diamant.rules.edition import HazardKind
from diamant.rules.edition_text import read_edition, write_edition
from diamant.rules.game import Phase
from tests.amount import amount
from tests.rules.playing import small_edition

EDITIONS = ("schmidt-2005", "iello-2016", "iello-2023", "iello-2023-relics", "incan-gold")
BOTS = ("threshold:gems=8", "expect", "vulture", "wolf", "random:leave=0.3", "risk", "catch-up")
CLOSE = 1e-9
HEAD = '[Edition "schmidt-2005"]\n[Players "a" "b" "c"]\n'


def played(seed, players=None, box=None, **how):
    """Return the record of a game between built-in bots."""
    rng = random.Random(seed)
    players = players or rng.choice((3, 3, 3, 4))
    bots = rng.choices(BOTS, k=players)
    game = Game.play(bots, seed=seed, edition=box or rng.choice(EDITIONS), **how)
    return Record(tuple(f"{bot} {seat}" for seat, bot in enumerate(bots)), game)


def check(record):
    """Review a game, and check that its parts add up."""
    found = review(record)
    for seat, player in enumerate(found.players):
        parts = player.cards + player.others + player.decisions
        assert player.result - player.start == pytest.approx(parts, abs=CLOSE)
        own = sum(choice.part for choice in found.choices if choice.seat == seat)
        assert player.decisions == pytest.approx(own, abs=CLOSE)
    cards = [player.cards for player in found.players]
    assert sum(cards) == pytest.approx(0, abs=CLOSE)
    assert luck_of_cards(record) == pytest.approx(cards, abs=CLOSE)
    assert [player.result for player in found.players] == list(value(record.game))
    assert all(choice.lost >= 0 for choice in found.choices)
    return found


@pytest.mark.parametrize("part", range(3))
def test_parts_of_a_result_add_up(part):
    games = amount(80)
    for seed in range(games * part, games * (part + 1)):
        check(played(seed))


TINY = small_edition(rounds=1, most_players=3, treasures=(4, 9), hazards=(HazardKind("snake", 3),))


def endings(game, reveals, chance=1.0):
    """Yield every possible end of a game with its chance; `reveals` yields the leavers."""
    if game.phase is Phase.OVER:
        yield chance, game
    elif game.phase is Phase.DECIDE:
        for weight, leavers in reveals(game):
            yield from endings(game.decide(leavers).game, reveals, chance * weight)
    else:
        for card, weight in game.chances().items():
            yield from endings(game.turn(card).game, reveals, chance * float(weight))


def test_luck_of_the_cards_averages_zero_over_all_decks():
    """Seat A leaves with four gems or more, and the others leave erratically."""

    def reveals(game):
        cave, inside = game.expedition, game.expedition.in_cave
        greedy = [seat for seat in inside if seat and (cave.deck.size + seat) % 2]
        yield 1.0, [0] * (0 in inside and cave.carried + sum(cave.gems) >= 4) + greedy

    chances, results, lucks = 0.0, [0.0] * 3, [0.0] * 3
    for chance, game in endings(Game.start(TINY, 3), reveals):
        chances += chance
        luck = luck_of_cards(Record(("a", "b", "c"), game))
        for seat in range(3):
            results[seat] += chance * value(game)[seat]
            lucks[seat] += chance * luck[seat]
    assert chances == pytest.approx(1)
    assert lucks == pytest.approx([0, 0, 0], abs=CLOSE)
    # Luck does favor players in single games.
    assert max(results) - min(results) > 0.05


def test_luck_of_cards_and_draws_averages_zero_over_all_decks_and_draws():
    """Seat A draws with a chance of 0.3, B with a chance that grows, and C leaves erratically."""

    def chance_of(game, seat):
        return (0.3, min(1.0, game.expedition.carried / 5), None)[seat]

    def reveals(game):
        inside = game.expedition.in_cave
        chances = [chance_of(game, seat) for seat in inside]
        chances = [game.expedition.deck.size % 2 if c is None else c for c in chances]
        for choices in product((0, 1), repeat=len(inside)):
            weight = prod(c if leave else 1 - c for c, leave in zip(chances, choices, strict=True))
            if weight:
                yield weight, [seat for seat, leave in zip(inside, choices, strict=True) if leave]

    chances, lucks, spread, spread_before = 0.0, [0.0] * 3, 0.0, 0.0
    for chance, game in endings(Game.start(TINY, 3), reveals):
        record = Record(("a", "b", "c"), game)
        luck, cards, shares = luck_of(record, chance_of), luck_of_cards(record), value(game)
        chances += chance
        for seat in range(3):
            lucks[seat] += chance * luck[seat]
        spread += chance * (shares[0] - luck[0]) ** 2
        spread_before += chance * (shares[0] - cards[0]) ** 2
    assert chances == pytest.approx(1)
    assert lucks == pytest.approx([0, 0, 0], abs=CLOSE)
    # Subtracting the luck of draws, too, leaves less spread.
    assert spread < spread_before


@pytest.mark.parametrize("players", [6, 8])
def test_parts_add_up_with_many_players(players):
    check(played(players, players))


def test_closed_chests_are_open_after_the_game():
    record = played(5, 4, "iello-2016")
    closed = played(5, 4, "iello-2016", closed=True)
    assert check(record).players == check(closed).players


def test_parts_add_up_in_a_custom_edition():
    text = write_edition(Game.start("incan-gold", 3).edition)
    own = text.replace('id = "incan-gold"', 'id = "mine"').replace("pooled", "card by card")
    own = own.replace("least = 3, most = 8", "least = 2, most = 8").replace(
        "rounds = 5", "rounds = 3"
    )
    check(played(3, 2, read_edition(own)))
    check(played(4, 5, read_edition(own)))


def test_lone_player_is_judged_by_the_values_after_each_choice():
    record = read_record(f"{HEAD}1. 7/BC 5 9/A 2. 7/ABC 3. 7/ABC 4. 7/ABC 5. 7/ABC")
    for step in replay(record):
        if step.round == 1 and step.number == 2:
            decision = DecisionPoint(step.turned)
            worth = decision.choice_shares()[0]
            assert worth.stay == pytest.approx(decision.after(())[0])
            assert worth.leave == pytest.approx(decision.after((0,))[0])


@pytest.mark.parametrize("seed", range(3))
def test_player_who_draws_as_the_reference_has_zero_decisions_on_average(seed):
    record = played(seed, 4, "schmidt-2005")
    found = {(each.round, each.step, each.seat): each for each in check(record).choices}
    together = 0
    for step in replay(record):
        if step.leavers is None:
            continue
        decision, here = DecisionPoint(step.turned), value(step.turned)
        for seat, worth in decision.choice_shares().items():
            choice = found[step.round, step.number, seat]
            chance = decision.leave
            mean = chance * worth.leave + (1 - chance) * worth.stay
            if len(decision.inside) == 1:
                mean = here[seat]
            assert choice.part == pytest.approx(worth.of(leave=choice.leave) - mean, abs=CLOSE)
            together += len(decision.inside) > 1
    assert together > 20


def test_simultaneous_choices_of_others_do_not_change_a_judgment():
    head = f"{HEAD}1. 7/ABC 2. 7/ABC 3. 7/ABC 4. 7/ABC 5. 9"
    one = check(read_record(f"{head}/A 5/BC"))
    other = check(read_record(f"{head}/AB 5/C"))
    judged = [
        next(choice for choice in found.choices if (choice.round, choice.step) == (5, 1))
        for found in (one, other)
    ]
    assert judged[0].seat == 0
    assert (judged[0].part, judged[0].lost) == (judged[1].part, judged[1].lost)
    assert one.players[0].others != other.players[0].others


def test_leaving_without_a_chance_to_win_is_a_mistake():
    found = check(read_record(f"{HEAD}1. 17/A 2/B 3/C 2. 7/ABC 3. 7/ABC 4. 7/ABC 5. 1/BC 2/A"))
    hasty = [choice for choice in found.choices if (choice.round, choice.step) == (5, 1)]
    assert [choice.lost > 0.02 for choice in hasty] == [False, True, True]
    assert found.players[1].bold < 0


def test_turning_points_are_in_order():
    found = check(played(11))
    points = found.turning_points
    assert len(points) == 3
    assert list(points) == sorted(points, key=lambda point: (point.round, point.step))
    assert max(moment.change for moment in found.course) in [point.change for point in points]


def test_unfinished_game_is_refused():
    with pytest.raises(DiamantError, match="only finished games can be reviewed"):
        review(read_record(f"{HEAD}1. 7/A"))


def test_rating_has_an_error_with_two_or_more_choices():
    assert Rating.of([]) == (0, 0.0, None)
    assert Rating.of([0.2]) == (1, 0.2, None)
    assert Rating.of([0.1, 0.3]) == (2, 0.2, pytest.approx(0.1))


def test_boldness_follows_the_choices():
    assert boldness([(0.5, True), (0.5, False)]) == pytest.approx(0, abs=1e-9)
    assert boldness([(0.9, False)] * 20) > 2
    assert boldness([(0.02, True)] * 20) < -2


def test_standings_add_up_over_games():
    reviews = [check(played(seed, 3, "schmidt-2005")) for seed in (1, 2, 1)]
    found = standings(reviews)
    assert sum(each.games for each in found) == 9
    total = sum(each.games * each.result.value for each in found)
    assert total == pytest.approx(3)
    assert sum(each.games * each.adjusted.value for each in found) == pytest.approx(3)
    assert all(each.result.error is None for each in found if each.games == 1)
