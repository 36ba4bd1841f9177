"""Test `diamant play`: whole games against bots with typed input."""

import re
from datetime import date

import pytest

from diamant.bots.characters import company
from diamant.cli import main
from diamant.dealer import Dealer, commitment, verify
from diamant.editions import IDS, read_own_edition
from diamant.locales import LANGUAGES, translate
from diamant.record import read_record
from diamant.rules.cards import Relic
from diamant.rules.events import Banked, ChoicesRevealed
from diamant.terminal.solo import YOU

SEED = bytes(range(32))
ENDLESS = 400
HOW = (
    "Press Enter to go on, or type “l” to leave, “o” for the odds, “?” for a description of"
    " the cave, or “q” to quit."
)
GO_ON, LEAVE = "\n" * ENDLESS, "l\n" * ENDLESS


@pytest.fixture(autouse=True)
def seed(monkeypatch):
    """Deal every game from a known seed; a test may set another one."""
    known = {"seed": SEED}

    def token_bytes(count):
        assert count == 32
        return known["seed"]

    monkeypatch.setattr("diamant.terminal.solo.secrets.token_bytes", token_bytes)
    return known


@pytest.fixture
def play(diamant, tmp_path):
    """Play a game to the end, save it, and return the output and the record."""
    file = tmp_path / "played.dia"

    def run(*arguments, stdin):
        out = diamant.out("play", "--save", file, *arguments, stdin=stdin)
        # Without the player's own luck a check proves little, so the program does not offer it.
        checks = (
            f" To check the shuffle, run 'diamant verify {file}'." if "--luck" in arguments else ""
        )
        assert out.splitlines()[-1] == f"Game saved to {file}.{checks}"
        return out, read_record(file.read_text(encoding="utf-8"))

    return run


def choices(record, seat):
    """Return whether a seat left, for each of its choices."""
    events = [event for event in record.game.history if isinstance(event, ChoicesRevealed)]
    return [seat in event.leavers for event in events if seat in event.leavers + event.stayers]


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("players", [3, 8])
def test_game_can_be_played_to_the_end_and_verified(play, name, players):
    out, record = play("--edition", name, "--players", players, stdin=LEAVE)
    assert record.game.edition.id == name
    names = [one.name for one in company("medium")]
    assert record.players == ("Explorer", *names[: players - 1])
    assert record.tags["Date"] == (date.today().isoformat(),)  # noqa: DTZ011
    assert record.tags["Commitment"] == (commitment(SEED),)
    assert verify(record) is None
    assert choices(record, YOU) == [True] * 5
    assert f"The deck is set; its commitment is {commitment(SEED)}\n" in out
    best = max(record.game.scores)
    assert re.search(
        rf"^.* (wins|share the victory) with {best} points( each)?\.$", out, re.MULTILINE
    )


def test_player_who_always_stays_never_banks(play):
    out, record = play(stdin=GO_ON)
    assert not any(choices(record, YOU))
    assert "You leave" not in out
    assert record.game.chests[YOU] == 0


@pytest.mark.parametrize(
    ("words", "leaves"),
    [(["l", "L", " leave ", "LEAVE"], True), (["", "g", "go", "Go on", "  "], False)],
)
def test_choices_can_be_typed_in_several_ways(play, words, leaves):
    for word in words:
        _, record = play(stdin=f"{word}\n" * ENDLESS)
        assert set(choices(record, YOU)) == {leaves}


@pytest.mark.parametrize("word", ["o", "odds", "ODDS"])
def test_question_is_repeated_after_the_odds(play, word):
    out, record = play(stdin=f"{word}\n" + LEAVE)
    told = r"^.*Chance that the next card ends the expedition: \d+% \(\d+(/\d+)?\)\.$"
    assert len(re.findall(told, out, re.MULTILINE)) == 1
    for choice in ("Go on", "Leave"):
        assert (
            len(re.findall(rf"^{choice}: .* points on average, \d+% chance to win$", out, re.M))
            == 1
        )
    assert choices(record, YOU) == [True] * 5


@pytest.mark.parametrize("nonsense", [b"x\n", b"leave!\n", "né\n".encode(), b"\x1b[A\n"])
def test_question_is_repeated_after_nonsense(play, nonsense):
    out, record = play(stdin=nonsense + LEAVE.encode())
    assert out.count(f"{HOW}\n") == 1
    assert choices(record, YOU) == [True] * 5


@pytest.mark.parametrize("leaves", [True, False])
@pytest.mark.parametrize("language", LANGUAGES)
def test_choices_are_typed_in_the_players_language(diamant, tmp_path, language, leaves):
    choice = translate(language, "Leave" if leaves else "Go on")
    for word in (choice[0].lower(), choice, "l" if leaves else "g"):
        file = tmp_path / f"{word}.dia"
        answers = f"{word}\n" * ENDLESS
        diamant.out("play", "--save", file, "--language", language, stdin=answers)
        assert set(choices(read_record(file.read_text("utf-8")), YOU)) == {leaves}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_has_one_meaning(language):
    go_on, leave = (translate(language, word)[0].lower() for word in ("Go on", "Leave"))
    assert len({go_on, leave, "o", "q"}) == 4
    assert (go_on, leave) != ("l", "g")


def test_undecodable_bytes_count_as_nonsense(diamant):
    out = diamant.out("play", stdin=b"\xff\n")
    assert HOW in out


@pytest.mark.parametrize(
    ("stream", "why"),
    [("stdin", "cannot read standard input"), ("stdout", "cannot use standard output")],
)
def test_closed_input_is_refused(capsys, monkeypatch, stream, why):
    monkeypatch.setattr(f"sys.{stream}", None)
    assert main(["play"]) == 2
    assert capsys.readouterr().err == f"diamant: {why}: it is closed\n"


KEPT = "Your game is saved. To resume, run 'diamant play --continue'."


@pytest.mark.parametrize("ending", ["", "q\n", "\nquit\n", "Q"])
def test_unfinished_game_is_saved(diamant, refusal, household, tmp_path, ending):
    file = tmp_path / "left.dia"
    out = diamant.out("play", "--save", file, stdin=ending)
    assert out.splitlines()[-1] == KEPT
    assert not file.exists()
    again = diamant.out("play", "--continue", stdin=LEAVE)
    assert again.startswith(out[: out.index("Carrying")])
    assert len(list((household / "games").glob("*.dia"))) == 1
    assert refusal("play", "--continue") == "diamant: no saved game to resume"


def test_continued_game_equals_an_uninterrupted_one(diamant, play, household, tmp_path):
    """Interrupt the game after every choice, and compare the end."""
    arguments = ("--bots", "random,catch-up,vulture,random", "--name", "Rosa", "--luck", "é")
    answers = "\n\nl\n" * ENDLESS
    _, whole = play(*arguments, stdin=answers)
    assert whole.players == ("Rosa", "random", "catch-up", "vulture", "random 2")
    assert whole.tags["Bots"][1:3] == ("random:leave=0.2", "catch-up:caution=1.8,late=2")
    diamant("play", *arguments, stdin="\n")
    done, file = 1, tmp_path / "parts.dia"
    while not file.exists():
        word = answers.splitlines()[done]
        assert diamant("play", "--continue", "--save", file, stdin=f"{word}\n").code == 0
        done += 1
    parts = read_record(file.read_text("utf-8"))
    assert parts.game == whole.game
    assert verify(parts) is None
    assert list((household / "unfinished").iterdir()) == []


def test_damaged_saved_game_is_reported_in_one_line(diamant, refusal, household):
    diamant("play", stdin="")
    (file,) = (household / "unfinished").iterdir()
    file.write_text("{}")
    assert refusal("play", "--continue") == (
        f"diamant: cannot read the saved game {file}: 'choices'"
    )


def test_seed_is_not_printed_before_the_end(diamant):
    _, out, _ = diamant("play", stdin=LEAVE)
    assert SEED.hex() not in out


def test_name_and_luck_of_the_player_are_used(play):
    _, record = play("--name", "Zoë [/] :gem:", "--luck", "clover é", stdin=LEAVE)
    assert record.players[0] == "Zoë [/] :gem:"
    assert record.tags["Nonces"] == ("clover é".encode().hex(), "", "", "")
    assert verify(record) is None


def test_luck_may_be_any_bytes(play):
    _, record = play("--luck", "\udcff", stdin=LEAVE)
    assert record.tags["Nonces"][0] == "ff"


def test_finished_game_is_saved_in_the_given_folder(diamant, household, monkeypatch):
    monkeypatch.setattr("pathlib.Path.home", lambda: household.parent)
    out = diamant.out("play", stdin=LEAVE)
    (file,) = (household / "games").iterdir()
    named = f"~/{household.name}/games/{file.name}"
    assert (
        out.splitlines()[-1] == f"Game saved to {named}. To list your games, run 'diamant games'."
    )
    assert verify(read_record(file.read_text("utf-8"))) is None


def test_record_that_cannot_be_written_is_printed(diamant):
    code, out, err = diamant("play", "--save", "/dev/full", "--name", ":gem: [/]", stdin=LEAVE)
    assert code == 2
    why = "No space left on device; the record is printed above"
    assert err == f"diamant: cannot write /dev/full: {why}\n"
    record = read_record(out[out.index("[Edition ") :])
    assert record.players[0] == ":gem: [/]"
    assert verify(record) is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "2"], "diamant: iello-2016 is for 3 to 8 players, not 2"),
        (["--players", "0"], "diamant: iello-2016 is for 3 to 8 players, not 0"),
        (["--players", "9"], "diamant: iello-2016 is for 3 to 8 players, not 9"),
        (["--players", "x"], "diamant play: --players must be a whole number, not 'x'"),
        (["--luck", "x" * 65], "diamant: the nonce of seat A has 65 bytes; at most 64 are allowed"),
        (["--name", "\x1b"], "diamant: Names can't contain U+001B."),
        (["--name", " "], "diamant: Names need at least one visible character."),
        (["--name", "x" * 25], "diamant: Names can have at most 24 characters."),
        (["--level", "harder"], "diamant: unknown level 'harder' (did you mean 'hard'?)"),
        (
            ["--level", "hard", "--bots", "random,random"],
            "diamant: --level cannot be combined with --bots",
        ),
        (
            ["--continue", "--players", 5],
            "diamant: --continue cannot be combined with --players",
        ),
        (
            ["--save", "no/such/folder.dia"],
            "diamant: cannot write no/such/folder.dia: No such file or directory",
        ),
        (["--save", "/"], "diamant: cannot write /: Is a directory"),
        (["--bots", "Otto,otto"], "diamant: Otto can take only one seat"),
        (
            ["--bots", "Otto,random", "--name", "OTTO"],
            "diamant: Otto is already your name; use a different --name",
        ),
        (
            ["--color", "red"],
            "diamant play: unknown option '--color' (did you mean '--closed'?)",
        ),
    ],
)
def test_impossible_options_are_refused(refusal, arguments, message):
    assert refusal("play", *arguments) == message


# Closed chests.


def closed_games(play, seed, stdin):
    for number in range(12):
        seed["seed"] = bytes([number]) * 32
        yield play("--closed", "--edition", "schmidt-2005-nl", "--players", 8, stdin=stdin)


@pytest.mark.parametrize(
    "stdin",
    [LEAVE, GO_ON, "\nl\n" * ENDLESS, "\n\n\nl\n" * ENDLESS],
    ids=["leave", "go on", "one more card", "three more cards"],
)
def test_contents_of_others_closed_chests_are_not_printed(play, seed, stdin):
    for out, record in closed_games(play, seed, stdin):
        assert record.game.closed
        told, opened, _ = out.partition("Opening the chests:")
        assert opened
        assert " each." not in re.sub(r".*(gems?:|lose ).*", "", told)
        assert "gems have run out" not in told
        # A player who leaves with only a relic has no gems.
        told = re.sub(r"(leaves?) alone with .*\.", r"\1 with nothing.", told)
        alone = re.findall(r"(\S+) leaves? with (\d+|nothing)\.", told)
        together = re.findall(r" (\S+) puts? (\d+) in \S+ chest\.$", told, re.MULTILINE)
        assert {name for name, _ in alone + together} <= {"You"}
        own = [
            event.carried + event.share
            for event in record.game.history
            if isinstance(event, Banked) and event.seat == YOU
        ]
        told_of = re.findall(r"You (?:leave with|put) (\d+|nothing)", told)
        assert [int(gems.replace("nothing", "0")) for gems in told_of] == own
        # No standings between the rounds either.
        assert "In the chests:" not in told


def test_leaving_together_prints_only_your_own_gems(play, seed):
    together = [
        line
        for out, _ in closed_games(play, seed, "\nl\n" * ENDLESS)
        for line in out.splitlines()
        if "You leave, together with" in line
    ]
    assert together
    for line in together:
        pattern = r" You leave, together with [^.]+\. You put \d+ gems? in your chest\.$"
        assert re.search(pattern, line)


def test_open_chests_are_printed_after_every_round(diamant):
    _, out, _ = diamant("play", stdin=LEAVE)
    told = r"^In the chests: \S+ \d+, \S+ \d+, \S+ \d+, and \S+ \d+\.$"
    assert len(re.findall(told, out, re.MULTILINE)) == 5
    assert "Opening the chests" not in out


# Custom editions.

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


def test_stand_ins_at_the_end_of_a_round_do_not_disturb_the_next(play, seed, tmp_path):
    file = tmp_path / "alone.toml"
    file.write_text(ALONE, encoding="utf-8")
    deck = read_own_edition(ALONE).deck(1)
    seed["seed"] = next(
        bytes([number]) * 32
        for number in range(256)
        if Dealer(bytes([number]) * 32, [b""]).order(deck, 1)[0] == Relic()
    )
    out, record = play("--edition", file, "--players", 1, stdin=LEAVE)
    assert out.startswith("All [/b] alone. [/] :gem:\n")
    assert "The gems have run out, so stand-ins worth 5 are in use." in out
    assert "\nEveryone enters cave 2.\n" in out
    assert verify(record) is None


# Opponents.


def test_opponents_can_be_named(play):
    _, record = play("--bots", "threshold:gems=0,random:leave=1", stdin=GO_ON)
    assert record.players == ("Explorer", "threshold", "random")
    assert all(choices(record, 1) + choices(record, 2))


def test_number_of_opponents_follows_the_number_of_players(refusal):
    sentence = "diamant: the bots (2) and you make 3 players, but --players is 4"
    assert refusal("play", "--bots", "random,random", "--players", 4) == sentence


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def bot(view):\n    return 1 / 0\n", "ZeroDivisionError: division by zero"),
        ("def bot(view):\n    raise SystemExit(3)\n", "SystemExit: 3"),
        (
            "def bot(view):\n    __import__('time').sleep(60)\n",
            "no answer after 0.2 seconds",
        ),
        (
            "def init(self):\n    1 / 0\nclass bot:\n    __init__ = __call__ = init\n",
            "ZeroDivisionError: division by zero",
        ),
    ],
)
def test_failing_opponent_is_named(diamant, tmp_path, monkeypatch, text, told):
    monkeypatch.setattr("diamant.terminal.opponents.TIME_LIMIT", 0.2)
    file = tmp_path / "broken.py"
    file.write_text(text, encoding="utf-8")
    name = f"{file}:bot"
    code, _, err = diamant("play", "--bots", f"{name},random", stdin=GO_ON)
    assert code == 2
    assert err == f"diamant: the bot {name} failed: {told} ({file}, line 2)\n"
