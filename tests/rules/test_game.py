"""Tests of a game's course: rulebook examples, rulings, exact events, and illegal steps."""

from dataclasses import FrozenInstanceError, replace

import pytest

from diamant import edition
from diamant.editions import IDS
from diamant.errors import IllegalStepError
from diamant.rules.cards import Hazard, Relic, Treasure
from diamant.rules.edition import Relics
from diamant.rules.events import (
    Banked,
    Bust,
    CardTurned,
    ChoicesRevealed,
    ExpeditionBegan,
    ExpeditionEnded,
    GameEnded,
    RelicsTaken,
    StandInsNeeded,
    TakenRelic,
    TreasureShared,
)
from diamant.rules.frozen import replace as quick_replace
from diamant.rules.game import Game, Phase, Step
from diamant.rules.supply import Gem
from tests.rules.playing import play, small_edition, start

RELIC, SNAKE = Relic(), Hazard("snake")


# A round starts.


def test_game_starts_with_everyone_in_the_first_cave():
    game = start("iello-2023-relics", players=4)
    assert game.phase is Phase.TURN
    assert game.expedition.round == 1
    assert game.expedition.in_cave == (0, 1, 2, 3)
    assert game.expedition.path == game.expedition.gems == game.expedition.relics == ()
    assert game.expedition.carried == 0
    assert game.expedition.deck == game.edition.deck(1)
    assert (game.chests, game.relics, game.gone) == ((0,) * 4, ((),) * 4, ())
    assert (game.stand_ins, game.closed, game.winners) == (0, False, ())
    assert game.history == (ExpeditionBegan(1, Relic(5)),)


@pytest.mark.parametrize("edition_id", IDS)
@pytest.mark.parametrize("players", [2, 9, 3.0, "4", None])
def test_built_in_editions_accept_3_to_8_players(edition_id, players):
    sentence = f"^{edition_id} is for 3 to 8 players, not {players!r}$"
    with pytest.raises(IllegalStepError, match=sentence):
        start(edition_id, players)
    assert [start(edition_id, players).players for players in (3, 8)] == [3, 8]


# A card is turned.


@pytest.mark.parametrize(
    ("edition_id", "card", "players", "share", "remainder"),
    [
        pytest.param("iello-2023", "9", 5, 1, 4, id="rulebooks 000, 001, 002"),
        pytest.param("schmidt-2005", "11", 5, 2, 1, id="rulebooks 003, 004: 11 gems"),
        pytest.param("schmidt-2005", "17", 3, 5, 2, id="rulebooks 003, 004: 17 gems"),
    ],
)
def test_a_treasure_is_shared_by_all_in_the_cave(edition_id, card, players, share, remainder):
    game, events = start(edition_id, players).turn(card)
    assert game.expedition.carried == share
    assert game.expedition.gems == (remainder,)
    seats = tuple(range(players))
    assert events == (CardTurned(Treasure(int(card))), TreasureShared(seats, share, remainder))


def test_only_players_in_the_cave_share_a_treasure():
    game = play(start(players=4), "snake/AC 11")
    assert (game.expedition.carried, game.expedition.gems) == (5, (0, 1))
    assert game.history[-1] == TreasureShared((1, 3), 5, 1)


def test_shares_add_up_while_players_stay():
    game = play(start(players=3), "7 11 snake 5")
    assert game.expedition.carried == 2 + 3 + 1
    assert game.expedition.gems == (1, 2, 0, 2)


def test_turned_card_moves_from_the_deck_to_the_end_of_the_path():
    game = play(start(), "5 snake relic")
    assert game.expedition.path == (Treasure(5), SNAKE, RELIC)
    deck = game.expedition.deck
    assert (deck[Treasure(5)], deck[SNAKE], deck[RELIC], deck.size) == (1, 2, 4, 32)


def test_turn_accepts_a_card_by_its_word():
    assert start().turn("snake") == start().turn(SNAKE)


def test_the_first_hazard_of_its_kind_does_nothing():
    before = play(start(players=5), "9/-")
    game, events = before.turn("snake")
    assert events == (CardTurned(SNAKE),)
    assert game.expedition.hazards == ("snake",)
    assert (game.expedition.carried, game.expedition.gems) == (1, (4, 0))


def test_hazards_of_different_kinds_do_not_bust():
    game = play(start(), "snake 5 lava spider ram boulder")
    assert game.phase is Phase.DECIDE
    assert game.expedition.hazards == ("snake", "lava", "spider", "ram", "boulder")


def test_everyone_inside_flees_with_nothing_from_the_second_snake():
    """Rulebooks 000, 001 and 002."""
    before = play(start(players=4), "snake/B 11/A 5/-")
    game, events = before.turn("snake")
    assert events == (
        CardTurned(SNAKE),
        Bust("snake", (2, 3), 3 + 2),
        ExpeditionEnded(1, True, (SNAKE,)),
        ExpeditionBegan(2, None),
    )
    assert game.chests == (3 + 2, 0, 0, 0)
    assert game.expedition.in_cave == (0, 1, 2, 3)
    assert (game.expedition.round, game.expedition.carried, game.phase) == (2, 0, Phase.TURN)


def test_a_relic_stays_on_the_path():
    game, events = play(start(), "relic/-").turn("relic")
    assert events == (CardTurned(RELIC),)
    assert game.expedition.relics == (RELIC, RELIC)
    assert game.expedition.gems == (0, 0)


# Everyone decides.


def test_leavers_bank_their_gems_and_their_share_of_the_path():
    game, events = play(start(players=5), "9 7").decide([4, 0])
    assert events == (ChoicesRevealed((1, 2, 3), (0, 4)), Banked(0, 2, 3), Banked(4, 2, 3))
    assert game.chests == (5, 0, 0, 0, 5)
    assert game.expedition.in_cave == (1, 2, 3)
    assert (game.expedition.carried, game.expedition.gems) == (2, (0, 0))
    assert game.phase is Phase.TURN


def test_remainder_of_the_path_stays_on_the_deepest_treasure_ruling_2():
    game = play(start(players=5), "9 7 snake/ABC")
    assert game.chests == (4, 4, 4, 0, 0)
    assert game.expedition.gems == (0, 0, 0)
    game = play(start(players=5), "9 2 snake/ABCD")
    assert game.expedition.gems == (0, 2, 0)


def test_later_leavers_share_the_remainder():
    game = play(start(players=5), "9/AB 2/C snake/D")
    # Of the 9, four gems stay: A and B get two each. Of the 2, both stay, and C gets them.
    assert game.chests == (3, 3, 3, 1, 0)


def test_card_by_card_sharing_keeps_a_remainder_on_each_card():
    house = replace(edition("schmidt-2005"), sharing="card by card")
    course = "7/- 4/- 11/AB"
    assert play(Game.start(house, 3), course).chests == (7, 7, 0)
    assert play(Game.start(house, 3), course).expedition.gems == (1, 1, 0)
    assert play(start("schmidt-2005"), course).chests == (8, 8, 0)


def test_all_players_may_stay():
    before = play(start(), "5")
    game, events = before.decide([])
    assert events == (ChoicesRevealed((0, 1, 2), ()),)
    assert game.expedition == before.expedition
    assert game.phase is Phase.TURN


def test_the_expedition_ends_when_the_last_explorer_leaves():
    game, events = play(start(players=4), "9/ACD 7").decide([1])
    assert events == (
        ChoicesRevealed((), (1,)),
        Banked(1, 2 + 7, 1),
        ExpeditionEnded(1, False, ()),
        ExpeditionBegan(2, None),
    )
    assert game.chests == (2, 10, 2, 2)
    assert (game.gone, game.expedition.deck) == ((), game.edition.deck(1))


# Relics.


def test_lone_leaver_takes_every_relic():
    game, events = play(start(), "relic 5 relic").decide([1])
    taken = (TakenRelic(RELIC, 5), TakenRelic(RELIC, 5))
    assert events == (ChoicesRevealed((0, 2), (1,)), RelicsTaken(1, taken), Banked(1, 1, 2))
    assert game.relics == ((), taken, ())
    assert game.expedition.relics == ()
    assert game.chests == (0, 3, 0)
    assert game.scores == (0, 13, 0)


def test_two_leavers_take_no_relic():
    game, events = play(start(), "relic").decide([0, 2])
    assert events == (ChoicesRevealed((1,), (0, 2)), Banked(0, 0, 0), Banked(2, 0, 0))
    assert game.relics == ((), (), ())
    assert game.expedition.relics == (RELIC,)


def test_lone_leaver_is_the_only_one_to_leave_at_that_moment_ruling_5():
    one_inside_stays = play(start(players=4), "relic/AB snake/C")
    assert one_inside_stays.scores == (0, 0, 5, 0)
    the_last_one_out = play(start(players=4), "relic/ABC snake/D")
    assert the_last_one_out.scores == (0, 0, 0, 5)


def test_a_second_lone_leaver_takes_only_relics_turned_since():
    game = play(start(), "relic relic/A relic/B")
    assert game.relics == (
        (TakenRelic(RELIC, 5), TakenRelic(RELIC, 5)),
        (TakenRelic(RELIC, 5),),
        (),
    )


def test_the_third_and_fourth_relic_taken_at_once_are_worth_5_and_10_ruling_3():
    game = play(start(), "relic relic/C snake/AB relic relic/A")
    assert game.relics[0] == (TakenRelic(RELIC, 5), TakenRelic(RELIC, 10))
    assert game.scores == (15, 0, 10)
    assert play(game, "relic/B").relics[1] == (TakenRelic(RELIC, 10),)


def test_player_keeps_relics_taken_earlier():
    game = play(start(), "relic/B snake/AC relic/B")
    assert game.relics == ((), (TakenRelic(RELIC, 5), TakenRelic(RELIC, 5)), ())


def test_printed_relic_is_worth_its_number():
    game = play(start("iello-2023-relics"), "relic5/A snake/BC relic7/B")
    assert game.scores == (5, 7, 0)


def test_unrevealed_relics_stay_in_the_deck_ruling_4():
    game = play(start(), "snake/ABC")
    assert game.expedition.deck[RELIC] == 5
    game = play(start("iello-2023-relics"), "snake/ABC snake/ABC")
    assert [game.expedition.deck[Relic(number)] for number in (5, 7, 8, 10)] == [1, 1, 1, 0]


@pytest.mark.parametrize(
    ("course", "removed"),
    [("relic relic/ABC", (RELIC, RELIC)), ("snake relic relic snake", (RELIC, RELIC, SNAKE))],
)
def test_revealed_relics_that_no_one_took_leave_the_game_ruling_4(course, removed):
    game = play(start(), course)
    assert game.history[-2:] == (
        ExpeditionEnded(1, SNAKE in removed, removed),
        ExpeditionBegan(2, None),
    )
    assert game.gone == removed
    assert game.expedition.deck[RELIC] == 3


def test_taken_relics_are_gone_but_not_listed_as_removed():
    game = play(start(), "relic/A relic/BC")
    assert game.history[-2] == ExpeditionEnded(1, False, (RELIC,))
    assert game.gone == (RELIC, RELIC)
    assert game.expedition.deck[RELIC] == 3


def test_a_relic_enters_before_each_round_and_is_announced():
    game = play(start("incan-gold"), "fire/ABC fire/ABC")
    began = [event for event in game.history if isinstance(event, ExpeditionBegan)]
    assert began == [ExpeditionBegan(round, RELIC) for round in (1, 2, 3)]
    assert game.expedition.deck[RELIC] == 3
    game = play(start("iello-2023-relics"), "snake/ABC")
    assert game.history[-1] == ExpeditionBegan(2, Relic(7))


# A round ends.


def test_one_of_the_two_matching_hazards_leaves_the_game():
    game = play(start(), "snake lava snake")
    assert game.gone == (SNAKE,)
    assert (game.expedition.deck[SNAKE], game.expedition.deck[Hazard("lava")]) == (2, 3)
    game = play(game, "snake snake")
    assert game.gone == (SNAKE, SNAKE)
    assert game.expedition.deck[SNAKE] == 1


def test_all_other_cards_are_shuffled_back_ruling_9():
    """Rulebook 002, taken literally, would reshuffle only the turned cards."""
    game = play(start(), "5 snake 17 relic lava 9 snake")
    whole = game.edition.deck(1)
    assert game.expedition.deck == whole.draw(SNAKE).draw(RELIC)
    assert game.expedition.deck.size == 35 - 2


def test_gems_left_on_the_path_return_to_the_supply():
    game = play(start(), "17 5 11/AB snake snake")
    assert game.chests == (5 + 1 + 3 + 3, 5 + 1 + 3 + 3, 0)
    assert (game.expedition.gems, game.stand_ins) == ((), 0)


def test_the_game_is_over_after_the_last_round():
    game = play(start(), "7/A snake/BC snake/ABC snake/ABC snake/ABC 9")
    assert game.expedition.round == 5
    game, events = game.decide([0, 1, 2])
    assert events == (
        ChoicesRevealed((), (0, 1, 2)),
        Banked(0, 3, 0),
        Banked(1, 3, 0),
        Banked(2, 3, 0),
        ExpeditionEnded(5, False, ()),
        GameEnded((6, 5, 5), (0,)),
    )
    assert game.phase is Phase.OVER
    assert (game.scores, game.winners) == ((6, 5, 5), (0,))


def test_last_cave_keeps_its_cards_but_no_gems_or_players():
    """The gems on its path return to the supply, but players can still look at the cards."""
    game = play(start(), "snake/ABC " * 4 + "relic 17 snake 5 snake")
    cave = game.expedition
    assert cave.round == 5
    assert cave.path == (RELIC, Treasure(17), SNAKE, Treasure(5), SNAKE)
    assert cave.gems == (0, 0, 0, 0, 0)
    assert (cave.in_cave, cave.relics, cave.carried) == ((), (), 0)
    assert cave.deck.size == 30
    assert game.gone == (RELIC, SNAKE)
    assert game.history[-2:] == (
        ExpeditionEnded(5, True, (RELIC, SNAKE)),
        GameEnded((0, 0, 0), (0, 1, 2)),
    )


def test_winners_are_empty_while_the_game_runs():
    assert play(start(), "7/A").winners == ()


# A takes a relic worth 5, and B and C get five of the eleven rubies each.
ALL_HAVE_FIVE = "relic/A 11/BC " + "snake/ABC " * 4


@pytest.mark.parametrize("edition_id", ["iello-2016", "incan-gold"])
def test_gems_and_relics_give_equal_points(edition_id):
    assert play(start(edition_id), ALL_HAVE_FIVE).scores == (5, 5, 5)


def test_tied_players_share_the_victory_ruling_8():
    game = play(start("iello-2016"), ALL_HAVE_FIVE)
    assert game.winners == (0, 1, 2)
    assert game.history[-1] == GameEnded((5, 5, 5), (0, 1, 2))


def test_incan_gold_breaks_ties_by_artifacts():
    game = play(start("incan-gold"), ALL_HAVE_FIVE)
    assert game.winners == (0,)
    assert game.history[-1] == GameEnded((5, 5, 5), (0,))


# Gems and the supply (ruling 6).


def poor(rubies: int, diamonds: int = 0, **changes: object) -> Game:
    """Begin a game of two players in an edition with few gems."""
    gems = (Gem("ruby", 1, rubies), Gem("diamond", 5, diamonds))
    own = small_edition(gems=gems, treasures=(7, 4, 4, 12), **changes)
    return Game.start(own, 2)


def test_stand_ins_are_announced_when_the_supply_runs_short_ruling_6():
    game, events = poor(5).turn("7")
    assert events[1:] == (TreasureShared((0, 1), 3, 1), StandInsNeeded(2))
    assert game.stand_ins == 2
    game, events = play(game, "snake/-").turn("4")
    assert events[1:] == (TreasureShared((0, 1), 2, 0), StandInsNeeded(6))
    assert game.stand_ins == 6


def test_stand_ins_in_use_are_not_announced_again_ruling_6():
    game, events = poor(5).turn("7").game.decide([0])
    assert events == (ChoicesRevealed((1,), (0,)), Banked(0, 3, 1))
    assert game.stand_ins == 2


def test_returned_gems_replace_stand_ins_ruling_6():
    game = play(poor(5), "7/A snake/-")
    assert game.stand_ins == 2
    game, events = game.turn("snake")
    assert not any(isinstance(event, StandInsNeeded) for event in events)
    assert (game.stand_ins, game.chests) == (0, (4, 0))
    game, events = game.turn("4")
    assert events[-1] == StandInsNeeded(3)


def test_holdings_of_five_and_more_use_diamonds_ruling_6():
    # Two piles of 6 use one diamond each and two rubies in total.
    assert play(poor(2, 2), "12").stand_ins == 0
    assert play(poor(1, 2), "12").stand_ins == 1
    # Two piles of 3 with 1 on the path cannot use a diamond.
    assert play(poor(2, 2), "7").stand_ins == 5


def test_chests_piles_and_path_are_separate_holdings_ruling_6():
    # A's chest has 4 and B's pile 3: seven gems, but no holding is large enough for a diamond.
    assert play(poor(6, 9), "7/A").stand_ins == 1
    # A's chest has 4, B's pile 7.
    assert play(poor(6, 9), "7/A 4").stand_ins == 0


@pytest.mark.parametrize(("supplied", "stand_ins"), [(True, 10), (False, 0)])
def test_relics_take_diamonds_from_the_supply_if_the_edition_says_so(supplied, stand_ins):
    relics = Relics("start", "by order", (5, 5), supplied=supplied)
    game = play(poor(0, 0, relics=relics), "relic relic/A")
    assert game.stand_ins == stand_ins
    needed = [event for event in game.history if isinstance(event, StandInsNeeded)]
    assert needed == ([StandInsNeeded(10)] if supplied else [])


def test_each_relic_is_a_separate_holding_ruling_6():
    relics = Relics("start", "by order", (3, 3), supplied=True)
    assert play(poor(0, 9, relics=relics), "relic relic/A").stand_ins == 6


def test_stand_ins_are_announced_before_the_game_ends_ruling_6():
    relics = Relics("start", "by order", (5,), supplied=True)
    game = play(poor(0, 0, relics=relics, rounds=1), "relic/A snake/-")
    game, events = game.turn("4")
    assert events[-1] == StandInsNeeded(9)
    game, events = game.decide([1])
    assert events == (
        ChoicesRevealed((), (1,)),
        Banked(1, 4, 0),
        ExpeditionEnded(1, False, ()),
        GameEnded((5, 4), (0,)),
    )


def test_relic_taken_by_the_last_player_can_need_stand_ins_ruling_6():
    relics = Relics("start", "by order", (5,), supplied=True)
    game, events = play(poor(0, 0, relics=relics, rounds=1), "snake/B relic").decide([0])
    assert events[-3:] == (
        ExpeditionEnded(1, False, ()),
        StandInsNeeded(5),
        GameEnded((5, 0), (0,)),
    )
    assert game.stand_ins == 5


# Closed chests (ruling 7).


def test_closed_chests_do_not_change_the_course_of_play_ruling_7():
    course = "relic/A 11/BC snake lava 9/A 5 snake 17/ABC"
    closed = play(start(closed=True), course)
    assert closed.closed
    assert replace(closed, closed=False) == play(start(), course)


# Illegal steps.


@pytest.mark.parametrize(
    ("course", "sentence"),
    [
        ("5", "cannot turn a card now: those in the cave have to decide first"),
        ("snake/ABC " * 5, "cannot turn a card now: the game is over"),
    ],
)
def test_turning_a_card_out_of_turn_is_refused(course, sentence):
    with pytest.raises(IllegalStepError, match=f"^{sentence}$"):
        play(start(), course).turn("7")


@pytest.mark.parametrize(
    ("course", "sentence"),
    [
        ("", "cannot decide now: the next card has to be turned first"),
        ("5/-", "cannot decide now: the next card has to be turned first"),
        ("snake snake", "cannot decide now: the next card has to be turned first"),
        ("snake/ABC " * 5, "cannot decide now: the game is over"),
    ],
)
def test_deciding_out_of_turn_is_refused(course, sentence):
    with pytest.raises(IllegalStepError, match=f"^{sentence}$"):
        play(start(), course).decide([])


@pytest.mark.parametrize(
    ("edition_id", "course", "card", "sentence"),
    [
        ("iello-2016", "17/-", "17", "the deck of round 1 has no 17 left"),
        (
            "schmidt-2005",
            "gas gas gas gas gas/-",
            "gas",
            "the deck of round 3 has no gas left",
        ),
        ("iello-2023-relics", "", "relic7", "the deck of round 1 has no relic7 left"),
        (
            "iello-2016",
            "relic relic relic relic relic/ABC",
            "relic",
            "the deck of round 2 has no relic left",
        ),
    ],
)
def test_turning_a_card_that_is_not_in_the_deck_is_refused(edition_id, course, card, sentence):
    with pytest.raises(IllegalStepError, match=f"^{sentence}$"):
        play(start(edition_id), course).turn(card)


@pytest.mark.parametrize("seat", [0, 3, -1])
def test_leaving_from_outside_the_cave_is_refused(seat):
    game = play(start(), "5/A 7")
    with pytest.raises(IllegalStepError) as refused:
        game.decide([1, seat])
    assert str(refused.value) == f"seat {seat!r} cannot leave: it is not in the cave"


def test_seat_listed_twice_as_a_leaver_is_refused():
    with pytest.raises(IllegalStepError) as refused:
        play(start(), "5").decide([2, 1, 2])
    assert str(refused.value) == "each seat can leave only once, got leavers (1, 2, 2)"


def test_relic_in_an_edition_without_relics_fails_an_assertion():
    game = play(start("schmidt-2005"), "5")
    game = replace(game, expedition=replace(game.expedition, relics=(RELIC,)))
    sentence = r"^a relic lies on the path of an edition without relics$"
    with pytest.raises(AssertionError, match=sentence):
        game.decide([0])


# The game as a value.


def test_phases_have_stable_values():
    assert [phase.value for phase in Phase] == ["turn", "decide", "over"]


def test_step_does_not_change_the_previous_game():
    game = start()
    step = game.turn("5")
    assert isinstance(step, Step)
    assert game == start()
    assert step.game.decide([0]).game != step.game
    assert step.game == start().turn("5").game


def test_a_game_is_frozen():
    game = start()
    with pytest.raises(FrozenInstanceError, match="a Game is frozen: its players cannot be change"):
        game.players = 4
    with pytest.raises(FrozenInstanceError):
        game.notes = "not even what it does not have"
    with pytest.raises(FrozenInstanceError):
        del game.players


def test_history_holds_every_event_from_the_beginning():
    game = play(start(), "relic/A 11 snake/B snake")
    assert game.history == (
        ExpeditionBegan(1, None),
        CardTurned(RELIC),
        ChoicesRevealed((1, 2), (0,)),
        RelicsTaken(0, (TakenRelic(RELIC, 5),)),
        Banked(0, 0, 0),
        CardTurned(Treasure(11)),
        TreasureShared((1, 2), 5, 1),
        ChoicesRevealed((1, 2), ()),
        CardTurned(SNAKE),
        ChoicesRevealed((2,), (1,)),
        Banked(1, 5, 1),
        CardTurned(SNAKE),
        Bust("snake", (2,), 5),
        ExpeditionEnded(1, True, (SNAKE,)),
        ExpeditionBegan(2, None),
    )


def test_with_chests_replaces_the_chests_and_the_history():
    game = play(start(players=3), "9/A 5")
    other = game.with_chests((70, 0, 2), game.history[:1])
    assert (other.chests, other.history) == ((70, 0, 2), game.history[:1])
    assert (other.expedition, other.phase) == (game.expedition, game.phase)
    assert other.with_chests(game.chests, game.history) == game


def test_quick_replace_copies_a_value_with_new_fields():
    shared = TreasureShared((0, 1), 3, 1)
    for share in (4, 5):  # The second call reuses the plan made by the first.
        assert quick_replace(shared, share=share) == replace(shared, share=share)
