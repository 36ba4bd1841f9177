"""List the bots that can be named wherever a command takes bots."""

from argparse import ArgumentParser, Namespace

from diamant.cli.common import add_json, console, print_json


def arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    add_json(parser)


def run(args: Namespace) -> int:
    """List the bots."""
    from diamant.bots import known_bots
    from diamant.simulator.kernel.bot_syntax import CannotCompileError
    from diamant.simulator.kernel.rewrite import rewrite_bot

    out = console()
    rows = []
    for bot in known_bots().values():
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
    if args.json:
        print_json(rows)
        return 0
    for row in rows:
        out.print(f"[bold cyan]{row['id']:<10}[/]", row["summary"])
        takes = ", ".join(
            f"{name}={bounds['default']:g} ({bounds['least']:g} to {bounds['most']:g})"
            for name, bounds in row["parameters"].items()
        )
        speed = "compiled" if row["compiled"] else f"plain Python: {row['why_not_compiled']}"
        out.print(f"[dim]{'':<10} {takes or 'no parameters'}; {speed}[/]")
    return 0
