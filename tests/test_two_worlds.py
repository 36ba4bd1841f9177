"""Tests that games which differ only in secrets look the same, byte by byte, to those outside.

A failure names its seed; `two_worlds(random.Random(seed))` builds that pair again.
"""

import json
import random
from dataclasses import replace

import pytest

from diamant import view
from diamant.dealer import Dealer
from diamant.editions import IDS, edition
from diamant.rules.events import Banked, StandInsNeeded
from diamant.rules.game import Game, Phase
from diamant.view import View
from tests.amount import amount

CHUNKS = 10
PAIRS_PER_CHUNK = amount(220)


def told(game, seat):
    return json.dumps(View.of(game, seat).to_json()).encode()


def random_game(chance):
    """Return a game in progress with closed chests, at least one of them with gems if possible."""
    game = Game.start(edition(chance.choice(IDS)), chance.randint(3, 8), closed=True)
    leave = chance.choice([0.1, 0.3, 0.6])
    moments = [game]
    while game.phase is not Phase.OVER:
        if game.phase is Phase.TURN:
            game = game.turn(chance.choice(list(game.expedition.deck))).game
        else:
            inside = game.expedition.in_cave
            game = game.decide([seat for seat in inside if chance.random() < leave]).game
        moments.append(game)
    banked = [game for game in moments[:-1] if any(game.chests)]
    return chance.choice(banked or moments[:-1])


def other_world(game, seat, chance):
    """Return the same game to `seat`, with other contents in the closed chests of others."""
    chests, history = list(game.chests), []
    for event in game.history:
        if isinstance(event, Banked) and event.seat != seat:
            more = chance.randint(1, 40)
            chests[event.seat] += more
            history.append(replace(event, share=event.share + more))
            # The holdings of others decide when the supply runs short, so this must not show.
            if chance.random() < 0.5:
                history.append(StandInsNeeded(chance.randint(1, 99)))
        elif not isinstance(event, StandInsNeeded) or chance.random() < 0.5:
            history.append(event)
    return replace(
        game,
        chests=tuple(chests),
        past=(None, tuple(history)),
        # Never the same, even if no one else has banked anything.
        stand_ins=game.stand_ins + chance.randint(1, 99),
    )


def two_worlds(chance):
    game = random_game(chance)
    seat = chance.choice([None, *range(game.players)])
    return seat, game, other_world(game, seat, chance)


def leaks(seeds):
    """Return the seeds whose two worlds look different to someone who must not see a difference."""
    found = []
    for seed in seeds:
        seat, one, other = two_worlds(random.Random(seed))
        assert one != other, f"seed {seed}"
        # Secrets from a seat are secrets from a spectator, too.
        if any(told(one, viewer) != told(other, viewer) for viewer in (seat, None)):
            found.append(seed)
    return found


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_closed_chests_of_others_do_not_show(chunk):
    assert leaks(range(chunk * PAIRS_PER_CHUNK, (chunk + 1) * PAIRS_PER_CHUNK)) == []


@pytest.mark.parametrize("chunk", range(2))
def test_owner_sees_their_own_chest(chunk):
    for seed in range(chunk * 50, chunk * 50 + 50):
        _, one, other = two_worlds(random.Random(seed))
        for seat in range(one.players):
            differ = one.chests[seat] != other.chests[seat]
            assert (View.of(one, seat).chest != View.of(other, seat).chest) is differ, seed


SOME = range(200)


def test_control_unfiltered_events_are_found(monkeypatch):
    monkeypatch.setattr(view, "events_for", lambda events, seat: events)
    assert len(leaks(SOME)) > 150


def test_control_filter_of_another_seat_is_found(monkeypatch):
    rightly = view.events_for
    monkeypatch.setattr(view, "events_for", lambda events, seat: rightly(events, 0))
    assert len(leaks(SOME)) > 50


def test_control_stand_ins_in_the_history_are_found(monkeypatch):
    def careless(events, seat):
        return tuple(e for e in events if not isinstance(e, Banked) or e.seat == seat)

    monkeypatch.setattr(view, "events_for", careless)
    assert len(leaks(SOME)) > 100


def test_control_open_chests_are_found(monkeypatch):
    rightly = View.of
    opened = classmethod(lambda cls, game, seat=None: rightly(replace(game, closed=False), seat))
    monkeypatch.setattr(View, "of", opened)
    assert len(leaks(SOME)) > 150


# The order of the deck.


def decks_alike_at_first(chance, deck, alike):
    """Return two orders of a deck, dealt from different seeds, that start with the same cards."""
    orders = {}
    while True:
        order = Dealer(chance.randbytes(32), [b""] * 3).order(deck, 1)
        other = orders.setdefault(order[:alike], order)
        if other != order:
            return order, other


@pytest.mark.parametrize("seed", range(200))
def test_order_of_the_undrawn_cards_does_not_show(seed):
    chance = random.Random(seed)
    game = Game.start(edition(chance.choice(IDS)), 3, closed=chance.random() < 0.5)
    alike = chance.choice([1, 1, 2])
    one, other = decks_alike_at_first(chance, game.expedition.deck, alike)
    assert one[alike:] != other[alike:]
    worlds = []
    for order in (one, other):
        world = game
        for card in order[:alike]:
            world = world.turn(card).game
            if world.phase is Phase.DECIDE:
                world = world.decide([]).game
        worlds.append(world)
    for seat in (None, 0, 1, 2):
        assert told(worlds[0], seat) == told(worlds[1], seat), f"seed {seed}"


def test_game_does_not_contain_the_order_of_its_deck():
    game = Game.start(edition("iello-2016"), 3)
    dealer = Dealer(bytes(32), [b""] * 3)
    order = [str(card) for card in dealer.order(game.expedition.deck, 1)]
    shown = [str(card) for card in game.expedition.deck]
    assert shown != order
    assert shown == [str(card) for card in edition("iello-2016").deck(1)]
