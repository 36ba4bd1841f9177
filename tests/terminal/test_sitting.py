"""Test a person at a server's table, on the screen and in plain lines."""

import asyncio
import sys

import pytest

from diamant.cli.commands.rules import rules_text
from diamant.client import AsyncClient, ClientError
from diamant.errors import DiamantError
from diamant.locales.words import Words
from diamant.terminal.remote import Link, read_link
from diamant.terminal.saved import KeptSeat, kept_seat
from diamant.terminal.screen.sitting import TableApp
from diamant.terminal.screen.stage import AT_ONCE
from tests.live.people import CALM_SETTINGS
from tests.live.serving import ROOT, usual_server
from tests.terminal.looking import asked, text_of, until


@pytest.fixture(autouse=True)
def _plain_terminal():
    """Override the fixture, because the tokens must differ here."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with usual_server(tmp_path_factory.mktemp("server")) as running:
        yield running


def sitting(link, household, name=None, *, language="en"):
    return TableApp(link, name, Words(language), rules_text, household, pace=AT_ONCE)


async def hosted(server, **settings):
    """Create a table with two bots, as its host."""
    host = AsyncClient(server.url)
    made = await host.create_table(**CALM_SETTINGS, **settings)
    await host.join(made.table, made.token)
    await host.send("FillWithBots", players=2)
    return host, Link(server.url, host.code)


async def begin(host):
    """Start a game, again if a busy machine was too slow for the shuffle."""
    said = None
    while said != "PlayBegan":
        await host.send("Start")
        said = (await host.next_event("PlayBegan", "ShuffleAbandoned"))["event"]


async def test_guest_joins_plays_and_gets_the_same_seat_again(server, household):
    host, link = await hosted(server)
    first = sitting(link, household)
    async with first.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Your name" in text_of(first))
        taken = next(seat["name"] for seat in (await host.look())["seats"] if seat)
        await pilot.press(*taken, "enter")
        await until(pilot, lambda: "already a player called" in text_of(first))
        await pilot.press(*["backspace"] * 12, *"Ada", "enter")
        await until(pilot, lambda: "The host starts the game" in text_of(first))
        lobby = text_of(first)
        assert "Ada" in lobby
        assert host.code in lobby
        await begin(host)
        await until(pilot, lambda: first.stage is not None and asked(first))
        await pilot.press("g")
        await until(pilot, lambda: len(first.stage.table.game.expedition.path) != 1)
        await pilot.press("q")
        await pilot.pause()
    assert "Your seat is saved" in str(first.last_words[-1])
    kept = kept_seat(household, server.url, link.table.lower())
    assert kept is not None
    assert ((household / "seats" / f"{kept.table}.json").stat().st_mode & 0o077) == 0
    again = sitting(link, household)
    async with again.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: again.stage is not None and asked(again))
        assert again.stage.seat is not None
        while not again.stage.table.game.is_over:
            if asked(again):
                await pilot.press("l")
            await pilot.pause(0.02)
        await until(pilot, lambda: "The end" in text_of(again))
        assert "The host can start another game." in text_of(again)
        await host.send("CloseTable")
        await until(pilot, lambda: again._exit)
    assert again.failure is None
    await host.close()


async def test_host_starts_a_game_and_forbidden_advice_is_refused(server, household):
    client = AsyncClient(server.url)
    made = await client.create_table(**CALM_SETTINGS, coach=False, odds=False)
    await client.join(made.table, made.token)
    await client.send("FillWithBots", players=3)
    await client.close()
    link = Link(server.url, made.code)
    KeptSeat(server.url, made.table, made.code, made.token).keep(household)
    words = Words("fr")  # Here the key to leave is the same as the key to start a game.
    app = sitting(link, household, "Ada", language="fr")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(pilot, lambda: words.t("Start") + "  (s)" in text_of(app))
        await pilot.press("s")
        await until(pilot, lambda: asked(app))
        await pilot.press("o")
        await until(pilot, lambda: "restent" in text_of(app))
        await pilot.press("c")
        await until(pilot, lambda: "désactivé le coach" in text_of(app))
        await pilot.press("1")
        await until(pilot, lambda: "Ada: Bravo" in text_of(app))


async def test_host_blocks_a_spectators_network_by_pressing_a_key_twice(server, household):
    client, stranger = AsyncClient(server.url), AsyncClient(server.url)
    made = await client.create_table(**CALM_SETTINGS)
    KeptSeat(server.url, made.table, made.code, made.token).keep(household)
    app = sitting(Link(server.url, made.code), household, "Ada")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(pilot, lambda: "Ada" in text_of(app))
        await stranger.join(made.code)
        await until(pilot, lambda: "Block this network" in text_of(app))
        await pilot.press("b")
        await until(pilot, lambda: "Are you sure? (b)" in text_of(app))
        await pilot.press("b")
        await until(pilot, lambda: "Block this network" not in text_of(app))
        with pytest.raises(ClientError, match="blocked you from this table"):
            await AsyncClient(server.url).join(made.code)
    await stranger.close()


async def test_guest_plays_in_plain_lines(server, household):
    host, link = await hosted(server)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", "import sys; from diamant.cli import main; sys.exit(main())"),
        *("join", f"{server.url}#/t/{link.table}", "--name", "Ada"),
        cwd=ROOT,
        env={"XDG_DATA_HOME": str(household), "DIAMANT_LANGUAGE": "en", "PYTHONUNBUFFERED": "1"},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    told = ""

    async def read_until(word):
        nonlocal told
        while word not in told:
            line = (await process.stdout.readline()).decode()
            assert line, (told, (await process.stderr.read()).decode())
            told += line
        told = ""

    await read_until("The host starts the game")
    await begin(host)
    await read_until("Carrying")
    process.stdin.write(b"?\n")
    await read_until("In the chests:")
    process.stdin.write(b"l\n" * 200)
    await read_until("points.")
    process.stdin.write(b"q\n")
    out, err = await process.communicate()
    assert process.returncode == 0, err.decode()
    assert "Your seat is saved" in out.decode()
    await host.close()


def test_pasted_links_are_read():
    assert read_link("http://host:8000/#/t/K7QPM", None) == Link("http://host:8000/", "K7QPM")
    assert read_link("host:8000", "K7QPM") == Link("host:8000", "K7QPM")
    assert read_link("http://host/#claim=abc", None) == Link("http://host/", "", "abc")
    with pytest.raises(DiamantError, match="is not a table link"):
        read_link("http://host/", None)
