"""`diamant play`: a whole game against bots, driven by what a person might type."""

import re
from datetime import date

import pytest

from diamant.cli.play import NAMES, YOU
from diamant.dealer import Dealer, commitment, verify
from diamant.editions import IDS, read_own_edition
from diamant.record import read_record
from diamant.rules.cards import Relic
from diamant.rules.events import Banked, ChoicesRevealed

SEED = bytes(range(32))
ENDLESS = 400
GO_ON, LEAVE = "\n" * ENDLESS, "l\n" * ENDLESS


@pytest.fixture(autouse=True)
def seed(monkeypatch):
    """Let every game be dealt from a known seed, or from another if a test sets one."""
    known = {"seed": SEED}

    def token_bytes(count):
        assert count == 32
        return known["seed"]

    monkeypatch.setattr("diamant.cli.play.secrets.token_bytes", token_bytes)
    return known


@pytest.fixture
def play(diamant, tmp_path):
    """Play a game to the end, save it, and return what was printed and the record."""
    file = tmp_path / "played.dia"

    def run(*arguments, stdin):
        code, out, err = diamant("play", "--save", file, *arguments, stdin=stdin)
        assert (code, err) == (0, "")
        last = f"The record is in {file}; 'diamant verify {file}' checks the deal."
        assert out.splitlines()[-1] == last
        return out, read_record(file.read_text(encoding="utf-8"))

    return run


def choices(record, seat):
    """Whether a seat left, each time it had to choose."""
    events = [event for event in record.game.history if isinstance(event, ChoicesRevealed)]
    return [seat in event.leavers for event in events if seat in event.leavers + event.stayers]


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("players", [3, 8])
def test_a_game_can_be_played_to_the_end_and_verified(play, name, players):
    out, record = play("--edition", name, "--players", players, stdin=LEAVE)
    assert record.game.edition.id == name
    assert record.players == ("Explorer", *NAMES[: players - 1])
    assert record.tags["Date"] == (date.today().isoformat(),)  # noqa: DTZ011
    assert record.tags["Commitment"] == (commitment(SEED),)
    assert verify(record) is None
    assert choices(record, YOU) == [True] * 5
    assert f"The deck is settled; its commitment is {commitment(SEED)}\n" in out
    best = max(record.game.scores)
    assert re.search(rf"^[^\n]* wins? with {best}!$", out, re.MULTILINE)


def test_one_who_always_stays_never_banks(play):
    out, record = play(stdin=GO_ON)
    assert not any(choices(record, YOU))
    assert "Explorer leaves" not in out
    assert record.game.chests[YOU] == 0


@pytest.mark.parametrize("word", ["l", "L", " leave ", "LEAVE"])
def test_leaving_may_be_written_in_several_ways(play, word):
    _, record = play(stdin=f"{word}\n" * ENDLESS)
    assert choices(record, YOU) == [True] * 5


@pytest.mark.parametrize("word", ["", "g", "go", "Go on", "  "])
def test_going_on_may_be_written_in_several_ways(play, word):
    _, record = play(stdin=f"{word}\n" * ENDLESS)
    assert not any(choices(record, YOU))


@pytest.mark.parametrize("word", ["o", "odds", "ODDS"])
def test_odds_are_told_and_the_question_comes_again(play, word):
    out, record = play(stdin=f"{word}\n" + LEAVE)
    assert out.count("The next card busts with ") == 1
    assert re.search(r"^.*The next card busts with \d+% \(\d+(/\d+)?\)\.$", out, re.MULTILINE)
    assert choices(record, YOU) == [True] * 5


@pytest.mark.parametrize("nonsense", [b"x\n", b"leave!\n", "né\n".encode(), b"\x1b[A\n"])
def test_nonsense_is_explained_and_the_question_comes_again(play, nonsense):
    out, record = play(stdin=nonsense + LEAVE.encode())
    assert out.count("      Press Enter to go on, or type l, o, or q to quit the game.\n") == 1
    assert choices(record, YOU) == [True] * 5


def test_bytes_that_are_no_text_are_nonsense(diamant):
    code, out, err = diamant("play", stdin=b"\xff\n")
    assert (code, err) == (0, "")
    assert "Press Enter to go on, or type l, o, or q to quit the game." in out


@pytest.mark.parametrize("ending", ["", "q\n", "\nquit\n", "Q"])
def test_a_game_may_be_left(diamant, tmp_path, ending):
    file = tmp_path / "left.dia"
    code, out, err = diamant("play", "--save", file, stdin=ending)
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == (
        "You left the table. The record of a game left early is not kept."
    )
    assert not file.exists()


def test_the_seed_is_not_printed_before_the_end(diamant):
    _, out, _ = diamant("play", stdin=LEAVE)
    assert SEED.hex() not in out


def test_your_name_and_your_luck_join_in(play):
    _, record = play("--name", "Zoë [/] :gem:", "--luck", "clover é", stdin=LEAVE)
    assert record.players[0] == "Zoë [/] :gem:"
    assert record.tags["Nonces"] == ("clover é".encode().hex(), "", "", "")
    assert verify(record) is None


def test_luck_may_be_any_bytes(play):
    _, record = play("--luck", "\udcff", stdin=LEAVE)
    assert record.tags["Nonces"][0] == "ff"


def test_without_a_file_the_end_says_how_to_save(diamant):
    code, out, _ = diamant("play", stdin=LEAVE)
    assert code == 0
    assert out.splitlines()[-1] == (
        "Play with --save FILE to keep the record; 'diamant verify FILE' checks it."
    )


def test_a_record_that_cannot_be_written_is_shown(diamant, tmp_path):
    code, out, err = diamant("play", "--save", tmp_path, "--name", ":gem: [/]", stdin=LEAVE)
    assert code == 2
    assert err == f"diamant: cannot write {tmp_path}: Is a directory; the record is above\n"
    record = read_record(out[out.index("[Edition ") :])
    assert record.players[0] == ":gem: [/]"
    assert verify(record) is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "2"], "diamant: iello-2016 is for 3 to 8 players, not 2"),
        (["--players", "9"], "diamant: iello-2016 is for 3 to 8 players, not 9"),
        (["--players", "x"], "diamant play: argument --players: invalid int value: 'x'"),
        (
            ["--luck", "x" * 65],
            "diamant: the nonce of seat A has 65 bytes; at most 64 are allowed",
        ),
        (
            ["--name", "\x1b"],
            "diamant: Players: a tag holds one text or more, without control characters",
        ),
        (
            ["--colour", "red"],
            "diamant play: there is no option '--colour'; did you mean '--closed'?",
        ),
    ],
)
def test_a_wrong_wish_is_refused(refusal, arguments, message):
    assert refusal("play", *arguments) == message


# Closed chests.


def closed_games(play, seed, stdin, count=12):
    for number in range(count):
        seed["seed"] = bytes([number]) * 32
        yield play("--closed", "--edition", "schmidt-2005-nl", "--players", 8, stdin=stdin)


@pytest.mark.parametrize(
    "stdin",
    [LEAVE, GO_ON, "\nl\n" * ENDLESS, "\n\n\nl\n" * ENDLESS],
    ids=["leave", "go on", "one more card", "three more cards"],
)
def test_what_others_put_into_closed_chests_is_not_printed(play, seed, stdin):
    for out, record in closed_games(play, seed, stdin):
        assert record.game.closed
        told, opened, _ = out.partition("The chests are opened:")
        assert opened
        assert "each banks" not in told
        assert "supply runs short" not in told
        banking = re.findall(
            r"(\S+) (leaves, )?banks (\d+)(?: \+ (\d+) from the path)?$", told, re.M
        )
        assert {name for name, *_ in banking} <= {"Explorer", "leaves,"}
        own = [
            event
            for event in record.game.history
            if isinstance(event, Banked) and event.seat == YOU
        ]
        told_of = [(int(carried), int(share or 0)) for *_, carried, share in banking]
        assert told_of == [(event.carried, event.share) for event in own]
        # No standings between the rounds either.
        assert not re.search(r"^ +Explorer \d+   ", told, re.MULTILINE)


def test_leaving_together_tells_what_you_bank_alone(play, seed):
    together = [
        line
        for out, _ in closed_games(play, seed, "\nl\n" * ENDLESS)
        for line in out.splitlines()
        if "Explorer" in line and " leave;" in line
    ]
    assert together
    for line in together:
        pattern = r"← Explorer(, \S+)* and \S+ leave; Explorer banks \d+( \+ \d+ from the path)?$"
        assert re.search(pattern, line)


def test_open_chests_are_told_after_every_round(diamant):
    _, out, _ = diamant("play", stdin=LEAVE)
    assert (
        len(re.findall(r"^       \S+ \d+   \S+ \d+   \S+ \d+   \S+ \d+$", out, re.MULTILINE)) == 5
    )
    assert "The chests are opened" not in out


# Own editions.

ALONE = """\
id = "alone"
name = "All [/b] alone"
summary = "[/] :gem:"
rounds = 2
players = { least = 1, most = 2 }
treasures = [1]
hazards = { snake = 3 }
gems = [{ name = "pearl", worth = 1, count = 0 }]

[relics]
enter = "start"
worth = "by order"
points = [5, 5, 5, 5, 5, 5, 5, 5]
supplied = true
"""


def test_stand_ins_that_a_round_ends_with_do_not_disturb_the_next(play, seed, tmp_path):
    file = tmp_path / "alone.toml"
    file.write_text(ALONE, encoding="utf-8")
    deck = read_own_edition(ALONE).deck(1)
    seed["seed"] = next(
        bytes([number]) * 32
        for number in range(256)
        if Dealer(bytes([number]) * 32, [b""]).order(deck, 1)[0] == Relic()
    )
    out, record = play("--edition", file, "--players", 1, stdin=LEAVE)
    assert out.startswith("All [/b] alone · [/] :gem:\n")
    assert "the supply runs short: stand-ins worth 5 are in use" in out
    assert "\nExpedition 2 of 2\n" in out
    assert verify(record) is None


# The simple seats.


def test_the_opponents_can_be_named(play):
    _, record = play("--bots", "threshold:gems=0,random:leave=1", stdin=GO_ON)
    assert record.players == ("Explorer", "Rosa", "Teun")
    assert all(choices(record, 1) + choices(record, 2))


def test_as_many_opponents_as_players_are_asked_for(refusal):
    sentence = "diamant: 2 bots and you are 3 players, not 4"
    assert refusal("play", "--bots", "random,random", "--players", 4) == sentence


def test_an_opponent_that_fails_is_named(diamant, tmp_path):
    file = tmp_path / "broken.py"
    file.write_text("def bot(view):\n    return 1 / 0\n", encoding="utf-8")
    name = f"{file}:bot"
    code, _, err = diamant("play", "--bots", f"{name},random", stdin=GO_ON)
    assert code == 2
    assert err == f"diamant: the bot {name} failed: ZeroDivisionError: division by zero\n"
