"""Test that secrets never reach a wrong socket, a response or the log."""

import json
import logging
from contextlib import asynccontextmanager

import pytest

from diamant.server.tables import deciding
from tests.server.live import Live, live


@asynccontextmanager
async def _playing(server: Live, *, shown: bool):
    """Yield Ana, Ben and a spectator at a table after the first card."""
    async with (
        server.host(clock="off", show_chosen=shown, thinking=True) as ana,
        server.guest(ana.made["table"]) as ben,
        server.guest(ana.made["table"]) as eve,
    ):
        await ana.done("TakeSeat", name="Ana")
        await ben.done("TakeSeat", name="Ben")
        await ana.done("FillWithBots", players=3)
        await ana.done("Start")
        await ana.done("PromiseNonce", seat=0, hash="")
        await ben.done("PromiseNonce", seat=1, hash="")
        for guest in (ana, ben, eve):
            await guest.until("CardTurned")
        yield ana, ben, eve


@pytest.mark.parametrize("shown", [True, False])
async def test_pending_choice_reaches_no_one_else(server, shown: bool):
    async with _playing(server, shown=shown) as (ana, ben, eve):
        for guest in (ana, ben, eve):
            await guest.ask("Look", id=1)
            guest.raw.clear()
        for leave in (True, False, True):
            await ana.done("Choose", seat=0, turn=1, leave=leave)
        for guest in (ben, eve):
            # The answer follows all earlier messages.
            await guest.ask("Look", id=2)
            told = [event for text in guest.raw for event in json.loads(text).get("events", [])]
            about = [event for event in told if event.get("seat") == 0]
            assert [event["event"] for event in about] == (["ChoiceMade"] if shown else [])
            before_reveal = [text for text in guest.raw if "ChoicesRevealed" not in text]
            assert before_reveal
            for text in before_reveal:
                assert '"leave":' not in text
                assert '"choice":true' not in text
                assert '"choice":false' not in text
        mine = [
            event
            for text in ana.raw
            for event in json.loads(text).get("events", [])
            if event["event"] == "ChoiceMade" and event["seat"] == 0
        ]
        assert [event["leave"] for event in mine] == [True, False, True]


async def test_no_response_and_no_log_line_repeats_a_secret(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    async with live() as server:
        made = await server.make_table()
        secret = made["token"]
        async with server.guest(made["table"], token=secret) as ana:
            await ana.done("TakeSeat", name="Zenobia")
            code = (await ana.done("OfferSeat", seat=0))["code"]
            ana.raw.clear()
            for text in (
                json.dumps({"type": secret, "id": 1}),
                json.dumps({"type": "Start", "id": 1, secret: True}),
                json.dumps({"type": "Rename", "id": 1, "seat": secret, "name": "x"}),
                json.dumps({"type": "ClaimSeat", "id": 1, "code": secret}),
                json.dumps({"type": "PromiseNonce", "id": 1, "seat": 0, "hash": secret}),
                json.dumps({"type": "ChangeSettings", "id": 2, "settings": {secret: 1}}),
                json.dumps([secret]),
                secret,
            ):
                await ana.line.send(text)
            await ana.ask("Look", id=9)
            assert len(ana.raw) >= 8
            for text in ana.raw:
                assert secret not in text
                assert code not in text
        for path in (f"api/tables/{secret}", f"api/tables/x/records/{secret}", f"api/{secret}"):
            assert secret not in (await server.http.get(path)).text
        for body in (json.dumps({secret: 1}), json.dumps({"settings": {secret: 1}}), secret):
            assert secret not in (await server.http.post("api/tables", content=body)).text
        assert secret not in (await server.http.post("api/claims", json={"claim": secret})).text
    for record in caplog.records:
        if record.name.startswith(("diamant", "uvicorn")):
            line = record.getMessage() + (record.exc_text or "")
            assert secret not in line
            assert code not in line
            assert "Zenobia" not in line
            assert made["code"] not in line


async def test_bug_is_reported_only_by_a_reference(server, monkeypatch: pytest.MonkeyPatch):
    def broken(table, command, now, most_entries):
        raise ZeroDivisionError("the secret is 42")

    async with server.host() as ana:
        monkeypatch.setattr(deciding, "handle", broken)
        problem = await ana.ask("TakeSeat", name="Ana")
        assert (problem["type"], problem["code"]) == ("Problem", "internal")
        assert "42" not in problem["text"].replace(problem["params"]["reference"], "")
        monkeypatch.undo()
        await ana.done("TakeSeat", name="Ana")


@pytest.mark.parametrize("shown", [True, False])
async def test_leaving_and_staying_have_the_same_length_on_every_connection(shown: bool):
    """An eavesdropper sees lengths, which are equal until the reveal."""
    heard = {}
    async with live() as server, _playing(server, shown=shown) as (ana, ben, eve):
        await ana.done("Pause")  # Prevent bots from choosing in between.
        await ana.done("Choose", seat=0, turn=1, leave=True)
        for number, leave in enumerate((False, True)):
            for guest in (ana, ben, eve):
                await guest.ask("Look", id=10 * number + 21)
                guest.raw.clear()
            await ana.done("Choose", id=10 * number + 22, seat=0, turn=1, leave=leave)
            for guest in (ana, ben, eve):
                await guest.ask("Look", id=10 * number + 23)
            async with server.guest(ana.made["table"], token=ana.made["token"]) as again:
                told = [guest.raw for guest in (ana, ben, eve, again)]
                heard[leave] = [[len(text.encode()) for text in texts] for texts in told]
            assert any(f'"leave":{json.dumps(leave)}' in text for text in ana.raw)
    assert heard[True] == heard[False]


async def test_no_metric_reveals_a_change_of_mind():
    """Compare the metrics of a server with one table, with and without a change of mind."""
    for shown in (True, False):
        async with live() as server, _playing(server, shown=shown) as (ana, ben, _):
            await ana.done("Pause")
            await ana.done("Choose", seat=0, turn=1, leave=True)
            before = _figures(server)
            for leave in (False, True, True, False):
                await ana.done("Choose", seat=0, turn=1, leave=leave)
            assert _figures(server) == before
            await ben.done("Choose", seat=1, turn=1, leave=False)
            assert (_figures(server) == before) is not shown


def _figures(server: Live) -> list[str]:
    text = server.services.metrics.text().decode()
    return [line for line in text.splitlines() if "lag" not in line]
