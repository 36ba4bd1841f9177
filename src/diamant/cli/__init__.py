"""The `diamant` command, which imports only the subcommand that is called.

- `commands`: one file per command
- `parser`, `words`: arguments, and the language of the output
- `common`: files, JSON, a console, a screen; `storage`: the places of games and tables
- `runs`: options, progress and failures of the commands that play many games
- `signals`: how Ctrl-C and other signals end a command
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from textwrap import wrap

from diamant.cli.signals import end_on_signals, interrupted_code
from diamant.cli.words import (
    check_environment,
    fault,
    mark,
    speak,
    t,
    take_language,
    usual_language,
)
from diamant.errors import DiamantError, Message, UnknownNameError
from diamant.extras import library_of, needs

GROUPS = {
    mark("Play the game"): {
        "host": mark("play with friends tonight, in browsers and on phones"),
        "play": mark("play a game in the terminal"),
        "join": mark("play at someone's table, yourself or with your own bot"),
        "rules": mark("read the rules, in our own words"),
        "editions": mark("list the editions of the game"),
    },
    mark("Past games"): {
        "games": mark("list the games saved on this computer"),
        "watch": mark("watch a recorded game in the terminal"),
        "replay": mark("print a recorded game card by card"),
        "odds": mark("show the exact odds at any point in a recorded game"),
        "review": mark("separate luck from skill in finished games"),
        "verify": mark("check that a finished game's cards were dealt fairly"),
        "convert": mark("convert records to JSON and back"),
    },
    mark("Bots, statistics, and your own editions"): {
        "bots": mark("list the bots"),
        "simulate": mark("simulate many games and print each bot's results"),
        "tournament": mark("play bots in every combination and rank them"),
        "ladder": mark("measure a bot against the public panel"),
        "solve": mark("solve one expedition exactly"),
        "edition-report": mark("report how an edition plays"),
    },
    mark("Running a server"): {
        "serve": mark("let people play together over the network"),
        "backup": mark("back up a running server's database"),
        "export": mark("export the records of a table's games"),
        "forget": mark("delete a table and all data about its players"),
    },
    mark("This computer"): {
        "doctor": mark("check this computer for missing or misconfigured parts"),
        "completion": mark("print a shell completion script"),
    },
}

COMMANDS = {name: what for group in GROUPS.values() for name, what in group.items()}

WRONG_INPUT = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Invalid input prints one sentence and returns 2. Only a bug shows a traceback.
    """
    try:
        with end_on_signals(program=argv is None):
            return _main(list(sys.argv[1:] if argv is None else argv))
    except KeyboardInterrupt:
        return interrupted_code()


def _main(arguments: list[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        # If a terminal can't show a letter, print a question mark instead of failing.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        try:
            speak(usual_language(os.environ))
            language, arguments = take_language(arguments)
            if language is None:
                check_environment(os.environ)
            else:
                speak(language)
            return _run(arguments)
        finally:
            # Output errors must be noticed here, and not when Python exits.
            if sys.stdout is not None:
                sys.stdout.flush()
    except DiamantError as error:
        return refuse(error.message)
    except ModuleNotFoundError as error:
        library = library_of(error.name)
        if library is None:
            raise
        return refuse(needs(library))
    except BrokenPipeError:
        # The reader of the output has closed the pipe, as `head` does.
        _drop_output()
        return 0
    except OSError as error:
        if error.filename is None:
            _drop_output()
        file = error.filename or Message("standard output")
        return refuse(Message("cannot use {file}: {error}", file, error))


def _run(arguments: list[str]) -> int:
    name = arguments[0] if arguments else "--help"
    if name in ("-h", "--help", "help"):
        print(_help())
        return 0
    if name == "--version":
        from diamant import __version__

        print(f"diamant {__version__}")
        return 0
    if name not in COMMANDS:
        raise UnknownNameError.unknown("unknown command {name} ({hint})", name, COMMANDS)
    # The help above must be fast, so the parser is imported only now.
    from diamant.cli.parser import Parser

    command = import_module(f"diamant.cli.commands.{name.replace('-', '_')}")
    parser = Parser(f"diamant {name}", command.__doc__ or "")
    command.arguments(parser)
    code: int = command.run(parser.parse_args(arguments[1:]))
    return code


def _help() -> str:
    width = max(map(len, COMMANDS)) + 4
    room = max(20, _columns() - width)
    lines = []
    for heading, commands in GROUPS.items():
        lines += ["", t(heading)]
        for name, what in commands.items():
            begin, *more = wrap(t(what), room)
            lines += [f"  {name}".ljust(width) + begin, *(" " * width + part for part in more)]
    return "\n".join(
        [
            t("usage: diamant COMMAND [OPTIONS]"),
            "",
            *wrap(t("The push-your-luck game Diamant (unofficial)."), width + room),
            *lines,
            "",
            *wrap(t("Run 'diamant COMMAND --help' for help on a command."), width + room),
        ]
    )


def _columns() -> int:
    """Return the terminal's width, without the slow import of `shutil`."""
    told = os.environ.get("COLUMNS", "")
    if told.isdigit() and int(told) > 0:
        return int(told)
    try:
        return os.get_terminal_size().columns or 80
    except (OSError, ValueError):
        return 80


def _drop_output() -> None:
    """Discard unwritten output, so Python doesn't report an error at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def refuse(sentence: str) -> int:
    """Print an error, and return the exit code for it."""
    # A name from a user may contain a line break, but an error is one line.
    line = fault(sentence).replace("\r", "\\r").replace("\n", "\\n")
    print(f"diamant: {line}", file=sys.stderr)
    return WRONG_INPUT
