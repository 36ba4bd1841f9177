"""Find a Chromium for the tests, or install one where that is possible.

`python -m tests.browser.chromium` is what `make test` runs first.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = (
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
    "The browser tests need Chromium. Install it (Debian, Ubuntu: apt install chromium) "
    "or name one in DIAMANT_BROWSER."
)


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


def install() -> bool:
    """Try the system's packages, if we may, and then Playwright's own download."""
    apt = shutil.which("apt-get")
    ways = []
    if apt is not None and os.geteuid() == 0:
        quiet = ["-qq", "-o", "Dpkg::Use-Pty=0"]
        ways.append([[apt, *quiet, "update"], [apt, *quiet, "install", "-y", "chromium"]])
    ways.append([[sys.executable, "-m", "playwright", "install", "chromium"]])
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for way in ways:
        if all(subprocess.run(step, env=environment).returncode == 0 for step in way) and find():
            return True
    return False


def main() -> int:
    """Say where the browser is; 1 if there is none and none can be had."""
    if find() is None:
        print("No Chromium here yet; trying to install one.", flush=True)
        install()
    path = find()
    print(f"The browser tests use {path}." if path else MISSING, flush=True)
    # Whoever cannot install a browser can still run all other tests; the build server must not.
    return 1 if path is None and os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main())
