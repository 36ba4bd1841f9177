"""Test outgoing messages: bounded queues, slow clients, and plain ASGI."""

import asyncio
import json

import msgspec

from diamant.server.connections.accept import AsgiOutlet, Sockets
from diamant.server.responses import CLIENT, Client
from diamant.server.run import make_app
from diamant.server.settings import ServerSettings
from diamant.server.tables.listeners import Message
from diamant.store import open_store
from tests.server.live import live


async def test_slow_reader_is_dropped_and_others_are_not():
    async with live(most_waiting=8) as server, server.host() as ana:
        await ana.done("TakeSeat", name="Ana")
        async with server.guest(ana.made["table"]) as slow:
            (room,) = server.services.rooms
            session = list(room.connections.values())[1]
            long = Message(msgspec.json.encode({"type": "View", "id": "x" * 60_000}))
            slow.line.transport.pause_reading()
            for _ in range(1000):
                session.tell(long)
                await asyncio.sleep(0)
                if server.services.metrics.slow:
                    break
            assert server.services.metrics.slow == 1
            assert (await ana.ask("Look"))["type"] == "View"
            slow.line.transport.resume_reading()
            code, heard = await slow.ended()
            assert code == 4430
            assert heard[0]["type"] == "View"
        await ana.until("Disconnected")


async def test_conversation_over_plain_asgi_is_the_same(house):
    services = house.services(pace=0)
    from diamant.protocol.incoming import TableSettings

    made = await services.rooms.make(TableSettings(), "")
    inbox: asyncio.Queue = asyncio.Queue()
    heard: asyncio.Queue = asyncio.Queue()
    scope = {"type": "websocket", CLIENT: Client("1.2.3.4", "x", "h", False, False)}
    task = asyncio.create_task(Sockets(services)(scope, inbox.get, heard.put))
    await inbox.put({"type": "websocket.connect"})
    assert (await heard.get())["type"] == "websocket.accept"
    hello = {"type": "Hello", "protocol": 3, "table": made.code, "token": made.token}
    await inbox.put({"type": "websocket.receive", "text": json.dumps(hello)})
    assert json.loads((await heard.get())["text"])["guest"] == "g1"
    await inbox.put({"type": "websocket.receive", "bytes": b'{"type": "LeaveTable", "id": 1}'})
    kinds = [json.loads((await heard.get())["text"])["type"] for _ in range(3)]
    assert kinds == ["Events", "Answer", "Problem"]
    assert (await heard.get()) == {"type": "websocket.close", "code": 1000, "reason": "left"}
    await inbox.put({"type": "websocket.disconnect", "code": 1000})
    await task
    assert services.limits.connections == 0


async def test_asgi_outlet_is_bounded_and_sends_nothing_after_its_end():
    gate, sent = asyncio.Event(), []

    async def send(event) -> None:
        await gate.wait()
        sent.append(event)

    outlet = AsgiOutlet(send, 3)
    fits = []
    for number in range(6):
        fits.append(outlet.send(Message(str(number).encode())))
        await asyncio.sleep(0)
    assert fits == [True] * 4 + [False] * 2  # One message has already been taken from the queue.
    outlet.close(4430, "slow")
    assert outlet.send(Message(b"late"))
    gate.set()
    await outlet.finish()
    assert [event.get("text") for event in sent[:4]] == ["0", "1", "2", "3"]
    assert sent[4]["code"] == 4430
    assert len(sent) == 5


async def test_make_app_returns_a_plain_asgi_application():
    store = await open_store("sqlite://")
    app = make_app(store, ServerSettings(database="sqlite://"))
    import httpx

    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            assert (await client.get("/api/health")).status_code == 200
    await store.close()
