"""Test requests that arrive while a server stops."""

import asyncio
import logging

import pytest
from websockets.exceptions import InvalidStatus

from diamant.protocol.incoming import TableSettings
from diamant.server.connections.direct import DirectProtocol
from tests.server.live import live


async def test_handshake_during_the_stop_leaves_no_traceback(
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
    assert errors(caplog) == []


async def test_request_that_outlasts_the_stop_is_answered_without_a_traceback(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    asked = asyncio.Event()

    async def hang(*_: object) -> None:
        asked.set()
        await asyncio.Event().wait()

    async with live(stop_seconds=0) as server:
        monkeypatch.setattr(server.services.store, "public_tables", hang)
        asking = asyncio.create_task(server.http.get("api/tables"))
        await asked.wait()
        server.services.stop()
        answer = await asking
    assert (answer.status_code, answer.json()["code"]) == (503, "stopping")
    assert all("Traceback" not in text for text in errors(caplog))


async def test_stopping_server_opens_no_table_for_a_deadline(
    house, caplog: pytest.LogCaptureFixture
):
    services = house.services()
    made = await services.rooms.make(TableSettings(), "")
    await services.rooms.settle()
    assert await services.background._open(made.table) is None
    assert errors(caplog) == []


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the errors in the log, with their tracebacks."""
    format_record = logging.Formatter().format
    return [format_record(record) for record in caplog.records if record.levelno >= logging.ERROR]
