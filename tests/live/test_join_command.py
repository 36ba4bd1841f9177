"""Test `diamant join`: a bot from the command line at someone's table."""

import asyncio
import json
import sys

import pytest

from tests.live.people import SMALL_SETTINGS, company
from tests.live.serving import ROOT, usual_server


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    with usual_server(tmp_path_factory.mktemp("plain")) as server:
        yield server


async def diamant(*arguments):
    """Run a command; return its exit code, standard output and standard error."""
    program = "import sys; from diamant.cli import main; sys.exit(main())"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, *arguments, cwd=ROOT,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, complaint = await asyncio.wait_for(process.communicate(), 60)
    return process.returncode, out.decode(), complaint.decode()


async def test_bot_joins_and_plays_to_the_end_within_the_default_limits(plain):
    async with company(plain.url, people=1, **SMALL_SETTINGS) as party:
        bot = f"{ROOT / 'examples' / 'my_bot.py'}:my_bot:nerve=0.4"
        options = ("--bot", bot, "--json")
        joining = asyncio.create_task(diamant("join", plain.url, party.made.code, *options))
        await party.host.until("SeatTaken", seconds=30)
        while party.host.told("SeatTaken")[-1]["name"] != "my_bot":
            await party.host.until("SeatTaken", seconds=30)
        view = await party.host.play("threshold:gems=4", start=True)
        code, out, complaint = await joining
        assert (code, complaint) == (0, "")
        assert json.loads(out)["scores"] == view["game"]["scores"]


@pytest.mark.parametrize("never", ["while True:\n        pass", "time.sleep(600)"])
async def test_bot_that_never_answers_does_not_stop_the_table(plain, tmp_path, never):
    file = tmp_path / "late.py"
    file.write_text(f"import time\n\ndef late(view):\n    {never}\n", encoding="utf-8")
    async with company(plain.url, people=1, **SMALL_SETTINGS) as party:
        options = ("--bot", f"{file}:late", "--time-limit", "0.3", "--json")
        joining = asyncio.create_task(diamant("join", plain.url, party.made.code, *options))
        while not any(told["name"] == "late" for told in party.host.told("SeatTaken")):
            await party.host.until("SeatTaken", seconds=30)
        view = await party.host.play("threshold:gems=4", start=True)
        code, out, complaint = await joining
        assert code == 0
        assert json.loads(out)["scores"] == view["game"]["scores"]
        (told,) = complaint.splitlines()
        begins = f"diamant: bot {file}:late: no answer after 0.3 seconds ({file}, line "
        assert told.startswith(begins)
        assert told.endswith("; threshold:gems=10 takes over for the rest of this game")


async def test_many_quick_turns_keep_a_bot_connected(plain):
    # Bots that answer at once make a table as fast as the server allows.
    async with company(plain.url, people=0) as party:
        host = await party.join("Robo")
        host._questions._rate = 15.0
        await host.send("FillWithBots", players=4)
        view = await host.play("threshold:gems=2", start=True)
        assert view["phase"] == "over"
        assert host.reconnections == 0


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("{url}", "22222"), "This table doesn't exist"),
        (("http://127.0.0.1:9/", "22222"), "cannot reach the server"),
        (("ftp://x/", "22222"), "expected a server address"),
        (("{url}", "22222", "--bot", "threshhold"), "did you mean 'threshold'"),
        (("{url}", "22222", "--games", "0"), "--games"),
    ],
)
async def test_impossible_join_is_reported_in_one_line(plain, arguments, word):
    code, out, complaint = await diamant("join", *(a.format(url=plain.url) for a in arguments))
    assert (code, out) == (2, "")
    assert word in complaint
    assert len(complaint.strip().splitlines()) == 1
