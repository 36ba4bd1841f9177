"""Test that the server's benchmark sends the same messages as pages."""

import asyncio
import json
from urllib.parse import urlsplit

from benchmarks.server.connection import Connection
from benchmarks.server.measures import Seen
from benchmarks.server.players import Table, cues
from tests.browser.company import begin_beside_screen
from tests.live.people import SMALL_SETTINGS


def fields_of(frames):
    """Return the fields of each type of message, in the order sent."""
    return {message["type"]: list(message) for message in map(json.loads, frames)}


async def play_a_turn(table):
    """Let a table of the benchmark start a game and choose once."""
    for step in (table.make, table.gather, table.start):
        await step()
    while table.turn is None:
        await asyncio.sleep(0.01)
    for seat in table.seats:
        seat.choose(table.turn)
    for page in (*table.seats, table.screen):
        page.connection.close()


def test_benchmark_plays_like_pages(wanderer, backstage, monkeypatch):
    at = backstage.table("Nora", "Milan", **SMALL_SETTINGS)
    ana, screen = begin_beside_screen(wanderer, at)
    while not screen.events("GameFinished"):
        if ana.asked():
            leave = len(at.view()["game"]["cards"]) > 1
            at.all_choose(*((0, 1) if leave else ()))
            ana.choose(leave=leave)
        ana.page.wait_for_timeout(100)
    screen.see(".tv-end .rank", 2)
    given = [json.loads(frame) for frame in screen.said[1:]]
    assert given == [cue for one in screen.messages("Events") for cue in cues(one["events"])]

    frames = []
    send = Connection.send
    monkeypatch.setattr(Connection, "send", lambda *sent: (frames.append(sent[1]), send(*sent)))
    backstage.do(play_a_turn(Table(0, urlsplit(backstage.url).port, Seen())))
    pages, benchmark = fields_of([*ana.said, *screen.said]), fields_of(frames)
    assert {kind: benchmark[kind] for kind in pages} == pages
