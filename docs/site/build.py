"""Build the documentation site: `make docs`.

The site is written into the package, where `diamant serve`, `diamant host` and the wheel find it.
Git ignores it. Every warning is an error; a broken link is a warning.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
DOCS = HERE.parent
ROOT = DOCS.parent
PACKAGED = ROOT / "src" / "diamant" / "docs_site"
NOT_SERVED = (".buildinfo", "objects.inv", "_static/**/*.map")


def sources() -> Iterator[Path]:
    """Yield every file that the site is made from."""
    yield from ROOT.glob("*.md")
    for folder in (DOCS, ROOT / "research"):
        yield from (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
    yield from (ROOT / "src").rglob("*.py")


def is_new() -> bool:
    """Return whether the site exists and is newer than all of its sources."""
    page = PACKAGED / "index.html"
    return page.exists() and page.stat().st_mtime >= max(one.stat().st_mtime for one in sources())


def build(out: Path = PACKAGED) -> int:
    """Build the site, replace a folder by it, and return Sphinx's exit code."""
    with tempfile.TemporaryDirectory() as name:
        made, trees = Path(name) / "site", Path(name) / "trees"
        sphinx = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "pages"]
        done = subprocess.run([*sphinx, "-c", HERE, "-d", trees, ROOT, made], cwd=ROOT, check=False)
        if done.returncode == 0:
            for pattern in NOT_SERVED:
                for each in made.glob(pattern):
                    each.unlink()
            shutil.rmtree(out, ignore_errors=True)
            shutil.move(made, out)
    return done.returncode


def built() -> Path:
    """Build the site if it is older than its sources, and return its folder."""
    code = 0 if is_new() else build()
    assert code == 0, "the documentation cannot be built: see the warnings of Sphinx above"
    return PACKAGED


def main() -> int:
    """Build the site into the folder that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m docs.site.build", description=__doc__)
    parser.add_argument("--to", type=Path, default=PACKAGED, help="the folder to build into")
    out = parser.parse_args().to
    code = build(out)
    if code == 0:
        print(f"Documentation written to {out / 'index.html'}. A Diamant server shows it at /docs.")
    return code


if __name__ == "__main__":
    sys.exit(main())
