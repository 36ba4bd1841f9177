"""Messages and visitors that a server turns away: one sentence with a code, a defined state."""

import asyncio
import http.client
import json

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from diamant.client import AsyncClient, RefusedError
from tests.live.people import company, raw
from tests.live.serving import Server


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    """A server with narrow limits, below a path."""
    folder = tmp_path_factory.mktemp("strict")
    database = f"sqlite:///{folder / 'tables.db'}"
    server = Server(
        database, folder, base_path="/games/diamant", hello_seconds=0.5, guess_burst=3,
        guess_rate=0.001, message_burst=30, message_rate=1, most_nonsense=5,
        connections_per_address=12, table_burst=40, table_rate=0.001, most_waiting=50,
    ).start()  # fmt: skip
    yield server
    server.finish()


async def test_no_hello_in_time(strict):
    async with raw(strict.url) as line:
        assert await line.refused() == (4408, "hello-late")


@pytest.mark.parametrize("text", ['{"type": "Look", "id": 1}', "hello?", "[]", "{}", '"x"'])
async def test_the_first_message_must_be_a_hello(strict, text):
    async with raw(strict.url) as line:
        await line.socket.send(text)
        assert (await line.closed()) == 4400


async def test_an_old_client_is_told_which_version_is_spoken(strict):
    for version in (1, 2, 99):
        async with raw(strict.url) as line:
            await line.say("Hello", protocol=version, table="x")
            problem = await line.hear("Problem")
            assert (problem["code"], problem["params"]) == (
                "protocol", {"yours": version, "ours": 3},
            )  # fmt: skip
            assert await line.closed() == 4406


async def test_a_hello_of_a_later_protocol_may_have_fields_that_are_not_known_here(strict):
    async with raw(strict.url) as line:
        await line.say("Hello", protocol=4, table="x", color="green")
        assert (await line.refused()) == (4406, "protocol")


async def test_a_message_that_is_too_long_ends_the_line(strict):
    async with company(strict.url, people=1) as party, raw(strict.url) as line:
        await line.hello(party.table)
        await line.say("TakeSeat", id=1, name="y" * 70_000)
        assert await line.closed() == 1009
        # Nothing happened to the others.
        assert (await party.host.look())["phase"] == "lobby"


async def test_what_cannot_be_taken_is_a_problem_and_the_line_stays(strict):
    async with company(strict.url, people=1) as party, raw(strict.url) as line:
        await line.hello(party.table)
        for text, name in [
            ("no json", None),
            ('{"type": "Choose", "id": 1}', 1),
            ('{"type": "Unheard", "id": 2}', 2),
            ('{"type": "Choose", "id": 3, "seat": "A", "turn": 1, "leave": true}', 3),
        ]:
            await line.socket.send(text)
            problem = await line.hear("Problem")
            assert problem["code"] == "malformed"
            assert problem.get("id") == name
        await line.say("Look", id=4)
        assert await line.hear("View")
        for _ in range(5):
            await line.socket.send("nonsense")
        assert await line.closed() == 4400


async def test_too_many_messages(strict):
    async with company(strict.url, people=1) as party, raw(strict.url) as line:
        await line.hello(party.table)
        for number in range(60):
            await line.say("Look", id=number + 1)
        assert await line.closed() == 4429


async def test_a_page_from_elsewhere_is_refused_before_the_line_opens(strict):
    address = strict.url.replace("http", "ws", 1) + "ws"
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1"):
        with pytest.raises(InvalidStatus) as caught:
            await connect(address, origin=origin)
        assert caught.value.response.status_code == 403
    async with connect(address, origin=f"http://127.0.0.1:{strict.port}"):
        pass


def ask(server, method, path, headers=None, body=None):
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    line.request(method, path, body=body, headers=headers or {})
    answer = line.getresponse()
    data = answer.read()
    line.close()
    return answer.status, data


async def test_a_name_that_is_not_the_servers_is_refused(strict):
    # A page whose name was pointed at this address (DNS rebinding) still bears its own name.
    for host in ("evil.example", f"evil.example:{strict.port}"):
        status, body = ask(strict, "GET", "/games/diamant/api/health", {"Host": host})
        assert 400 <= status < 500
        assert json.loads(body)["code"] == "foreign-host"
    address = strict.url.replace("http", "ws", 1) + "ws"
    with pytest.raises(InvalidStatus):
        await connect(address, additional_headers={"Host": "evil.example"})


async def test_it_lives_below_its_path_alone(strict):
    assert ask(strict, "GET", "/games/diamant/api/health")[0] == 200
    assert ask(strict, "GET", "/api/health")[0] == 404


async def test_forty_people_of_one_club_fit_but_not_everybody(strict):
    # Twelve here stand for the usual 200.
    lines = [connect(strict.url.replace("http", "ws", 1) + "ws") for _ in range(16)]
    opened = await asyncio.gather(*lines, return_exceptions=True)
    refused = 0
    for line in opened:
        if isinstance(line, BaseException):
            refused += 1
            continue
        # Each is told one thing: this, or that it never said Hello.
        message = json.loads(await asyncio.wait_for(line.recv(), 60))
        refused += message["code"] == "crowded-address"
    assert refused == 4
    for line in opened:
        if not isinstance(line, BaseException):
            await line.close()


@pytest.mark.parametrize(
    ("settings", "wrong"),
    [
        ({"clock": "slow"}, "clock"),
        ({"edition": "iello-1066"}, "edition"),
        ({"seconds": 1}, "seconds"),
        ({"break_seconds": 61}, "break_seconds"),
    ],
)
async def test_wrong_settings_of_a_table_are_named(strict, settings, wrong):
    with pytest.raises(RefusedError) as caught:
        await AsyncClient(strict.url).create_table(**settings)
    assert caught.value.reason == "bad-setting"
    assert caught.value.params["setting"] == wrong


@pytest.mark.parametrize("body", [b"{", b"[]", b'{"settings": 5}', b'{"stings": {}}', b"\xff"])
async def test_a_body_that_makes_no_sense(strict, body):
    status, answer = ask(strict, "POST", "/games/diamant/api/tables",
                         {"Content-Type": "application/json"}, body)  # fmt: skip
    assert status == 400
    assert set(json.loads(answer)) == {"code", "params", "text"}


async def test_room_codes_cannot_be_guessed_for_long(strict):
    # The last of this file, since it shuts this address out.
    codes = []
    for number in range(5):
        async with raw(strict.url) as line:
            await line.say("Hello", protocol=3, table=f"2222{number + 3}")
            codes.append(await line.refused())
    assert codes[0] == (4404, "no-such-table")
    assert codes[-1] == (4429, "too-many-guesses")
    with pytest.raises(RefusedError) as caught:
        await AsyncClient(strict.url).http.table("22222")
    assert caught.value.reason == "too-many-guesses"
