"""The browser's folders are layers, like Python's: imports point one way, from top to bottom.

Type imports in comments count too, because readers of one file must know the other.
"""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
WEB = HERE.parents[1] / "src" / "diamant" / "web"

# From bottom to top; folders in the same line do not import each other.
LAYERS = (
    ("vendor/noble-hashes.js",),  # SHA-256: as pure as the layers above it
    ("js/model",),  # events and state: pure, without any library
    ("js/fair",),  # the shuffle and its check: pure
    ("js/rules", "js/bots"),  # a game without a server, and the bots: pure
    ("js/local",),  # a table without a server: pure
    ("vendor",),
    ("js/html.js",),
    ("js/device",),  # this device's memory, sounds and notices
    ("js/words",),  # languages, and events as sentences
    ("js/net",),
    ("js/session",),  # this device at a table
    ("js/art",),
    ("js/ui", "js/cave"),
    ("js/screens",),
    ("js/app.js", "js/gallery.js"),
    ("js/main.js",),
)
RANKS = {name: rank for rank, names in enumerate(LAYERS) for name in names}

IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']+)["']""")


def imports_of(script: Path, text: str) -> list[Path]:
    """Return the files that a script imports, directly, lazily or for a type."""
    return [(script.parent / name).resolve() for name in IMPORT.findall(text)]


def layer_of(script: Path) -> str:
    """Return the layer that a file belongs to."""
    path = script.relative_to(WEB).as_posix()
    names = [name for name in RANKS if path == name or path.startswith(f"{name}/")]
    assert names, f"{path} stands in no layer: put it into a folder of {__name__}"
    return names[0]


def wrong_imports(scripts: dict[Path, str]) -> list[str]:
    """Return every import that points neither down nor sideways within a folder."""
    wrong = []
    for script, text in scripts.items():
        mine = layer_of(script)
        for other in imports_of(script, text):
            theirs = layer_of(other)
            if theirs != mine and RANKS[theirs] >= RANKS[mine]:
                wrong.append(f"{script.relative_to(WEB)} imports {other.relative_to(WEB)}")
    return wrong


def all_scripts() -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for path in (WEB / "js").rglob("*.js")}


def test_imports_point_down():
    assert wrong_imports(all_scripts()) == []


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("model/game.js", "import { t } from '../words/i18n.js';"),
        ("model/game.js", "import { signal } from '../html.js';"),
        ("ui/page.js", "const load = () => import('../screens/start.js');"),
        ("session/session.js", "/** @typedef {import('../ui/page.js').Page} Page */"),
        ("cave/cave.js", "import { Page } from '../ui/page.js';"),
    ],
)
def test_upward_import_is_reported(name, line):
    scripts = all_scripts()
    script = WEB / "js" / name
    scripts[script] += line
    (wrong,) = wrong_imports(scripts)
    assert wrong.startswith(f"js/{name} imports ")


def cycle(scripts: dict[Path, str]) -> list[str]:
    """Return files that import each other in a cycle, if any; type imports do not count."""
    code = {path: re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL) for path, text in scripts.items()}
    done: set[Path] = set()

    def follow(script: Path, chain: tuple[Path, ...]) -> list[str]:
        if script in chain:
            return [path.name for path in chain[chain.index(script) :]]
        if script in done or script not in code:
            return []
        for other in imports_of(script, code[script]):
            if found := follow(other, (*chain, script)):
                return found
        done.add(script)
        return []

    return next((found for script in code if (found := follow(script, ()))), [])


def test_imports_have_no_cycles():
    assert cycle(all_scripts()) == []


def test_import_cycle_is_reported():
    scripts = all_scripts()
    scripts[WEB / "js/model/seats.js"] += "import { fold } from './fold.js';"
    assert "seats.js" in cycle(scripts)
