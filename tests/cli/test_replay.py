"""`diamant replay`: a readable account, and JSON for programs."""

import json

import pytest

HEAD = '[Edition "iello-2016"]\n[Players "Ana" "Ben" "Cem"]\n'

STORY = f"""\
{HEAD}[Date "2026-11-15"]
[Event "Open [/day]" ":gem:"]
1. 9/C relic relic/A 7 relic snake snake
2. 11 7/AB 5/C
3. 17/ABC
4. relic/ABC
5. 3/ABC
"""

ACCOUNT = """\
Diamant, IELLO 2016 · Open [/day], :gem: · 2026-11-15
Players: Ana, Ben and Cem

Expedition 1 of 5
   1  ◆ 9               3 inside get 3 each   (each carries 3, path 0)
                        ← Cem leaves, banks 3
   2  ● relic           it lies on the path; one who leaves alone takes it
   3  ● relic           it lies on the path; one who leaves alone takes it
                        ← Ana leaves, banks 3
                        ← Ana takes a relic worth 5 and a relic worth 5
   4  ◆ 7               Ben, alone inside, gets 7   (carries 10, path 0)
   5  ● relic           it lies on the path; one who leaves alone takes it
   6  ▲ snake           a first warning
   7  ▲ snake           the second snake! Ben flees and loses 10
                        out of the game: ● relic, ▲ snake
       Ana 13   Cem 3   Ben 0

Expedition 2 of 5
   1  ◆ 11              3 inside get 3 each, 2 left over   (each carries 3, path 2)
   2  ◆ 7               3 inside get 2 each, 1 left over   (each carries 5, path 3)
                        ← Ana and Ben leave, each banks 5 + 1 from the path
   3  ◆ 5               Cem, alone inside, gets 5   (carries 10, path 1)
                        ← Cem leaves, banks 10 + 1 from the path
       Ana 19   Cem 14   Ben 6

Expedition 3 of 5
   1  ◆ 17              3 inside get 5 each, 2 left over   (each carries 5, path 2)
                        ← Ana, Ben and Cem leave, each banks 5
       Ana 24   Cem 19   Ben 11

Expedition 4 of 5
   1  ● relic           it lies on the path; one who leaves alone takes it
                        ← Ana, Ben and Cem leave, each banks 0
                        out of the game: ● relic
       Ana 24   Cem 19   Ben 11

Expedition 5 of 5
   1  ◆ 3               3 inside get 1 each   (each carries 1, path 0)
                        ← Ana, Ben and Cem leave, each banks 1
       Ana 25   Cem 20   Ben 12

Ana wins with 25
"""


@pytest.fixture
def story(tmp_path):
    file = tmp_path / "story.dia"
    file.write_text(STORY, encoding="utf-8")
    return file


def test_a_game_is_told_card_by_card(diamant, story):
    assert diamant("replay", story) == (0, ACCOUNT, "")


def test_a_game_is_read_from_standard_input(diamant):
    assert diamant("replay", "-", stdin=STORY) == (0, ACCOUNT, "")


def test_json_has_a_line_for_each_card_and_one_for_the_score(diamant, story):
    code, out, err = diamant("replay", story, "--json")
    assert (code, err) == (0, "")
    rows = [json.loads(line) for line in out.splitlines()]
    assert len(rows) == 7 + 3 + 1 + 1 + 1 + 1
    assert list(rows[0]) == [
        *("round", "step", "card", "bust", "in_cave", "carried", "path"),
        *("leavers", "relics_taken", "chests"),
    ]
    assert rows[2]["relics_taken"] == 2
    assert rows[-1] == {"scores": [25, 12, 20], "winners": [0], "finished": True}


def test_several_games_are_told_one_after_the_other(diamant):
    code, out, _ = diamant("replay", "-", stdin=STORY + STORY)
    assert code == 0
    assert out == ACCOUNT + "─" * 88 + "\n" + ACCOUNT
    _, out, _ = diamant("replay", "-", "--json", stdin=STORY + HEAD)
    assert json.loads(out.splitlines()[-1]) == {
        "scores": [0, 0, 0],
        "winners": [],
        "finished": False,
    }


def last_line(diamant, words, head=HEAD):
    code, out, err = diamant("replay", "-", stdin=head + words)
    assert (code, err) == (0, "")
    return out.splitlines()[-1]


def test_an_open_decision_is_told(diamant):
    told = "The game still goes on: after ▲ battering ram those inside have to decide."
    assert last_line(diamant, "1. 9 ram") == told


def test_the_next_card_is_waited_for(diamant):
    told = "The game still goes on: the next card has to be turned."
    assert last_line(diamant, "1. 9 ram/-") == told
    assert last_line(diamant, "") == told


def test_a_shared_victory_is_told(diamant):
    words = "1. 9/ABC 2. 9/ABC 3. 9/ABC 4. 9/ABC 5. 9/ABC"
    assert last_line(diamant, words) == "Ana, Ben and Cem share the victory with 15"


def test_a_bust_of_several_is_told(diamant):
    _, out, _ = diamant("replay", "-", stdin=HEAD + "1. 9 ram ram")
    assert (
        "   3  ▲ battering ram   the second battering ram! Ana, Ben and Cem flee and lose 3 each"
        in (out.splitlines())
    )


def test_stand_ins_and_entering_relics_are_told(diamant):
    head = '[Edition "schmidt-2005-nl"]\n[Players "a" "b" "c" "d" "e" "f" "g" "h"]\n'
    _, out, _ = diamant("replay", "-", stdin=head + "1. 17 rockslide 9 11/ABCDEFGH 2. 13 gas 15")
    assert "                      the supply runs short: stand-ins worth 5 are in use\n" in out
    head = HEAD.replace("iello-2016", "iello-2023-relics")
    _, out, _ = diamant("replay", "-", stdin=head + "1. relic5/A")
    assert "Expedition 1 of 5 · shuffled in: ● relic 5\n" in out
    assert "   1  ● relic 5         it lies on the path; one who leaves alone takes it\n" in out
    assert "← Ana takes a relic worth 5\n" in out


def test_closed_chests_are_named(diamant):
    _, out, _ = diamant("replay", "-", stdin=HEAD + '[Chests "closed"]\n[Site "inn"]\n')
    assert out.splitlines()[0] == "Diamant, IELLO 2016 · inn · closed chests"


def test_names_that_look_like_markup_are_shown_as_they_are(diamant):
    edition = (
        'id = \\"own\\"\\nname = \\"The [/b] :gem: one\\"\\nrounds = 1\\ntreasures = [5]\\n'
        "players = { least = 2, most = 2 }\\nhazards = { snake = 2 }\\n"
        'gems = [{ name = \\"g\\", worth = 1, count = 9 }]\\nnames = { snake = \\"[bold] :gem:\\" }'
    )
    head = f'[Edition "own"]\n[EditionText "{edition}"]\n[Players "[red]" "[/] :gem:"]\n'
    code, out, err = diamant("replay", "-", stdin=head + "1. snake snake")
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "The [/b] :gem: one"
    assert out.splitlines()[1] == "Players: [red] and [/] :gem:"
    assert "▲ [bold] :gem:" in out


def test_a_terminal_gets_colours(diamant, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    _, out, _ = diamant("replay", "-", stdin=HEAD + "1. 9")
    assert "\x1b[" in out
