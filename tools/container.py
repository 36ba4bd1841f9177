"""Build deploy/Containerfile, start the server inside, and play a game there: `make container`.

It needs root and `buildah`, which works even where no container engine is allowed to run. The
base is the image in DIAMANT_BASE, or a small Debian that `debootstrap` makes once.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.ports import free_port
from tools.dist import ROOT, play_there, serving

OWN_BASE = "localhost/diamant-base"
IMAGE = "localhost/diamant"
SUITE = "bookworm"
BUILDAH = ("buildah", "--storage-driver=vfs")
NEEDED = {"buildah": "buildah", "debootstrap": "debootstrap"}


def buildah(*words: str) -> str:
    """Run buildah and return its output; errors are shown."""
    done = subprocess.run([*BUILDAH, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"buildah {words[0]} failed")
    return done.stdout.strip()


def base() -> str:
    """Return the base image: the named one, or Debian with Python, made here."""
    named = os.environ.get("DIAMANT_BASE")
    if named:
        return named
    if OWN_BASE not in buildah("images", "--format", "{{.Name}}").splitlines():
        print(f"creating {OWN_BASE}, a small Debian {SUITE} with Python (only once)", flush=True)
        with tempfile.TemporaryDirectory() as name:
            root = f"{name}/root"
            packages = "--include=python3,python3-venv"
            make = ["debootstrap", "--variant=minbase", packages, SUITE, root]
            subprocess.run(make, check=True, stdout=subprocess.DEVNULL)
            made = buildah("from", "scratch")
            buildah("add", "-q", made, root, "/")
            buildah("commit", "-q", made, OWN_BASE)
            buildah("rm", made)
    return OWN_BASE


def fetch_wheels(image: str, folder: Path) -> None:
    """Fetch the wheels to install, so that the build itself needs no package index."""
    made = buildah("from", image)
    version = "import sys; print('%d.%d' % sys.version_info[:2])"
    release = buildah("run", "--isolation=chroot", made, "--", "python3", "-c", version)
    buildah("rm", made)
    wanted = ["--python-version", release, "--only-binary=:all:", "-c", "constraints.txt"]
    wheel = next((ROOT / "dist").glob("*.whl"), None)
    assert wheel is not None, "make dist comes first"
    pip = [sys.executable, "-m", "pip", "download", "-q", "-d", str(folder)]
    names = [f"{wheel}[server]", "hatchling"]
    subprocess.run([*pip, *wanted, *names], cwd=ROOT, check=True, stderr=subprocess.DEVNULL)
    (folder / wheel.name).unlink()


def stop_inside(process: int) -> None:
    """Stop the server in a container as an engine does; buildah itself would kill it.

    The server is the first process named Python below buildah's.
    """
    while not Path(f"/proc/{process}/exe").readlink().name.startswith("python"):
        tasks = Path(f"/proc/{process}/task").glob("*/children")
        process = next(int(child) for file in tasks for child in file.read_text().split())
    os.kill(process, signal.SIGTERM)


def main() -> None:
    """Build, start, play, stop."""
    missing = [package for command, package in NEEDED.items() if shutil.which(command) is None]
    if missing or os.geteuid() != 0:
        sys.exit(f"make container needs root and, from Debian, {' '.join(NEEDED.values())}")
    image = base()
    with tempfile.TemporaryDirectory() as name:
        wheels, home = Path(name) / "wheels", Path(name) / "home"
        for folder in (wheels, home):
            folder.mkdir()
        fetch_wheels(image, wheels)
        print("building deploy/Containerfile", flush=True)
        given = {"BASE": image, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/wheels"}
        arguments = [f"--build-arg={key}={value}" for key, value in given.items()]
        mounted = f"--volume={wheels}:/wheels:ro"
        options = ["--isolation=chroot", "--format=docker", mounted, "-q"]
        named = ["-f", "deploy/Containerfile", "-t", IMAGE]
        buildah("build", *arguments, *options, *named, ".")
        sizes = "{{.Name}}: {{.Size}}"
        print(buildah("images", "--filter", f"reference={IMAGE}", "--format", sizes), flush=True)
        config = json.loads(buildah("inspect", "--type", "image", IMAGE))["OCIv1"]["config"]
        made = buildah("from", IMAGE)
        port = str(free_port())
        start = [*BUILDAH, "run", "--isolation=chroot", made, "--"]
        start += [*config["Entrypoint"], *config["Cmd"], "--port", port]
        print(f"as {config['User']}: {' '.join(config['Entrypoint'] + config['Cmd'])}", flush=True)
        try:
            with serving(start, int(port), home, dict(os.environ), stop_inside) as url:
                play_there(Path(sys.executable), home, url)
        finally:
            buildah("rm", made)
    print("All checks passed.", flush=True)


if __name__ == "__main__":
    main()
