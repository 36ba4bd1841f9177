"""Where a household's games are kept: the tables of `host`, and the games of `play`."""

import os
import sys
from pathlib import Path
from urllib.parse import quote

from diamant.errors import DiamantError


def household_folder() -> Path:
    """Return the folder, where such things belong on this system; it is made if it is not there."""
    home = Path.home()
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    folder = folder / "diamant"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DiamantError(f"cannot keep games in {folder}: {error.strerror}") from None
    return folder


def household_database() -> str:
    """Return the address of the database that keeps a household's tables."""
    try:
        file = household_folder() / "tables.db"
    except DiamantError as error:
        raise DiamantError(f"{error}; name a file with --database sqlite:///file.db") from None
    return f"sqlite:///{quote(str(file.absolute()))}"
