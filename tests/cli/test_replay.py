"""Test `diamant replay`: a readable account, and JSON for programs."""

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
Players: Ana, Ben, and Cem

Cave 1 of 5
   1  ◆ 9 gems: 3 each, with none left over. (carried: 3, on the path: 0)
      ← Cem leaves with 3 gems.
   2  ● A relic! Leave alone to take it.
   3  ● A relic! Leave alone to take it.
      ← Ana leaves with 3 gems.
      ← Bonus for leaving alone: 2 relics worth 10 in all.
   4  ◆ 7 gems, all for Ben. (carried: 10, on the path: 0)
   5  ● A relic! Leave alone to take it.
   6  ▲ Snake: first warning.
   7  ▲ Snake, for the second time! Ben loses 10 gems.
      Out of the game: ● relic, ▲ snake
      Ana 13   Cem 3   Ben 0

Cave 2 of 5
   1  ◆ 11 gems: 3 each, and 2 stay on the card. (carried: 3, on the path: 2)
   2  ◆ 7 gems: 2 each, and 1 stays on the card. (carried: 5, on the path: 3)
      ← Ana and Ben leave with 6 gems each.
   3  ◆ 5 gems, all for Cem. (carried: 10, on the path: 1)
      ← Cem leaves with 11 gems.
      Ana 19   Cem 14   Ben 6

Cave 3 of 5
   1  ◆ 17 gems: 5 each, and 2 stay on the card. (carried: 5, on the path: 2)
      ← Ana, Ben, and Cem leave with 5 gems each.
      Ana 24   Cem 19   Ben 11

Cave 4 of 5
   1  ● A relic! Leave alone to take it.
      ← Ana, Ben, and Cem leave with nothing.
      Out of the game: ● relic
      Ana 24   Cem 19   Ben 11

Cave 5 of 5
   1  ◆ 3 gems: 1 each, with none left over. (carried: 1, on the path: 0)
      ← Ana, Ben, and Cem leave with 1 gem each.
      Ana 25   Cem 20   Ben 12

Ana wins with 25 points.
"""


@pytest.fixture
def story(tmp_path):
    file = tmp_path / "story.dia"
    file.write_text(STORY, encoding="utf-8")
    return file


def test_game_is_printed_card_by_card(diamant, story):
    assert diamant("replay", story) == (0, ACCOUNT, "")


def test_game_is_read_from_standard_input(diamant):
    assert diamant("replay", "-", stdin=STORY) == (0, ACCOUNT, "")


def test_json_has_a_line_for_each_card_and_one_for_the_score(diamant, story):
    out = diamant.out("replay", story, "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert len(rows) == 7 + 3 + 1 + 1 + 1 + 1
    assert list(rows[0]) == [
        *("round", "step", "card", "bust", "in_cave", "carried", "path"),
        *("leavers", "relics_taken", "chests"),
    ]
    assert rows[2]["relics_taken"] == 2
    assert rows[-1] == {"scores": [25, 12, 20], "winners": [0], "finished": True}


def test_several_games_are_printed_one_after_another(diamant):
    out = diamant.out("replay", "-", stdin=STORY + STORY)
    assert out == ACCOUNT + "─" * 88 + "\n" + ACCOUNT
    _, out, _ = diamant("replay", "-", "--json", stdin=STORY + HEAD)
    assert json.loads(out.splitlines()[-1]) == {
        "scores": [0, 0, 0],
        "winners": [],
        "finished": False,
    }


TO_DECIDE = "The game isn't over yet: after ▲ battering ram, everyone in the cave has to choose."
TO_TURN = "The game is still in progress: the next card hasn't been turned yet."
SHARED = "Ana, Ben, and Cem share the victory with 15 points each."


@pytest.mark.parametrize(
    ("words", "told"),
    [
        *(("1. 9 ram", TO_DECIDE), ("1. 9 ram/-", TO_TURN), ("", TO_TURN)),
        ("1. 9/ABC 2. 9/ABC 3. 9/ABC 4. 9/ABC 5. 9/ABC", SHARED),
    ],
)
def test_last_line_shows_the_state_of_the_game(diamant, words, told):
    assert diamant.out("replay", "-", stdin=HEAD + words).splitlines()[-1] == told


def test_bust_of_several_players_is_printed(diamant):
    _, out, _ = diamant("replay", "-", stdin=HEAD + "1. 9 ram ram")
    told = "   3  ▲ Battering ram, for the second time! Ana, Ben, and Cem lose 3 gems each."
    assert told in out.splitlines()
    _, out, _ = diamant("replay", "-", stdin=HEAD + "1. ram ram")
    assert "   2  ▲ Battering ram, for the second time! Nobody had anything to lose.\n" in out


def test_stand_ins_and_entering_relics_are_printed(diamant):
    head = '[Edition "schmidt-2005-nl"]\n[Players "a" "b" "c" "d" "e" "f" "g" "h"]\n'
    _, out, _ = diamant("replay", "-", stdin=head + "1. 17 rockslide 9 11/ABCDEFGH 2. 13 gas 15")
    assert "      The gems have run out, so stand-ins worth 5 are in use.\n" in out
    head = HEAD.replace("iello-2016", "iello-2023-relics")
    _, out, _ = diamant("replay", "-", stdin=head + "1. relic5/A")
    assert "Cave 1 of 5 · shuffled in: ● relic 5\n" in out
    assert "   1  ● A relic! Leave alone to take it. (5)\n" in out
    assert "← Ana leaves alone with a relic worth 5.\n" in out
    assert "For leaving alone" not in out


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("de", "   6  ▲ Schlange: die erste Warnung."),
        ("fr", "   6  ▲ Serpent\u00a0: premier avertissement."),
        ("it", "Caverna 1 di 5"),
        ("nl", "Spelers: Ana, Ben en Cem"),
        ("es", "Cueva 1 de 5"),
        ("sr", "Играчи: Ana, Ben и Cem"),
        ("sr-Latn", "Igrači: Ana, Ben i Cem"),
    ],
)
def test_game_is_printed_in_every_language(diamant, story, language, told):
    out = diamant.out("replay", story, "--language", language)
    assert told in out.splitlines()


def test_game_is_printed_in_the_editions_words(diamant):
    head = HEAD.replace("iello-2016", "incan-gold")
    _, out, _ = diamant("replay", "-", "--language=de", stdin=head + "1. relic/A")
    assert "\nTempel 1 von 5 · eingemischt: ● Artefakt\n" in out
    assert "   1  ● Ein Artefakt! Wer allein umkehrt, nimmt es mit.\n" in out


def test_closed_chests_are_mentioned(diamant):
    _, out, _ = diamant("replay", "-", stdin=HEAD + '[Chests "closed"]\n[Site "inn"]\n')
    assert out.splitlines()[0] == "Diamant, IELLO 2016 · inn · Closed chests"


def test_names_that_look_like_markup_are_printed_literally(diamant):
    edition = (
        'id = \\"own\\"\\nname = \\"The [/b] :gem: one\\"\\nrounds = 1\\ntreasures = [5]\\n'
        "players = { least = 2, most = 2 }\\nhazards = { snake = 2 }\\n"
        'gems = [{ name = \\"g\\", worth = 1, count = 9 }]\\nnames = { snake = \\"[bold] :gem:\\" }'
    )
    head = f'[Edition "own"]\n[EditionText "{edition}"]\n[Players "[red]" "[/] :gem:"]\n'
    out = diamant.out("replay", "-", stdin=head + "1. snake snake")
    assert out.splitlines()[0] == "The [/b] :gem: one"
    assert out.splitlines()[1] == "Players: [red] and [/] :gem:"
    assert "▲ [bold] :gem:" in out


def test_terminal_gets_colors(diamant, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    _, out, _ = diamant("replay", "-", stdin=HEAD + "1. 9")
    assert "\x1b[" in out


def test_narrow_terminal_wraps_between_words():
    from io import StringIO

    from rich.console import Console

    from diamant.terminal.narration import tell

    def told(line, **options):
        out = Console(file=StringIO(), width=24, soft_wrap=True, color_system=None, **options)
        tell(out, line)
        return out.file.getvalue()

    story = "   2  9 gems: 3 each, with none left over."
    assert told(story, force_terminal=True) == (
        "   2  9 gems: 3 each,\n      with none left\n      over.\n"
    )
    assert told("Ana and Ben share the victory.", force_terminal=True) == (
        "Ana and Ben share the\nvictory.\n"
    )
    assert told("   1  short", force_terminal=True) == "   1  short\n"
    assert told(story) == f"{story}\n", "a file's lines are as long as they are"


def test_singular_is_used_for_one_point(diamant):
    caves = "1. 1/A snake/BC " + " ".join(f"{number}. snake/ABC" for number in range(2, 6))
    said = {
        "en": "Ana wins with 1 point.",
        "de": "Ana gewinnt mit 1 Punkt.",
        "sr": "Ana побеђује са 1 поеном.",  # noqa: RUF001
    }
    for language, sentence in said.items():
        _, out, err = diamant("replay", "-", "--language", language, stdin=HEAD + caves)
        assert (out.splitlines()[-1], err) == (sentence, "")
