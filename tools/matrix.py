"""Run the quick tests on every Python of this machine: `python -m tools.matrix TESTS…`.

Each release gets its own virtual environment in `.venv-matrix`, which is kept until the project's
dependencies change.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".venv-matrix"
WANTED = ("3.11", "3.12", "3.13", "3.14")

# The required modules; a Python without them cannot be used.
PROBE = """
import sys
if sys.version_info < (3, 11) or sys.implementation.name != "cpython":
    raise SystemExit("too old or of another kind")
import bz2, ctypes, lzma, sqlite3, ssl, venv, zlib
print(".".join(map(str, sys.version_info[:3])) + sys.version_info[3][:1].replace("f", ""))
"""


class Python(NamedTuple):
    """A Python of this machine."""

    release: str
    path: Path


def candidates() -> list[Path]:
    """Yield every `python3.X` on the path, and those of pyenv."""
    folders = [Path(name) for name in os.environ.get("PATH", "").split(os.pathsep) if name]
    found = [
        file
        for folder in folders
        if folder.is_dir()
        for file in sorted(folder.iterdir())
        if re.fullmatch(r"python3\.\d+", file.name)
    ]
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    return [*found, *sorted(pyenv.glob("versions/*/bin/python"))]


def probe(path: Path) -> str | None:
    """Return the release of a Python, or None after printing what it lacks."""
    try:
        done = subprocess.run(
            [path, "-c", PROBE], capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"{path} does not run: {error}", flush=True)
        return None
    if done.returncode == 0:
        return done.stdout.strip()
    why = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
    # A shim of pyenv exists for every release ever installed, whether selected or not.
    if "command not found" not in done.stderr and "too old" not in why:
        print(f"{path} cannot be used: {why}", flush=True)
    return None


def find() -> list[Python]:
    """Return each usable release once, oldest first."""
    found: dict[str, Path] = {}
    seen: set[Path] = set()
    for path in candidates():
        if path.resolve() in seen:
            continue
        seen.add(path.resolve())
        release = probe(path)
        if release is not None:
            found.setdefault(release, path)
    order = sorted(found, key=lambda release: [int(part) for part in re.findall(r"\d+", release)])
    return [Python(release, found[release]) for release in order]


def prepare(python: Python) -> Path:
    """Return the interpreter of a virtual environment with everything the quick tests need."""
    place = FOLDER / python.release
    inside = place / "bin" / "python"
    wanted = hashlib.sha256(
        (ROOT / "pyproject.toml").read_bytes() + (ROOT / "constraints.txt").read_bytes()
    ).hexdigest()
    stamp = place / "stamp"
    if stamp.exists() and stamp.read_text() == wanted:
        return inside
    shutil.rmtree(place, ignore_errors=True)
    # Our own tools install into it, so it needs no pip, and a Python without ensurepip works.
    subprocess.run([python.path, "-m", "venv", "--without-pip", place], check=True)
    uv = [sys.executable, "-m", "uv", "pip", "install", "-q", "--python", str(inside)]
    uv += ["-c", "constraints.txt", "-b", "constraints.txt"]
    pip = [sys.executable, "-m", "pip", "--python", str(inside), "install", "-q", "--no-compile"]
    environment = os.environ | {"UV_NATIVE_TLS": "1"}
    if subprocess.run([*uv, "-e", ".[test]"], cwd=ROOT, env=environment).returncode != 0:
        subprocess.run([*pip, "-e", ".[test]"], cwd=ROOT, check=True)
    stamp.write_text(wanted)
    return inside


def main(tests: list[str]) -> int:
    """Run the tests on all Pythons and report the results; return 1 if any failed."""
    pythons = find()
    failed = []
    for python in pythons:
        print(f"== Python {python.release} ({python.path})", flush=True)
        inside = prepare(python)
        done = subprocess.run(
            [inside, "-m", "pytest", "-q", "-n", "2", "--dist", "worksteal", *tests], cwd=ROOT
        )
        if done.returncode != 0:
            failed.append(python.release)
    had = {".".join(python.release.split(".")[:2]) for python in pythons}
    missing = [minor for minor in WANTED if minor not in had]
    print(f"Tried on: {', '.join(python.release for python in pythons) or 'none'}.")
    print(f"Not found on this machine: {', '.join(missing) or 'none'}.")
    print(f"Failed on: {', '.join(failed)}." if failed else "All passed.")
    return 1 if failed or not pythons else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
