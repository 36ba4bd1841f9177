"""Test `diamant ladder`: one bot at mixed tables of the panel, as table and JSON."""

import json

import pytest

# In these families every bot is `random` or uses a kernel that other tests compile.
GIVEN = ("ladder", "--bot", "threshold:gems=11", "--families", "coins,vultures")


def test_ladder_prints_the_bot_and_its_opponents(diamant):
    ran = diamant(*GIVEN, "--games", 4000)
    assert ran.code == 0
    first, *rest = ran.out.splitlines()
    assert first.startswith("threshold:gems=11 wins ")
    assert "(fair share: 25.00%)" in first
    assert any("vulture:haul=4,limit=0.15" in line for line in rest)
    assert rest[-1].startswith("schmidt-2005 with 4 players: 4,000 games at 20 panel tables")


def test_json_contains_the_same(diamant):
    found = diamant.json(*GIVEN, "--games", 4000, "--players", 3)
    assert (found["bot"], found["players"], found["games"]) == ("threshold:gems=11", 3, 4000)
    assert found["tables"] == 15
    assert 0 < found["win_share_error"] < 0.1 < found["win_share"] < 0.9
    everybody = [found["win_share"] * found["games"]]
    everybody += [row["win_share"] * row["games"] for row in found["panel"]]
    assert sum(everybody) == pytest.approx(4000)


def test_luck_adjusted_shares_sum_to_the_games_and_vary_less(diamant):
    ran = diamant(*GIVEN, "--games", 60, "--players", 3, "--luck-adjusted", "--json")
    found = json.loads(ran.out)
    rows = [found | {"games": 60}, *found["panel"]]
    assert sum(row["adjusted_share"] * row["games"] for row in rows) == pytest.approx(60)
    assert any(row["adjusted_share"] != row["win_share"] for row in rows)
    said = diamant(*GIVEN, "--games", 20, "--luck-adjusted").out
    assert "without luck (cards and random draws)" in said


def test_opponents_may_all_be_alike(diamant):
    found = diamant.json(*GIVEN, "--games", 240, "--alike")
    assert (found["tables"], len(found["panel"])) == (6, 6)
    # Each has three seats at each of its own tables.
    assert {row["games"] for row in found["panel"]} == {120}


def test_bot_of_the_panel_does_not_play_itself(diamant):
    coin = ("--bot", "random:leave=0.1", "--families", "coins", "--players", 3)
    found = diamant.json("ladder", *coin, "--games", 400)
    assert found["bot"] == "random:leave=0.1"
    assert found["bot"] not in [row["bot"] for row in found["panel"]]


def test_output_of_a_bot_is_not_in_the_json(diamant, tmp_path):
    file = tmp_path / "loud.py"
    file.write_text("def loud(view):\n    print('I see', view.carried)\n    return True\n")
    given = ("--bot", f"{file}:loud", "--families", "coins", "--players", 3, "--threads", 1)
    code, out, err = diamant("ladder", *given, "--games", 6, "--json")
    assert code == 0
    assert json.loads(out)["games"] == 6
    assert "I see" in err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--bot", "champoin"), "unknown bot 'champoin' (did you mean 'champion'?)"),
        (("--bot", "expect", "--families", "wolfs"), "unknown panel family 'wolfs'"),
        (
            ("--bot", "expect", "--families", "coins", "--players", 6),
            "needs 5 opponents, but only 3",
        ),
        (("--bot", "expect", "--players", 9), "3 to 8 players"),
        (("--bot", "expect", "--games", 0), "the number of games"),
    ],
)
def test_wrong_input_is_reported_in_one_line(refusal, arguments, why):
    assert why in refusal("ladder", *arguments)
