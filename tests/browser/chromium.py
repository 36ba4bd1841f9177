"""Find a Chromium for the tests, or install one where that is possible.

`python -m tests.browser.chromium` is a part of `make fetch`, with which `make test` begins.

The shell without windows comes first: the same engine draws the same pages, and a page costs about
two thirds of what it costs in a whole browser, which keeps windows and profiles that nobody sees.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
)
APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
MISSING = (
    "The browser tests need Chromium, and there is none: they are skipped. Install it (Debian, "
    "Ubuntu: sudo apt install chromium) or name one in DIAMANT_BROWSER."
)
# What Debian calls them, the lightest first; the letters are those that it recommends with them.
PACKAGES = ("chromium-headless-shell", "chromium")
LETTERS = "fonts-liberation"


def find() -> str | None:
    """Return the path of a Chromium: the one that DIAMANT_BROWSER names, or the first known one."""
    named = os.environ.get("DIAMANT_BROWSER")
    if named:
        return shutil.which(named)
    for name in (*NAMES, *APPLICATIONS):
        path = shutil.which(name)
        if path is not None:
            return path
    return _playwrights_own()


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def complaint(path: str) -> str | None:
    """Return why a browser does not start, or None; a downloaded one often lacks libraries."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return None if done.returncode == 0 else (done.stderr.strip() or "it says nothing")


def install() -> bool:
    """Try the system's packages, if we may, and then Playwright's own download."""
    apt = shutil.which("apt-get")
    ways = []
    if apt is not None and os.geteuid() == 0:
        quiet = [apt, "-qq", "-o", "Dpkg::Use-Pty=0", "-o", "DPkg::Lock::Timeout=300"]
        subprocess.run([*quiet, "update"])
        install = [*quiet, "install", "-y", "--no-install-recommends", LETTERS]
        ways += [[*install, package] for package in PACKAGES]
    ways.append([sys.executable, "-m", "playwright", "install", "chromium"])
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    return any(subprocess.run(way, env=environment).returncode == 0 and find() for way in ways)


def main() -> int:
    """Say where the browser is; 1 if there is none and none can be had."""
    if find() is None:
        print("No Chromium here yet; trying to install one.", flush=True)
        install()
    path = find()
    if path is None:
        print(MISSING, flush=True)
        # Who cannot install a browser can still run all other tests; the build server must not.
        return 1 if os.environ.get("CI") else 0
    why = complaint(path)
    if why is not None:
        print(f"{path} does not start: {why.splitlines()[-1]}\nIf it lacks libraries, let root say:"
              f" {sys.executable} -m playwright install-deps chromium", flush=True)  # fmt: skip
        return 1
    print(f"The browser tests use {path}.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
