"""Tests that citations exist: files, headings, rulings, tests, and modules of a package.

Comments, docstrings and pages cite each other. These tests find citations of renamed files.
"""

import fnmatch
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("src", "tests", "tools", "docs", "research", "benchmarks", "examples", "deploy")
ELSEWHERE = (".ci", ".github")  # Folders that cite paths, but whose own paths are not checked.
NOT_OURS = {"vendor", "__pycache__", "node_modules", "docs_site", ".coverage", ".git", ".gitignore"}

# Where a short path may start: a page about a package omits the path of the package.
BASES = ("", "docs", "src", "src/diamant", "src/diamant/web", "src/diamant/web/js", "tests")

# Files that users write: examples show their names.
THEIR_OWN = {
    *("my.toml", "attic.toml", "game.dia", "games.dia", "FILE.json", "path/to/file.py"),
    *("grudge.py", "cli/commands/greet.py", "web/js/screens/about/screen.js"),
    *("log-v1-nod.jsonl", "0002_what.sql"),
}

NO_FILES = (
    ".",
    "/",
    "*",
    "api/",
    "bundle/",
)  # Generated files, and addresses of a server.
BUILT = "src/diamant/docs_site"  # `make docs` builds it; a fresh clone does not have it.
SUFFIXES = "c|conf|css|dia|html|js|json|jsonl|md|mjs|po|pot|py|service|sql|svg|toml|txt|yaml"

ANY_PAGE = re.compile(r"(?<![\w/.*}>@-])\w[\w./-]*\.md\b")
PATH_FROM_ROOT = re.compile(rf"(?<![\w/.@:-])(?:{'|'.join(FOLDERS)})/[\w./@-]*\w")
IN_BACKTICKS = re.compile(r"`([^`\s]+)`")
FILE_NAME = re.compile(rf"[\w./@*-]*[\w@*]\.(?:{SUFFIXES})")
FOLDER_NAME = re.compile(r"[\w.-]+(?:/[\w.-]+)*/")
MODULE_RUN = re.compile(r"python -m ((?:tests|tools|benchmarks|diamant)(?:\.\w+)+)")
RULING = re.compile(r"\brulings? (\d+)")
TEST_NAME = re.compile(r"`(test_\w+)`")
LINK = re.compile(r"\]\(([^()\s]+)\)")
MODULES_TOLD = re.compile(r"(?:^- |; )((?:`\w+`(?:, )?)+)(?=[:;]|$)")


class Citation(NamedTuple):
    """A citation with its line."""

    line: int
    cited: str


def texts() -> dict[Path, str]:
    """Return every handwritten text file of the repository, with its text."""
    found = [path for path in ROOT.iterdir() if path.is_file()]
    for folder in (*FOLDERS, *ELSEWHERE):
        found += [path for path in (ROOT / folder).rglob("*") if path.is_file()]
    read = {}
    for path in sorted(found):
        if NOT_OURS.isdisjoint(path.relative_to(ROOT).parts) and path.suffix != ".svg":
            with suppress(UnicodeDecodeError):  # A picture, a font or a sound.
                read[path] = path.read_text(encoding="utf-8")
    return read


def missing(page: Path, text: str) -> list[Citation]:
    """Return the citations of a text that do not exist."""
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        found += [Citation(number, cited) for cited in sorted(set(_missing_in(page, line)))]
    return found


def _missing_in(page: Path, line: str) -> Iterator[str]:
    for path in _paths(line):
        if not _exists(path, page):
            yield path
    for module in MODULE_RUN.findall(line):
        if not _exists(module.replace(".", "/") + ".py", page) and not _exists(
            module.replace(".", "/") + "/", page
        ):
            yield module
    for ruling in RULING.findall(line):
        if int(ruling) not in rulings():
            yield f"ruling {ruling}"
    if page.suffix == ".md":
        for name in TEST_NAME.findall(line):
            if name not in names_of_tests():
                yield name
        for target in LINK.findall(line):
            if not _link_leads_somewhere(page, target):
                yield target
    if page.name == "__init__.py" and line.startswith("- "):
        for names in MODULES_TOLD.findall(line):
            for name in re.findall(r"`(\w+)`", names):
                if not (page.parent / f"{name}.py").exists() and not (page.parent / name).is_dir():
                    yield f"module {name}"


def _paths(line: str) -> Iterator[str]:
    """Yield everything that can only be the path of a file or folder."""
    yield from ANY_PAGE.findall(line)
    yield from PATH_FROM_ROOT.findall(line)
    for word in IN_BACKTICKS.findall(line):
        is_file = FILE_NAME.fullmatch(word) and not word.startswith(NO_FILES)
        is_folder = FOLDER_NAME.fullmatch(word) and word.split("/")[0] in rooms()
        if is_file or is_folder:
            yield word


def _exists(path: str, page: Path) -> bool:
    if path in THEIR_OWN or path == BUILT:
        return True
    if "/" not in path and fnmatch.filter(names(), path):
        return True
    starts = [ROOT / base for base in BASES]
    starts += [folder for folder in page.parents if folder.is_relative_to(ROOT)]
    # Sphinx names pages without their suffix.
    return any(_found(start, path) or _found(start, f"{path}.md") for start in starts)


def _found(start: Path, path: str) -> bool:
    if "*" in path:
        return start.is_dir() and any(start.glob(path))
    return (start / path).exists()


def _link_leads_somewhere(page: Path, target: str) -> bool:
    if "://" in target or target.startswith("mailto:"):
        return True
    path, _, heading = target.partition("#")
    there = page.parent / path if path else page
    if not there.exists():
        return False
    return not heading or heading in headings(there)


@cache
def headings(page: Path) -> frozenset[str]:
    """Return the anchors that forges make from a page's headings."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.S | re.M)
    found = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return frozenset(re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in found)


@cache
def names() -> frozenset[str]:
    """Return the name of every file in the repository, without its folder."""
    return frozenset(
        path.name
        for folder in ("", *FOLDERS)
        for path in ((ROOT / folder).rglob("*") if folder else ROOT.iterdir())
    )


@cache
def rooms() -> frozenset[str]:
    """Return the names of the folders that a path may begin with."""
    return frozenset(
        path.name for base in BASES for path in (ROOT / base).iterdir() if path.is_dir()
    )


@cache
def rulings() -> frozenset[int]:
    """Return the numbers of the rulings in the rules."""
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    return frozenset(map(int, re.findall(r"^### Ruling (\d+)", text, re.MULTILINE)))


@cache
def names_of_tests() -> frozenset[str]:
    """Return the name of every test."""
    return frozenset(
        name
        for path in (ROOT / "tests").rglob("*.py")
        for name in re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8"))
    )


def test_every_citation_exists():
    wrong = [
        f"{page.relative_to(ROOT)}:{line}: cites {cited}, which does not exist"
        for page, text in texts().items()
        if page != Path(__file__)
        for line, cited in missing(page, text)
    ]
    assert not wrong, "\n" + "\n".join(wrong)


def unlisted(init: Path, text: str) -> set[str]:
    """Return the modules of a package that the list in its docstring omits, if it has a list."""
    folder = init.parent
    here = {file.stem for file in folder.glob("*.py")} - {"__init__", "__main__"}
    here |= {file.parent.name for file in folder.glob("*/__init__.py")}
    listed = set(re.findall(r"`(\w+)`", text.split('"""')[1]))
    return here - listed if listed & here else set()


def test_module_lists_are_complete():
    inits = sorted((ROOT / "src").rglob("__init__.py"))
    left_out = {path: unlisted(path, path.read_text(encoding="utf-8")) for path in inits}
    assert not {path: names for path, names in left_out.items() if names}


def test_control_an_unlisted_module_is_found():
    init = ROOT / "src/diamant/rules/__init__.py"
    text = init.read_text(encoding="utf-8")
    assert unlisted(init, text.replace("`sharing`", "shares")) == {"sharing"}
    assert unlisted(init, '"""The rules."""') == set()


def test_citations_are_checked_in_the_whole_repository():
    read = {path.relative_to(ROOT).as_posix() for path in texts()}
    assert {"Makefile", "pyproject.toml", "README.md", "docs/rules.md"} <= read
    assert {"src/diamant/rules/game.py", "tests/golden/iello-2016.dia"} <= read
    assert {"src/diamant/web/js/cave/cave.js", "deploy/compose.yaml", ".ci/run"} <= read
    assert not [path for path in read if "vendor" in path]


def test_every_ruling_has_a_test_with_its_number():
    told = {
        int(number) for name in names_of_tests() for number in re.findall(r"ruling_(\d+)", name)
    }
    assert rulings() == told


@pytest.mark.parametrize(
    ("page", "text", "cited"),
    [
        ("src/diamant/view.py", "# Why: see NOWHERE.md, part 2.", "NOWHERE.md"),
        ("src/diamant/view.py", '"""As docs/nowhere.md has it."""', "docs/nowhere.md"),
        ("src/diamant/view.py", "# It is in tests/rules/nothing.py.", "tests/rules/nothing.py"),
        ("pyproject.toml", 'ignore = ["tests/nothing"]', "tests/nothing"),
        ("Makefile", "\tpython -m tests.nothing", "tests.nothing"),
        ("docs/table.md", "It is `table/nothing.py` that decides.", "table/nothing.py"),
        ("docs/table.md", "It is `nothing.js` that decides.", "nothing.js"),
        ("docs/table.md", "All of it is in `server/nothing/`.", "server/nothing/"),
        ("docs/table.md", "All of it is in `server/nothing*.py`.", "server/nothing*.py"),
        ("docs/table.md", "See [the store](nothing/store.md).", "nothing/store.md"),
        ("docs/table.md", "See [the store](store.md#no-such-heading).", "store.md#no-such-heading"),
        ("docs/table.md", "See [below](#no-such-heading).", "#no-such-heading"),
        ("docs/table.md", "Tested by `test_that_pigs_fly`.", "test_that_pigs_fly"),
        ("src/diamant/view.py", "# As ruling 99 says.", "ruling 99"),
        ("src/diamant/rules/__init__.py", "- `cards`, `nothing`: the words", "module nothing"),
        ("src/diamant/rules/__init__.py", "- `cards`: cards; `nothing`: no", "module nothing"),
    ],
)
def test_control_a_broken_citation_is_found(page, text, cited):
    found = missing(ROOT / page, f"A line before it.\n{text}\n")
    assert (2, cited) in found
    assert {line for line, _ in found} == {2}


@pytest.mark.parametrize(
    "text",
    [
        "and/or, either/or, TCP/IP, client/server, 16/11/2026, km/h, I/O",
        "`application/json`, `text/html`, `api/tables`, `/metrics`, `origin/main`, `../`",
        "1. snake/C 9/AB ram/B 5 `17/AB` `/-`, e.g. `iello-2016`, 3.11.2, `2.5`",
        "https://example.org/docs/nothing.md and [a site](https://example.org/x.md#y)",
        "`game.turn`, `Game.decide`, `view.carried`, `stage.known`, `asyncio.run`",
        "`self.path`, `*.md`, `{name}.md`, f'{name}.md', `.venv/bin/diamant`, 'x.py'",
        "`examples/my_bot.py`, `docs/decisions/`, `server/`, `cave/cave.js`, `pyproject.toml`",
        "`tests/golden/*.dia`, `test_trouble_*.py`, `diamant@.service`, `table/`",
        "docs/rules.md, ruling 6, rulings 3 and 5, `test_documentation.py`, `bots/strategies.py`",
    ],
)
def test_ordinary_words_and_valid_citations_pass(text):
    assert missing(ROOT / "docs" / "table.md", text) == []


JOURNEYS = {"A choice's journey": 26, "The journey of `diamant simulate`": 14}


def stops(heading: str) -> list[str]:
    """Return the files of a journey in docs/architecture.md, in order."""
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    section = page.split(f"## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE)


def leads_to(file: Path, other: Path) -> bool:
    """Return whether a file imports another, or mentions its name."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".js":
        return re.search(rf"\b{other.stem}\b", text) is not None
    module = ".".join(other.relative_to(ROOT / "src").with_suffix("").parts)
    module = module.removesuffix(".__init__")
    package, _, name = module.rpartition(".")
    if f"from {module} import" in text or re.search(
        rf"from {package} import [^\n]*\b{name}\b", text
    ):
        return True
    # A package re-exports names of its modules.
    offers = other.parent / "__init__.py"
    return (
        offers not in (file, other) and f"from {package} import" in text and leads_to(offers, other)
    )


@pytest.mark.parametrize(("heading", "most"), JOURNEYS.items())
def test_a_journey_is_short_and_its_stops_are_connected(heading, most):
    files = [ROOT / "src/diamant" / name for name in stops(heading)]
    assert len(files) == len(set(files)) <= most
    for place, file in enumerate(files[1:], start=1):
        before = files[:place]
        linked = any(leads_to(other, file) or leads_to(file, other) for other in before)
        # The network, a command's name and a template's text connect files without an import.
        leaps = ("connections/direct.py", "commands/simulate.py", "template.py")
        assert linked or file.as_posix().endswith(leaps), file


def test_control_an_unconnected_stop_is_found():
    room, solver = ROOT / "src/diamant/server/tables/room.py", ROOT / "src/diamant/solver/deck.py"
    assert not leads_to(room, solver)
    assert not leads_to(solver, room)
