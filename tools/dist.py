"""Build the wheel and the source archive, and test them as a new user would: `make dist`.

Both are built twice and must be identical, byte for byte. They contain the files in git, and
nothing else; only the wheel also contains the documentation site, built before. Then the wheel
alone goes into new environments, one for each extra, outside this repository: there a game is
played, served, simulated, solved and reviewed.
"""

import os
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipFile

from diamant import __version__
from docs.site import build as site
from tests.ports import free_port
from tests.terminal.pseudo import Terminal

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
NAME = f"diamant_game-{__version__}"
WHEEL, ARCHIVE = f"{NAME}-py3-none-any.whl", f"{NAME}.tar.gz"
PACKAGE = "src/diamant/"
LEAVE = b"l\n" * 400

THREE_BOTS = ("simulate", "--bots", "random,threshold,expect", "--games", "1000")
MOST_SECONDS = 300
"""For one command, including installation: a Ray cluster and a compiler take a while."""

# For each extra: a command for an environment with only that extra, and the expected output.
TRIALS: dict[str, dict[tuple[str, ...], str]] = {
    "": {
        ("play", "--save", "game.dia"): "The record is in game.dia",
        ("verify", "game.dia"): "fair",
        ("review", "game.dia"): "Decisions",
        ("rules",): "expedition",
        ("doctor",): "pip install",
        ("completion", "bash"): "complete",
    },
    "sim": {
        THREE_BOTS: "threshold",
        ("solve", "--edition", "schmidt-2005", "--players", "1"): "schmidt-2005",
    },
    "server": {("host", "--help"): "phones", ("games",): "No saved games yet"},
    "plot": {
        (*THREE_BOTS, "--plot", "games.png"): "Plot written to games.png",
        ("edition-report", "schmidt-2005", "--players", "3", "--games", "900", "--plot", "r.svg"): (
            "Plot written to r.svg"
        ),
    },
    "cluster": {(*THREE_BOTS, "--cluster", "local"): "threshold"},
    "envs": {},
    "terminal": {("play", "--plain"): "The record is in"},
}
# A program for an environment with only one extra, and its output.
PROGRAMS = {
    "envs": (
        """
import gymnasium, pyspiel
import diamant.envs.gymnasium, diamant.envs.openspiel
from diamant.envs import parallel_env

env = parallel_env(edition="schmidt-2005", players=3, render_mode="rgb_array")
env.reset(seed=1)
while env.agents:
    env.step(dict.fromkeys(env.agents, 0))
print("played", env.render().ndim, pyspiel.load_game("python_diamant").num_players())
""",
        "played 3",
    )
}
REFUSED: dict[tuple[str, ...], str] = {
    ("simulate", "--bots", "random,random,random"): "'.[sim]'",
    ("serve",): "'.[server]'",
    ("edition-report", "schmidt-2005"): "'.[sim]'",
    ("solve", "--players", "3"): "'.[sim]'",
}


def build(folder: Path) -> None:
    """Build the site, then both archives into a folder; all time stamps are the last commit's."""
    code = site.build()
    assert code == 0, "the documentation cannot be built"
    moment = _said("git", "log", "-1", "--format=%ct").strip()
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)],
        cwd=ROOT,
        env=os.environ | {"SOURCE_DATE_EPOCH": moment},
        stdout=subprocess.DEVNULL,
        check=True,
    )


def wheel_files(file: Path) -> set[str]:
    """Return the files of a package's folder in the wheel."""
    with ZipFile(file) as wheel:
        return {name for name in wheel.namelist() if not name.startswith(f"{NAME}.dist-info/")}


def archive_files(file: Path) -> set[str]:
    """Return the files in a source archive, without those in every such archive."""
    with tarfile.open(file) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    return names - {"PKG-INFO"}


def tracked() -> set[str]:
    """Return the files in git."""
    return set(_said("git", "ls-files", "-z").split("\0")) - {""}


def check_files(folder: Path) -> None:
    """Check that the archives contain exactly the files in git."""
    ours = tracked()
    inside = {name.removeprefix("src/") for name in ours if name.startswith(PACKAGE)}
    pages = [path for path in site.PACKAGED.rglob("*") if path.is_file()]
    inside |= {path.relative_to(ROOT / "src").as_posix() for path in pages}
    for found, wanted in (
        (wheel_files(folder / WHEEL), inside),
        (archive_files(folder / ARCHIVE), ours),
    ):
        assert found == wanted, f"too much: {found - wanted}; missing: {wanted - found}"


def check_same(one: Path, other: Path) -> None:
    """Check that two builds are identical."""
    for name in (WHEEL, ARCHIVE):
        assert (one / name).read_bytes() == (other / name).read_bytes(), f"{name} came out twice"


def _said(*command: str) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout


def try_wheel(wheel: Path, extra: str, folder: Path) -> None:
    """Install the wheel with a single extra, and use it."""
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    run = folder / "venv" / "bin"
    what = f"{wheel}[{extra}]" if extra else str(wheel)
    constraints = ROOT / "constraints.txt"
    pip = [run / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, "-c", constraints, what], check=True, timeout=MOST_SECONDS)
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "DIAMANT_LANGUAGE": "en"}
    environment = {"PATH": os.environ["PATH"], **home}

    def diamant(*words: str) -> subprocess.CompletedProcess[bytes]:
        return command(run / "diamant", *words)

    def command(*words: str | Path) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            words,
            input=LEAVE,
            capture_output=True,
            cwd=folder,
            env=environment,
            timeout=MOST_SECONDS,
        )

    for words, wanted in TRIALS[extra].items():
        done = diamant(*words)
        told = (done.stdout + done.stderr).decode()
        assert wanted in told, f"{' '.join(words)}: {told}"
        _say(f"  diamant {' '.join(words)}")
    if extra in PROGRAMS:
        program, wanted = PROGRAMS[extra]
        done = command(run / "python", "-c", program)
        assert wanted in done.stdout.decode(), done.stderr.decode()
        _say(f"  a program of its own: {done.stdout.decode().strip()}")
    if not extra:
        for words, wanted in REFUSED.items():
            done = diamant(*words)
            assert (done.returncode, wanted in done.stderr.decode()) == (2, True), done.stderr
            _say(f"  diamant {' '.join(words)}: refused with what would bring it")
    if extra == "terminal":
        play_on_the_screen(run / "python", folder)
    if extra == "server":
        port = free_port()
        serve = [run / "diamant", "serve", "--port", str(port), "--database", "sqlite:///tables.db"]
        with serving(serve, port, folder, environment) as url:
            play_there(run / "python", folder, url)


def play_on_the_screen(python: Path, folder: Path) -> None:
    """Play a whole game in a pseudo-terminal."""
    screen = Terminal(folder, "play", "--bots", "random:leave=1,random:leave=1", python=str(python))
    screen.wait_for("The end", pressing="l ")
    screen.press("q")
    code = screen.end()
    assert (code, "The record is in" in screen.shown) == (0, True), screen.shown[-2000:]
    _say("  diamant play, on the screen of a terminal, to its end")


@contextmanager
def serving(
    command: Sequence[str | Path],
    port: int,
    folder: Path,
    environment: dict[str, str],
    stop: Callable[[int], None] = lambda process: os.kill(process, signal.SIGTERM),
) -> Iterator[str]:
    """Run a server by a command until the block ends; yield its address when it is healthy.

    It is stopped by the id of its process, and must exit by itself, without an error.
    """
    url, quiet = f"http://127.0.0.1:{port}/", subprocess.DEVNULL
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=quiet) as process:
        try:
            for _ in range(600):
                try:
                    urllib.request.urlopen(f"{url}api/health").close()
                    break
                except OSError:
                    assert process.poll() is None, "the server has ended"
                    time.sleep(0.1)
            yield url
            stop(process.pid)
            code = process.wait(MOST_SECONDS)
            assert code == 0, f"the server ended with {code}"
        finally:
            if process.poll() is None:
                process.terminate()


# With the client in the wheel: a host with two bots, to the end.
GAME = """
import asyncio, sys
from diamant.client import AsyncClient

async def main(url):
    async with AsyncClient(url) as client:
        made = await client.create_table(thinking=False, break_seconds=0, clock="off")
        await client.join(made.table, made.token)
        await client.send("TakeSeat", name="Ana")
        await client.send("FillWithBots", players=3)
        view = await client.play("threshold", start=True)
        print(view["phase"], view["game"]["scores"])

asyncio.run(main(sys.argv[1]))
"""


def play_there(python: Path, folder: Path, url: str) -> None:
    """Fetch the page and the documentation, and play a whole game at a table."""
    for address in (url, f"{url}docs/"):
        with urllib.request.urlopen(address) as page:
            assert b"<title>" in page.read()
    command = [python, "-c", GAME, url]
    told = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
    assert told.startswith("over "), told
    _say(f"  the page, the documentation, and a game to its end: {told.strip()}")


def _say(line: str) -> None:
    print(line, flush=True)


def main(extras: Sequence[str]) -> None:
    """Build, compare, inspect, and test."""
    with tempfile.TemporaryDirectory() as name:
        again = Path(name) / "again"
        shutil.rmtree(DIST, ignore_errors=True)
        build(DIST)
        build(again)
        check_same(DIST, again)
        check_files(DIST)
        for file in (WHEEL, ARCHIVE):
            size = (DIST / file).stat().st_size / 1e6
            _say(f"dist/{file}: {size:.1f} MB, built twice alike, with what git holds")
        for extra in extras:
            folder = Path(name) / (extra or "plain")
            folder.mkdir()
            _say(f"the wheel alone{f' with [{extra}]' if extra else ''}:")
            try_wheel(DIST / WHEEL, extra, folder)
    _say("all is well")


if __name__ == "__main__":
    main(sys.argv[1:] or list(TRIALS))
