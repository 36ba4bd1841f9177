"""Play at someone's table, yourself from this terminal or with your own bot (--bot)."""

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from diamant.cli import common
from diamant.cli.words import fault, spoken, t
from diamant.errors import DiamantError

if TYPE_CHECKING:
    from diamant.bots import Bot
    from diamant.client import AsyncClient
    from diamant.fairness import Verdict
    from diamant.terminal.remote import Link


NO_FREE_NAME = "name-taken"
STANDING_UP = 3.0  # Seconds that exiting the program may take.


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("link", metavar="LINK", help=t("the table's link or its server's address"))
    parser.add_argument(
        "table", nargs="?", metavar="TABLE", help=t("the room code, if the link has none")
    )
    parser.add_argument("--name", metavar="NAME", help=t("player name at the table"))
    parser.add_argument(
        "--bot", metavar="BOT", help=t("let this bot play (named as in 'diamant simulate')")
    )
    parser.add_argument(
        "--games",
        type=int,
        default=1,
        metavar="N",
        help=t("number of games the bot plays (default: 1)"),
    )
    parser.add_argument(
        "--time-limit",
        type=float,
        default=10.0,
        metavar="SECONDS",
        help=t(
            "how long a bot may think about one choice before another bot takes over (default: 10)"
        ),
    )
    common.add_screen(parser)
    common.add_json(parser)


def run(args: Namespace) -> int:
    """Take a seat and play."""
    from diamant.client import ClientError
    from diamant.simulator.engine import check_time_limit
    from diamant.terminal.remote import read_link, refusal

    if args.games < 1:
        raise DiamantError("--games must be at least 1, got {games}", args.games)
    check_time_limit(args.time_limit)
    link = read_link(args.link, args.table)
    try:
        if args.bot is not None or args.json:
            return _let_bot_play(args, link)
        return _play_in_person(args, link)
    except ClientError as error:
        raise DiamantError(refusal(error, spoken())) from None


def _play_in_person(args: Namespace, link: "Link") -> int:
    from diamant.cli.storage import household_folder

    household = household_folder()
    if common.screen_wanted(plain=args.plain):
        from diamant.cli.commands.rules import rules_text
        from diamant.terminal.screen.sitting import TableApp

        return common.show(
            TableApp(link, args.name, spoken(), rules_text, household, still=args.still)
        )
    from diamant.terminal.plain_table import sit

    common.check_streams()
    return asyncio.run(sit(common.console(), link, args.name, spoken(), household))


def _let_bot_play(args: Namespace, link: "Link") -> int:
    """Let a bot play, and print the result."""
    from diamant.bots import find_bot

    if args.bot is None:
        raise DiamantError("--json requires --bot")
    bot = find_bot(args.bot)
    view, verdict = asyncio.run(_play(link, bot, args))
    game = view["game"]
    scores = None if game is None else game["scores"]
    if args.json:
        common.print_json(
            {
                "scores": scores,
                "winners": [] if game is None else game["winners"],
                "verdict": None if verdict is None else verdict.to_json(),
            }
        )
    elif scores is None:
        print(t("The game was stopped before its last card."))
    else:
        names = [seat["name"] for seat in view["seats"]]
        for seat in sorted(range(len(scores)), key=lambda seat: -scores[seat]):
            crown = " *" if seat in game["winners"] else ""
            print(f"{scores[seat]:>4}  {names[seat]}{crown}")
        if verdict is not None:
            print(*verdict.sentences(spoken()), sep="\n")
    return 0


async def _play(
    link: "Link", bot: "Bot", args: Namespace
) -> "tuple[dict[str, Any], Verdict | None]":
    """Play as a bot; return the final view, and the verdict on the last game's cards."""
    from diamant.cli.storage import household_folder
    from diamant.client import AsyncClient
    from diamant.terminal.saved import WITNESSES

    witnesses = household_folder() / WITNESSES
    async with AsyncClient(link.server, client="diamant join", witnesses=witnesses) as client:
        await client.join(link.table)
        name = await _sit_down(client, bot, args.name)
        if not args.json:
            print(t("{name} took a seat.", name=name), file=sys.stderr)
            if (await client.look())["phase"] == "lobby":
                print(t("The host starts the game when everyone is seated."), file=sys.stderr)
        try:
            view = await client.play(
                bot, games=args.games, time_limit=args.time_limit, tell=_tell_late
            )
            ended = view["game"] is not None and view["game"]["scores"] is not None
            try:
                return view, await client.verify() if ended else None
            except DiamantError as error:
                why = fault(error.message)
                said = t("The cards can't be checked: {error}.", error=why)
                print(f"diamant: {said}", file=sys.stderr)
                return view, None
        except asyncio.CancelledError:
            await _stand_up(client)
            raise


def _tell_late(sentence: str) -> None:
    print(f"diamant: {fault(sentence)}", file=sys.stderr)


async def _sit_down(client: "AsyncClient", bot: "Bot", name: str | None) -> str:
    """Take a seat under a name, or under the bot's name with a number if necessary."""
    from diamant.client import RefusedError
    from diamant.terminal.opponents import plain_name

    asked = name or plain_name(bot)
    try:
        await client.send("TakeSeat", name=asked)
    except RefusedError as error:
        if name is not None or error.reason != NO_FREE_NAME:
            raise
        asked = str(error.params["suggestion"])
        await client.send("TakeSeat", name=asked)
    return asked


async def _stand_up(client: "AsyncClient") -> None:
    """Give up the seat unless a game has started, so the bot can join again later."""
    from diamant.client import ClientError

    with suppress(ClientError, TimeoutError):
        async with asyncio.timeout(STANDING_UP):
            view = await client.look()
            for hand in view["hands"] if view["phase"] == "lobby" else ():
                await client.send("LeaveSeat", seat=hand["seat"])
