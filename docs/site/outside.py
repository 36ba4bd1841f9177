"""Links from a page to files of the repository that are no pages: code, tests, data.

A forge shows such a file. So does the site, with a page of its own for each file that is linked to,
so that a host who is offline can follow every link. A folder becomes plain text, unless a page
describes it.
"""

import re
from collections.abc import Iterator
from os.path import relpath
from pathlib import Path
from typing import Any

from docutils import nodes
from pygments.lexers import get_lexer_for_filename
from pygments.util import ClassNotFound
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.osutil import relative_uri

from docs.site.contents import AT_THE_ROOT

FOLDER = "source"
_OF_RECORDS = {".dia": "text", ".service": "ini", ".cff": "yaml"}
_LINK = re.compile(r"\[(?P<text>[^\]\n]*)\]\((?P<target>\.{0,2}[\w/.-]+)\)")


def on_source(app: Sphinx, docname: str, source: list[str]) -> None:
    """Let links to folders and to pages at the root lead to pages of the site."""
    root = app.srcdir.parent
    here = app.env.doc2path(docname).parent

    def link(found: re.Match[str]) -> str:
        there = (here / found["target"]).resolve()
        if there.parent == root and there.name in AT_THE_ROOT:
            there = app.srcdir / f"{AT_THE_ROOT[there.name]}.md"
        elif there.is_dir():
            there = there / "README.md"
            if not there.is_relative_to(app.srcdir) or not there.exists():
                return found["text"]
        else:
            return found[0]
        return f"[{found['text']}]({relpath(there, here)})"

    source[0] = _LINK.sub(link, source[0])


def on_doctree(app: Sphinx, doctree: nodes.document) -> None:
    """Let every link to a file lead to its page."""
    docname = app.env.docname
    here = app.builder.get_target_uri(docname)
    for node in list(doctree.findall(addnodes.download_reference)):
        file = (app.env.doc2path(docname).parent / node["reftarget"]).resolve()
        if not file.is_file():
            continue  # Sphinx says so itself.
        shown = file.relative_to(app.srcdir.parent)
        _shown(app).add(shown)
        page = relative_uri(here, f"{_page_of(shown)}.html")
        link = nodes.reference("", "", internal=True, refuri=page)
        link += node.children
        node.replace_self(link)


def _page_of(file: Path) -> str:
    """Return the name of a file's page; a server hides what begins with a dot."""
    return "/".join([FOLDER, *(part.lstrip(".") for part in file.parts)])


def _shown(app: Sphinx) -> set[Path]:
    """Return the files that have a page, as Sphinx keeps them with all else that it has read."""
    files: set[Path] = app.env.__dict__.setdefault("shown_files", set())
    return files


def pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Give the page of every file that is linked to."""
    for file in sorted(_shown(app)):
        text = (app.srcdir.parent / file).read_text(encoding="utf-8")
        try:
            language = _OF_RECORDS.get(file.suffix) or get_lexer_for_filename(file.name).aliases[0]
        except ClassNotFound:
            language = "text"
        code = app.builder.highlighter.highlight_block(text, language, location=str(file))
        title = file.as_posix()
        body = f"<h1>{title}</h1>\n{code}"
        yield _page_of(file), {"title": title, "body": body, "furo_hide_toc": True}, "page.html"


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx what is added."""
    app.connect("source-read", on_source, priority=600)
    app.connect("doctree-read", on_doctree, priority=400)  # Before it becomes a download.
    app.connect("html-collect-pages", pages)
    return {"parallel_read_safe": False}
