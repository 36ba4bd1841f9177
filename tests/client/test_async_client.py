"""Test that a client keeps its state, repeats unanswered commands and reconnects."""

import asyncio
import os
from contextlib import asynccontextmanager
from itertools import count

import msgspec
import pytest
from websockets.datastructures import Headers
from websockets.http11 import Response

from diamant.client import (
    AsyncClient,
    ClientClosedError,
    ClientError,
    ProtocolError,
    RefusedError,
    TurnedAwayError,
    UnreachableError,
    notes_file,
)
from diamant.client import connection as inbox_module
from diamant.client.connection import Connection
from diamant.client.notes_file import NotesFile
from diamant.protocol.close_codes import CLOSE_CODES, DONE, LOST, is_final
from diamant.protocol.problems import refused, sentence, status_of
from diamant.witness import Notes
from tests.client.puppet import TOKEN, puppet

NOT_NOW = {"code": "not-now", "params": {"phase": "cave"}, "text": "Not now."}
AWAY = {"code": "database", "params": {}, "text": "Away."}
SENT = [code for code in CLOSE_CODES if code != LOST]


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(Connection, "wait_before", lambda close, attempt: 0.005)


@asynccontextmanager
async def seated(server, **options):
    """Yield a client that has joined, and its connection."""
    async with AsyncClient(server.url, **options) as client:
        visit = await server.seats(client, "qk4mx")
        assert visit.hello["table"] == "qk4mx"
        yield client, visit


async def test_guest_keeps_token_number_and_view():
    async with puppet() as server, seated(server) as (client, _):
        assert (client.table, client.code, client.guest) == ("t1", "QK4MX", "g2")
        assert (client.token, client.public_number, client.view) == (TOKEN, 5, {"public_number": 5})


def test_table_name_cannot_choose_the_path_of_the_notes(tmp_path):
    assert NotesFile(tmp_path, "Jw3_-").path == tmp_path / "Jw3_-.json"
    for name in ("../x", "/etc/x", "a" * 65, "", "."):
        assert NotesFile(tmp_path, name).path.parent == tmp_path
        assert len(NotesFile(tmp_path, name).path.stem) == 64


def test_unreadable_or_unwritable_notes_do_not_stop_a_game(tmp_path, caplog):
    kept = NotesFile(tmp_path, "t1")
    kept.path.write_text("{")
    assert kept.load().shuffles == {}
    NotesFile(kept.path, "t1").save(Notes())
    assert ["cannot read the notes" in caplog.text, "cannot write the notes" in caplog.text] == [
        True,
        True,
    ]


def test_only_recently_written_notes_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(notes_file, "MOST_FILES", 2)
    for number, name in enumerate(("a", "b", "c")):
        kept = NotesFile(tmp_path, name)
        kept.save(Notes())
        os.utime(kept.path, (number, number))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["b.json", "c.json"]


async def test_hello_contains_only_known_fields():
    async with puppet() as server, AsyncClient(server.url, client="me") as client:
        hello = (await server.seats(client)).hello
        assert hello == {"type": "Hello", "protocol": 3, "table": "t1", "screen": False,
                         "client": "me", "sender": hello["sender"]}  # fmt: skip


async def test_command_waits_for_its_answer():
    async with puppet() as server, seated(server) as (client, visit):
        asking = asyncio.create_task(client.send("Choose", seat=1, turn=2, leave=True))
        said = await visit.hears("Choose")
        assert said == {
            "type": "Choose", "id": said["id"], "seat": 1, "turn": 2, "leave": True
        }  # fmt: skip
        await visit.says("Answer", id=3, public_number=1)
        await visit.says("Answer", id=said["id"], public_number=9)
        assert (await asking).public_number == 9


async def test_refusal_is_raised_with_its_code_and_parameters():
    async with puppet() as server, seated(server) as (client, visit):
        asking = asyncio.create_task(client.send("Start"))
        await visit.answers(refusal=NOT_NOW)
        with pytest.raises(RefusedError, match="Not now") as caught:
            await asking
        assert (caught.value.reason, caught.value.params) == ("not-now", {"phase": "cave"})


async def test_problem_with_an_id_fails_only_that_request():
    async with puppet() as server, seated(server) as (client, visit):
        asking = asyncio.create_task(client.send("Start"))
        await visit.answers(reply="Problem", code="malformed", params={}, text="No.")
        with pytest.raises(RefusedError, match="No"):
            await asking
        looking = asyncio.create_task(client.look())
        await visit.answers("Look", "View", view={"phase": "lobby"})
        assert await looking == client.view == {"phase": "lobby"}


async def test_ids_start_above_the_last_command_and_a_retry_gets_a_new_one():
    async with puppet() as server, seated(server) as (client, visit):
        ids = []
        for _ in range(2):
            asking = asyncio.create_task(client.send("Start"))
            ids.append((await visit.answers(refusal=NOT_NOW))["id"])
            with pytest.raises(RefusedError):
                await asking
        assert ids == [41, 42]
        await visit.breaks()
        again = await server.visit()
        # Only another client with the same sender could have sent these.
        hello = await again.welcomes(last_command=50)
        assert hello["sender"] == client.sender
        while not client.reconnections:
            await asyncio.sleep(0.005)
        asking = asyncio.create_task(client.send("Start"))
        assert (await again.answers())["id"] == 51
        await asking


async def test_two_clients_of_one_guest_have_different_senders():
    assert AsyncClient("http://x").sender != AsyncClient("http://x").sender


async def test_commands_stay_within_the_window_of_ids():
    async with puppet() as server, seated(server, rate=None) as (client, visit):
        asking = [asyncio.create_task(client.send("Start")) for _ in range(60)]
        said = [await visit.hears("Start") for _ in range(24)]
        await visit.says("Problem", **AWAY, id=said[0]["id"])
        for message in said[1:]:
            await visit.says("Answer", id=message["id"], public_number=9)
        # The first command is repeated before any other.
        assert await visit.answers() == said[0]
        rest = [(await visit.answers())["id"] for _ in range(36)]
        await asyncio.gather(*asking)
        assert rest == list(range(65, 101))


async def test_reconnect_sends_since_and_repeats_commands_with_the_same_id():
    async with puppet() as server, seated(server) as (client, visit):
        await visit.tells(6, 7)
        assert (await client.next_event())["public_number"] == 6
        asking = [asyncio.create_task(client.send("Start")) for _ in range(3)]
        said = [await visit.hears("Start") for _ in range(3)]
        await visit.says("Answer", id=said[1]["id"], public_number=7)
        await asking[1]
        await visit.breaks()
        again = await server.visit()
        hello = await again.welcomes()
        assert (hello["table"], hello["token"], hello["since"]) == ("t1", TOKEN, 7)
        assert [await again.answers() for _ in range(2)] == [said[0], said[2]]
        await asyncio.gather(*asking)
        assert client.reconnections == 1


async def test_commands_sent_while_offline_are_sent_after_the_reconnect():
    async with puppet() as server, seated(server) as (client, visit):
        await visit.breaks()
        again = await server.visit()
        asking = asyncio.create_task(client.send("Start"))
        await asyncio.sleep(0.05)
        await again.welcomes()
        await again.answers()
        await asking


@pytest.mark.parametrize("close", [code for code in SENT if not is_final(code)])
async def test_client_reconnects_after(close):
    async with puppet() as server, seated(server) as (client, visit):
        await visit.socket.close(close)
        await (await server.visit()).welcomes()
        assert client.public_number == 5


@pytest.mark.parametrize("close", [code for code in SENT if is_final(code) and code != DONE])
async def test_client_does_not_reconnect_after(close):
    async with puppet() as server, seated(server) as (client, visit):
        asking = asyncio.create_task(client.send("Start"))
        await visit.hears("Start")
        await visit.says("Problem", code="why", params={}, text="Because.")
        await visit.socket.close(close)
        with pytest.raises(TurnedAwayError, match="Because") as caught:
            await asking
        assert (caught.value.close, caught.value.reason) == (close, "why")
        with pytest.raises(TurnedAwayError):
            await client.next_event()
        with pytest.raises(TurnedAwayError):
            await client.send("Start")
        assert server.visits.empty()


async def test_events_end_without_an_error_after_1000():
    async with puppet() as server, seated(server) as (client, visit):
        await visit.tells(6)
        await visit.socket.close(1000)
        assert [event["public_number"] async for event in client] == [6]
        with pytest.raises(ClientClosedError):
            await client.send("Start")


async def test_refused_join_raises_the_reason():
    async with puppet() as server, AsyncClient(server.url) as client:
        joining = asyncio.create_task(client.join("t1"))
        visit = await server.visit()
        await visit.hears("Hello")
        await visit.says("Problem", code="locked", params={}, text="The table is locked.")
        await visit.socket.close(4403)
        with pytest.raises(TurnedAwayError, match="locked") as caught:
            await joining
        assert caught.value.reason == "locked"


def refusing(code, times=None):
    """Return an HTTP refusal of the first `times` WebSocket requests, or of all."""
    left = count() if times is None else iter(range(times))
    body = msgspec.json.encode(refused(code))

    def refuse(_connection, _request):
        if next(left, None) is None:
            return None
        return Response(status_of(code), "Refused", Headers({"Content-Length": len(body)}), body)

    return refuse


@pytest.mark.parametrize(("code", "close"), [("foreign-origin", 4403), ("stopping", 1012)])
async def test_refused_websocket_raises_the_reason(code, close):
    async with puppet(refusing(code)) as server, AsyncClient(server.url) as client:
        with pytest.raises(TurnedAwayError) as caught:
            await client.join("t1")
        assert (caught.value.close, caught.value.reason) == (close, code)
        assert str(caught.value) == sentence(code)


async def test_client_tries_another_node_when_one_is_stopping():
    async with (
        puppet(refusing("stopping")) as first,
        puppet() as second,
        AsyncClient(first.url, second.url) as client,
    ):
        await second.seats(client)


@pytest.mark.parametrize(("code", "times"), [("stopping", 3), ("foreign-host", None)])
async def test_client_retries_during_a_restart_but_not_after_a_refusal(code, times):
    refuse = []
    async with (
        puppet(lambda *request: refuse[0](*request) if refuse else None) as server,
        seated(server) as (client, visit),
    ):
        refuse.append(refusing(code, times))
        await visit.breaks()
        if times is None:
            with pytest.raises(TurnedAwayError, match="doesn't accept that host name"):
                await client.next_event()
        else:
            await (await server.visit()).welcomes()


async def test_client_gives_up_on_other_web_servers():
    def refuse(_connection, _request):
        return Response(404, "Not Found", Headers({"Content-Length": 0}), b"")

    async with puppet(refuse) as server, AsyncClient(server.url) as client:
        with pytest.raises(TurnedAwayError, match="the server answers 404"):
            await client.join("t1")


async def test_too_long_message_is_refused_locally_and_the_connection_stays():
    async with puppet() as server, seated(server) as (client, visit):
        with pytest.raises(RefusedError, match="at most 65536 bytes are allowed") as caught:
            await client.send("ChangeSettings", settings={"edition_text": "€" * 32_000})
        assert caught.value.reason == "too-large"
        asking = asyncio.create_task(client.send("Start"))
        await visit.answers()
        await asking


async def test_client_reconnects_when_events_are_missing():
    async with puppet() as server, seated(server) as (client, visit):
        await visit.tells(6, 8)
        again = await server.visit()
        assert (await again.welcomes())["since"] == 6
        await again.tells(7, 8)
        assert [(await client.next_event())["public_number"] for _ in range(3)] == [6, 7, 8]
        assert client.gaps == 1


async def test_private_event_may_come_twice():
    async with puppet() as server, seated(server) as (client, visit):
        await visit.tells(6, 6, 7)
        assert [(await client.next_event())["public_number"] for _ in range(3)] == [6, 6, 7]
        assert client.gaps == 0


async def test_view_in_place_of_missed_events_is_reported_as_skipped():
    async with puppet() as server, seated(server) as (client, visit):
        await visit.breaks()
        again = await server.visit()
        await again.welcomes(public_number=3_000, view={"public_number": 3_000})
        await again.tells(3_001)
        skipped = await client.next_event()
        assert (skipped["event"], skipped["view"]) == ("Skipped", {"public_number": 3_000})
        assert (await client.next_event())["public_number"] == 3_001


async def test_unread_events_are_limited(monkeypatch):
    monkeypatch.setattr(inbox_module, "MOST_WAITING", 3)
    async with puppet() as server, seated(server) as (client, visit):
        await visit.tells(6, 7, 8, 9)
        await visit.tells(10)
        assert (await client.next_event())["event"] == "Skipped"
        assert (await client.next_event())["public_number"] == 10


async def test_unknown_additions_of_a_later_server_are_ignored():
    async with puppet() as server, AsyncClient(server.url) as client:
        visit = await server.seats(client, weather="fine")
        await visit.says("Fanfare", notes=[1, 2])
        await visit.says("Problem", code="hint", params={}, text="By the way.")
        await visit.tells(6)
        assert (await client.next_event())["public_number"] == 6


@pytest.mark.parametrize(
    "text",
    ["no json", "[]", '{"type": "Events"}', '{"type": "Events", "events": [{}]}',
     '{"type": "Answer", "id": "5"}', '{"type": "Problem", "code": 1}'],
)  # fmt: skip
async def test_nonsense_from_the_server_ends_the_connection_with_a_clear_error(text):
    async with puppet() as server, seated(server) as (client, visit):
        await visit.socket.send(text)
        with pytest.raises(ProtocolError, match="the server"):
            await client.next_event()


async def test_client_tries_another_node_at_once():
    async with puppet() as first, puppet() as second, AsyncClient(first.url, second.url) as client:
        await (await first.seats(client)).breaks()
        assert (await (await second.visit()).welcomes())["since"] == 5


async def test_client_gives_up_on_a_server_that_stays_away():
    async with puppet() as server, seated(server, patience=0.05) as (client, visit):
        asking = asyncio.create_task(client.send("Start"))
        await visit.hears("Start")
        port = visit.socket.local_address[1]
        assert port
        visit.socket.server.close(close_connections=False)
        await visit.breaks()
        with pytest.raises(UnreachableError, match="lost the connection to the server"):
            await asking


async def test_unreachable_address_is_reported():
    async with AsyncClient("http://127.0.0.1:9/") as client:
        with pytest.raises(UnreachableError, match="cannot reach the server"):
            await client.join("t1")
        with pytest.raises(UnreachableError, match="cannot reach the server"):
            await client.create_table()


async def test_wrong_commands_are_refused_before_they_are_sent():
    async with puppet() as server, seated(server) as (client, _):
        with pytest.raises(ClientError, match="did you mean 'Choose'"):
            await client.send("Chose", seat=1)
        with pytest.raises(ClientError, match=r"Choose: .*turn"):
            await client.send("Choose", seat=1, leave=True)
        with pytest.raises(ClientError, match=r"Choose: .*unknown field"):
            await client.send("Choose", seat=1, turn=1, leave=True, stay=True)


async def test_closed_client_raises_an_error():
    async with puppet() as server, seated(server) as (client, visit):
        asking = asyncio.create_task(client.send("Start"))
        await visit.hears("Start")
        await client.close()
        with pytest.raises(ClientClosedError):
            await asking
        assert [event async for event in client] == []
    with pytest.raises(ClientClosedError):
        await AsyncClient(server.url).send("Start")


async def test_client_stays_within_the_servers_message_rate():
    async with puppet() as server, seated(server, rate=200.0) as (client, visit):

        async def answer():
            while True:
                await visit.answers()

        answering = asyncio.create_task(answer())
        began = asyncio.get_running_loop().time()
        for _ in range(80):
            await client.send("Start")
        # Forty at once, and then 200 per second.
        assert asyncio.get_running_loop().time() - began > 0.15
        answering.cancel()


async def test_command_is_repeated_while_the_database_is_away():
    async with puppet() as server, seated(server) as (client, visit):
        asking = asyncio.create_task(client.send("Start"))
        said = [await visit.answers(reply="Problem", **AWAY) for _ in range(3)]
        said.append(await visit.answers())
        assert said == [said[0]] * 4
        assert (await asking).public_number == 9
