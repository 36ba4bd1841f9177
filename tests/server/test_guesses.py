"""Test that guesses are charged before the lookup, so concurrent ones cannot pass the limit."""

import asyncio
import json
import re
from ipaddress import ip_network

import pytest

from diamant.protocol import PROTOCOL
from tests.server.live import live

LIMIT = {"guess_burst": 5, "guess_rate": 0}


async def test_room_code_guesses_over_http_are_limited():
    async with live(**LIMIT) as server:
        made = await server.make_table()
        answers = await asyncio.gather(
            *[server.http.get(f"api/tables/ABC{one}{two}") for one in "DEFGH" for two in "JKMNPQR"]
        )
        codes = [answer.json()["code"] for answer in answers]
        assert sorted(set(codes)) == ["no-such-table", "too-many-guesses"]
        assert codes.count("no-such-table") == 5
        assert (await server.http.get(f"api/tables/{made['code']}")).status_code == 429


async def test_room_code_guesses_over_websocket_are_limited():
    async with live(**LIMIT) as server:

        async def guess(table: str) -> str:
            async with server.line() as line:
                await line.send(json.dumps({"type": "Hello", "protocol": PROTOCOL, "table": table}))
                return json.loads(await line.recv())["code"]

        codes = await asyncio.gather(*[guess(f"ABC{one}{two}") for one in "DEF" for two in "JKMNP"])
        assert codes.count("no-such-table") == 5
        assert codes.count("too-many-guesses") == 10


async def test_guesses_of_seat_codes_and_tokens_are_limited():
    async with live(**LIMIT) as server:
        made = await server.make_table()
        async with server.guest(made["table"]) as guest:
            for number in range(8):
                await guest.say("ClaimSeat", code=f"ABCD{number}")
            close, heard = await guest.ended()
            assert close == 4429
            told = [message["refusal"]["code"] for message in heard if message["type"] == "Answer"]
            assert set(told) <= {"wrong-code"}
            assert len(told) <= 5
        answer = await server.http.delete(
            f"api/tables/{made['table']}", headers={"authorization": "Bearer x"}
        )
        assert answer.json()["code"] == "too-many-guesses"


async def test_correct_room_codes_are_never_limited():
    async with live(**LIMIT) as server:
        made = await server.make_table(guests_per_network=30)

        async def come(_: int) -> str:
            async with server.guest(made["code"]) as guest:
                return guest.welcome["type"]

        assert await asyncio.gather(*map(come, range(30))) == ["Welcome"] * 30
        found = await asyncio.gather(
            *[server.http.get(f"api/tables/{made['code']}") for _ in range(30)]
        )
        assert {answer.status_code for answer in found} == {200}


async def test_ipv6_network_of_48_bits_guesses_like_a_few_households():
    proxies = (ip_network("127.0.0.0/8"),)
    async with live(**LIMIT, trusted_proxies=proxies) as server:

        async def guess(number: int) -> str:
            address = f"2001:db8:5:{number:04x}::1"
            headers = {"X-Forwarded-For": f"[{address}]:{1024 + number}"}
            answer = await server.http.get("api/tables/BCDFGH", headers=headers)
            return answer.json()["code"]

        codes = await asyncio.gather(*[guess(64 * number) for number in range(200)])
        assert codes.count("no-such-table") == 16 * 5
        assert codes.count("too-many-guesses") == 120
        assert (await server.http.get("api/tables/BCDFGH")).json()["code"] == "no-such-table"


async def test_old_room_codes_still_find_their_tables(monkeypatch: pytest.MonkeyPatch):
    async with live() as server:
        made = await server.make_table()
        assert re.fullmatch("[2-9BCDFGHJKMNPQRSTVWXZ]{6}", made["code"])
        monkeypatch.setattr("diamant.server.tables.rooms.new_room_code", lambda: "EAUYA")
        old = await server.make_table()
        for code, table in ((made["code"].lower(), made), ("eau ya", old)):
            async with server.guest(code) as guest:
                assert guest.welcome["table"] == table["table"]
            assert (await server.http.get(f"api/tables/{code}")).json()["table"] == table["table"]


async def test_seat_codes_use_the_letters_of_room_codes(server):
    async with server.host() as host:
        await host.done("TakeSeat", name="Ana")
        code = (await host.done("OfferSeat", seat=0))["code"]
        assert re.fullmatch("[2-9BCDFGHJKMNPQRSTVWXZ]{8}", code)
