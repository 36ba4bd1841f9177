"""`python -m diamant`, for where the command itself is not on the path."""

import sys

from diamant.cli import main

if __name__ == "__main__":
    sys.exit(main())
