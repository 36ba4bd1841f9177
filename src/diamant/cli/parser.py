"""An argument parser that refuses in one clear line, and speaks every language."""

import argparse
import re
import sys
from collections.abc import Iterable
from typing import NoReturn

from diamant.cli.words import OPTION, fault, t
from diamant.errors import did_you_mean
from diamant.locales.catalogue import LANGUAGES


class Parser(argparse.ArgumentParser):
    """`argparse`, with the nearest option offered and no usage dump before an error."""

    def __init__(self, prog: str, description: str) -> None:
        told = " ".join(description.split())
        # An abbreviated option would stop working the day another one begins like it.
        super().__init__(
            prog=prog,
            description=t(told),
            allow_abbrev=False,
            add_help=False,
            formatter_class=_Formatter,
        )
        self._positionals.title = t("arguments")
        self._optionals.title = t("options")
        self.add_argument("-h", "--help", action="help", help=t("show this help and end"))
        # `take_language` has read it already; it stands here for the help alone.
        self.add_argument(
            OPTION,
            metavar="TAG",
            help=t("what is spoken: {tags} (your system's)", tags=", ".join(LANGUAGES)),
        )

    def error(self, message: str) -> NoReturn:
        """Print one line to standard error and exit with code 2."""
        unknown = re.match(r"unrecognized arguments: (-\S+)", message)
        if unknown is not None:
            name = unknown[1].partition("=")[0]
            message = f"there is no option {name!r}; {did_you_mean(name, self._options())}"
        kind = re.match(r"argument (\S+): invalid (int|float) value: (.*)", message)
        if kind is not None:
            number = "a whole number" if kind[2] == "int" else "a number"
            message = f"{kind[1]} needs {number}, not {kind[3]}"
        print(f"{self.prog}: {fault(message)}", file=sys.stderr)
        raise SystemExit(2)

    def _options(self) -> list[str]:
        return [option for option in self._option_string_actions if option.startswith("--")]


class _Formatter(argparse.HelpFormatter):
    """The usual help, whose own words are ours too."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        begins = t("usage:") if prefix is None else prefix
        super().add_usage(usage, actions, groups, f"{begins} ")
