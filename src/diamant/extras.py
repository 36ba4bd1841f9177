"""Optional libraries, their extras, and the message if a library is missing.

This project has no release on the package index yet, and `diamant` there is a different project.
The message therefore shows an editable install (`-e`) from a clone, like the one by `make play`.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from diamant.errors import Message

EXTRAS = {
    "numba": "sim",
    "numpy": "sim",
    "openskill": "sim",
    "matplotlib": "plot",
    "ray": "cluster",
    "gymnasium": "envs",
    "open_spiel": "envs",
    "pettingzoo": "envs",
    "pillow": "envs",
    "resvg_py": "envs",
    "apsw": "server",
    "asyncpg": "server",
    "babel": "server",
    "confusable_homoglyphs": "server",
    "httptools": "server",
    "msgspec": "server",
    "prometheus_client": "server",
    "psutil": "server",
    "segno": "server",
    "starlette": "server",
    "uvicorn": "server",
    "uvloop": "server",
    "websockets": "server",
    "textual": "terminal",
}

IMPORTED_AS = {"pillow": "PIL", "open_spiel": "pyspiel"}
"""Libraries whose import name differs from their distribution name."""

_INSTALLED_AS = {imported: library for library, imported in IMPORTED_AS.items()}


def library_of(module: str | None) -> str | None:
    """Return the optional library that contains `module`, or None.

    >>> library_of("PIL.Image"), library_of("numba"), library_of("no_such_thing")
    ('pillow', 'numba', None)
    """
    top = (module or "").partition(".")[0]
    library = _INSTALLED_AS.get(top, top)
    return library if library in EXTRAS else None


def needs(library: str, what: str | None = None) -> Message:
    """Return a message that says which library is missing and how to install it.

    >>> needs("matplotlib", "a plot").endswith("pip install -e '.[plot]'")
    True
    """
    command = f"{_pip()} install -e '.[{EXTRAS[library]}]'"
    if what is None:
        return Message(
            "{library} is not installed; in a clone of the project, run {command}", library, command
        )
    return Message(
        "{what} needs {library}; in a clone of the project, run {command}", what, library, command
    )


@contextmanager
def explained(what: str) -> Iterator[None]:
    """Add install instructions to errors about libraries missing in the `with` block."""
    try:
        yield
    except ModuleNotFoundError as error:
        library = library_of(error.name)
        if library is None:
            raise
        raise ModuleNotFoundError(needs(library, what), name=error.name) from None


def _pip() -> str:
    """Return the shell command for the `pip` of the current environment.

    `make play` uses a `.venv` that isn't on `PATH`. The system's own `pip` would install
    elsewhere or refuse.
    """
    environment = sys.prefix
    if environment in (sys.base_prefix, os.environ.get("VIRTUAL_ENV")):
        return "pip"
    import shlex
    from pathlib import Path

    in_clone = Path(environment).parent == Path.cwd()
    pip = Path(environment, "Scripts" if os.name == "nt" else "bin", "pip")
    # In the clone, the relative path is enough.
    return shlex.quote(str(pip.relative_to(Path.cwd()) if in_clone else pip))
