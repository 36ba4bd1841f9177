"""The browser client's files: what loads first, and what must not be in it."""

import gzip
import re
from pathlib import Path

from diamant.locales import LANGUAGES
from diamant.server.http.bundle import PAGE, STYLES, join
from diamant.server.http.catalogue import locale

HERE = Path(__file__).parent
WEB = HERE.parents[1] / "src" / "diamant" / "web"
MOST_BYTES = 120_000
HEADERS = 700
GAME = "bundle/screens_table.js"

SCRIPTS = sorted((WEB / "js").rglob("*.js"))
# Ways in which text could become markup or code; the vendored library may use some of them.
MARKUP = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySet|DOMParser"
    r"|createContextualFragment|\beval\(|new Function|srcdoc|javascript:"
)


def test_first_load_is_small():
    """Everything loaded before a game can start, with the headers of each answer."""
    made = join(WEB)
    first = [made[name] for name in (PAGE, STYLES, "bundle/main.js", GAME)]
    words = [found.data for language in LANGUAGES if (found := locale(language))]
    assert len(words) == len(LANGUAGES)
    sizes = [len(gzip.compress(data)) + HEADERS for data in first]
    sizes.append(max(len(gzip.compress(data)) for data in words) + HEADERS)
    assert sum(sizes) <= MOST_BYTES, sizes


def test_game_needs_only_two_bundles():
    """A third one would be requested only after the second has arrived."""
    made = {name: data.decode() for name, data in join(WEB).items() if name.endswith(".js")}
    named = re.findall(r"^import .*? from './([^']+)'", made[GAME], re.MULTILINE)
    assert named == ["main.js"]
    assert not re.search(r"^import ", made["bundle/main.js"], re.MULTILINE)


def test_rare_screens_are_loaded_later():
    registries = [WEB / "js" / name for name in ("app.js", "screens/table-screens.js")]
    listed = "".join(file.read_text(encoding="utf-8") for file in registries)
    lazy = re.findall(r"""import\(["']\./(?:screens/)?([^"']+)\.js["']\)\.then""", listed)
    lazy.remove("table")
    assert len(lazy) > 5, "the registries were not read"
    made = join(WEB)
    for name in lazy:
        variable = "export const $screens_" + re.sub(r"\W", "_", name) + " ="
        assert variable not in made["bundle/main.js"].decode()
        assert sum(variable.encode() in data for data in made.values()) == 1


def test_every_imported_file_exists():
    for script in SCRIPTS:
        text = script.read_text(encoding="utf-8")
        for name in re.findall(r"""(?:\bfrom|\bimport)\s*\(?["'](\.[^"']+)["']""", text):
            assert (script.parent / name).is_file(), f"{script.name} imports {name}"


def test_no_code_turns_text_into_markup():
    for script in SCRIPTS:
        found = MARKUP.search(script.read_text(encoding="utf-8"))
        assert found is None, f"{script.relative_to(WEB)}: {found}"


def test_client_contains_no_foreign_addresses():
    for script in [*SCRIPTS, *(WEB / "css").glob("*.css"), WEB / "index.html"]:
        text = script.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
        # Comments may contain example addresses; code may only take them apart.
        assert not re.search(r"""["'(]https?://[a-z]""", text), script.name


def test_page_has_no_inline_script_or_absolute_path():
    page = (WEB / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r"\son[a-z]+=|\bstyle=", page)
    assert not re.search(r'(?:href|src)="/', page), "the server may live below a path"


def test_fonts_load_later_and_name_their_license():
    versions = (WEB / "fonts" / "VERSIONS").read_text(encoding="utf-8")
    assert (WEB / "fonts" / re.findall(r"LICENSE-\w+", versions)[0]).is_file()
    loaded = re.findall(r"\.\./(fonts/[^\"]+)", (WEB / "css" / "letters.css").read_text())
    assert sorted(loaded) == sorted(
        f"fonts/{file.name}" for file in (WEB / "fonts").glob("*.woff2")
    )
    assert b"font-face" not in join(WEB)[STYLES]


def test_vendored_files_name_version_and_license():
    versions = (WEB / "vendor" / "VERSIONS").read_text(encoding="utf-8")
    for script in (WEB / "vendor").glob("*.js"):
        (line,) = re.findall(rf"^{re.escape(script.name)} .*$", versions, re.MULTILINE)
        terms = re.search(r"LICENSE-[a-z-]+", line)
        assert terms is not None, line
        assert (WEB / "vendor" / terms[0]).is_file()
        text = script.read_text(encoding="utf-8")
        assert "sourceMappingURL" not in text
        assert not re.search(r"""from\s*["'][^.]""", text), f"{script.name} imports by name"
