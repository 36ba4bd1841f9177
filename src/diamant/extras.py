"""Libraries that not everybody has: which extra brings each, and the one sentence that says so.

The package index knows no release of this project yet, and `diamant` there is somebody else's. So
the sentence names what works today: an install from a clone, which the next change of the clone
reaches (`-e`), as `make play` has it.
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
"""Libraries that a program imports by another name than the one that installs them."""

_INSTALLED_AS = {imported: library for library, imported in IMPORTED_AS.items()}


def library_of(module: str | None) -> str | None:
    """Return the library of an extra that a module belongs to, if it does.

    >>> library_of("PIL.Image"), library_of("numba"), library_of("no_such_thing")
    ('pillow', 'numba', None)
    """
    top = (module or "").partition(".")[0]
    library = _INSTALLED_AS.get(top, top)
    return library if library in EXTRAS else None


def needs(library: str, what: str | None = None) -> Message:
    """Return the sentence for somebody who lacks a library, with what would bring it.

    >>> needs("matplotlib", "a plot").endswith("pip install -e '.[plot]'")
    True
    """
    command = f"{_pip()} install -e '.[{EXTRAS[library]}]'"
    if what is None:
        return Message(
            "this needs {library}; in a clone of the project, run {command}", library, command
        )
    return Message(
        "{what} needs {library}; in a clone of the project, run {command}", what, library, command
    )


@contextmanager
def explained(what: str) -> Iterator[None]:
    """Say what brings a library that is lacking, around the imports of what a program asks for."""
    try:
        yield
    except ModuleNotFoundError as error:
        library = library_of(error.name)
        if library is None:
            raise
        raise ModuleNotFoundError(needs(library, what), name=error.name) from None


def _pip() -> str:
    """Return how one types the `pip` of the environment that this runs in.

    `make play` has one in `.venv` that no shell knows of, and the system's own pip would install
    elsewhere, or nothing at all.
    """
    environment = sys.prefix
    if environment in (sys.base_prefix, os.environ.get("VIRTUAL_ENV")):
        return "pip"
    import shlex
    from pathlib import Path

    in_clone = Path(environment).parent == Path.cwd()
    pip = Path(environment, "Scripts" if os.name == "nt" else "bin", "pip")
    # In the clone itself a short name will do.
    return shlex.quote(str(pip.relative_to(Path.cwd()) if in_clone else pip))
