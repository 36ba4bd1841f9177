"""Move inline scripts and styles into files, as the server's content security policy requires.

The policy forbids inline code, so that text written by a stranger can't run. The theme writes the
same few scripts and styles into every page. Each becomes a file, or a rule of one style sheet.
"""

import hashlib
import re
from pathlib import Path

from sphinx.application import Sphinx

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_ATTRIBUTE = re.compile(r'(<[a-z][^<>]*?)\sstyle="([^"]*)"')
SHEET = "inline.css"


class Inline:
    """The inline scripts and styles of the pages so far."""

    def __init__(self, out: Path) -> None:
        self._static = out / "_static"
        self._rules: dict[str, str] = {}

    def move(self, page: Path, home: str) -> None:
        """Move the inline code of a page into files; `home` is the path to the site's root."""
        text = page.read_text(encoding="utf-8")
        link = f'<link rel="stylesheet" href="{home}_static/{SHEET}">'
        text = _STYLE.sub(lambda found: self._rule(found[1], found[1]), text)
        text = _SCRIPT.sub(lambda found: self._script(found[1], home), text)
        text = _ATTRIBUTE.sub(self._attribute, text)
        page.write_text(text.replace("</head>", f"{link}</head>", 1), encoding="utf-8")

    def write(self) -> None:
        """Write the style sheet that all pages link to."""
        sheet = "\n".join(self._rules.values())
        (self._static / SHEET).write_text(sheet, encoding="utf-8")

    def _rule(self, key: str, rule: str) -> str:
        self._rules[key] = rule
        return ""

    def _script(self, script: str, home: str) -> str:
        name = f"inline-{_short(script)}.js"
        (self._static / name).write_text(script.strip() + "\n", encoding="utf-8")
        return f'<script src="{home}_static/{name}"></script>'

    def _attribute(self, found: re.Match[str]) -> str:
        tag, style = found.groups()
        key = _short(style)
        self._rule(key, f'[data-style="{key}"] {{ {style} }}')
        return f'{tag} data-style="{key}"'


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def on_finished(app: Sphinx, error: Exception | None) -> None:
    """Process all pages after the build."""
    if error is not None or app.builder.format != "html":
        return
    out = Path(app.outdir)
    inline = Inline(out)
    for page in sorted(out.rglob("*.html")):
        inline.move(page, "../" * (len(page.relative_to(out).parts) - 1))
    inline.write()


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension with Sphinx."""
    app.connect("build-finished", on_finished, priority=900)
    return {"parallel_read_safe": True}
