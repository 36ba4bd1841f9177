"""The contents of the site, read from the lists of links in the pages.

Each section of docs/index.md is a part of the sidebar, with the pages that its list links to. A
`README.md` has the pages of its folder below it. One line in a list puts a page into the site and
shows it to readers of the repository. Sphinx refuses a page that no such list links to.
"""

import re
from posixpath import basename

from sphinx.application import Sphinx

_SECTION = re.compile(r"^## (?P<title>.*)\n(?P<text>(?:(?!^## ).*\n?)*)", re.MULTILINE)
_ITEM = re.compile(r"^- \[(?P<title>[^\]]*)\]\((?P<page>[\w/.-]+)\.md\)", re.MULTILINE)
_NEIGHBOR = re.compile(r"\]\((?P<page>[\w-]+)\.md\)")


def toctree(pages: list[str], caption: str = "") -> str:
    """Return the directive that makes pages a part of the contents."""
    named = f":caption: {caption}\n" if caption else ""
    return f"\n```{{toctree}}\n:hidden:\n:titlesonly:\n{named}\n" + "\n".join(pages) + "\n```\n"


def sections(text: str) -> dict[str, list[str]]:
    """Return the pages that each section of a page lists, with their titles in that list.

    >>> sections("# All" + chr(10) + "## Players" + chr(10) + "- [Start](start.md): now" + chr(10))
    {'Players': ['Start <start>']}
    """
    found = {part["title"]: _ITEM.findall(part["text"]) for part in _SECTION.finditer(text)}
    return {
        section: [f"{title} <{page}>" for title, page in pages]
        for section, pages in found.items()
        if pages
    }


def on_source(app: Sphinx, docname: str, source: list[str]) -> None:
    """Add the contents to the home page and to each `README.md`."""
    text = source[0]
    if docname == app.config.root_doc:
        text += "".join(toctree(pages, title) for title, pages in sections(text).items())
    elif basename(docname) == "README":
        neighbors = dict.fromkeys(_NEIGHBOR.findall(text))
        text += toctree(list(neighbors)) if neighbors else ""
    source[0] = text


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension with Sphinx."""
    app.connect("source-read", on_source)
    return {"parallel_read_safe": True}
