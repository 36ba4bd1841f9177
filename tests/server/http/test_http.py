"""Test the HTTP API: tables, records, refusals, files, headers, hosts, origins, proxies."""

import asyncio
import json
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from diamant.protocol.outgoing import CreatedTable
from diamant.server.http.web_files import WebFiles, pack
from tests.own_editions import SMALL
from tests.server.live import PATIENCE, Live, live

GOLDEN = Path(__file__).parents[2] / "golden" / "iello-2016.dia"
WEB = Path(__file__).parents[3] / "src" / "diamant" / "web"


async def test_tables_are_created_listed_and_found(server):
    made = await server.make_table(visibility="public", clock="brisk")
    hidden = await server.make_table()
    listed = (await server.http.get("api/tables")).json()["tables"]
    assert [table["table"] for table in listed] == [made["table"]]
    assert listed[0]["clock"] == "brisk"
    assert "nodes" not in listed[0]
    for name in (hidden["table"], hidden["code"], hidden["code"].lower()):
        found = (await server.http.get(f"api/tables/{name}")).json()
        assert found["table"] == hidden["table"]
    assert (await server.http.post("api/tables")).status_code == 201


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("nonsense", "bad-body"),
        ("{", "bad-body"),
        ("[]", "bad-body"),
        (b"\xff", "bad-body"),
        ('{"stings": {}}', "bad-body"),
        ('{"settings": 3}', "bad-body"),
        ('{"settings": {"color": 3}}', "bad-body"),
        ('{"settings": {"clock": "sundial"}}', "bad-setting"),
        ('{"settings": {"seconds": 100000000000000000000}}', "bad-setting"),
        ('{"settings": {"edition": "monopoly"}}', "bad-setting"),
        ('{"settings": {"edition": "x", "edition_text": "\\u0000"}}', "bad-setting"),
        (" " * 70_000, "too-large"),
        ('{"settings": {"edition": "\\ud800"}}', "bad-body"),
    ],
)
async def test_wrong_settings_are_refused(server, body: str | bytes, code: str):
    answer = await server.http.post("api/tables", content=body)
    assert 400 <= answer.status_code < 500
    assert answer.json()["code"] == code
    assert answer.json()["text"]
    assert set(answer.json()) == {"code", "params", "text"}
    if code == "bad-setting":
        assert answer.json()["params"]["setting"] in json.loads(body)["settings"]


async def test_unknown_addresses_and_methods_are_refused(server):
    for path in ("api/nothing", "nothing.html", "../secret", "api/tables/x/records/y/z"):
        answer = await server.http.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "bad-address")
    answer = await server.http.put("api/tables")
    assert (answer.status_code, answer.json()["code"]) == (405, "bad-method")
    assert answer.headers["allow"] == "POST, GET"
    answer = await server.http.options("api/health")
    assert answer.status_code == 405
    assert (await server.http.get("api/tables/ABCDE")).status_code == 404
    answer = await server.http.get("api/tables/nowhere/records")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-table")
    made = await server.make_table()
    assert (await server.http.get(f"api/tables/{made['table']}/records")).text == ""
    for number in ("0", "1", "x", "9" * 400):
        answer = await server.http.get(f"api/tables/{made['table']}/records/{number}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no-such-record")


async def test_record_is_replayed_and_a_wrong_one_refused_with_its_position(server):
    text = GOLDEN.read_text().split("\n\n[")[0]
    answer = await server.http.post("api/replay", content=text)
    game = answer.json()["games"][0]
    assert game["record"]["tags"]["Edition"] == ["iello-2016"]
    assert game["steps"][-1]["view"]["scores"] is not None
    assert "history" not in game["steps"][0]["view"]
    answer = await server.http.post("api/replay", content="[Edition 3]")
    assert answer.status_code == 400
    assert answer.json()["code"] == "record"
    assert answer.json()["params"]["line"] == 1
    assert answer.json()["params"]["column"] == 10
    for body in (b"", b"\xff", b"[Edition", b"x" * 300_000):
        answer = await server.http.post("api/replay", content=body)
        assert 400 <= answer.status_code < 500


async def test_finished_game_is_reviewed_and_an_unfinished_one_refused(server):
    text = GOLDEN.read_text().split("\n\n[")[0]
    answer = await server.http.post("api/review", content=text)
    assert answer.status_code == 200
    told = answer.json()
    assert abs(sum(player["cards"] for player in told["players"])) < 1e-9
    open_yet = '[Edition "iello-2016"]\n[Players "a" "b" "c"]\n1. 9'
    for body in (open_yet, "", "[Edition 3]"):
        answer = await server.http.post("api/review", content=body)
        assert (answer.status_code, answer.json()["code"]) == (400, "record")


async def test_information_endpoints_respond(server):
    assert len((await server.http.get("api/editions")).json()["editions"]) >= 6
    assert set((await server.http.get("api/bots")).json()["levels"]) >= {"easy", "hard"}
    assert (await server.http.get("api/health")).json()["status"] == "ok"
    assert "client" in (await server.http.get("api/schema.json")).json()["$defs"]
    assert (await server.http.get("api/openapi.json")).json()["openapi"] == "3.1.0"
    metrics = (await server.http.get("metrics")).text
    assert "diamant_commit_seconds_count" in metrics
    assert "diamant_open_tables" in metrics
    server.services.stopping = True
    answer = await server.http.get("api/health")
    assert (answer.status_code, answer.json()["code"]) == (503, "stopping")
    assert (await server.http.post("api/tables")).status_code == 503


async def test_claim_works_once(server):
    made = CreatedTable(table="t", code="C", guest="g1", token="secret")
    claim = server.services.make_claim(made)
    answer = await server.http.post("api/claims", json={"claim": claim})
    assert answer.json() == {"table": "t", "code": "C", "guest": "g1", "token": "secret"}
    answer = await server.http.post("api/claims", json={"claim": claim})
    assert (answer.status_code, answer.json()["code"]) == (404, "claim-used")


async def test_edition_text_determines_the_edition_id(server):
    body = {"settings": {"edition": "", "edition_text": SMALL}}
    made = await server.http.post("api/tables", json=body)
    shown = await server.http.get(f"api/tables/{made.json()['table']}")
    assert shown.json()["edition"] == "own-small"
    body = {"settings": {"edition": "", "edition_text": "rounds = 3"}}
    answer = await server.http.post("api/tables", json=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-setting")
    assert answer.json()["text"].endswith(": the edition is missing the field 'id'.")
    assert answer.json()["params"]["reason"] == {
        "template": "{where} is missing the field {name}",
        "params": {"where": {"template": "the edition", "params": {}}, "name": "'id'"},
    }


async def test_tables_per_address_are_limited():
    async with live(table_burst=2, table_rate=0.0001) as server:
        codes = [(await server.http.post("api/tables")).status_code for _ in range(3)]
        assert codes == [201, 201, 429]


async def test_temporary_refusal_has_a_retry_after_header():
    async with live(request_burst=2, request_rate=0.0001) as server:
        assert (await server.http.get("api/nowhere")).headers.get("retry-after") is None
        server.services.stopping = True
        assert (await server.http.get("api/health")).headers["retry-after"] == "5"
        answer = await server.http.get("api/health")
        assert (answer.json()["code"], answer.headers["retry-after"]) == ("too-many-requests", "60")
        assert answer.headers["x-content-type-options"] == "nosniff"
        with pytest.raises(InvalidStatus) as caught:
            await server.line().__aenter__()
        assert caught.value.response.status_code == 429
        assert json.loads(caught.value.response.body)["code"] == "too-many-requests"


async def test_every_response_has_security_headers(server):
    for path in ("", "api/health", "api/nothing", "metrics"):
        headers = (await server.http.get(path)).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "cross-origin-opener-policy" not in headers
        assert "server" not in headers


async def _status(server: Live, path: str = "api/health", method: str = "GET", **headers) -> int:
    return (await server.http.request(method, path, headers=headers)).status_code


async def test_only_allowed_host_names_are_served():
    async with live(allow_hosts=("diamant.example",)) as server:
        for host, status in {
            "localhost": 200,
            "localhost:1234": 200,
            "127.0.0.1": 200,
            "192.168.1.20:8000": 200,
            "[::1]:8000": 200,
            "diamant.example": 200,
            "DIAMANT.example:8000": 200,
            "evil.example": 403,
            "diamant.example.evil.example": 403,
            "localhost.evil.example": 403,
            "local host": 403,
            "": 403,
        }.items():
            assert await _status(server, Host=host) == status, host
        answer = await server.http.get("api/health", headers={"Host": "evil.example"})
        assert answer.json()["code"] == "foreign-host"
        with pytest.raises(InvalidStatus, match="403"):
            await server.line(additional_headers={"Host": "evil.example"}).__aenter__()
    async with live(allow_hosts=("*",)) as server:
        assert await _status(server, Host="anything.example") == 200


async def test_foreign_origins_may_not_write_or_open_sockets():
    async with live(allow_origins=("https://friend.example",)) as server:
        own = server.address.rstrip("/")
        for origin, fine in {
            own: True,
            "https://friend.example": True,
            "http://friend.example": False,
            own.replace("http", "https"): False,
            own + "0": False,
            "null": False,
            "http://evil.example": False,
        }.items():
            status = await _status(server, "api/tables", "POST", Origin=origin)
            assert status == (201 if fine else 403), origin
            line = server.line(additional_headers={"Origin": origin})
            if fine:
                async with line:
                    pass
            else:
                with pytest.raises(InvalidStatus, match="403"):
                    await line.__aenter__()


async def test_forwarded_headers_count_only_from_trusted_proxies():
    forwarded = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
    async with live() as server:
        # Metrics are for this machine only, and a proxy forwards requests of others.
        assert await _status(server, "metrics") == 200
        assert await _status(server, "metrics", **forwarded) == 404
        for header, said in (("Forwarded", "for=203.0.113.7"), ("X-Real-IP", "203.0.113.7")):
            assert await _status(server, "metrics", **{header: said}) == 404
        origin = server.address.rstrip("/").replace("http", "https")
        assert await _status(server, "api/tables", "POST", Origin=origin, **forwarded) == 403
    from diamant.server.settings import read_networks

    proxies = read_networks("127.0.0.0/8, ::1")
    async with live(trusted_proxies=proxies, table_burst=1, table_rate=0.0001) as server:
        origin = server.address.rstrip("/").replace("http", "https")
        made = await server.http.post("api/tables", headers={"Origin": origin, **forwarded})
        assert (made.status_code, made.headers["cross-origin-opener-policy"]) == (
            201,
            "same-origin",
        )
        # Each address has its own bucket, whatever precedes the proxy's entry.
        forwarded["X-Forwarded-For"] = "1.2.3.4, 203.0.113.7, 127.0.0.9"
        assert await _status(server, "api/tables", "POST", **forwarded) == 429
        forwarded["X-Forwarded-For"] = "203.0.113.7:50123, [::1]:8000"
        assert await _status(server, "api/tables", "POST", **forwarded) == 429
        for address, status in {
            "203.0.113.8": 201,
            "[2001:db8:1::1]:443": 201,
            "2001:db8:1::2": 429,
            "a:b:c": 201,
        }.items():
            forwarded["X-Forwarded-For"] = address
            assert await _status(server, "api/tables", "POST", **forwarded) == status


async def test_server_works_below_a_base_path():
    async with live(base_path="/a/diamant") as server:
        assert server.address.endswith("/a/diamant/")
        made = await server.make_table()
        async with server.guest(made["table"]) as ben:
            assert ben.welcome["type"] == "Welcome"
        root = server.address.removesuffix("a/diamant/")
        async with httpx.AsyncClient() as outside:
            assert (await outside.get(f"{root}api/health")).status_code == 404
            answer = await outside.get(f"{root}a/diamant")
            assert (answer.status_code, answer.headers["location"]) == (308, "/a/diamant/")


def test_only_files_for_browsers_are_served(tmp_path: Path):
    web = tmp_path / "web"
    (web / "js").mkdir(parents=True)
    (web / "index.html").write_text("<p>" * 500)
    (web / "js" / "main.js").write_text("1;")
    (web / "js" / "app.js").write_text("1;" * 500)
    (web / "__init__.py").write_text("secret = 1")
    (web / ".hidden.html").write_text("secret")
    (tmp_path / "outside.html").write_text("secret")
    files = WebFiles(web, look_seconds=0)
    page = files.find("index.html")
    assert page is not None
    assert page.kind == "text/html; charset=utf-8"
    assert page.packed is not None
    assert len(page.packed) < len(page.data)
    assert files.find("js/app.js") is not None
    for name in ("__init__.py", ".hidden.html", "../outside.html", "js/../../outside.html", "js",
                 "/etc/passwd", "index.html\0", "js//app.js", ""):  # fmt: skip
        assert files.find(name) is None, name
    (web / "index.html").write_text("new")
    changed = files.find("index.html")
    assert changed is not None
    assert changed.data == b"new"
    assert changed.tag != page.tag


async def test_unchanged_file_is_not_sent_again(server, monkeypatch: pytest.MonkeyPatch):
    from diamant.server.http import web_files

    file = pack(b"{}" * 200, web_files.TYPES[".json"])
    monkeypatch.setattr("diamant.server.http.catalogue.locale", lambda language: file)
    answer = await server.http.get("locales/xx.json")
    assert answer.headers["content-encoding"] == "gzip"
    assert json.loads(b"[" + answer.content.replace(b"}{", b"},{") + b"]")
    tag = answer.headers["etag"]
    answer = await server.http.get("locales/xx.json", headers={"If-None-Match": tag})
    assert answer.status_code == 304
    assert answer.headers["cache-control"] == "no-cache"


async def test_fonts_are_cached_forever(server):
    for file in (WEB / "fonts").glob("*.woff2"):
        answer = await server.http.get(f"fonts/{file.name}")
        assert answer.content == file.read_bytes()
        assert answer.headers["content-type"] == "font/woff2"
        assert "immutable" in answer.headers["cache-control"]


async def test_allowed_origin_may_read_responses():
    async with live(allow_origins=("https://friend.example",)) as server:
        friend = {"Origin": "https://friend.example"}
        answer = await server.http.get("api/health", headers=friend)
        assert answer.headers["access-control-allow-origin"] == "https://friend.example"
        asking = {**friend, "Access-Control-Request-Method": "POST"}
        answer = await server.http.options("api/tables", headers=asking)
        assert answer.status_code == 200
        assert "POST" in answer.headers["access-control-allow-methods"]
        answer = await server.http.get("api/health", headers={"Origin": "https://evil.example"})
        assert "access-control-allow-origin" not in answer.headers


async def test_number_of_open_tables_is_limited():
    async with live(most_tables=1) as server:
        first, second = await server.make_table(), await server.make_table()
        async with server.guest(first["table"]):
            async with server.guest(second["table"]) as late:
                assert late.welcome["code"] == "busy"
                assert (await late.ended())[0] == 1013
            answer = await server.http.post("api/tables")
            assert (answer.status_code, answer.json()["code"]) == (503, "busy")
            token = second["token"]
            async with server.guest(second["code"], token=token) as host:
                assert host.welcome["type"] == "Welcome"


async def test_rooms_opened_by_plain_requests_make_way_for_guests(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("diamant.server.tables.rooms.GRACE_SECONDS", 0.0)
    async with live(most_tables=2) as server:
        made = [await server.make_table() for _ in range(6)]
        for table in made:
            path, token = f"api/tables/{table['table']}/coach", table["token"]
            answer = await server.http.get(path, headers={"authorization": f"Bearer {token}"})
            assert answer.json()["code"] == "not-your-seat"
        assert len(server.services.rooms) == 2
        async with server.guest(made[0]["table"]) as one, server.guest(made[1]["table"]) as two:
            assert (one.welcome["type"], two.welcome["type"]) == ("Welcome", "Welcome")
            assert len(server.services.rooms) == 2
            answer = await server.http.get(path, headers={"authorization": "Bearer x"})
            assert answer.json()["code"] == "busy"
        async with asyncio.timeout(PATIENCE):
            while not all(room.idle for room in server.services.rooms):
                await asyncio.sleep(0.01)
        assert (await server.http.post("api/tables")).status_code == 201
