"""Libraries that not everybody has: which extra brings each, and the one sentence that says so.

The package index knows no release of this project yet, and `diamant` there is somebody else's. So
the sentence names what works today: an install from a clone.
"""

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


def needs(library: str, what: str = "this") -> str:
    """Return the sentence for somebody who lacks a library, with what would bring it.

    >>> needs("matplotlib", "a plot")
    "a plot needs matplotlib: from a clone of the project, pip install '.[plot]'"
    """
    return (
        f"{what} needs {library}: from a clone of the project, pip install '.[{EXTRAS[library]}]'"
    )
