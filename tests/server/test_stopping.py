"""A server that comes to its end while somebody knocks."""

import logging

import pytest
from websockets.exceptions import InvalidStatus

from diamant.server.connections.direct import DirectProtocol
from tests.server.live import live


async def test_a_handshake_that_the_end_is_faster_than_leaves_no_traceback(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    begin = DirectProtocol.handle_connect

    def end_at_once(protocol: DirectProtocol, request) -> None:
        begin(protocol, request)
        server.services.stop()
        protocol.shutdown()

    monkeypatch.setattr(DirectProtocol, "handle_connect", end_at_once)
    async with live() as server:
        with pytest.raises(InvalidStatus):
            await server.line()
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == []
