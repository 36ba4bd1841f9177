"""Build the documentation site: `make docs`.

It goes into the package, where `diamant serve` and `diamant host` find it and a wheel takes it
along; git does not keep it. Every warning is an error, a link that leads nowhere among them.
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
    """Give every file that the site is made from."""
    yield from ROOT.glob("*.md")
    yield from (path for path in DOCS.rglob("*") if path.is_file() and path.suffix != ".pyc")
    yield from (ROOT / "src").rglob("*.py")


def is_new() -> bool:
    """Return whether the site is there, and newer than all that it is made from."""
    page = PACKAGED / "index.html"
    return page.exists() and page.stat().st_mtime >= max(one.stat().st_mtime for one in sources())


def build(out: Path = PACKAGED) -> int:
    """Build the site anew into a folder, which it replaces; return Sphinx's exit code."""
    with tempfile.TemporaryDirectory() as name:
        made, trees = Path(name) / "site", Path(name) / "trees"
        sphinx = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]
        done = subprocess.run([*sphinx, "-c", HERE, "-d", trees, DOCS, made], cwd=ROOT, check=False)
        if done.returncode == 0:
            for pattern in NOT_SERVED:
                for each in made.glob(pattern):
                    each.unlink()
            shutil.rmtree(out, ignore_errors=True)
            shutil.move(made, out)
    return done.returncode


def built() -> Path:
    """Return the folder of the site as it has to be now, for tests: it is built if it is old."""
    code = 0 if is_new() else build()
    assert code == 0, "the documentation cannot be built; Sphinx has said why"
    return PACKAGED


def main() -> int:
    """Build the site where the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m docs.site.build", description=__doc__)
    parser.add_argument("--to", type=Path, default=PACKAGED, help="the folder to build into")
    out = parser.parse_args().to
    code = build(out)
    if code == 0:
        print(f"the documentation is in {out / 'index.html'}; diamant serve has it under /docs")
    return code


if __name__ == "__main__":
    sys.exit(main())
