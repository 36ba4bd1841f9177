"""Links to files of the repository that are not pages: code, tests, data.

Each file that a page links to gets a page of its own, which shows the file. So links work on a
server without access to the internet. A link to a folder becomes plain text, or a link to the
folder's `README.md`.
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

FOLDER = "source"
_OF_RECORDS = {".dia": "text", ".service": "ini", ".cff": "yaml"}
_LINK = re.compile(r"\[(?P<text>[^\]\n]*)\]\((?P<target>\.{0,2}[\w/.-]+)\)")


def on_source(app: Sphinx, docname: str, source: list[str]) -> None:
    """Replace links to folders."""
    here = app.env.doc2path(docname).parent

    def link(found: re.Match[str]) -> str:
        there = (here / found["target"]).resolve()
        if not there.is_dir():
            return found[0]
        page = there / "README.md"
        if app.env.path2doc(page) not in app.env.found_docs:
            return found["text"]
        return f"[{found['text']}]({relpath(page, here)})"

    source[0] = _LINK.sub(link, source[0])


def on_doctree(app: Sphinx, doctree: nodes.document) -> None:
    """Link to the page of each file."""
    docname = app.env.docname
    here = app.builder.get_target_uri(docname)
    for node in list(doctree.findall(addnodes.download_reference)):
        file = (app.env.doc2path(docname).parent / node["reftarget"]).resolve()
        if not file.is_file():
            continue  # Sphinx reports it.
        shown = file.relative_to(app.srcdir)
        _shown(app).add(shown)
        page = relative_uri(here, f"{_page_of(shown)}.html")
        link = nodes.reference("", "", internal=True, refuri=page)
        link += node.children
        node.replace_self(link)


def _page_of(file: Path) -> str:
    """Return the name of a file's page; servers hide names that begin with a dot."""
    return "/".join([FOLDER, *(part.lstrip(".") for part in file.parts)])


def _shown(app: Sphinx) -> set[Path]:
    """Return the files that have a page; Sphinx saves them with its environment."""
    files: set[Path] = app.env.__dict__.setdefault("shown_files", set())
    return files


def pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the page of each file that some page links to."""
    for file in sorted(_shown(app)):
        text = (app.srcdir / file).read_text(encoding="utf-8")
        try:
            language = _OF_RECORDS.get(file.suffix) or get_lexer_for_filename(file.name).aliases[0]
        except ClassNotFound:
            language = "text"
        code = app.builder.highlighter.highlight_block(text, language, location=str(file))
        title = file.as_posix()
        body = f"<h1>{title}</h1>\n{code}"
        yield _page_of(file), {"title": title, "body": body, "furo_hide_toc": True}, "page.html"


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension with Sphinx."""
    app.connect("source-read", on_source, priority=600)
    app.connect("doctree-read", on_doctree, priority=400)  # Before Sphinx makes it a download.
    app.connect("html-collect-pages", pages)
    return {"parallel_read_safe": False}
