"""An argument parser with one-line errors, in every language."""

import argparse
import re
import sys
from collections.abc import Iterable
from typing import NoReturn

from diamant.cli.words import OPTION, fault, mark, t
from diamant.errors import Message, did_you_mean
from diamant.locales.catalogue import LANGUAGES

# Argparse's own messages, which are available only as finished sentences.
_ARGPARSE = (
    mark("the following arguments are required: {names}"),
    mark("unrecognized arguments: {words}"),
    mark("argument {option}: expected one argument"),
    mark("argument {option}: expected at least one argument"),
    mark("argument {option}: {value} is not a whole number"),
    mark("argument {option}: invalid choice: {value} (choose from {choices})"),
    mark("argument {option}: not allowed with argument {other}"),
    mark("argument {option}: ignored explicit argument {value}"),
)


class Parser(argparse.ArgumentParser):
    """`argparse` with suggestions for typos, and without usage text before errors."""

    def __init__(self, prog: str, description: str) -> None:
        told = " ".join(description.split())
        # Abbreviations would break when a new option starts with the same letters.
        super().__init__(
            prog=prog,
            description=t(told),
            allow_abbrev=False,
            add_help=False,
            formatter_class=_Formatter,
        )
        self._positionals.title = t("arguments")
        self._optionals.title = t("options")
        self.add_argument("-h", "--help", action="help", help=t("show this help and exit"))
        # `take_language` has already read this option; it is here only for the help.
        self.add_argument(
            OPTION,
            metavar="TAG",
            help=t("language: {tags} (default: your system's)", tags=", ".join(LANGUAGES)),
        )

    def error(self, message: str) -> NoReturn:
        """Print one line to standard error and exit with code 2."""
        print(f"{self.prog}: {fault(self._explained(message))}", file=sys.stderr)
        raise SystemExit(2)

    def _explained(self, message: str) -> Message:
        unknown = re.match(r"unrecognized arguments: (-\S+)", message)
        if unknown is not None:
            name = unknown[1].partition("=")[0]
            hint = did_you_mean(name, self._options())
            return Message("unknown option {name} ({hint})", repr(name), hint)
        kind = re.match(r"argument (\S+): invalid (int|float) value: (.*)", message)
        if kind is not None and kind[2] == "int":
            return Message("{option} must be a whole number, not {value}", kind[1], kind[3])
        if kind is not None:
            return Message("{option} must be a number, not {value}", kind[1], kind[3])
        for template in _ARGPARSE:
            pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(template))
            if found := re.fullmatch(pattern, message):
                return Message(template, **found.groupdict())
        return Message(message)

    def _options(self) -> list[str]:
        return [option for option in self._option_string_actions if option.startswith("--")]


class _Formatter(argparse.HelpFormatter):
    """The usual help formatter, with argparse's own words translated."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        begins = t("usage:") if prefix is None else prefix
        super().add_usage(usage, actions, groups, f"{begins} ")
