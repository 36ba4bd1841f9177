"""Test conversations over a real socket: joining, commands, reconnecting, being removed."""

import asyncio
import json
from contextlib import AsyncExitStack, closing

import apsw
import pytest

from tests.server.live import Guest, live


async def test_whole_game_is_played_and_recorded(server):
    async with server.host(thinking=False, break_seconds=0) as ana:
        assert ana.welcome["type"] == "Welcome"
        assert ana.welcome["view"]["phase"] == "lobby"
        assert "token" not in ana.welcome
        await ana.done("TakeSeat", name="Ana")
        await ana.done("FillWithBots", players=3)
        await ana.done("Start")
        await ana.done("PromiseNonce", seat=0, hash="")
        over = False
        while not over:
            message = await ana.hear()
            for event in message.get("events", []):
                if event["event"] == "CardTurned" and event["turn"] is not None:
                    await ana.say("Choose", seat=0, turn=event["turn"], leave=True)
                over = over or event["event"] == "GameFinished"
    answer = await server.http.get(f"api/tables/{ana.made['table']}/records/1")
    assert '[Players "Ana"' in answer.text
    assert "[Seed " in answer.text


async def test_new_guest_gets_a_token_and_returns_with_it(server):
    made = await server.make_table()
    async with server.guest(made["code"].lower()) as ben:
        token, guest = ben.welcome["token"], ben.welcome["guest"]
        assert len(token) >= 32
        assert guest == "g2"
    async with server.guest(made["table"], token=token) as ben:
        assert ben.welcome["guest"] == guest
        assert "token" not in ben.welcome


async def test_returning_guest_gets_exactly_the_missed_events(server):
    async with server.host() as ana:
        async with server.guest(ana.made["table"]) as ben:
            token = ben.welcome["token"]
            number = ben.welcome["public_number"]
        gone = (await ana.until("Disconnected"))["public_number"]
        async with server.guest(ana.made["table"], token=token, since=gone) as ben:
            assert "view" not in ben.welcome
            (event,) = (await ben.hear())["events"]
            assert (event["event"], event["public_number"]) == ("Connected", gone + 1)
        number = (await ana.until("Disconnected"))["public_number"] - 1
        await ana.done("TakeSeat", name="Ana")
        await ana.done("Rename", seat=0, name="Anna")
        async with server.guest(ana.made["table"], token=token, since=number) as ben:
            assert "view" not in ben.welcome
            told = (await ben.hear())["events"]
            assert [event["event"] for event in told] == [
                "Disconnected",
                "SeatTaken",
                "SeatRenamed",
                "Connected",
            ]
            assert [event["public_number"] for event in told] == [number + n for n in (1, 2, 3, 4)]
            assert ben.welcome["public_number"] == number + 4
        async with server.guest(ana.made["table"], token=token, since=10_000) as ben:
            assert ben.welcome["view"]["seats"][0]["name"] == "Anna"


async def test_repeated_command_gets_the_same_answer_on_another_connection(server):
    made = await server.make_table()
    async with server.guest(made["table"], token=made["token"]) as ana:
        first = await ana.ask("TakeSeat", id=7, name="Ana")
        offer = await ana.ask("OfferSeat", id=8, seat=0)
        assert len(offer["code"]) == 8
        refused = await ana.ask("Start", id=9)
        assert refused["refusal"]["code"] == "players"
    async with server.guest(made["table"], token=made["token"]) as ana:
        # Only the id matters, whatever the rest of the command says.
        for name in ("Ana", "Bob"):
            assert await ana.ask("TakeSeat", id=7, name=name) == first
        assert await ana.ask("OfferSeat", id=8, seat=0) == offer
        assert await ana.ask("Start", id=9) == refused


async def test_command_sent_on_two_connections_at_once_is_done_once(server):
    async with (
        server.host() as one,
        server.guest(one.made["table"], token=one.made["token"]) as two,
        server.guest(one.made["table"]) as other,
    ):
        seat = {"id": 7, "name": "Ana"}
        answers = await asyncio.gather(one.ask("TakeSeat", **seat), two.ask("TakeSeat", **seat))
        assert answers[0] == answers[1]
        await other.ask("Look")
        assert "".join(other.raw).count('"SeatTaken"') == 1


async def test_forty_commands_sent_twice_are_done_once():
    async with live(message_burst=1000.0) as server:
        made = await server.make_table()
        async with server.guest(made["table"], token=made["token"], sender="page") as ana:
            assert ana.welcome["last_command"] == 0
            await ana.done("TakeSeat", id=1, name="Ana")
            answers = [
                await ana.ask("Rename", id=number, seat=0, name=f"Ana {number}")
                for number in range(2, 42)
            ]
            seen = (await ana.ask("Look"))["view"]
            again = [
                await ana.ask("Rename", id=number, seat=0, name=f"Ana {number}")
                for number in range(2, 42)
            ]
            assert (await ana.ask("Look"))["view"] == seen
        assert seen["seats"][0]["name"] == "Ana 41"
        assert again[8:] == answers[8:]
        assert [answer["refusal"]["code"] for answer in again[:8]] == ["command-too-old"] * 8
        async with server.guest(made["table"], token=made["token"], sender="page") as ana:
            assert ana.welcome["last_command"] == 41
        async with server.guest(made["table"], token=made["token"], sender="other-page") as ana:
            assert ana.welcome["last_command"] == 41
            assert (await ana.ask("BeScreen", id=41, screen=True))["refusal"]["code"] == (
                "command-too-old"
            )


async def test_returning_sender_closes_its_previous_connection(server):
    made = await server.make_table()
    who = {"token": made["token"], "sender": "page"}
    async with (
        server.guest(made["table"], **who) as old,
        server.guest(made["table"], token=made["token"], sender="other") as other,
        server.guest(made["table"], **who) as new,
    ):
        code, heard = await old.ended()
        assert (code, heard[-1]["code"]) == (4410, "replaced")
        await new.done("TakeSeat", name="Ana")
        assert (await other.hear())["events"][0]["event"] == "SeatTaken"


async def test_every_seat_offer_has_a_new_code(server):
    made = await server.make_table()
    codes = []
    async with (
        server.guest(made["table"], token=made["token"], sender="one") as one,
        server.guest(made["table"], token=made["token"], sender="two") as two,
        server.guest(made["table"], token=made["token"]) as three,
    ):
        await one.done("TakeSeat", name="Ana")
        for number in (7, 8):
            for guest in (one, two, three):
                offer = await guest.ask("OfferSeat", id=number, seat=0)
                codes.append(offer["code"])
                assert await guest.ask("OfferSeat", id=number, seat=0) == offer
    assert len(set(codes)) == 6


async def test_seat_code_moves_a_seat_to_another_device(server):
    async with server.host(visibility="locked") as ana:
        await ana.done("TakeSeat", name="Ana")
        code = (await ana.ask("OfferSeat", seat=0))["code"]
        async with server.guest(ana.made["table"], code=f" {code[:4]}-{code[4:].lower()}") as phone:
            assert phone.welcome["view"]["hands"][0]["seat"] == 0
        for hello, why in (({"code": "WRONG123"}, "wrong-code"), ({}, "locked")):
            async with server.guest(ana.made["table"], **hello) as stranger:
                assert stranger.welcome["code"] == why
                assert (await stranger.ended())[0] == 4403


async def test_kicked_guest_gets_the_reason_and_loses_the_token(server):
    async with server.host() as ana:
        async with server.guest(ana.made["table"]) as ben:
            token = ben.welcome["token"]
            await ana.done("Kick", guest=ben.welcome["guest"])
            code, heard = await ben.ended()
            assert code == 4403
            assert heard[-1]["code"] == "kicked"
            assert (await ana.until("GuestGone"))["why"] == "kicked"
        for wrong, why in ((token, "token-retired"), ("x" * 32, "wrong-token")):
            async with server.guest(ana.made["table"], token=wrong) as stranger:
                assert stranger.welcome["code"] == why
                assert (await stranger.ended())[0] == 4403
        # A guest who was only kicked may come back as a new guest.
        async with server.guest(ana.made["table"]) as again:
            assert again.welcome["guest"] == "g3"


async def test_blocked_device_is_refused_until_the_host_unblocks_it(server):
    async with server.host() as ana:
        table = ana.made["table"]
        rude, kind = {"user_agent_header": "Rude/1"}, {"user_agent_header": "Kind/1"}
        async with server.guest(ana.made["code"], options=rude) as ben:
            await ana.done("Kick", guest=ben.welcome["guest"], block=True)
            assert (await ben.ended())[0] == 4403
        async with server.guest(table, options=rude) as ben:
            assert (ben.welcome["code"], (await ben.ended())[0]) == ("blocked", 4403)
        async with server.guest(table, options=kind) as other:
            assert other.welcome["type"] == "Welcome"
        await ana.done("Unblock")
        async with server.guest(table, options=rude) as ben:
            assert ben.welcome["view"]["blocked"] == []


async def test_spectators_are_removed_when_a_game_without_them_starts(server):
    async with (
        server.host(spectators=False, thinking=False) as ana,
        server.guest(ana.made["table"]) as watcher,
    ):
        await ana.done("TakeSeat", name="Ana")
        await ana.done("FillWithBots", players=3)
        await ana.done("Start")
        assert (await watcher.ended())[0] == 4403


async def test_leave_command_is_answered_before_the_connection_closes(server):
    made = await server.make_table()
    async with server.guest(made["table"]) as ben:
        await ben.done("LeaveTable")
        assert (await ben.ended())[0] == 1000


async def test_oldest_of_nine_connections_is_closed(server):
    made = await server.make_table()
    async with AsyncExitStack() as lines:
        guests = [
            await lines.enter_async_context(server.guest(made["table"], token=made["token"]))
            for _ in range(9)
        ]
        code, heard = await guests[0].ended()
        assert code == 4409
        assert heard[-1]["code"] == "oldest-connection"
        await guests[8].done("TakeSeat", name="Ana")
        for guest in guests[1:]:
            assert (await guest.until("SeatTaken"))["name"] == "Ana"


async def test_wrong_first_message_ends_the_connection(server):
    cases = {
        "not json": (4400, "hello-first"),
        "[]": (4400, "hello-first"),
        '"x"': (4400, "hello-first"),
        "{}": (4400, "malformed"),
        '{"type": "Start", "id": 1}': (4400, "hello-first"),
        '{"type": "Hello", "protocol": 1, "table": "x"}': (4406, "protocol"),
        '{"type": "Hello", "protocol": 9, "table": 7, "new": {}}': (4406, "protocol"),
        '{"type": "Hello", "protocol": 3, "table": 7}': (4400, "malformed"),
        '{"type": "Hello", "protocol": 3, "table": "x", "tokn": "y"}': (4400, "malformed"),
        '{"type": "Hello", "protocol": "3", "table": "x"}': (4400, "malformed"),
        '{"type": "Hello", "table": "x"}': (4400, "malformed"),
        '{"type": "Hello", "protocol": 3, "table": "nowhere"}': (4404, "no-such-table"),
        '{"type": "Hello", "protocol": 3, "table": "ABCDE"}': (4404, "no-such-table"),
    }
    for text, (code, word) in cases.items():
        async with server.line() as line:
            await line.send(text)
            got, heard = await Guest(line).ended()
            assert (got, heard[-1]["code"]) == (code, word)
            if word == "protocol":
                assert heard[-1]["params"] == {"yours": json.loads(text)["protocol"], "ours": 3}


async def test_unreadable_hello_gets_an_explanation(server):
    cases = {
        '{"type": "Hello", "protocol": 3, "table": 7}': "expected `str`, got `int` at $.table",
        '{"type": "Hello", "protocol": 3}': "object missing required field `table` at $",
        '{"type": "Hello", "protocol": 3, "table": "x", "new": 1}': "there is no such field at $",
    }
    for text, reason in cases.items():
        async with server.line() as line:
            await line.send(text)
            _, heard = await Guest(line).ended()
            assert heard[-1]["params"] == {"reason": reason}
            assert heard[-1]["text"] == f"Invalid message: {reason}."


async def test_missing_hello_ends_the_connection():
    async with live(hello_seconds=0.1) as server, server.line() as line:
        code, heard = await Guest(line).ended()
        assert code == 4408
        assert heard[-1]["code"] == "hello-late"


async def test_nonsense_is_answered_until_there_is_too_much():
    async with live(most_nonsense=5) as server, server.host() as ana:
        for number, (kind, fields) in enumerate(
            (
                ("Choose", {}),
                ("Choose", {"seat": "first", "turn": 1, "leave": True}),
                ("Unheard", {}),
            ),
            start=1,
        ):
            await ana.say(kind, **fields)
            problem = await ana.hear()
            assert (problem["code"], problem["id"]) == ("malformed", number)
        await ana.say("Hello", protocol=3, table=ana.made["table"])
        assert (await ana.hear())["code"] == "unexpected-hello"
        for text in ("{", "[]", '{"type": "Fly"}'):
            await ana.line.send(text)
        code, heard = await ana.ended()
        assert code == 4400
        assert heard[-1]["code"] == "too-many-nonsense"


async def test_long_message_ends_the_connection(server):
    made = await server.make_table()
    async with server.guest(made["table"]) as ben:
        await ben.say("TakeSeat", name="x" * 70_000)
        assert (await ben.ended())[0] == 1009


async def test_fragmented_and_binary_messages_are_accepted(server):
    made = await server.make_table()
    async with server.guest(made["table"]) as ben:
        await ben.line.send(['{"type": "Look",', ' "id": 1}'])
        assert (await ben.hear())["type"] == "View"
        await ben.line.send(b'{"type": "Look", "id": 2}')
        assert (await ben.hear())["type"] == "View"
        await ben.line.send(b"\xff\xfe")
        assert (await ben.hear())["code"] == "malformed"


async def test_commands_may_precede_the_welcome(server):
    made = await server.make_table()
    async with server.line() as line:
        ana = Guest(line)
        await ana.say("Hello", protocol=3, table=made["table"], token=made["token"])
        await ana.say("TakeSeat", name="Ana")
        assert (await ana.hear())["type"] == "Welcome"
        assert (await ana.until("SeatTaken"))["name"] == "Ana"


async def test_too_many_messages_end_the_connection():
    async with live(message_rate=1, message_burst=5) as server:
        made = await server.make_table()
        async with server.guest(made["table"]) as ben:
            for _ in range(8):
                await ben.say("TakeBack", seat=0)
            code, heard = await ben.ended()
            assert code == 4429
            assert heard[-1]["code"] == "too-many-messages"


async def test_guesses_of_room_codes_are_limited():
    async with live(guess_burst=3, guess_rate=0.001) as server:
        codes = []
        for _ in range(5):
            async with server.guest("ABCDE") as stranger:
                codes.append((stranger.welcome["code"], (await stranger.ended())[0]))
        assert codes == [("no-such-table", 4404)] * 3 + [("too-many-guesses", 4429)] * 2
        assert (await server.http.get("api/tables/ABCDF")).status_code == 429


async def test_connections_from_one_address_are_limited():
    async with live(connections_per_address=2) as server:
        made = await server.make_table()
        first, second = server.guest(made["table"]), server.guest(made["table"])
        async with first, second, server.line() as line:
            code, heard = await Guest(line).ended()
            assert (code, heard[-1]["code"]) == (1013, "crowded-address")
        while server.services.limits.connections:
            await asyncio.sleep(0.01)
        async with server.guest(made["table"]) as ben:
            assert ben.welcome["type"] == "Welcome"


async def test_stopping_server_closes_with_1012_and_presence_stays_right(tmp_path):
    database = f"sqlite:///{tmp_path / 'x.db'}"
    async with live(database) as server:
        made = await server.make_table()
        line = server.guest(made["table"], token=made["token"])
        ana = await line.__aenter__()
    assert (await ana.ended())[0] == 1012
    await line.__aexit__(None, None, None)
    async with live(database) as server, server.guest(made["table"]) as ben:
        guests = {guest["guest"]: guest["present"] for guest in ben.welcome["view"]["guests"]}
        assert guests == {"g1": False, "g2": True}


async def test_deleted_table_ends_its_connections(server):
    async with server.host() as ana:
        path = f"api/tables/{ana.made['table']}"
        assert (await server.http.delete(path)).status_code == 401
        async with server.guest(ana.made["table"]) as ben:
            for wrong in ("nonsense", ben.welcome["token"]):
                bearer = {"Authorization": f"Bearer {wrong}"}
                assert (await server.http.delete(path, headers=bearer)).status_code == 403
        right = {"Authorization": f"Bearer {ana.made['token']}"}
        assert (await server.http.delete(path, headers=right)).status_code == 204
        code, heard = await ana.ended()
        assert (code, heard[-1]["code"]) == (4404, "no-such-table")
        for gone in (path, f"{path}/records"):
            assert (await server.http.get(gone)).json()["code"] == "no-such-table"
    async with server.guest(ana.made["table"], token=ana.made["token"]) as ana:
        assert (ana.welcome["code"], (await ana.ended())[0]) == ("no-such-table", 4404)


@pytest.mark.parametrize(
    ("found", "written", "code", "close", "status"),
    [
        ('"v":1', '"v":2', "later-log", 1013, 503),
        ('"event":"TableCreated"', '"event":"Nothing"', "table-log", 4403, 500),
    ],
)
async def test_unreadable_log_of_a_table_is_reported_once(
    found, written, code, close, status, tmp_path, caplog
):
    file = tmp_path / "tables.db"
    async with live(f"sqlite:///{file}") as server:
        made = await server.make_table()
    change = "UPDATE events SET payload = CAST(replace(CAST(payload AS TEXT), ?, ?) AS BLOB)"
    with closing(apsw.Connection(str(file))) as connection:
        connection.execute(change, (found, written))
        assert connection.changes()
    async with live(f"sqlite:///{file}") as server:
        async with server.guest(made["table"]) as ben:
            assert (ben.welcome["code"], (await ben.ended())[0]) == (code, close)
        answer = await server.http.get(f"api/tables/{made['table']}/records")
        assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert "Traceback" not in caplog.text


async def test_lone_surrogates_and_control_characters_do_no_harm(server):
    made = await server.make_table()
    async with server.guest(made["table"]) as ben:
        await ben.line.send('{"type": "TakeSeat", "id": 1, "name": "\\ud800"}')
        await ben.line.send(json.dumps({"type": "TakeSeat", "id": 2, "name": "a\u0000b\u202e"}))
        await ben.line.send('{"type": "Rename", "id": 3, "seat": 0, "name": "\\udfff"}')
        assert (await ben.ask("Look"))["type"] == "View"


def _check_order(raw: list[str], known: int) -> int:
    """Return the number of answers; each must follow all events up to its number."""
    answers = 0
    for message in map(json.loads, raw):
        for event in message.get("events", []):
            known = max(known, event["public_number"])
        if message["type"] == "Welcome" and "view" in message:
            known = message["public_number"]
        if message["type"] == "Answer":
            answers += 1
            assert message["public_number"] <= known, raw
    return answers


async def test_answer_follows_all_events_up_to_its_number():
    async with live(pace=0.005) as server:
        made = await server.make_table()
        async with (
            server.guest(made["table"], token=made["token"]) as ana,
            server.guest(made["table"]) as ben,
        ):
            # Commands sent at once are committed together, in a few batches.
            for number in range(20):
                await ana.say("FillWithBots", players=number % 4)
                await ben.say("TakeSeat", name="Ben")
                await ben.say("LeaveSeat", seat=7)
            for guest, last in ((ana, 20), (ben, 40)):
                while (await guest.hear()).get("id") != last:
                    pass
            assert _check_order(ana.raw, 0) == 20
            assert _check_order(ben.raw, 0) == 40


async def test_resumed_guest_gets_missed_events_before_any_answer(server):
    async with server.host() as ana:
        async with server.guest(ana.made["table"]) as ben:
            token, number = ben.welcome["token"], ben.welcome["public_number"]
        for step in range(30):
            await ana.done("FillWithBots", players=step % 4)
        async with server.line() as line:
            ben = Guest(line)
            await ben.say("Hello", protocol=3, table=ana.made["table"], token=token, since=number)
            await ben.say("TakeSeat", id=1, name="Ben")
            while (await ben.hear()).get("id") != 1:
                pass
            assert _check_order(ben.raw, number) == 1


async def test_guests_per_network_are_limited_and_a_network_can_be_blocked(server):
    async with AsyncExitStack() as stack, server.host(guests_per_network=3) as host:
        code = host.welcome["code"]

        async def come(source: str) -> Guest:
            options = {"local_addr": (source, 0)}
            return await stack.enter_async_context(server.guest(code, options=options))

        strangers = [await come("127.0.0.2") for _ in range(4)]
        assert [one.welcome["type"] for one in strangers] == ["Welcome"] * 3 + ["Problem"]
        assert strangers[3].welcome["code"] == "network-full"
        friend = await come("127.0.0.3")
        assert friend.welcome["type"] == "Welcome"
        guest = strangers[1].welcome["guest"]
        await host.done("Kick", guest=guest, block=True, network=True)
        assert [(await one.ended())[0] for one in strangers[:3]] == [4403] * 3
        assert (await come("127.0.0.2")).welcome["code"] == "blocked"
        assert (await friend.ask("Look"))["type"] == "View"
        assert (await come("127.0.0.3")).welcome["type"] == "Welcome"
        await host.done("SetVisibility", visibility="locked")
        assert (await come("127.0.0.4")).welcome["code"] == "locked"
        (room,) = server.services.rooms
        secrets = {one.network for one in room.table.guests if one.network}
        assert len(secrets) == 1
        assert not any(secret in text for secret in secrets for text in [*host.raw, *friend.raw])
