"""Run the systemd units of deploy/ in a small Debian machine: `make units`.

The Debian is made once (debootstrap, about a minute) in build/machine, and booted with
systemd-nspawn, with its own network. There the tool follows docs/deploy.md: first one server on
SQLite with backups, then two nodes on PostgreSQL behind nginx with HTTPS. It needs root.
"""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.dist import GAME, ROOT

MACHINE = ROOT / "build" / "machine"
DEPLOY = ROOT / "deploy"
SUITE = "bookworm"
PYTHON = "3.11"  # Of that Debian.
PACKAGES = "python3,python3-venv,systemd,systemd-sysv,dbus,nginx-light,postgresql,curl,sudo"
NEEDED = {"debootstrap": "debootstrap", "systemd-nspawn": "systemd-container", "mkcert": "mkcert"}
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
NAME = "example.org"
AUTHORITY = "/etc/authority.pem"
SETTINGS = """\
DIAMANT_DATABASE=postgresql://diamant@127.0.0.1/diamant
PGPASSWORD=a-password
DIAMANT_PUBLIC_URL=https://example.org/
"""
TOKEN = "the-operator-of-this-machine"
OPERATOR = """
import re, sys, urllib.parse, urllib.request
from http.cookiejar import CookieJar

open_page = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar())).open
csrf = re.search(r"name=csrf value=(\\w+)", open_page(sys.argv[1]).read().decode())[1]
form = urllib.parse.urlencode({"do": "login", "csrf": csrf, "token": sys.argv[2]})
page = open_page(sys.argv[1], form.encode()).read().decode()
print(re.search(r"Memory</td><td>([1-9]\\d*) MiB", page)[1])
"""
NODES = ("8001", "8002")


def make_machine() -> None:
    """Make the Debian once, and install this project in it as in docs/deploy.md."""
    if not (MACHINE / "etc" / "os-release").exists():
        print(f"creating {MACHINE.relative_to(ROOT)}, a small Debian {SUITE}", flush=True)
        MACHINE.mkdir(parents=True, exist_ok=True)
        make = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, str(MACHINE)]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL)
    wheels = MACHINE / "wheels"
    for folder in (wheels, MACHINE / "srv" / "diamant"):
        shutil.rmtree(folder, ignore_errors=True)
    pip = [sys.executable, "-m", "pip", "-q"]
    run = {"cwd": ROOT, "check": True, "stderr": subprocess.DEVNULL}
    subprocess.run([*pip, "wheel", "--no-deps", "-w", wheels, "."], **run)
    wheel = next(wheels.glob("*.whl"))
    fetch = [*pip, "download", "-d", wheels, "--python-version", PYTHON, "--only-binary=:all:"]
    subprocess.run([*fetch, "-c", "constraints.txt", f"{wheel}[server]", "hatchling"], **run)
    install = (
        "python3 -m venv /srv/diamant && /srv/diamant/bin/pip install -q --no-index"
        f" --find-links /wheels '/wheels/{wheel.name}[server]'"
    )
    # Without this machine's settings for pip.
    subprocess.run(["chroot", MACHINE, "sh", "-c", install], check=True, env={"PATH": PATH})


def lay_files(folder: Path) -> None:
    """Copy the units and nginx's site, and put a certificate where the site expects it."""
    for file in DEPLOY.glob("*.service"):
        shutil.copy(file, MACHINE / "etc" / "systemd" / "system")
    live = MACHINE / "etc" / "letsencrypt" / "live" / NAME
    live.mkdir(parents=True, exist_ok=True)
    files = ["-cert-file", live / "fullchain.pem", "-key-file", live / "privkey.pem"]
    environment = os.environ | {"CAROOT": str(folder)}
    subprocess.run(["mkcert", *files, NAME], env=environment, check=True, capture_output=True)
    shutil.copy(folder / "rootCA.pem", MACHINE / AUTHORITY[1:])
    site = (DEPLOY / "nginx.conf").read_text()
    one = "    server 127.0.0.1:8000 max_fails=0;\n"
    assert one in site
    site = site.replace(one, "").replace("    # server 127", "    server 127")
    (MACHINE / "etc" / "nginx" / "conf.d" / "diamant.conf").write_text(site)
    (MACHINE / "etc" / "hosts").write_text(f"127.0.0.1 localhost {NAME}\n")
    for enabled in (MACHINE / "etc" / "systemd" / "system").glob("*.wants/diamant*"):
        enabled.unlink()  # From an earlier run.
    for kept in ("private/diamant", "diamant"):
        shutil.rmtree(MACHINE / "var" / "lib" / kept, ignore_errors=True)
    (MACHINE / "etc" / "diamant.env").unlink(missing_ok=True)


class Machine:
    """The booted Debian."""

    def __init__(self, leader: int) -> None:
        self._enter = ["nsenter", "-t", str(leader), "--all", "--"]

    def run(self, *command: str, text: str | None = None) -> str:
        """Run a command inside, as root, and return its output."""
        done = subprocess.run([*self._enter, *command], capture_output=True, text=True, input=text)
        if done.returncode:
            sys.exit(f"{' '.join(command)}: {done.stdout}{done.stderr}")
        return done.stdout.strip()

    def until(self, wanted: str, *command: str) -> None:
        """Wait until a command prints something."""
        end = time.monotonic() + 60
        while True:
            done = subprocess.run([*self._enter, *command], capture_output=True, text=True)
            if wanted in done.stdout:
                return
            if time.monotonic() > end:
                sys.exit(f"{' '.join(command)}: {done.stdout}{done.stderr}\n{self.log()}")
            time.sleep(0.2)

    def log(self) -> str:
        """Return the last lines of the journal."""
        return self.run("journalctl", "--no-pager", "-n", "40")

    def play(self, url: str) -> str:
        """Play a game with the Python client inside."""
        python = ["env", f"SSL_CERT_FILE={AUTHORITY}", "/srv/diamant/bin/python"]
        told = self.run(*python, "-c", GAME, url)
        assert told.startswith("over "), told
        return told

    def show(self, unit: str, what: str) -> str:
        """Return a property of a unit."""
        return self.run("systemctl", "show", "-P", what, unit)


@contextmanager
def booted() -> Iterator[Machine]:
    """Boot the Debian, and shut it down."""
    boot = ["systemd-nspawn", "-q", "--register=no", "--keep-unit", "--private-network", "--boot"]
    with (MACHINE.parent / "machine.log").open("wb") as log:
        process = subprocess.Popen([*boot, "-D", MACHINE], stdout=log, stderr=log)
    try:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        end = time.monotonic() + 60
        ready = False
        while not ready:
            assert process.poll() is None, "systemd-nspawn has ended"
            assert time.monotonic() < end, "the machine does not boot"
            time.sleep(0.2)
            for leader in map(int, children.read_text().split()):
                machine = Machine(leader)
                state = ["systemctl", "is-system-running"]
                done = subprocess.run([*machine._enter, *state], capture_output=True, text=True)
                ready = done.stdout.strip() in ("running", "degraded")
        yield machine
    finally:
        process.terminate()  # A clean shutdown.
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(30)
        process.kill()


def try_one_server(machine: Machine) -> None:
    """Test one server on SQLite, and its backups."""
    machine.run("tee", "/etc/diamant.env", text=f"DIAMANT_ADMIN_TOKEN={TOKEN}\n")
    machine.run("systemctl", "enable", "--now", "diamant", "diamant-backup")
    health = ("curl", "-s", "http://127.0.0.1:8000/api/health")
    machine.until('"ok"', *health)
    qr = "http://127.0.0.1:8000/api/qr.svg?text=https://example.org/"
    assert "<svg" in machine.run("curl", "-sf", qr), "a worker draws it"
    told = machine.play("http://127.0.0.1:8000/")
    python = "/srv/diamant/bin/python"
    machine.run(python, "-c", OPERATOR, "http://127.0.0.1:8000/admin", TOKEN)
    process = machine.show("diamant", "MainPID")
    user = machine.run("stat", "-c", "%u", f"/proc/{process}")
    assert int(user) >= 61184, "a user of its own, whom systemd makes"
    machine.run("systemctl", "kill", "-s", "KILL", "diamant")
    machine.until("1", "systemctl", "show", "-P", "NRestarts", "diamant")
    machine.until('"ok"', *health)
    machine.until(".db", "ls", "/var/lib/diamant/backups")
    assert machine.run("stat", "-c", "%a", "/var/lib/diamant/tables.db") == "600"
    machine.run("systemctl", "stop", "diamant", "diamant-backup")
    for unit in ("diamant", "diamant-backup"):
        assert machine.show(unit, "Result") == "success", unit
    score = machine.run("systemd-analyze", "security", "--no-pager", "diamant").split("\n")[-1]
    print(f"diamant.service: {told}; killed and restarted; {score.strip('→ ')}")
    print("diamant-backup.service: a backup, as the user of diamant.service", flush=True)


def try_nodes(machine: Machine) -> None:
    """Test two nodes on PostgreSQL behind nginx."""
    machine.until("online", "pg_lsclusters")
    psql = ("sudo", "-u", "postgres", "psql", "-q")
    machine.run(*psql, "-c", "DROP DATABASE IF EXISTS diamant", "-c", "DROP ROLE IF EXISTS diamant")
    machine.run(*psql, "-c", "CREATE ROLE diamant LOGIN PASSWORD 'a-password'")
    machine.run("sudo", "-u", "postgres", "createdb", "--owner", "diamant", "diamant")
    machine.run("tee", "/etc/diamant.env", text=SETTINGS)
    machine.run("chmod", "600", "/etc/diamant.env")
    units = [f"diamant@{node}" for node in NODES]
    machine.run("systemctl", "enable", "--now", *units)
    machine.run("nginx", "-t")
    machine.run("systemctl", "reload-or-restart", "nginx")
    for node in NODES:
        machine.until('"ok"', "curl", "-s", f"http://127.0.0.1:{node}/api/health")
    url = f"https://{NAME}/"
    health = ("curl", "-s", "--cacert", AUTHORITY, f"{url}api/health")
    machine.until('"ok"', *health)
    told = machine.play(url)
    machine.run("systemctl", "restart", units[0])
    assert '"ok"' in machine.run(*health), "the other node answers meanwhile"
    machine.run("systemctl", "stop", *units)
    for unit in units:
        assert machine.show(unit, "Result") == "success", unit
    print(f"diamant@.service: two nodes on PostgreSQL behind nginx with HTTPS; {told}", flush=True)


def main() -> None:
    """Make, boot, test."""
    missing = [package for command, package in NEEDED.items() if shutil.which(command) is None]
    if missing or os.geteuid() != 0:
        sys.exit(f"make units needs root and, from Debian, {' '.join(NEEDED.values())}")
    make_machine()
    with tempfile.TemporaryDirectory() as folder:
        lay_files(Path(folder))
        with booted() as machine:
            try_one_server(machine)
            try_nodes(machine)
    print("All checks passed.", flush=True)


if __name__ == "__main__":
    main()
