"""Solo games without a server: their records are replayed and verified here."""

import json
from importlib.resources import files as resources
from pathlib import Path

import pytest

from diamant.bots.characters import CHARACTERS
from diamant.dealer import verify
from diamant.editions import IDS, edition
from diamant.editions.own import describe
from diamant.record import read_records, write_record
from diamant.table import bot_player, play
from tools.node import run_node

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def told():
    known = {name: describe(edition(name)) for name in IDS}
    model = resources("diamant.bots.champion") / "champion.model"
    bots = [one.bot for one in CHARACTERS]
    text = json.dumps({"editions": known, "bots": bots, "model": str(model)})
    return json.loads(run_node(HERE / "local-games.js", input=text))


def test_local_games_leave_records_that_replay_and_verify(told):
    assert len(told["games"]) >= 6 * len(IDS)
    for one in told["games"]:
        (record,) = read_records(one["record"])
        assert record.game.is_over
        assert list(record.game.scores) == one["scores"]
        assert record.players[0] == "Ana"
        assert write_record(record) == one["record"]
        verify(record)


def test_local_table_has_the_tempo_of_the_server(told):
    assert told["tempo"] == {
        "shown": play.SHOWN_MS,
        "bustShown": play.BUST_SHOWN_MS,
        "leastThought": bot_player.LEAST_THOUGHT_MS,
        "mostThought": bot_player.MOST_THOUGHT_MS,
        "hurried": bot_player.HURRIED_MS,
    }
