"""An argument parser that refuses in one clear line."""

import argparse
import re
import sys
from typing import NoReturn

from diamant.errors import did_you_mean


class Parser(argparse.ArgumentParser):
    """`argparse`, with the nearest option offered and no usage dump before an error."""

    def __init__(self, prog: str, description: str | None) -> None:
        # An abbreviated option would stop working the day another one begins like it.
        super().__init__(prog=prog, description=description, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        """Print one line to standard error and exit with code 2."""
        unknown = re.match(r"unrecognized arguments: (-\S+)", message)
        if unknown is not None:
            name = unknown[1].partition("=")[0]
            message = f"there is no option {name!r}; {did_you_mean(name, self._options())}"
        print(f"{self.prog}: {message}", file=sys.stderr)
        raise SystemExit(2)

    def _options(self) -> list[str]:
        return [option for option in self._option_string_actions if option.startswith("--")]
