"""Test that the bot in JavaScript plays a whole game and reconnects to a killed server."""

import asyncio
import json
import os
import shutil
from pathlib import Path

import pytest

from tests.live.people import company
from tests.live.serving import Server
from tools.node import NODE, PACKAGES, package

EXAMPLE = Path(__file__).parents[2] / "examples" / "javascript-bot"


@pytest.fixture(scope="module")
def bot(tmp_path_factory):
    """Return the example with its one library, in a folder of its own."""
    folder = tmp_path_factory.mktemp("bot")
    shutil.copy(EXAMPLE / "bot.mjs", folder)
    shutil.copytree(package("ws"), folder / "node_modules" / "ws")
    return folder / "bot.mjs"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


async def start(bot, *arguments):
    return await asyncio.create_subprocess_exec(
        NODE, str(bot), *arguments, env={**os.environ, "BOT_PAUSE_MS": "30"},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip


async def test_javascript_bot_plays_a_game_and_survives_a_server_crash(bot, server):
    async with company(server.url, people=2) as party:
        robo = await start(bot, server.url, party.made.code, "Robo")
        while (await party.host.until("SeatTaken"))["name"] != "Robo":
            pass
        playing = [asyncio.create_task(person.play("hazards")) for person in party.people]
        await party.host.send("Start")
        for _ in range(100):
            if len(party.host.told("CardTurned")) >= 3:
                break
            await asyncio.sleep(0.05)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        views = await asyncio.wait_for(asyncio.gather(*playing), 60)
        out, complaint = await asyncio.wait_for(robo.communicate(), 60)
        assert robo.returncode == 0, complaint
        said = json.loads(out)
        assert said["scores"] == views[0]["game"]["scores"]
        (record,) = await party.records()
        assert record.players[2] == "Robo"
        # Its nonce contributed to the shuffle, and the game is fair.
        assert len(record.tags["Nonces"][2]) == 32
        await party.check_records()


async def test_javascript_bot_reports_why_it_cannot_play(bot, server):
    nobody = await start(bot, server.url, "22222")
    _, complaint = await asyncio.wait_for(nobody.communicate(), 60)
    assert nobody.returncode == 1
    assert b"This table doesn't exist" in complaint
    usage = await start(bot)
    assert await usage.wait() == 2


def test_example_names_the_tested_version_of_its_library():
    wanted = json.loads((EXAMPLE / "package.json").read_text())["dependencies"]
    assert [f"{name}@{version}" for name, version in wanted.items()] == [
        one for one in PACKAGES if one.startswith("ws@")
    ]
