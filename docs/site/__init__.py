"""The documentation site, built with Sphinx, Furo and MyST.

- `build`: `make docs`
- `conf`: Sphinx's settings
- `contents`: the contents of the sidebar, from docs/index.md and other lists of pages
- `addresses`: the address of each page
- `outside`: links to files that are not pages
- `compare`: the page that compares the editions
- `strict`: inline scripts and styles, moved into files
- `tables`: Markdown tables in docstrings
"""
