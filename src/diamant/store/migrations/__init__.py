"""The database schema as numbered SQL files.

Step 0001 creates the schema. Each later step changes it.
"""

from importlib import resources
from typing import Literal

from diamant.store.errors import NewerSchemaError

Dialect = Literal["sqlite", "postgresql"]


def steps(dialect: Dialect, version: int, name: str) -> list[tuple[int, str]]:
    """Return the number and SQL of each step from `version` to the current schema.

    Raises `NewerSchemaError`, which contains the database's `name`, if `version` is newer than the
    current schema.
    """
    folder = resources.files(__name__) / dialect
    files = sorted(
        (int(file.name[:4]), file) for file in folder.iterdir() if file.name.endswith(".sql")
    )
    newest = files[-1][0]
    if version > newest:
        raise NewerSchemaError(
            (
                "{database} was written by a newer release (schema {found}, this release "
                "supports up to {known}): update diamant"
            ),
            name,
            version,
            newest,
        )
    return [(number, file.read_text("utf-8")) for number, file in files if number > version]
