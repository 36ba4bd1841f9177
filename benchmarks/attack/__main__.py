"""What one stranger can do to others: `python -m benchmarks.attack [NAME …] [--json]`."""

import argparse
import asyncio
import json
import sys
from dataclasses import asdict

from benchmarks.attack.run import MEDIAN_MS, SECONDS, WORST_MS, Result, all_names, run

HEADS = ("passed", "refused", "reveals", "median", "worst")


async def _run(names: list[str], seconds: float, *, as_json: bool) -> bool:
    results: list[Result] = []
    if not as_json:
        print(f"{'attack':62}", *[f"{head:>7}" for head in HEADS])
    async for result in run(names, seconds):
        results.append(result)
        if not as_json:
            print(
                f"{result.attack[:62]:62} {result.passed:7} {sum(result.refused.values()):7}"
                f" {result.reveals:7} {result.median:7.1f} {result.worst:7.1f}"
                f"{'' if result.held else '  <- too much'}",
                flush=True,
            )
    if as_json:
        bounds = {"median_ms": MEDIAN_MS, "worst_ms": WORST_MS, "seconds": seconds}
        rows = [asdict(result) | {"held": result.held} for result in results]
        print(json.dumps({"bounds": bounds, "attacks": rows}, indent=1))
    return all(result.held for result in results)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.attack", description=__doc__)
    parser.add_argument("names", nargs="*", help="attacks, or the beginnings of their names")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each attack")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--list", action="store_true", help="list the attacks")
    args = parser.parse_args()
    names = [name for name in all_names() if not args.names or name.startswith(tuple(args.names))]
    if args.list or not names:
        print("\n".join(all_names()))
        return
    sys.exit(0 if asyncio.run(_run(names, args.seconds, as_json=args.json)) else 1)


if __name__ == "__main__":
    main()
