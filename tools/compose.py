"""Run deploy/compose.yaml for real with podman, and play a game through it: `make compose`.

If no registry is reachable, substitutes made of Debian's packages (build/machine, which `make
units` makes too) get the names of the images: PostgreSQL 15 and this machine's Caddy. The
file itself, the Containerfile, the network and the names in it are the real ones. It needs root.
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tools.dist import GAME, ROOT
from tools.units import DEPLOY, MACHINE, make_machine

NEEDED = {
    "podman": "podman",
    "podman-compose": "podman-compose",
    "runc": "runc",
    "caddy": "caddy",
    "debootstrap": "debootstrap",
    "/usr/lib/podman/aardvark-dns": "aardvark-dns",
}
BUILD = ROOT / "build"
BASE = "localhost/diamant-machine"
URL = "http://localhost:8080/"
NOTICED = 5.0  # Seconds in which Caddy checks every node's health more than twice.
FILES = 65_536  # Open files that compose.yaml asks for.
START_DATABASE = """\
#!/bin/sh
set -e
bin=/usr/lib/postgresql/15/bin data=/var/lib/postgresql/compose
if [ ! -d $data ]; then
    install -d -o postgres -m 700 $data
    echo "$POSTGRES_PASSWORD" > /tmp/word
    chown postgres /tmp/word
    sudo -u postgres $bin/initdb -D $data -U "$POSTGRES_USER" -A scram-sha-256 --pwfile=/tmp/word
    echo "host all all all scram-sha-256" >> $data/pg_hba.conf
    echo "CREATE DATABASE $POSTGRES_DB" | sudo -u postgres $bin/postgres --single -D $data postgres
fi
exec sudo -u postgres $bin/postgres -D $data -h "*"
"""
STAND_INS = {
    "docker.io/library/postgres:18": (
        f'FROM {BASE}\nCOPY --chmod=755 start /start\nCMD ["/start"]\n'
    ),
    "docker.io/library/caddy:2": (
        f"FROM {BASE}\nCOPY caddy /usr/bin/caddy\n"
        'CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]\n'
    ),
}


class Podman:
    """podman and podman-compose with their own settings."""

    def __init__(self, folder: Path) -> None:
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = min(FILES, hard)
        own = folder / "containers.conf"
        own.write_text(
            f'[containers]\ndefault_ulimits = ["nofile={most}:{most}", "nproc=4096:4096"]\n'
            '[engine]\nruntime = "runc"\n[network]\nnetwork_backend = "netavark"\n'
        )
        self.file = DEPLOY / "compose.yaml"
        if hard < FILES:
            print(f"this machine allows only {hard} open files (compose.yaml: {FILES})")
            asked = f"      nofile: {FILES}\n"
            text = self.file.read_text()
            assert asked in text
            self.file = BUILD / "compose.yaml"  # As deep as deploy/, for its relative paths.
            self.file.write_text(text.replace(asked, f"      nofile: {most}\n      nproc: 4096\n"))
            shutil.copy(DEPLOY / "compose.Caddyfile", BUILD)
        self.environment = os.environ | {
            "CONTAINERS_CONF": str(own),
            "POSTGRES_PASSWORD": "a-password",
        }

    def __call__(self, *words: str | Path) -> str:
        """Run podman, and return its output."""
        return self._run(["podman", *words])

    def succeeds(self, *words: str) -> bool:
        """Return whether podman exits with code 0."""
        done = subprocess.run(["podman", *words], env=self.environment, capture_output=True)
        return done.returncode == 0

    def compose(self, *words: str) -> str:
        """Run podman-compose with the file of deploy/."""
        return self._run(["podman-compose", "-p", "diamant", "-f", self.file, *words])

    def _run(self, command: list[str | Path]) -> str:
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True
        )
        if done.returncode:
            sys.exit(f"{' '.join(map(str, command))}: {done.stdout}{done.stderr}")
        return done.stdout.strip()


def make_images(podman: Podman) -> None:
    """Make the substitutes, and build the servers' image from deploy/Containerfile."""
    make_machine()
    tar = subprocess.Popen(
        ["tar", "-C", MACHINE, "--exclude=./wheels", "-c", "."], stdout=subprocess.PIPE
    )
    command = ["podman", "import", "-q", "-", BASE]
    done = subprocess.run(command, stdin=tar.stdout, env=podman.environment, capture_output=True)
    assert tar.wait() == 0, "tar"
    assert done.returncode == 0, done.stderr
    with tempfile.TemporaryDirectory() as name:
        context = Path(name)
        (context / "start").write_text(START_DATABASE)
        shutil.copy(shutil.which("caddy") or "", context / "caddy")
        for image, text in STAND_INS.items():
            (context / "Containerfile").write_text(text)
            podman("build", "-q", "-t", image, context)
    given = {"BASE": BASE, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/wheels"}
    arguments = [f"--build-arg={key}={value}" for key, value in given.items()]
    # Only Docker's format keeps the HEALTHCHECK.
    podman(
        "build", "-q", "--format=docker", *arguments,
        f"--volume={MACHINE / 'wheels'}:/wheels:ro", "-f", "deploy/Containerfile",
        "-t", "localhost/diamant", ".",
    )  # fmt: skip


def answers() -> bool:
    """Return whether a node answers through Caddy."""
    try:
        urllib.request.urlopen(f"{URL}api/health", timeout=5).close()
    except OSError:
        return False
    return True


def wait_until(true: Callable[[], bool], what: str) -> None:
    """Wait until a condition holds, or fail."""
    end = time.monotonic() + 120
    while not true():
        if time.monotonic() > end:
            sys.exit(f"{what} does not answer")
        time.sleep(0.5)


def play() -> str:
    """Play a game through Caddy."""
    done = subprocess.run([sys.executable, "-c", GAME, URL], capture_output=True, text=True)
    assert done.stdout.startswith("over "), done.stderr
    return done.stdout.strip()


def main() -> None:
    """Build, start, play with both nodes and with each alone, stop."""
    missing = [package for command, package in NEEDED.items() if shutil.which(command) is None]
    if missing or os.geteuid() != 0:
        sys.exit(f"make compose needs root and, from Debian, {' '.join(NEEDED.values())}")
    with tempfile.TemporaryDirectory() as name:
        podman = Podman(Path(name))
        make_images(podman)
        podman.compose("up", "-d", "--no-build")
        try:
            wait_until(answers, "the server")
            print(f"two nodes, PostgreSQL and Caddy at {URL}: {play()}", flush=True)
            for node in ("diamant_node1_1", "diamant_node2_1"):
                podman("stop", node)
                time.sleep(NOTICED)
                print(f"without {node}: {play()}", flush=True)
                podman("start", node)
                wait_until(partial(podman.succeeds, "healthcheck", "run", node), node)
                time.sleep(NOTICED)
                assert "Traceback" not in podman("logs", node)
        except BaseException:
            print(podman("logs", "--tail", "20", "diamant_web_1"))
            raise
        finally:
            podman.compose("down", "-v")
    print("All checks passed.", flush=True)


if __name__ == "__main__":
    main()
