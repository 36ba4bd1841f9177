"""Test that every client that saw the shuffle detects a cheating server."""

import asyncio

import pytest

from diamant.client import AsyncClient
from diamant.client.remote_bot import NonceGiver
from diamant.locales.words import Words
from diamant.terminal.remote import Link, RemoteTable
from tests.live.dishonest_server import CHEATS, HONEST
from tests.live.people import SHORT_SETTINGS, company
from tests.live.serving import Server


@pytest.fixture(scope="module")
def cheating(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cheating")
    with Server(folder, module="tests.live.dishonest_server") as server:
        yield server


async def told(client):
    """Wait until a client knows how the game ended, and return its verdict."""
    await client.look()
    verdict = await client.verify()
    return verdict.level, verdict.code, verdict.own


@pytest.mark.parametrize("cheat", [HONEST, *CHEATS])
async def test_players_spectators_screens_and_terminals_detect_every_cheat(
    cheating, tmp_path, cheat
):
    url, household = cheating.url, tmp_path / "household"
    household.mkdir()
    async with (
        company(url, people=0, **SHORT_SETTINGS) as party,
        AsyncClient(url, witnesses=tmp_path) as watcher,
        AsyncClient(url) as screen,
        AsyncClient(url) as person,
        AsyncClient(url, witnesses=tmp_path) as again,
        AsyncClient(url) as late,
    ):
        host, other = await party.join(cheat), await party.join("Ben")
        await watcher.join(party.table)
        await screen.join(party.table, screen=True)
        terminal = RemoteTable(person, household)
        await terminal.come(Link(url, party.made.code))
        bot = "threshold:gems=0"
        await asyncio.gather(host.play(bot, start=True), other.play(bot))
        broken = ("broken", CHEATS.get(cheat), 0)
        for client, own in ((host, 1), (other, 1), (watcher, 0), (screen, 0)):
            expected = ("proved", "", own) if cheat == HONEST else broken
            assert await told(client) == expected
        await terminal.look()
        (said, *_) = await terminal.verdict(Words())
        assert said.startswith("Proved on this device:" if cheat == HONEST else "Check failed:")
        # A restarted program still has its notes; a late one has none.
        await watcher.close()
        await again.join(party.table)
        assert await told(again) == (("proved", "", 0) if cheat == HONEST else broken)
        await late.join(party.table)
        assert (await told(late))[0] != "proved"


async def test_restarts_after_shown_nonces_are_reported(cheating):
    async with company(cheating.url, people=2, **SHORT_SETTINGS) as party:
        givers = [NonceGiver(person) for person in party.people]
        for _ in range(2):
            await party.host.send("Start")
            for seat, giver in enumerate(givers):
                await giver.give(await party.host.look(), seat)
            # The host sees the other's nonce, and so could know the deck.
            await givers[1].give(await party.host.look(), 1)
            await party.host.send("EndGame")
        bot = "threshold:gems=0"
        await asyncio.gather(party.people[1].play(bot), party.host.play(bot, start=True))
        verdict = await party.host.verify()
        assert (verdict.level, verdict.restarts, verdict.fair) == ("proved", 2, None)
        assert (
            "restarted 2 times after players had revealed their numbers"
            in verdict.sentences(Words())[1]
        )
