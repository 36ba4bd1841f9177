"""The address of each page in the site.

The repository's root is Sphinx's source folder, so that pages of `docs/`, of `research/` and of the
root link to each other as they do on a forge. In the site, the pages of `docs/`
are at the top: docs/start.md has the address start.html.
"""

from typing import Any

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.search import IndexBuilder

FOLDER = "docs/"
AT_THE_ROOT = {
    "CHANGELOG": "changelog",
    "CONTRIBUTING": "contributing",
    "SECURITY": "security-policy",  # Some file systems can't keep it beside security.html.
}


def address(docname: str) -> str:
    """Return the address of a page, without its suffix.

    >>> address("docs/api/game"), address("research/champion"), address("CHANGELOG")
    ('api/game', 'research/champion', 'changelog')
    """
    return AT_THE_ROOT.get(docname, docname.removeprefix(FOLDER))


class Index(IndexBuilder):
    """The search index, with addresses in place of the names of the source files.

    Entries of the general index are left out: the search finds the same names as objects.
    """

    def freeze(self) -> dict[str, Any]:
        """Return the index as the site's search loads it."""
        frozen = super().freeze()
        found = [address(docname) for docname in frozen["docnames"]]
        return frozen | {"docnames": found, "indexentries": {}}


class Builder(StandaloneHTMLBuilder):
    """The HTML builder, with addresses of our own."""

    name = "pages"

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        """Return the address of a page, from the root of the site."""
        return super().get_target_uri(address(docname), typ)

    def get_output_path(self, page_name: str, /) -> Any:  # noqa: ANN401 - as Sphinx has it
        """Return the file that a page is written to."""
        return super().get_output_path(address(page_name))

    def prepare_writing(self, docnames: set[str]) -> None:  # type: ignore[override]
        """Prepare the search index."""
        super().prepare_writing(docnames)
        assert self.indexer is not None
        self.indexer.__class__ = Index


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the builder with Sphinx."""
    app.add_builder(Builder)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
