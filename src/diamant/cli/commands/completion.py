"""Print a completion script for commands, options, editions, and files.

For bash, add this line to ~/.bashrc: eval "$(diamant completion bash)"
"""

import argparse
from importlib import import_module

from diamant.cli.words import t

SHELLS = ("bash", "zsh", "tcsh")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("shell", choices=SHELLS, help=t("shell to print the script for"))


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    import shtab

    print(shtab.complete(_everything(), shell=args.shell))
    return 0


def _everything() -> argparse.ArgumentParser:
    """Return one parser with all commands; usually, each command has its own parser."""
    import shtab

    from diamant.cli import COMMANDS
    from diamant.cli.parser import Parser
    from diamant.editions import IDS
    from diamant.locales.catalogue import LANGUAGES

    whole = argparse.ArgumentParser("diamant")
    commands = whole.add_subparsers()
    for name, what in COMMANDS.items():
        command = import_module(f"diamant.cli.commands.{name.replace('-', '_')}")
        parser = Parser(f"diamant {name}", "")
        command.arguments(parser)
        for action in parser._actions:  # noqa: SLF001 - argparse has no other way to see them
            if action.dest == "edition":
                action.choices = IDS
            elif action.dest == "language":
                action.choices = tuple(LANGUAGES)
            elif action.metavar in ("FILE", "PAGE"):
                action.complete = shtab.FILE  # type: ignore[attr-defined]
        commands.add_parser(name, help=t(what), parents=[parser], add_help=False)
    return whole
