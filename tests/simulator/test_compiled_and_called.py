"""Test that a bot plays the same games, card by card, compiled or called."""

import io
import random

import pytest

from diamant.bots import BotView, find_bot, find_bots
from diamant.bots.time_limit import DecisionTimeout
from diamant.record import read_records, replay
from diamant.simulator import engine, simulate
from diamant.simulator.called import CalledGames, seed_word
from diamant.simulator.engine import Engine
from diamant.simulator.kernel.reads import BY_SEAT, SHARED
from diamant.simulator.kernel.rewrite import rewrite_bot
from tests.simulator import odd_bot
from tests.simulator.differential import assert_same, decisions, export, find
from tests.simulator.line_ups import CERTAIN, ODD_BOT, UNCERTAIN, odd

# One for each relic rule.
EDITIONS = ("incan-gold", "iello-2023-relics")


@pytest.fixture
def called(monkeypatch):
    """Simulate with called bots, even if they could be compiled."""

    def run(*arguments, **options):
        with monkeypatch.context() as patch:
            patch.setattr(engine, "can_compile", lambda bots: False)
            return export(*arguments, **options)

    return run


@pytest.mark.parametrize("edition", EDITIONS)
def test_compiled_and_called_bots_play_the_same_games(edition, called):
    for players, seed in ((8, 1), (8, 2)):
        bots = CERTAIN[-players:]
        compiled, exported = export(find(edition), bots, 60, seed=seed, first_game=5)
        plain, written = called(find(edition), bots, 60, seed=seed, first_game=5)
        assert exported == written, f"seed {seed}"
        assert_same(compiled, plain)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("bots", [CERTAIN, UNCERTAIN], ids=["certain", "uncertain"])
def test_every_compiled_decision_equals_the_functions_answer(edition, bots):
    """Replay the kernel's games and ask each bot again at each of its decisions."""
    checked = dict.fromkeys(bots, 0)
    asked = [bot.seat_down() for bot in find_bots(",".join(bots))]
    _, text = export(find(edition), bots, 120, seed=11)
    for game, leavers in decisions(text):
        for seat in game.expedition.in_cave:
            answer = float(asked[seat](BotView(game, seat, lambda: random.Random(0))))
            if answer in (0.0, 1.0):
                assert (seat in leavers) == (answer == 1.0), (bots[seat], game)
                checked[bots[seat]] += 1
    assert all(checked[bot] > 200 for bot in bots if bot != "random:leave=0.15")


def test_odd_bot_reads_every_attribute_of_compiled_bots():
    assert set(odd_bot.NAMES) == {*SHARED, *BY_SEAT, "next_share", "next_share_alone"}
    assert set(rewrite_bot(find_bot(ODD_BOT)).reads) >= {*SHARED, *BY_SEAT}


@pytest.mark.parametrize("edition", ["iello-2016", "own-wide"])
def test_every_view_attribute_has_the_same_value_in_the_kernel(edition, called):
    """The other seats flip no coins, so one wrong number changes the rest of the game."""
    size = 6 if edition == "iello-2016" else 2
    for which, name in enumerate(odd_bot.NAMES):
        bots = [odd(number) for number in (which, (which + 5) % len(odd_bot.NAMES), 6, which, 2)]
        compiled, exported = export(find(edition), bots, size, seed=which)
        _, written = called(find(edition), bots, size, seed=which)
        assert exported == written, f"view.{name}"
        # The bot does not always stay: some points are banked.
        assert compiled.sums[0].sum() > 0


def test_reordered_bots_share_a_kernel():
    bots = find_bots(",".join(UNCERTAIN))
    kernels = [Engine.of(find("incan-gold"), order).compiled for order in (bots, bots[::-1])]
    assert kernels[0].kernel is kernels[1].kernel


def test_line_up_with_one_called_bot_is_called_entirely(tmp_path):
    (tmp_path / "mine.py").write_text(
        "def mine(view):\n    return len(view.hazards) + view.carried + view.path >= 9\n"
    )
    bots = [f"{tmp_path}/mine.py:mine", "threshold:gems=9", "expect"]
    output = io.StringIO()
    result = simulate("iello-2016", bots, 20, seed=1, records=output)
    assert result.games == len(list(read_records(output.getvalue()))) == 20
    assert result.seats[0].bot == bots[0]


def test_called_line_up_gets_the_same_decks_as_a_compiled_one(called):
    """Plain bots can be compared with compiled ones card for card."""
    _, compiled = export(find("incan-gold"), CERTAIN, 30, seed=4)
    _, plain = called(find("incan-gold"), ["random:leave=0.1"] * 8, 30, seed=4)
    pairs = list(zip(read_records(compiled), read_records(plain), strict=True))
    assert len(pairs) == 30
    # Only in the first round have no cards left the game.
    for one, other in pairs:
        cards, others = first_round(one), first_round(other)
        common = min(len(cards), len(others))
        assert cards[:common] == others[:common]


def first_round(record):
    return [step.card for step in replay(record) if step.round == 1]


@pytest.mark.parametrize("edition", EDITIONS)
def test_python_twin_plays_the_kernels_games_with_chance(edition):
    """Coins are flipped together, and bots are asked in the kernel's order, to locate failures."""
    bots = find_bots(",".join(UNCERTAIN))
    machine = Engine.of(find(edition), bots)
    line_up = machine.seat(range(len(bots)))
    _, text = export(find(edition), UNCERTAIN, 40, seed=13)
    seed = seed_word(13)
    twin = CalledGames(find(edition), bots, machine.arrays, seed, 10.0, line_up.arrays)
    with DecisionTimeout(10.0) as timeout:
        games = [twin.play(number, timeout) for number in range(40)]
    assert games == [record.game for record in read_records(text)]
