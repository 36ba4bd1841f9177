"""Let a bot play at somebody's table: it sits down, plays the game to its end, and goes."""

import asyncio
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from diamant.cli.common import add_json, print_json

if TYPE_CHECKING:
    from diamant.bots import Bot


def arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("url", metavar="URL", help="the server's address")
    parser.add_argument("table", metavar="TABLE", help="the room code, or the table's id")
    parser.add_argument(
        "--bot", default="threshold", metavar="BOT", help="as for simulate (default: threshold)"
    )
    parser.add_argument("--name", default="Robo", metavar="NAME", help="the name on its seat")
    parser.add_argument(
        "--games", type=int, default=1, metavar="N", help="how many games to play (default: 1)"
    )
    add_json(parser)


def run(args: Namespace) -> int:
    """Play, and tell how it ended."""
    from diamant.bots import find_bot
    from diamant.errors import DiamantError

    if args.games < 1:
        raise DiamantError(f"--games must be at least 1, not {args.games}")
    bot = find_bot(args.bot)
    view = asyncio.run(_play(args.url, args.table, bot, args.name, args.games))
    game = view["game"]
    scores = None if game is None else game["scores"]
    if args.json:
        print_json({"scores": scores, "winners": [] if game is None else game["winners"]})
    elif scores is None:
        print("The game was ended before its last card.")
    else:
        names = [seat["name"] for seat in view["seats"]]
        for seat in sorted(range(len(scores)), key=lambda seat: -scores[seat]):
            crown = " *" if seat in game["winners"] else ""
            print(f"{scores[seat]:>4}  {names[seat]}{crown}")
    return 0


async def _play(url: str, table: str, bot: "Bot", name: str, games: int) -> dict[str, Any]:
    from diamant.client import AsyncClient

    async with AsyncClient(url, client="diamant join") as client:
        await client.join(table)
        return await client.play(bot, name=name, games=games)
