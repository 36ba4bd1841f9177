"""`python -m diamant`, for where the command itself is not on the path."""

import sys

from diamant.cli import main

sys.exit(main())
