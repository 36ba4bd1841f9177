"""Which page belongs where: the lists of links that people read are the site's contents, too.

Each section of docs/index.md is a part of the sidebar, with the pages that its list links to. A
`README.md` has the pages of its folder below it. So a page is put into the site by a line that a
reader of the forge sees as well; Sphinx refuses a page that no such line leads to.

Pages at the root of the repository have a page of one sentence here, which leads to them; in the
site it is replaced by their text.
"""

import re
from posixpath import basename, normpath

from sphinx.application import Sphinx

_SECTION = re.compile(r"^## (?P<title>.*)\n(?P<text>(?:(?!^## ).*\n?)*)", re.MULTILINE)
_ITEM = re.compile(r"^- \[(?P<title>[^\]]*)\]\((?P<page>[\w/.-]+)\.md\)", re.MULTILINE)
_NEIGHBOR = re.compile(r"\]\((?P<page>[\w-]+)\.md\)")
_LINK = re.compile(r"\]\((?!\w+:|#)(?P<target>[^)\s]+)\)")

AT_THE_ROOT = {
    "CHANGELOG.md": "changelog",
    "CONTRIBUTING.md": "contributing",
    "SECURITY.md": "promises",
}
"""Pages at the root of the repository, and the page of one sentence that leads to each."""


def toctree(pages: list[str], caption: str = "") -> str:
    """Return the directive that makes pages a part of the contents."""
    named = f":caption: {caption}\n" if caption else ""
    return f"\n```{{toctree}}\n:hidden:\n:titlesonly:\n{named}\n" + "\n".join(pages) + "\n```\n"


def sections(text: str) -> dict[str, list[str]]:
    """Return the pages that each section of a page lists, each under the title that it has there.

    >>> sections("# All" + chr(10) + "## Players" + chr(10) + "- [Start](start.md): now" + chr(10))
    {'Players': ['Start <start>']}
    """
    found = {part["title"]: _ITEM.findall(part["text"]) for part in _SECTION.finditer(text)}
    return {
        section: [f"{title} <{page}>" for title, page in pages]
        for section, pages in found.items()
        if pages
    }


def rooted(text: str) -> str:
    """Return a text of the repository's root with its links as docs/ has to write them."""

    def link(found: re.Match[str]) -> str:
        return f"]({normpath('../' + found['target']).removeprefix('../docs/')})"

    return _LINK.sub(link, text)


def on_source(app: Sphinx, docname: str, source: list[str]) -> None:
    """Add to a page what it is the contents of, or replace it by what it leads to."""
    text = source[0]
    if docname == app.config.root_doc:
        text += "".join(toctree(pages, title) for title, pages in sections(text).items())
    elif basename(docname) == "README":
        neighbors = dict.fromkeys(_NEIGHBOR.findall(text))
        text += toctree(list(neighbors)) if neighbors else ""
    for file, page in AT_THE_ROOT.items():
        if docname == page:
            text = rooted((app.srcdir.parent / file).read_text(encoding="utf-8"))
    source[0] = text


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx what is added."""
    app.connect("source-read", on_source)
    return {"parallel_read_safe": True}
