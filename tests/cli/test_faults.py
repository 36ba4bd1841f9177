"""What a command refuses is said in the reader's language."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import diamant
from diamant.bots import built_in_bots
from diamant.cli import COMMANDS
from diamant.locales import TRANSLATED, translate_fault
from diamant.locales.catalogue import _catalogue, _fault
from tests.sentences import text_of

SOURCE = Path(diamant.__file__).parent

# Rooms whose refusals a command shows, and the errors that are such.
ROOMS = ("analysis", "bots", "cli", "dealer.py", "editions", "simulator", "solver", "store")
MORE = (
    "server/run.py",
    "server/host.py",
    "server/settings.py",
    "server/clock.py",
    "client/http.py",
)
BUGS = {"AssertionError", "AttributeError", "KeyError", "TypeError", "ValueError"}
# What only a program meets, or only those who keep a server's log.
FOR_PROGRAMS = (
    "seat x has nothing to decide now",
    "a view is of a Game, not of x",
    "records are written to an open file, not to x",
    "a seed is a whole number, not x",
    "there is advice only for a player who has to choose",
    "bots come in a list, one for each seat, not as x alone",
    "an edition is named by its id or a file's path, not by x",
    "a plot needs the histograms of simulate(..., detail=True)",
    "an expedition needs at least 1 player, not x",
    "this position cannot arise in an expedition of x",
    "a policy",
    "only the value of the whole was found",
    "the store has been closed",
    "x is taken",
    "x was moved or deleted while in use",
    "x writes wait already",
)
# Sentences that are glued together from pieces, which are said one by one, or each as a whole.
GLUED = (
    *("x, x", "x: x", "x, game x: x", "xx", "x (line x)", "it x x", "there is no x x; x"),
    *("x is not a whole number", "x must be x, not x"),
    "xx is not a bot: it takes x, nothing else",
    "this machine's clock is x s x the database's, and at most x s are allowed"
    " (DIAMANT_MOST_SKEW): set both clocks right, best by NTP",
)


def refusals(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
            name = ast.unparse(node.exc.func)
            if name.endswith("Error") and name not in BUGS:
                sentence = text_of(node.exc.args[0])
                if sentence is not None and " " in sentence:
                    yield sentence


def files() -> Iterator[Path]:
    for room in ROOMS + MORE:
        place = SOURCE / room
        yield from sorted(place.rglob("*.py")) if place.is_dir() else [place]


def test_every_refusal_of_a_command_is_known():
    said = {sentence for file in files() for sentence in refusals(file)}
    assert len(said) > 150, "the source was not read"
    asked = [
        sentence
        for sentence in sorted(said)
        if sentence not in GLUED and not sentence.startswith(FOR_PROGRAMS)
    ]
    unknown = [sentence for sentence in asked if _fault("de", sentence) is None]
    assert unknown == []


@pytest.mark.parametrize(
    ("sentence", "german"),
    [
        (
            "the number of games must be from 1 to 10, not 0",
            "die Zahl der Partien muss von 1 bis 10 sein, nicht 0",
        ),
        (
            "the bot my.py:b at seat B failed in game 3, round 1, card 2:"
            " ZeroDivisionError: division by zero (my.py, line 7)",
            "der Bot my.py:b auf Platz B ist gescheitert (Partie 3, Runde 1, Karte 2):"
            " ZeroDivisionError: division by zero (my.py, Zeile 7)",
        ),
        (
            "the bot my.py:b failed: it has not answered for 10 seconds (my.py, line 7)",
            "der Bot my.py:b ist gescheitert: er hat 10 Sekunden lang nicht geantwortet"
            " (my.py, Zeile 7)",
        ),
        ("it uses a list (line 3)", "er verwendet eine Liste (Zeile 3)"),
        (
            "a plot needs matplotlib: from a clone of the project, pip install -e '.[plot]'",
            "eine Zeichnung braucht matplotlib: in einer Kopie des Projekts"
            " pip install -e '.[plot]'",
        ),
    ],
)
def test_a_reason_inside_a_refusal_is_said_too(sentence, german):
    assert translate_fault("de", sentence) == german


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_bot_of_the_house_is_told_in_every_language(language):
    for bot in built_in_bots().values():
        assert bot.summary in _catalogue(language).messages, bot.name


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_the_help_of_every_command_is_said_in_every_language(diamant, command, language):
    code, said, _ = diamant(command, "--help", "--language", language)
    english = diamant(command, "--help", "--language", "en")[1]
    assert code == 0
    # Names of options, files and bots are the same in every language; a sentence is not.
    assert {line for line in said.split("\n\n")[1:] if line in english} == set()
