"""Install the system's browsers for the tests, all at once where that is allowed.

`make system-browsers` runs this module. It needs no Python package, so `make test` can install both
at the same time.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

# Any Chromium will do. The headless shell comes first: it draws the same pages with the same
# engine for about two thirds of the cost of a whole browser, which manages windows and profiles
# that no one sees.
CHROMIUMS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
# Debian's names, the lightest package first, with the fonts that it recommends.
CHROMIUM_PACKAGES = ("chromium-headless-shell", "chromium")
LETTERS = "fonts-liberation"
# Firefox, WebKit and a virtual display.
ENGINE_PACKAGES = ("firefox-esr", "webkit2gtk-driver", "xvfb")
# Debian's path of the minimal browser that WebKit's driver controls.
MINI_BROWSERS = "*/webkit2gtk-4.*/MiniBrowser"


def chromium() -> str | None:
    """Return the path of a Chromium: the one in DIAMANT_BROWSER, or the first known one."""
    named = os.environ.get("DIAMANT_BROWSER")
    if named:
        return shutil.which(named)
    return next(filter(None, map(shutil.which, CHROMIUMS)), None)


def firefox() -> str | None:
    """Return the path of a Firefox."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


def webkit() -> dict[str, str | None]:
    """Return the paths of all programs that WebKit needs."""
    programs = {name: shutil.which(name) for name in ("WebKitWebDriver", "Xvfb")}
    found = sorted(str(path) for path in Path("/usr/lib").glob(MINI_BROWSERS))
    return {**programs, "MiniBrowser": found[-1] if found else None}


def wanted() -> list[tuple[str, ...]]:
    """Return the missing packages, each with its alternatives."""
    packages: list[tuple[str, ...]] = []
    if chromium() is None and not os.environ.get("DIAMANT_BROWSER"):
        packages += [(LETTERS,), CHROMIUM_PACKAGES]
    if firefox() is None or None in webkit().values():
        packages += [(package,) for package in ENGINE_PACKAGES]
    return packages


def main() -> int:
    """Install missing packages if allowed; the tests that need the rest report it."""
    apt = shutil.which("apt-get")
    packages = wanted()
    if apt is None or os.geteuid() != 0 or not packages:
        return 0
    print("Not all browsers of the tests are here yet; trying to install them.", flush=True)
    quiet = [apt, "-qq", "-o", "Dpkg::Use-Pty=0", "-o", "DPkg::Lock::Timeout=300"]
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}

    def run(*arguments: str) -> bool:
        done = subprocess.run([*quiet, *arguments], env=environment, stdout=subprocess.DEVNULL)
        return done.returncode == 0

    def install(*names: str) -> bool:
        return run("install", "-y", "--no-install-recommends", *names)

    run("update")
    if not install(*(names[0] for names in packages)):
        for names in packages:  # Some systems do not have all of them.
            any(map(install, names))
    return 0


if __name__ == "__main__":
    sys.exit(main())
