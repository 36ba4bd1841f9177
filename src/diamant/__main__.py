"""The entry point of `python -m diamant`, for when `diamant` is not on the path."""

import sys

from diamant.cli import main

if __name__ == "__main__":
    sys.exit(main())
