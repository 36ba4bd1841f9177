"""The browsers of the tests as packages of the system, installed in one go where that is allowed.

`make system-browsers` runs it. It needs no Python package, so `make test` installs both at the same
time.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

# Any Chromium will do. The shell without windows comes first: the same engine draws the same pages,
# and a page costs about two thirds of what it costs in a whole browser, which keeps windows and
# profiles that nobody sees.
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
# What Debian calls it, the lightest first; the letters are those that it recommends with it.
CHROMIUM_PACKAGES = ("chromium-headless-shell", "chromium")
LETTERS = "fonts-liberation"
# Firefox and WebKit, and a display that nobody sees.
ENGINE_PACKAGES = ("firefox-esr", "webkit2gtk-driver", "xvfb")
# Where Debian keeps the small browser that WebKit's driver drives.
MINI_BROWSERS = "*/webkit2gtk-4.*/MiniBrowser"


def chromium() -> str | None:
    """Return the path of a Chromium: the one that DIAMANT_BROWSER names, or the first known one."""
    named = os.environ.get("DIAMANT_BROWSER")
    if named:
        return shutil.which(named)
    return next(filter(None, map(shutil.which, CHROMIUMS)), None)


def firefox() -> str | None:
    """Return the path of a Firefox."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


def webkit() -> dict[str, str | None]:
    """Return the paths of all that WebKit needs."""
    programs = {name: shutil.which(name) for name in ("WebKitWebDriver", "Xvfb")}
    found = sorted(str(path) for path in Path("/usr/lib").glob(MINI_BROWSERS))
    return {**programs, "MiniBrowser": found[-1] if found else None}


def wanted() -> list[tuple[str, ...]]:
    """Return the packages that are missing, each with what would do instead."""
    packages: list[tuple[str, ...]] = []
    if chromium() is None and not os.environ.get("DIAMANT_BROWSER"):
        packages += [(LETTERS,), CHROMIUM_PACKAGES]
    if firefox() is None or None in webkit().values():
        packages += [(package,) for package in ENGINE_PACKAGES]
    return packages


def main() -> int:
    """Install what is missing, if we may; whoever needs it says what then still is."""
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
        for names in packages:  # Not every system has each of them.
            any(map(install, names))
    return 0


if __name__ == "__main__":
    sys.exit(main())
