"""Steps and views a second, old against new, side by side in one run: `make benchmark`.

The old code is that of the commit `OLD`, taken out of this repository's history into a temporary
folder. Each side is a process of its own; they measure the same games in turn, slice by slice, in
processor time, and the best slice of each counts, since machines are shared. Without the history
(in an unpacked release) only the new side can be measured.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

OLD = "a2f8a60"
ROOT = Path(__file__).parent.parent
CASES = (("schmidt-2005", 4), ("schmidt-2005", 8), ("iello-2016", 4), ("iello-2023-relics", 8))
CASES += (("incan-gold", 3),)
GAMES = 20  # In a slice.
SLICES = 40
VIEWS = 200
LEAVE = 0.15


def main() -> None:
    """Measure both sides in turn and print a table."""
    with tempfile.TemporaryDirectory() as folder:
        sides = {"old": _take_out(OLD, Path(folder)), "new": ROOT / "src"}
        workers = {side: _worker(source) for side, source in sides.items()}
        for case in CASES:
            best: dict[tuple[str, str], float] = {}
            for _ in range(SLICES):
                for side, worker in workers.items():
                    for what, seconds in _ask(worker, case).items():
                        best[side, what] = min(best.get((side, what), seconds), seconds)
            for what in dict.fromkeys(what for _, what in best):
                old, new = best["old", what], best["new", what]
                print(
                    f"{case[0]:<18} {case[1]}  {what:<16} {1 / old:>9,.0f} {1 / new:>9,.0f}"
                    f" a second  {old / new:.1f} times"
                )
        for worker in workers.values():
            assert worker.stdin is not None, "a worker is asked through its input"
            worker.stdin.close()
            worker.wait()


def _take_out(commit: str, folder: Path) -> Path:
    """Unpack the source of a commit."""
    archive = subprocess.run(
        ["git", "-C", str(ROOT), "archive", commit, "src"], check=True, capture_output=True
    )
    subprocess.run(["tar", "x", "-C", str(folder)], check=True, input=archive.stdout)
    return folder / "src"


def _worker(source: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, __file__, "worker"],
        env={**os.environ, "PYTHONPATH": str(source)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _ask(worker: "subprocess.Popen[str]", case: tuple[str, int]) -> dict[str, float]:
    assert worker.stdin is not None, "a worker is asked through its input"
    assert worker.stdout is not None, "a worker answers through its output"
    print(json.dumps(case), file=worker.stdin, flush=True)
    answer: dict[str, float] = json.loads(worker.stdout.readline())
    return answer


def work() -> None:
    """Measure one slice of a case for every line of standard input, seconds for one thing each."""
    made: dict[str, Any] = {}
    for line in sys.stdin:
        if line not in made:
            made[line] = _courses(*json.loads(line))
        start, courses, middle, end = made[line]
        from diamant.view import View

        found = {
            "steps": _seconds(_play, start, courses) / sum(map(len, courses)),
            "views, round 1": _seconds(_view, View, middle) / VIEWS,
            "views, at the end": _seconds(_view, View, end) / VIEWS,
        }
        print(json.dumps(found), flush=True)


def _courses(edition_id: str, players: int) -> tuple[Any, list[list[Any]], Any, Any]:
    """Return a start, the steps of some whole games, and a moment early and late in the last."""
    from diamant.editions import edition
    from diamant.rules.game import Game, Phase

    chance, courses, moments = random.Random(1), [], []
    start = Game.start(edition(edition_id), players)
    for _ in range(GAMES):
        game, course, moments = start, [], []
        while game.phase is not Phase.OVER:
            if game.phase is Phase.TURN:
                left = list(game.expedition.deck.items())
                (step,) = chance.choices([c for c, _ in left], [n for _, n in left])
                game = game.turn(step).game
            else:
                step = [seat for seat in game.expedition.in_cave if chance.random() < LEAVE]
                game = game.decide(step).game
            course.append(step)
            moments.append(game)
        courses.append(course)
    return start, courses, moments[6], moments[-4]


def _play(start: Any, courses: list[list[Any]]) -> None:  # noqa: ANN401 - of either side
    for course in courses:
        game = start
        for step in course:
            game = game.decide(step).game if isinstance(step, list) else game.turn(step).game


def _view(view: Any, game: Any) -> None:  # noqa: ANN401 - of either side
    for _ in range(VIEWS):
        view.of(game, 0)


def _seconds(work: Callable[..., object], *what: object) -> float:
    started = time.process_time()
    work(*what)
    return time.process_time() - started


if __name__ == "__main__":
    work() if sys.argv[1:] == ["worker"] else main()
