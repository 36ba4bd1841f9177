"""Find a Chromium for the tests, or download one if the system has none.

`python -m tests.browser.chromium` is a part of `make fetch`, which `make test` runs first.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser import packages

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MISSING = (
    "The browser tests need Chromium, and there is none: they are skipped. Install it (Debian, "
    "Ubuntu: sudo apt install chromium) or name one in DIAMANT_BROWSER."
)

# A browser's hidden window uses one more renderer process for each of our pages. The other features
# are those that Playwright disables, because only the last such list takes effect.
WITHOUT = [
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "OmniboxPopup"),
    *("PreloadTopChromeWebUI", "PreloadTopChromeWebUILessNavigations"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "OptimizationHints", "NetworkTimeServiceQuerying"),
    *("AimEnabled", "PreconnectToSearch"),
]
FLAGS = [
    f"--disable-features={','.join(WITHOUT)}",
    "--disable-gpu",
    "--in-process-gpu",  # There is no graphics card: drawing needs no process of its own.
    "--disable-audio-output",  # No one listens either.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def flags() -> list[str]:
    """Return the browser's arguments; only root must disable its sandbox."""
    return [*FLAGS, "--no-sandbox"] if os.geteuid() == 0 else FLAGS


@contextmanager
def launched() -> Iterator["Browser"]:
    """Launch a browser for the tests; without one, exit with a message."""
    from playwright.sync_api import sync_playwright

    path = find()
    if path is None:
        raise SystemExit(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=flags())
        yield browser
        browser.close()


def find() -> str | None:
    """Return the path of a Chromium: the system's, or the one that Playwright downloaded."""
    found = packages.chromium()
    return found if found or os.environ.get("DIAMANT_BROWSER") else _playwrights_own()


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def complaint(path: str) -> str | None:
    """Return why a browser does not start, or None; downloads often miss system libraries."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return None if done.returncode == 0 else (done.stderr.strip() or "it says nothing")


def download() -> None:
    """Try Playwright's own download."""
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"])


def main() -> int:
    """Print the path of the browser; return 1 if none is available."""
    if find() is None:
        print("No Chromium here yet; trying to download one.", flush=True)
        download()
    path = find()
    if path is None:
        print(MISSING, flush=True)
        # Without a browser all other tests still run, except on the build server.
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
