"""Tests of the documentation site: it builds without a warning and has no broken link.

`make test` builds the site before these tests. If it is older than its sources, the tests build it.
"""

import html
import json
import re
from functools import cache
from pathlib import Path
from posixpath import normpath
from urllib.parse import unquote

import pytest

from diamant.server.http.web_files import DOCS, TYPES, Files
from docs.pictures import house, reveal
from docs.site import addresses, build, compare, contents, strict

SOURCES = [
    *(page for folder in ("docs", "research") for page in (build.ROOT / folder).rglob("*.md")),
    *(build.ROOT / f"{name}.md" for name in addresses.AT_THE_ROOT),
]
PAGES = {
    addresses.address(page.relative_to(build.ROOT).with_suffix("").as_posix()) for page in SOURCES
}
LINK = re.compile(r'<(?:a|link|img|script|form|use)\b[^>]*?\s(?:href|src|action)="([^"]*)"')
ANCHOR = re.compile(r'\s(?:id|name)="([^"]+)"')


def docnames(site: Path) -> list[str]:
    """Return the pages that the search knows."""
    found: list[str] = json.loads(
        re.search(r'"?docnames"?:(\[.*?\])', text_of(site / "searchindex.js"))[1]
    )
    return found


@pytest.fixture(scope="module")
def site() -> Path:
    return build.built()


@cache
def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@cache
def anchors(page: Path) -> frozenset[str]:
    return frozenset(map(html.unescape, ANCHOR.findall(text_of(page))))


def broken(page: Path, link: str) -> bool:
    """Return whether a link of a page is broken; links to other sites are not checked."""
    if re.match(r"[a-z]+:", link):
        return False
    path, _, anchor = unquote(html.unescape(link)).partition("#")
    there = page.parent / path.partition("?")[0] if path else page
    return not there.is_file() or bool(anchor and anchor not in anchors(there.resolve()))


def test_no_page_has_a_broken_link(site):
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > len(PAGES)
    wrong = [
        f"{page.relative_to(site)}: {link}"
        for page in pages
        for link in sorted(set(LINK.findall(text_of(page))))
        if broken(page, link)
    ]
    assert not wrong, "\n".join(wrong)


def test_control_a_broken_link_is_found(site):
    page = site / "rules.html"
    assert not broken(page, "records.html#tags")
    assert not broken(page, "https://example.org/nothing.html")
    for wrong in ("nothing.html", "records.html#nothing", "#nothing"):
        assert broken(page, wrong)


def test_sidebar_has_every_page_with_its_title_in_the_index(site):
    listed = contents.sections((build.DOCS / "index.md").read_text(encoding="utf-8"))
    home = text_of(site / "index.html")
    for section, entries in listed.items():
        assert f'<span class="caption-text">{section}</span>' in home
        for entry in entries:
            title, page = re.fullmatch(r"(.*) <(.*)>", entry).groups()
            there = addresses.address(normpath(f"docs/{page}"))
            assert f'href="{there}.html">{html.escape(title)}</a>' in home
    for page in PAGES:
        assert (site / f"{page}.html").exists()


def test_pages_at_the_root_of_the_repository_are_in_the_site(site):
    for name, page in addresses.AT_THE_ROOT.items():
        title = (build.ROOT / f"{name}.md").read_text(encoding="utf-8").partition("\n")[0]
        assert f"<h1>{title.removeprefix('# ')}<" in text_of(site / f"{page}.html")


def test_addresses_omit_the_folder_docs(site):
    assert not (site / "docs").exists()
    assert "docs/" not in " ".join(docnames(site))


def test_pages_have_no_inline_code_and_load_nothing_from_other_sites(site):
    for page in site.rglob("*.html"):
        text = text_of(page)
        assert "<style" not in text
        assert not re.search(r"<script(?![^>]*\ssrc=)", text)
        assert not re.search(r"<[a-z][^<>]*\s(?:style|on[a-z]+)=\"", text)
        for address in re.findall(r'<(?:script|img|link)\b[^>]*?(?:src|href)="([^"]*)"', text):
            assert not re.match(r"(?:[a-z]+:)?//", address), f"{page}: {address}"


def test_server_serves_every_file_of_the_site(site):
    assert site == DOCS
    files = Files(site)
    for path in site.rglob("*"):
        if path.is_file():
            assert files.find(path.relative_to(site).as_posix()), (
                f"{path}: expected one of {set(TYPES)}"
            )


def test_search_index_has_the_words_of_the_pages(site):
    stems = set(re.findall(r'"?(\w+)"?:\[?\d', text_of(site / "searchindex.js")))
    assert {"rockslid", "commit", "equilibrium"} <= stems


def test_comparison_of_the_editions_matches_their_data():
    page = compare.PAGE.read_text(encoding="utf-8")
    assert page == compare.page(), "run: python -m docs.site.compare"


def test_picture_of_the_packages_has_every_package():
    folder = build.ROOT / "src" / "diamant"
    rooms = {path.stem for path in folder.iterdir() if not path.name.startswith(("_", "."))}
    drawn = [room for _, floor in house.FLOORS for room in floor]
    assert sorted(drawn) == sorted(rooms - {"py", "docs_site"})
    assert house.FILE.read_text(encoding="utf-8") == house.picture(), "run: make pictures"


def test_inline_scripts_and_styles_move_into_files(tmp_path):
    (tmp_path / "_static").mkdir()
    page = tmp_path / "page.html"
    page.write_text(
        "<head><style>p { color: red }</style></head>"
        '<p class="a" style="width: 3%">x</p><script>go();</script>'
    )
    moving = strict.Inline(tmp_path)
    moving.move(page, "")
    moving.write()
    text = page.read_text()
    assert "<style" not in text
    assert ' style="' not in text
    (script,) = re.findall(r'<script src="_static/(inline-\w+\.js)"></script>', text)
    assert (tmp_path / "_static" / script).read_text() == "go();\n"
    (key,) = re.findall(r'<p class="a" data-style="(\w+)">', text)
    sheet = (tmp_path / "_static" / strict.SHEET).read_text()
    assert "p { color: red }" in sheet
    assert f'[data-style="{key}"] {{ width: 3% }}' in sheet


def test_moving_picture_is_drawn_from_the_committed_art():
    picture = reveal.FILE.read_text(encoding="utf-8")
    assert picture == reveal.draw(), "run: make pictures"
    assert len(picture) < 2_000_000
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")
