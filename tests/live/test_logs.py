"""Test `--log json`: every line is one JSON object without secrets."""

import json
import socket

from diamant.client import AsyncClient
from diamant.server.logs import FIELDS
from tests.live.serving import Server
from tests.server.live import guest_at

TOKEN = "an-operator's-token-of-32-letters"
USUAL = {"time", "level", "logger", "message"}


async def test_every_line_is_json_without_secrets(tmp_path):
    settings = {"log": "json", "log_level": "debug", "admin_token": TOKEN, "unknown": 1,
                "connections_per_address": 1, "plain_per_address": 3}  # fmt: skip
    with Server(tmp_path, **settings) as server:
        made = await AsyncClient(server.url).create_table()
        async with guest_at(server.url, made.table, token=made.token) as ana:
            await ana.done("TakeSeat", name="Zenobia")
            # Attacks by strangers: too many sockets, half a request, a reset.
            opened = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(9)]
            opened[0].sendall(b"GET / HTTP/1.1\r\n")
            opened[1].setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            for line in opened:
                line.close()
            await ana.ask("Look")
    text = server.text()
    announced, *lines = text.splitlines()
    assert announced.startswith("diamant is running at ")
    read = [json.loads(line) for line in lines]
    assert {"warning"} <= {line["level"] for line in read}
    for line in read:
        assert USUAL <= set(line) <= {*USUAL, *FIELDS, "exception"}
        assert "exception" not in line
    for secret in (TOKEN, "Zenobia", made.token, made.code, made.table):
        assert secret not in text
