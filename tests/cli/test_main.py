"""Test the command line as a whole: help, wrong names, exit codes, and failing streams."""

import os
import re
import subprocess
import sys

import pytest

from diamant import __version__, cli
from diamant.bots import built_in_bots
from diamant.cli import COMMANDS, main
from diamant.cli.words import VARIABLES
from diamant.locales import LANGUAGES, TRANSLATED
from diamant.locales.catalogue import _catalogue

RECORD = '[Edition "iello-2016"]\n[Players "a" "b" "c"]\n1. 9\n'

HELP = """\
usage: diamant COMMAND [OPTIONS]

The push-your-luck game Diamant (unofficial).

"""


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"], ["help"]])
def test_help_lists_every_command(diamant, arguments):
    out = diamant.out(*arguments)
    assert out.startswith(HELP)
    assert out.endswith("\n\nRun 'diamant COMMAND --help' for help on a command.\n")
    listed = re.findall(r"^  ([a-z-]+)", out, re.MULTILINE)
    assert listed == list(COMMANDS)


def test_help_fits_a_narrow_terminal(diamant, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    _, out, _ = diamant("--help")
    assert max(map(len, out.splitlines())) <= 40
    assert "  join            play at someone's\n                  table, " in out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_its_own_help(diamant, command):
    out = diamant.out(command, "--help")
    assert out.startswith(f"usage: diamant {command} ")


def test_version_is_printed(diamant):
    assert diamant("--version") == (0, f"diamant {__version__}\n", "")


def test_arguments_default_to_the_command_line(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["diamant", "--version"])
    assert main() == 0
    assert capsys.readouterr().out == f"diamant {__version__}\n"


KNOWN = ", ".join(LANGUAGES)
NO_OPTION = "diamant replay: unknown option '--{}' (did you mean '--json'?)"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["repaly"], "diamant: unknown command 'repaly' (did you mean 'replay'?)"),
        (["xyz"], f"diamant: unknown command 'xyz' (available: {', '.join(COMMANDS)})"),
        (["replay", "x.dia", "--jsno"], NO_OPTION.format("jsno")),
        (["replay", "x.dia", "--jsno=5"], NO_OPTION.format("jsno")),
        (["replay", "x.dia", "--js"], NO_OPTION.format("js")),
        (["replay"], "diamant replay: the following arguments are required: FILE"),
        (["replay", "a", "b"], "diamant replay: unrecognized arguments: b"),
        (["--language", "tlh"], f"diamant: unknown language 'tlh' (available: {KNOWN})"),
        (["replay", "--language"], f"diamant: unknown language '' (available: {KNOWN})"),
        (
            ["--language", "de", "repaly"],
            "diamant: unbekannter Befehl 'repaly' (meintest du 'replay'?)",
        ),
        (
            ["replay", "--language=es", "x.dia"],
            "diamant: no se puede leer x.dia: el archivo o la carpeta no existe",
        ),
        (["replay", "--language=it"], "diamant replay: mancano argomenti obbligatori: FILE"),
        (["replay", "a\nb\rc"], "diamant: cannot read a\\nb\\rc: No such file or directory"),
    ],
)
def test_wrong_arguments_are_reported_in_one_line(refusal, arguments, message):
    assert refusal(*arguments) == message


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"LANG": "de_DE.UTF-8"}, "Aufruf"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR"}, "usage\u00a0"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "usage"),
        ({"LC_ALL": "de", "DIAMANT_LANGUAGE": "nl"}, "gebruik"),
        ({"LANG": "tlh"}, "usage"),
        ({}, "usage"),
    ],
)
def test_language_comes_from_the_environment(diamant, monkeypatch, variables, expected):
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    _, out, _ = diamant("--help")
    assert out.partition(":")[0] == expected


def test_language_variable_must_name_an_available_language(diamant, refusal, monkeypatch):
    monkeypatch.setenv("DIAMANT_LANGUAGE", "tlh")
    assert refusal("editions").startswith("diamant: unknown language 'tlh' (available: en, de,")
    _, out, _ = diamant("--help", "--language", "de")
    assert out.startswith("Aufruf")


@pytest.mark.parametrize("command", ["host", "play", "replay", "rules", "odds"])
@pytest.mark.parametrize("language", [tag for tag in LANGUAGES if tag != "en"])
def test_help_is_fully_translated(diamant, command, language):
    _, english, _ = diamant(command, "--help")
    _, out, _ = diamant(command, "--help", "--language", language)
    told = {line.strip() for line in english.splitlines() if re.search("[a-z]{3} [a-z]{3}", line)}
    assert not told & {line.strip() for line in out.splitlines()}


EMPTY, BINARY = "line 1, column 1: the record is empty", b"\x89PNG\r\n\x1a\n" + bytes(100)


@pytest.mark.parametrize("command", ["replay", "odds", "verify", "convert"])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot read {file}: No such file or directory"),
        (b"", "{file}, " + EMPTY),
        (b"\n; only a comment\n", "{file}, " + EMPTY),
        (BINARY, "{file}, line 1, column 1: byte 0x89 is not valid UTF-8"),
        (
            f"{RECORD}9".encode(),
            "{file}, line 4, column 1: the deck of round 1 has no 9 left",
        ),
    ],
)
def test_unusable_file_is_refused(refusal, command, tmp_path, content, message):
    file = tmp_path / "game.dia"
    if content is not None:
        file.write_bytes(content)
    assert refusal(command, file) == f"diamant: {message.format(file=file)}"


@pytest.mark.parametrize("command", ["replay", "odds", "verify", "convert"])
def test_anything_but_a_file_is_refused(refusal, command, tmp_path, capsys, monkeypatch):
    assert refusal(command, tmp_path) == f"diamant: cannot read {tmp_path}: Is a directory"
    assert refusal(command, "-") == f"diamant: standard input, {EMPTY}"
    assert refusal(command, "a\0b") == "diamant: cannot read 'a\\x00b': embedded null byte"
    monkeypatch.setattr(sys, "stdin", None)
    assert main([command, "-"]) == 2
    assert capsys.readouterr().err == "diamant: cannot read standard input: it is closed\n"


def test_too_long_file_name_is_refused(refusal):
    message = refusal("rules", "--edition", "a" * 300)
    assert message.startswith("diamant: ")


def test_interrupt_ends_with_130(monkeypatch, capsys):
    def interrupted(arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_run", interrupted)
    assert main(["play"]) == 130
    assert capsys.readouterr() == ("", "")


def test_bug_shows_its_traceback(monkeypatch):
    def broken(arguments):
        raise AssertionError("a bug")

    monkeypatch.setattr(cli, "_run", broken)
    with pytest.raises(AssertionError, match="a bug"):
        main(["play"])


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["replay", "--help"], ["editions"], ["editions", "--json"], ["rules"]],
    ids=" ".join,
)
def test_closed_pipe_is_no_error(process, arguments):
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = process(*arguments, stdout=writing)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is full")  # noqa: PTH110
@pytest.mark.parametrize("arguments", [["--help"], ["editions"], ["rules", "--help"]], ids=" ".join)
def test_failing_output_is_reported(process, arguments):
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        done = process(*arguments, stdout=full)
    message = b"diamant: cannot use standard output: No space left on device\n"
    assert (done.returncode, done.stderr) == (2, message)


def test_standard_output_may_be_closed(process):
    done = process("--help", stdout=None, preexec_fn=lambda: os.close(1))
    assert (done.returncode, done.stderr) == (0, b"")


def test_characters_missing_in_the_terminal_become_question_marks(process):
    text = RECORD.replace('"a"', '"Łukasz"').encode()
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = process("replay", "-", input=text, env=environment)
    assert done.returncode == 0
    assert b"Players: ?ukasz, b, and c" in done.stdout


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["nonsense"]], ids=" ".join)
def test_help_imports_little(arguments):
    code = (
        "import sys\n"
        "from diamant.cli import main\n"
        f"main({arguments!r})\n"
        "print('\\n' + ' '.join(sys.modules))\n"
    )
    # Coverage in the new process would import many modules.
    environment = {name: os.environ[name] for name in os.environ if "COV" not in name}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    loaded = set(done.stdout.splitlines()[-1].split())
    heavy = {"numpy", "numba", "rich", "asyncio", "argparse", "json", "sqlite3", "http", "hashlib"}
    assert heavy & loaded == set()
    ours = {name for name in loaded if name.startswith("diamant.")}
    assert ours == {
        *("diamant.cli", "diamant.cli.signals", "diamant.cli.words"),
        "diamant.errors",
        *("diamant.extras", "diamant.locales", "diamant.locales.catalogue"),
        *("diamant.locales.words", "diamant.locales.words"),
    }


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_built_in_bot_has_a_translated_summary(language):
    for bot in built_in_bots().values():
        assert bot.summary in _catalogue(language).messages, bot.name


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_help_of_every_command_is_translated(diamant, command, language):
    code, said, _ = diamant(command, "--help", "--language", language)
    english = diamant(command, "--help", "--language", "en")[1]
    assert code == 0
    # Names of options, files and bots are the same in every language; sentences are not.
    assert {line for line in said.split("\n\n")[1:] if line in english} == set()
