"""Sphinx's settings: https://www.sphinx-doc.org/en/master/usage/configuration.html."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from diamant import __version__  # noqa: E402
from docs.site.addresses import AT_THE_ROOT  # noqa: E402

project = "Diamant"
copyright = "the Diamant maintainers, MIT license"  # noqa: A001
release = __version__
root_doc = "docs/index"
include_patterns = ["docs/**", "research/**", *(f"{name}.md" for name in AT_THE_ROOT)]
# Sphinx walks through every folder that no pattern excludes, `.venv` included.
folders = [path.name for path in ROOT.iterdir() if path.is_dir()]
exclude_patterns = [name for name in folders if name not in ("docs", "research")]
exclude_patterns += ["docs/site", "docs/pictures"]
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx_copybutton",
    "docs.site.addresses",
    "docs.site.contents",
    "docs.site.outside",
    "docs.site.strict",
    "docs.site.tables",
]

# As on a forge: a link to a heading has the heading's words.
myst_heading_anchors = 4
myst_links_external_new_tab = False
highlight_language = "text"

# Docstrings have single backticks around code, as the pages do.
default_role = "code"
add_module_names = True
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_use_type_comments = False
python_maximum_signature_line_length = 88
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"Diamant {release}"
html_favicon = str(ROOT / "src/diamant/web/icons/icon.svg")
html_static_path = ["static"]
html_css_files = ["site.css"]
html_js_files = ["search-form.js"]
html_search_scorer = str(ROOT / "docs/site/search.js")
html_copy_source = False
html_show_sphinx = False
html_use_index = True
html_domain_indices = False
html_theme_options = {"sidebar_hide_name": False}

# A copied block has the commands alone: no prompt and no output.
copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True
copybutton_copy_empty_lines = False
copybutton_line_continuation_character = "\\"
