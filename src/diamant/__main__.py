"""The entry point of `python -m diamant`, in case `diamant` isn't on the path."""

import sys

from diamant.cli import main

if __name__ == "__main__":
    sys.exit(main())
