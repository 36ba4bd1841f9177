"""Test a table's coach over HTTP: only for the seat that asks, in its language."""

from contextlib import AsyncExitStack

from diamant.protocol.incoming import hash_token
from diamant.server.metrics import Metrics
from diamant.server.tables.rooms import Rooms
from diamant.store.errors import UnavailableError
from diamant.table import commands
from tests.server.live import live


async def test_coach_answers_only_the_seat_that_asks():
    async with live() as server, AsyncExitStack() as lines:
        made = await server.make_table(clock="off", thinking=False)
        host = await lines.enter_async_context(server.guest(made["table"], token=made["token"]))
        other = await lines.enter_async_context(server.guest(made["table"]))
        await host.done("TakeSeat", name="Ana")
        await host.done("FillWithBots", players=3)
        await host.done("Start")
        await host.until("CardTurned")
        address = f"api/tables/{made['table']}/coach"
        turn = (await host.ask("Look"))["view"]["turn"]

        async def coach(token=made["token"], **asked):
            bearer = {} if token is None else {"Authorization": f"Bearer {token}"}
            answer = await server.http.get(address, params={**asked}, headers=bearer)
            return answer.status_code, answer.json()

        status, told = await coach(seat=0, turn=turn)
        assert status == 200, told
        assert set(told["likely"]) == {"equilibrium", "champion"}
        assert told["says"].startswith(("No card can end", "1 of", "2 of"))
        assert (await coach(seat=0, turn=turn, language="de"))[1]["says"] != told["says"]
        assert (await coach(seat=0, turn=turn, language="xx"))[1] == told
        unknown, watching = "x" * 22, other.welcome["token"]
        for wrong, status, code in (
            ({"token": None}, 401, "needs-token"),
            ({"token": unknown}, 403, "wrong-token"),
            ({"token": watching}, 400, "not-your-seat"),
            ({"seat": 1}, 400, "not-your-seat"),
            ({"seat": "x"}, 400, "not-your-seat"),
            ({"turn": "9" * 400}, 400, "turn-over"),
        ):
            answer, refused = await coach(**{"seat": 0, "turn": turn, **wrong})
            assert (answer, refused["code"]) == (status, code)
        # The other guests have received nothing about it.
        await other.ask("Look")
        assert not any("coach" in text and "settings" not in text for text in other.raw)
        await host.done("EndGame")
        assert (await coach(seat=0, turn=turn))[1]["code"] == "not-now"


async def test_coach_knows_a_guest_whom_another_node_admitted(monkeypatch):
    async def failing(*_):
        raise UnavailableError("cannot read")

    async with live() as server:
        made = await server.make_table()
        services = server.services
        await services.rooms.open(made["table"])
        monkeypatch.setattr(services.rooms, "hear", lambda *_: None)
        other = Rooms(services.store, Metrics(), "other")
        room, token = await other.open(made["table"]), "x" * 32
        room.submit(commands.Join(token=hash_token(token)))
        await room.settled()
        address = f"api/tables/{made['table']}/coach"
        asked = {"headers": {"Authorization": f"Bearer {token}"}, "params": {"seat": 0, "turn": 1}}
        with monkeypatch.context() as broken:
            broken.setattr(services.store, "read", failing)
            assert (await server.http.get(address, **asked)).json()["code"] == "database"
        assert (await server.http.get(address, **asked)).json()["code"] == "not-your-seat"
        await other.settle()
