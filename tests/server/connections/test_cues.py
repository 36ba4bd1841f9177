"""Test that a shared screen's cues reach other guests once and in order."""

import contextlib
import json

from websockets.exceptions import ConnectionClosed

from diamant.protocol.incoming import MOMENTS
from tests.server.live import Guest, live


async def cued(guest: Guest) -> list[tuple[int, str]]:
    """Return the cues received so far."""
    await guest.ask("Look")
    told = [json.loads(text) for text in guest.raw]
    return [(one["public_number"], one["moment"]) for one in told if one["type"] == "Cued"]


async def test_shared_screens_cues_reach_the_other_guests(server):
    made = await server.make_table()
    async with (
        server.guest(made["table"], token=made["token"]) as ana,
        server.guest(made["table"], screen=True) as screen,
        server.guest(made["table"], screen=True) as second,
    ):
        joined = await ana.until("GuestJoined")
        assert (joined["guest"], joined["screen"]) == ("g2", True)
        assert screen.welcome["view"]["hands"] == []
        now = second.welcome["public_number"]
        await screen.say("Cue", public_number=now - 1, moment="end")
        await screen.say("Cue", public_number=now, moment="reveal")
        await screen.say("Cue", public_number=now, moment="turn")
        before = [(now - 1, "end"), (now, "reveal"), (now, "turn")]
        assert await cued(screen) == []
        assert await cued(second) == before
        # The other screen is a little behind, and cannot show events of the future.
        await second.say("Cue", public_number=now, moment="reveal")
        await second.say("Cue", public_number=now, moment="turn")
        await second.say("Cue", public_number=now + 1, moment="reveal")
        await second.say("Cue", public_number=now, moment="end")
        assert await cued(second) == before
        assert await cued(ana) == [*before, (now, "end")]
        assert json.loads(next(raw for raw in ana.raw if "Cued" in raw))["guest"] == "g2"
        # The log contains no cues.
        assert (await ana.ask("Look"))["view"]["public_number"] == now


async def test_only_a_shared_screen_may_send_cues(server):
    made = await server.make_table()
    async with (
        server.guest(made["table"], token=made["token"]) as ana,
        server.guest(made["table"]) as ben,
    ):
        await ben.say("Cue", public_number=1, moment="turn")
        while (said := await ben.hear())["type"] != "Problem":
            pass
        assert said["code"] == "not-a-screen"
        await ben.say("Cue", public_number=1, moment="tomorrow")
        while (said := await ben.hear())["type"] != "Problem":
            pass
        assert said["code"] == "malformed"
        assert await cued(ana) == []


async def test_burst_of_cues_closes_only_the_screen_that_sends_it():
    async with live(message_burst=30.0, message_rate=0.001) as server:
        made = await server.make_table()
        async with (
            server.guest(made["table"], token=made["token"]) as ana,
            server.guest(made["table"], screen=True) as screen,
        ):
            now = screen.welcome["public_number"]
            with contextlib.suppress(ConnectionClosed):
                for moment in MOMENTS * 10:
                    await screen.say("Cue", public_number=now, moment=moment)
            assert (await ana.until("Disconnected"))["guest"] == screen.welcome["guest"]
            assert await cued(ana) == [(now, moment) for moment in MOMENTS]
