"""The documentation site: it builds without a warning, and every link in it leads somewhere.

`make test` builds it before these tests; where it is older than its sources they build it anew.
"""

import html
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest

from diamant.server.http.web_files import DOCS, TYPES, Files
from docs.pictures import house
from docs.site import build, compare, contents, strict

PAGES = {page.relative_to(build.DOCS).as_posix() for page in build.DOCS.rglob("*.md")}
LINK = re.compile(r'<(?:a|link|img|script|form|use)\b[^>]*?\s(?:href|src|action)="([^"]*)"')
ANCHOR = re.compile(r'\s(?:id|name)="([^"]+)"')


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
    """Return whether a link of a page leads nowhere; other sites are not asked."""
    if re.match(r"[a-z]+:", link):
        return False
    path, _, anchor = unquote(html.unescape(link)).partition("#")
    there = page.parent / path.partition("?")[0] if path else page
    return not there.is_file() or bool(anchor and anchor not in anchors(there.resolve()))


def test_every_link_of_every_page_leads_somewhere(site):
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > len(PAGES)
    wrong = [
        f"{page.relative_to(site)}: {link}"
        for page in pages
        for link in sorted(set(LINK.findall(text_of(page))))
        if broken(page, link)
    ]
    assert not wrong, "\n".join(wrong)


def test_control_a_link_to_nothing_is_noticed(site):
    page = site / "rules.html"
    assert not broken(page, "records.html#tags")
    assert not broken(page, "https://example.org/nothing.html")
    for wrong in ("nothing.html", "records.html#nothing", "#nothing"):
        assert broken(page, wrong)


def test_every_page_is_there_under_the_title_that_the_index_gives_it(site):
    listed = contents.sections((build.DOCS / "index.md").read_text(encoding="utf-8"))
    home = text_of(site / "index.html")
    for section, entries in listed.items():
        assert f'<span class="caption-text">{section}</span>' in home
        for entry in entries:
            title, page = re.fullmatch(r"(.*) <(.*)>", entry).groups()
            assert f'href="{page}.html">{html.escape(title)}</a>' in home
    for page in PAGES:
        assert (site / page).with_suffix(".html").exists()


def test_pages_of_the_root_are_pages_of_the_site(site):
    assert "one room; the tests mirror src/" in text_of(site / "contributing.html")
    assert "Unreleased" in text_of(site / "changelog.html")
    assert "How to report" in text_of(site / "promises.html")


def test_no_page_has_a_script_a_style_or_a_source_of_elsewhere(site):
    for page in site.rglob("*.html"):
        text = text_of(page)
        assert "<style" not in text
        assert not re.search(r"<script(?![^>]*\ssrc=)", text)
        assert not re.search(r"<[a-z][^<>]*\s(?:style|on[a-z]+)=\"", text)
        for address in re.findall(r'<(?:script|img|link)\b[^>]*?(?:src|href)="([^"]*)"', text):
            assert not re.match(r"(?:[a-z]+:)?//", address), f"{page}: {address}"


def test_a_server_gives_every_file(site):
    assert site == DOCS
    files = Files(site)
    for path in site.rglob("*"):
        if path.is_file():
            assert files.find(path.relative_to(site).as_posix()), f"{path}: not one of {set(TYPES)}"


def test_the_search_knows_the_words_of_the_pages(site):
    stems = set(re.findall(r'"?(\w+)"?:\[?\d', text_of(site / "searchindex.js")))
    assert {"rockslid", "commit", "equilibrium"} <= stems


def test_the_comparison_of_the_editions_says_what_their_data_say():
    page = compare.PAGE.read_text(encoding="utf-8")
    assert page == compare.page(), "python -m docs.site.compare writes it anew"


def test_the_picture_of_the_house_has_every_room():
    folder = build.ROOT / "src" / "diamant"
    rooms = {path.stem for path in folder.iterdir() if not path.name.startswith(("_", "."))}
    drawn = [room for _, floor in house.FLOORS for room in floor]
    assert sorted(drawn) == sorted(rooms - {"py", "docs_site"})
    assert house.FILE.read_text(encoding="utf-8") == house.picture(), "make pictures draws it anew"


def test_what_a_policy_forbids_is_moved_into_files(tmp_path):
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
