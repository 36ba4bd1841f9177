"""List the bots that you can use in other commands, or describe some of them."""

import sys
from argparse import ArgumentParser, Namespace

from diamant.cli.common import add_json, console, print_entry, print_json
from diamant.cli.runs import bots_speak_aside
from diamant.cli.words import fault, spoken, t
from diamant.errors import Message


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "bot", nargs="*", metavar="BOT", help=t("an ID or FILE:name (default: all bots with an ID)")
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
            why_not = error.message
        rows.append({**bot.describe(), "compiled": why_not is None, "why_not_compiled": why_not})
    if not args.bot:
        for name, reason in broken_bots().items():
            print(
                fault(Message("cannot load bot {bot}: {error}", name, reason)),
                file=sys.stderr,
            )
    if args.json:
        print_json(rows)
        return 0
    width = 1 + max((len(row["id"]) for row in rows), default=0)
    for row in rows:
        # The catalogs have the summaries of built-in bots; others are shown unchanged.
        summary = spoken().plain(row["summary"])
        print_entry(out, f"[bold cyan]{escape(row['id'])}[/]", escape(summary), width)
        takes = ", ".join(
            f"{name}={bounds['default']:g} ({_bounds(bounds)})"
            for name, bounds in row["parameters"].items()
        )
        speed = (
            t("compiled")
            if row["compiled"]
            else t("plain Python: {why}", why=fault(row["why_not_compiled"]))
        )
        takes = takes or t("no parameters")
        print_entry(out, "", f"[dim]{takes}; {escape(speed)}[/]", width)
    return 0


def _bounds(bounds: dict[str, float | None]) -> str:
    least, most = bounds["least"], bounds["most"]
    if least is None or most is None:
        return t("any number")
    return t("{least} to {most}", least=f"{least:g}", most=f"{most:g}")
