"""List the bots that can be named wherever a command takes bots, or tell about some of them."""

import sys
from argparse import ArgumentParser, Namespace

from diamant.cli.common import add_json, console, print_json
from diamant.cli.simulation import bots_speak_aside


def arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "bot", nargs="*", metavar="BOT", help="an id, or FILE:name (default: all that have an id)"
    )
    add_json(parser)


def run(args: Namespace) -> int:
    """List the bots."""
    from rich.markup import escape

    from diamant.bots import broken_bots, find_bot, known_bots
    from diamant.simulator.kernel.bot_syntax import CannotCompileError
    from diamant.simulator.kernel.rewrite import rewrite_bot

    with bots_speak_aside():
        bots = [find_bot(name) for name in args.bot] or list(known_bots().values())
    out = console()
    rows = []
    for bot in bots:
        why_not = None
        try:
            rewrite_bot(bot.with_numbers({}))
        except CannotCompileError as error:
            why_not = str(error)
        rows.append(
            {
                **bot.describe(),
                "compiled": why_not is None,
                "why_not_compiled": why_not,
            }
        )
    if not args.bot:
        for name, reason in broken_bots().items():
            print(f"the bot {name} does not load: {reason}", file=sys.stderr)
    if args.json:
        print_json(rows)
        return 0
    for row in rows:
        out.print(f"[bold cyan]{escape(row['id']):<10}[/]", escape(row["summary"]))
        takes = ", ".join(
            f"{name}={bounds['default']:g} ({_bounds(bounds)})"
            for name, bounds in row["parameters"].items()
        )
        speed = "compiled" if row["compiled"] else f"plain Python: {row['why_not_compiled']}"
        out.print(f"[dim]{'':<10} {takes or 'no parameters'}; {escape(speed)}[/]")
    return 0


def _bounds(bounds: dict[str, float | None]) -> str:
    least, most = bounds["least"], bounds["most"]
    return "any number" if least is None or most is None else f"{least:g} to {most:g}"
