"""The figures as a Markdown table, with the targets.

`python -m benchmarks.server.report` prints the table of the committed run, `results.json`;
research/benchmarks.md contains it.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from benchmarks.server.load import Outcome
from benchmarks.server.measures import Memory
from benchmarks.server.restart import Restart

KIB = 1024
RESULTS = Path(__file__).parent / "results.json"
_TYPES = {"server": Outcome, "bare": Outcome, "memory": Memory, "restart": Restart}


def committed() -> dict[str, object]:
    """Return the results of the committed run."""
    results = json.loads(RESULTS.read_text())
    return {
        name: _TYPES[name](**value) if name in _TYPES else value for name, value in results.items()
    }


def report(results: dict[str, object]) -> str:
    """Return everything as Markdown."""
    lines = [
        f"{results['tables']} tables of {results['people']} people with a shared screen each;"
        f" cores: {results['cores']}",
        "",
        "| what | measured | target |",
        "|---|---|---|",
    ]
    lines += [f"| {what} | {measured} | {target} |" for what, measured, target in _rows(results)]
    return "\n".join(lines)


def _rows(results: dict[str, object]) -> Iterator[tuple[str, str, str]]:
    match results:
        case {"server": Outcome() as load, "bare": Outcome() as bare, "memory": Memory() as memory}:
            yield from _load(load)
            yield from _against(load, bare)
            yield "memory of the server with one table", f"{memory.empty / 2**20:.0f} MiB", ""
            yield "memory per idle connection", f"{memory.per_connection / KIB:.1f} KB", "60 KB"
            yield (
                "memory per open table without guests",
                f"{memory.per_empty_table / KIB:.1f} KB",
                "",
            )
            yield "memory per open table during a game", f"{memory.per_game / KIB:.1f} KB", "50 KB"
    match results:
        case {"restart": Restart() as again}:
            yield (
                f"restart with {again.tables:,} open tables ({again.events:,} events,"
                f" {again.file_bytes / 2**20:.0f} MiB): healthy after",
                f"{again.healthy:.2f} s",
                "2 s",
            )
            yield "the same: first client resumed after", f"{again.resumed:.2f} s", "2 s"
            yield (
                f"the same: {again.crowd:,} more clients, all at once, resumed after",
                f"{again.crowd_resumed:.2f} s",
                "",
            )
            yield (
                "the same: memory at that time, and 15 s later",
                f"{again.memory / 2**20:.0f}, {again.memory_later / 2**20:.0f} MiB",
                "",
            )


def _load(load: Outcome) -> Iterator[tuple[str, str, str]]:
    yield "choices per second", f"{load.choices_per_second:.0f}", "1,000"
    yield "messages delivered per second", f"{load.delivered_per_second:.0f}", ""
    yield (
        "bytes per message: small, reveal, answer, cue",
        f"{load.small_bytes:.0f}, {load.reveal_bytes:.0f}, {load.answer_bytes:.0f},"
        f" {load.cue_bytes:.0f}",
        "",
    )
    yield "messages per choice", f"{load.bytes_per_choice / KIB:.1f} KB", ""
    yield "last choice to reveal on every page, p50", f"{load.p50:.1f} ms", ""
    yield "the same, p99", f"{load.p99:.1f} ms", "60 ms"
    yield "the same, worst", f"{load.worst:.1f} ms", ""
    yield "reveals measured", f"{load.reveals}", ""
    yield "connections lost, commands refused", f"{load.lost}, {load.refused}", "0, 0"
    yield "utilization of the server's core", f"{load.server_core:.0%}", ""
    yield "utilization of the load's core", f"{load.load_core:.0%}", ""
    yield (
        "delay of the load's own timers, p50 and p99",
        f"{load.load_lag_p50:.2f}, {load.load_lag_p99:.2f} ms",
        "",
    )
    yield "written to disk per choice", f"{load.disk_bytes_per_choice / KIB:.1f} KB", "10 KB"
    yield "server's processor time per choice", f"{load.cpu_per_choice:.0f} µs", ""
    yield "server's processor time per delivered message", f"{load.cpu_per_message:.1f} µs", ""


def _against(load: Outcome, bare: Outcome) -> Iterator[tuple[str, str, str]]:
    yield (
        f"bare room broadcast: per delivered message ({bare.delivered_per_second:.0f} per second)",
        f"{bare.cpu_per_message:.1f} µs",
        "",
    )
    yield (
        "server, as a multiple of that",
        f"{load.cpu_per_message / bare.cpu_per_message:.2f}",
        "1.6",
    )
    yield "bare room broadcast: p50, p99", f"{bare.p50:.1f}, {bare.p99:.1f} ms", ""


if __name__ == "__main__":
    print(report(committed()))
