"""The documentation site: the pages of docs/ as Sphinx builds them, with Furo and MyST.

- `build`: `make docs`, which builds it into the package, where a server finds it
- `conf`: what Sphinx is told
- `contents`: which page belongs where, read from docs/index.md and the other lists of pages
- `outside`: links to files that are no pages
- `compare`: the page that compares the editions
- `strict`: what a strict content security policy forbids, moved into files
- `tables`: tables in docstrings
"""
