"""Test the operator's page: access, actions, and what it must never show."""

import json
import logging
import re

import pytest

from diamant.server.http.admin import COOKIE, name_of
from diamant.server.logs import JsonFormatter
from diamant.server.settings import read_networks
from diamant.server.tables.room import Room
from tests.server.live import live
from tests.server.test_secrets import _playing

TOKEN = "an-operator's-token-of-32-letters"


def _csrf(page: str) -> str:
    return re.search(r"name=csrf value=(\w+)", page)[1]


async def _sign_in(server, token=TOKEN):
    """Submit the form as a browser does; httpx keeps the cookie."""
    form = {"do": "login", "csrf": _csrf((await server.http.get("admin")).text), "token": token}
    return await server.http.post("admin", data=form)


async def _post(server, **form):
    page = await server.http.get("admin")
    return await server.http.post("admin", data={"csrf": _csrf(page.text), **form})


async def test_there_is_no_page_without_a_token(server):
    for answer in (await server.http.get("admin"), await server.http.post("admin")):
        assert (answer.status_code, answer.json()["code"]) == (404, "bad-address")


async def test_operator_signs_in_with_a_form_and_stays_signed_in():
    async with live(admin_token=TOKEN, base_path="/diamant") as server:
        form = await server.http.get("admin")
        assert (form.status_code, "name=token" in form.text) == (200, True)
        assert "Load" not in form.text
        assert "form-action 'self'" in form.headers["content-security-policy"]
        assert "default-src 'none'" in form.headers["content-security-policy"]
        assert form.headers.get_list("referrer-policy") == ["same-origin"]
        answer = await _sign_in(server)
        assert (answer.status_code, answer.headers["location"]) == (303, "/diamant/admin")
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith(f"{COOKIE}=operator.")
        for word in ("HttpOnly", "SameSite=strict", "Path=/diamant/admin", "Max-Age=28800"):
            assert word in cookie
        assert TOKEN not in cookie
        page = await server.http.get("admin")
        assert "<h2>Load</h2>" in page.text
        assert "<script" not in page.text
        assert page.headers["cache-control"] == "no-store"
        assert (await _post(server, do="logout")).status_code == 303
        assert "name=token" in (await server.http.get("admin")).text


async def test_cookie_is_secure_behind_https_and_plain_http_is_for_this_machine_alone():
    proxy = {"trusted_proxies": read_networks("127.0.0.0/8")}
    async with live(admin_token=TOKEN, **proxy) as server:
        far = {"x-forwarded-for": "203.0.113.5"}
        for answer in (
            await server.http.get("admin", headers=far),
            await server.http.post("admin", headers=far, data={"token": TOKEN}),
        ):
            assert answer.status_code == 403
            assert "<form" not in answer.text
        answer = await server.http.get("admin", headers=far | {"x-forwarded-proto": "https"})
        assert answer.status_code == 200
        assert "Secure" in answer.headers["set-cookie"]


async def test_token_in_the_address_is_ignored():
    async with live(admin_token=TOKEN) as server:
        answer = await server.http.get(f"admin?token={TOKEN}")
        assert "name=token" in answer.text
        assert TOKEN not in answer.text


async def test_wrong_tokens_are_limited_and_logged_once(caplog):
    async with live(admin_token=TOKEN, guess_burst=3.0, guess_rate=0.0) as server:
        codes = [(await _sign_in(server, f"{TOKEN}{n}")).status_code for n in range(4)]
        assert codes == [403, 403, 403, 429]
        assert (await _sign_in(server)).status_code == 429
    (record,) = [r for r in caplog.records if "wrong token" in r.getMessage()]
    assert TOKEN not in record.getMessage()


async def test_forged_form_changes_nothing():
    async with live(admin_token=TOKEN) as server:
        await _sign_in(server)
        cookie = server.http.cookies[COOKIE]
        csrf = _csrf((await server.http.get("admin")).text)
        server.http.cookies.clear()
        form = {"do": "block", "network": "203.0.113.0/24"}
        for forged, sent in (
            ("", cookie),
            ("0" * 64, cookie),
            (csrf, ""),
            (csrf, cookie.replace("operator", "visitor")),
            (csrf, re.sub(r"\.(\d+)\.", r".9\1.", cookie)),
            (csrf, "operator.99999999999.x.é"),
        ):
            headers = {"cookie": f"{COOKIE}={sent}".encode()}
            answer = await server.http.post("admin", data=form | {"csrf": forged}, headers=headers)
            assert (answer.status_code, list(server.services.blocked)) == (403, [])
        headers = {"cookie": f"{COOKIE}={cookie}", "origin": "https://evil.example"}
        answer = await server.http.post("admin", data=form | {"csrf": csrf}, headers=headers)
        assert answer.json()["code"] == "foreign-origin"
        del headers["origin"]
        answer = await server.http.post("admin", data=form | {"csrf": csrf}, headers=headers)
        assert (answer.status_code, len(list(server.services.blocked))) == (303, 1)


async def test_visitor_with_a_valid_form_cannot_act():
    async with live(admin_token=TOKEN) as server:
        assert (await _post(server, do="block", network="203.0.113.0/24")).status_code == 403
        assert not list(server.services.blocked)


async def test_session_ends_after_eight_hours(monkeypatch: pytest.MonkeyPatch):
    async with live(admin_token=TOKEN) as server:
        await _sign_in(server)
        monkeypatch.setattr("diamant.server.http.admin.time.time", lambda: 9e9)
        assert "name=token" in (await server.http.get("admin")).text


async def test_operator_closes_a_table(caplog):
    async with live(admin_token=TOKEN) as server, server.host() as ana:
        await ana.done("TakeSeat", name="<b>Ana</b>")
        await _sign_in(server)
        name = name_of(ana.made["table"])
        assert name in (await server.http.get("admin")).text
        for asked in (name, ana.made["code"].lower()):
            page = (await _post(server, do="find", table=asked)).text
            assert "<td>127.0.0.1</td><td>&lt;b&gt;Ana&lt;/b&gt;</td>" in page
            assert f'name=table value="{asked}"' in page
        answer = await _post(server, do="close", table=name)
        assert answer.status_code == 303
        code, heard = await ana.ended()
        assert (code, heard[-1]["code"]) == (4404, "no-such-table")
        table = await server.http.get(f"api/tables/{ana.made['table']}")
        assert table.status_code == 404
        answer = await _post(server, do="close", table=name)
        assert (answer.status_code, "There is no such table." in answer.text) == (400, True)
    (line,) = [
        json.loads(JsonFormatter().format(record))
        for record in caplog.records
        if getattr(record, "action", "") == "close"
    ]
    assert (line["table"], line["client"]) == (name, "127.0.0.1")
    assert ana.made["table"] not in json.dumps(line)


async def test_operator_blocks_a_network_and_lifts_the_block(caplog):
    async with live(admin_token=TOKEN, trusted_proxies=read_networks("127.0.0.0/8")) as server:
        far = {"additional_headers": {"x-forwarded-for": "203.0.113.5"}}
        near = {"additional_headers": {"x-forwarded-for": "198.51.100.7"}}
        made = await server.make_table()
        async with (
            server.guest(made["table"], options=far) as ben,
            server.guest(made["table"], options=near) as eve,
            server.line(**far) as silent,
        ):
            await _sign_in(server)
            for network in ("127.0.0.1", "0.0.0.0/0", "nonsense"):
                assert (await _post(server, do="block", network=network)).status_code == 400
            assert (await _post(server, do="block", network="203.0.113.0/24")).status_code == 303
            code, heard = await ben.ended()
            assert (code, heard[-1]["code"]) == (4403, "blocked-network")
            assert "blocked-network" in await silent.recv()
            await eve.ask("Look")
            page = (await server.http.get("admin")).text
            assert "<td>203.0.113.0/24</td>" in page
            assert "<td>blocked-network</td>" in page
            assert "<td>203.0.113.5</td>" in page
            headers = far["additional_headers"]
            answer = await server.http.get("api/editions", headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "blocked-network")
            await _post(server, do="unblock", network="203.0.113.0/24")
            assert (await server.http.get("api/editions", headers=headers)).status_code == 200
    actions = [record.action for record in caplog.records if hasattr(record, "action")]
    assert actions == ["login", "block", "unblock"]


async def test_actions_are_logged_at_every_log_level(caplog):
    caplog.set_level(logging.ERROR)
    caplog.handler.setLevel(logging.NOTSET)
    async with live(admin_token=TOKEN) as server:
        await _sign_in(server)
    assert "the operator signed in" in caplog.text


async def test_blocked_networks_of_the_settings_stay_out():
    async with live(blocked_networks=read_networks("127.0.0.0/8")) as server:
        assert (await server.http.get("api/editions")).json()["code"] == "blocked-network"


async def _pages_of_a_game() -> tuple[list[str], list[str]]:
    """Return all pages before a choice, after it and after a change of mind; and all secrets."""
    async with (
        live(admin_token=TOKEN) as server,
        _playing(server, shown=False) as (ana, ben, _),
    ):
        await ana.done("Pause")  # No bot chooses in between.
        await _sign_in(server)
        pages = []

        async def look() -> None:
            overview = (await server.http.get("admin")).text
            name = re.search(r'name=table value="([^"]+)"', overview)[1]
            text = overview + (await _post(server, do="find", table=name)).text
            noise = r"value=\w{64}|Memory</td><td>\d+|late by</td><td>[\d.]+"
            pages.append(re.sub(noise, "", text))

        await look()
        await ana.done("Choose", seat=0, turn=1, leave=True)
        await look()
        for leave in (True, False):
            await ben.done("Choose", seat=1, turn=1, leave=leave)
        code = (await ben.done("OfferSeat", seat=1))["code"]
        await look()
        table = server.services.rooms.get(ana.made["table"]).table
        secrets = [table.id, table.secret, TOKEN, code, ana.made["token"], ana.made["code"]]
        secrets += [word for guest in table.guests for word in (guest.token, guest.origin)]
        secrets += [word for seat in table.seats for word in (seat.nonce, seat.nonce_hash)]
        return pages, list(filter(None, secrets))


async def test_no_page_shows_a_secret_of_a_game():
    pages, secrets = await _pages_of_a_game()
    assert pages[0] == pages[1] == pages[2]
    assert "Ana" in pages[0]
    assert len(secrets) > 9
    assert not [secret for secret in secrets if secret in pages[2]]


async def test_control_page_with_the_log_number_is_noticed(monkeypatch):
    def phase(room: Room) -> str:
        return f"{room.table.phase.value} {room.table.log_number}"

    monkeypatch.setattr("diamant.server.http.admin._phase", phase)
    pages, _ = await _pages_of_a_game()
    assert pages[0] != pages[1]


async def test_session_holds_on_every_node_with_the_same_token():
    async with (
        live(admin_token=TOKEN) as one,
        live(admin_token=TOKEN) as other,
        live(admin_token=f"{TOKEN}!") as stranger,
    ):
        await _sign_in(one)
        cookies = {"cookie": f"{COOKIE}={one.http.cookies[COOKIE]}"}
        page = await other.http.get("admin", headers=cookies)
        assert f"Node {other.services.rooms.node} (1 running)" in page.text
        form = {"do": "block", "network": "203.0.113.0/24", "csrf": _csrf(page.text)}
        answer = await other.http.post("admin", data=form, headers=cookies)
        assert (answer.status_code, len(list(other.services.blocked))) == (303, 1)
        assert "name=token" in (await stranger.http.get("admin", headers=cookies)).text
