"""Test a server's daily cave: one attempt counts, committed before and verified after."""

import random
from datetime import UTC, date, datetime, timedelta

from diamant import daily
from diamant.dealer import commitment
from diamant.server.tables import daily_caves
from tests.server.live import Live, live

ANA, BEN = "a" * 32, "b" * 32


async def ask(server: Live, method: str, path: str, key: str = ANA, **body: object):
    headers = {"Authorization": f"Bearer {key}"}
    return await server.http.request(
        method, f"api/daily/{path}", headers=headers, json=body or None
    )


async def play(server: Live, key: str, luck: int) -> dict:
    told = (await ask(server, "POST", "attempt", key)).json()
    choices = random.Random(luck)
    while not told["over"]:
        choice = {"day": told["day"], "number": told["choices"], "leave": choices.random() < 0.3}
        told = (await ask(server, "POST", "choice", key, **choice)).json()
    return told


def set_day(server: Live, day: date) -> None:
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=UTC).timestamp()
    server.services.daily._clock = type("Noon", (), {"now": staticmethod(lambda: noon)})()


async def test_daily_cave_is_committed_played_once_and_verified(server):
    today = date(2026, 11, 16)
    set_day(server, today)
    shown = (await server.http.get("api/daily")).json()
    assert shown["day"] == "2026-11-16"
    assert len(shown["promised"]) == 1 + daily.AHEAD_DAYS
    assert shown["proved"] == {}
    assert (await ask(server, "GET", "attempt")).json() is None
    ana, ben = await play(server, ANA, 1), await play(server, BEN, 2)
    assert ana["happened"][0] == ben["happened"][0]
    assert sum(count for _, count in ben["results"]) == 2
    assert dict(ben["results"])[ana["points"]] >= 1
    assert ana["streak"] == 1
    # A second attempt with the same key finds the first one.
    again = (await ask(server, "POST", "attempt")).json()
    assert (again["points"], again["happened"]) == (ana["points"], ana["happened"])
    late = {"day": "2026-11-16", "number": ana["choices"], "leave": True}
    assert (await ask(server, "POST", "choice", **late)).json()["code"] == "daily-choice"
    twice = {**late, "number": 0}
    assert (await ask(server, "POST", "choice", **twice)).json()["points"] == ana["points"]
    set_day(server, today + timedelta(days=1))
    assert (await ask(server, "POST", "choice", **late)).json()["code"] == "daily-over"
    assert (await ask(server, "GET", "attempt")).json() is None
    after = (await server.http.get("api/daily")).json()
    seed = bytes.fromhex(after["proved"]["2026-11-16"])
    assert commitment(seed) == shown["promised"]["2026-11-16"]
    assert after["promised"]["2026-11-17"] == shown["promised"]["2026-11-17"]
    assert [one.to_json() for one in daily.attempt(seed).happened] == ana["happened"][:1]
    assert (await play(server, ANA, 3))["streak"] == 2
    assert (await ask(server, "DELETE", "player")).status_code == 204
    assert (await ask(server, "GET", "attempt")).json() is None
    assert await server.services.store.daily_points("2026-11-16") == {ben["points"]: 1}


async def test_revealed_day_stays_closed_when_the_clock_is_set_back(server):
    today = date(2026, 11, 16)
    set_day(server, today)
    begun = (await ask(server, "POST", "attempt")).json()
    set_day(server, today + timedelta(days=1))
    assert (await server.http.get("api/daily")).json()["proved"].keys() == {"2026-11-16"}
    set_day(server, today)
    server.services.daily._shown.clear()  # As in a restarted server.
    choice = {"day": "2026-11-16", "number": begun["choices"], "leave": True}
    assert (await ask(server, "POST", "choice", **choice)).json()["code"] == "daily-over"
    assert (await ask(server, "POST", "attempt", BEN)).json()["code"] == "daily-over"


async def test_no_response_reveals_a_seed_or_a_future_card(server):
    set_day(server, date(2026, 11, 16))
    texts = [(await server.http.get("api/daily")).text]
    told = await ask(server, "POST", "attempt")
    texts.append(told.text)
    assert sum("CardTurned" in str(step) for step in told.json()["happened"]) == 1
    seeds = await server.services.store.daily_seeds("2026-11-16", "2026-12-31")
    assert len(seeds) == 1 + daily.AHEAD_DAYS
    for seed in seeds.values():
        assert not any(seed.hex() in text for text in texts)


async def test_attempts_with_new_keys_are_limited(server, monkeypatch):
    async with live(table_burst=2, table_rate=0.0001) as strict:
        set_day(strict, date(2026, 11, 16))
        codes = [
            (await ask(strict, "POST", "attempt", f"{n:032x}")).json().get("code") for n in range(4)
        ]
        assert codes == [None, None, "too-many-tables", "too-many-tables"]
    monkeypatch.setattr(daily_caves, "MOST_PER_NETWORK", 1)
    set_day(server, date(2026, 11, 15))
    assert (await ask(server, "POST", "attempt", ANA)).status_code == 200
    assert (await ask(server, "POST", "attempt", BEN)).json()["code"] == "daily-network-full"
    assert (await ask(server, "POST", "attempt", ANA)).status_code == 200
    assert await server.services.daily.begin(BEN, "another")
    monkeypatch.setattr(daily_caves, "MOST_ATTEMPTS", 1)
    set_day(server, date(2026, 11, 16))
    assert (await ask(server, "POST", "attempt", ANA)).status_code == 200
    monkeypatch.setattr(daily_caves, "MOST_PER_NETWORK", 2)
    assert (await ask(server, "POST", "attempt", BEN)).json()["code"] == "daily-full"
    assert (await ask(server, "POST", "attempt", ANA)).status_code == 200


async def test_wrong_keys_and_choices_are_refused(server):
    set_day(server, date(2026, 11, 16))
    for key in ("a", "A" * 32, "a" * 33):
        for method, path in (("GET", "attempt"), ("POST", "attempt"), ("DELETE", "player")):
            answer = await ask(server, method, path, key)
            assert (answer.status_code, answer.json()["code"]) == (401, "needs-token")
    day = server.services.daily.today().isoformat()
    choice = {"day": day, "number": 0, "leave": False}
    assert (await ask(server, "POST", "choice", **choice)).json()["code"] == "daily-choice"
    answer = await ask(server, "POST", "choice", day=day)
    assert answer.json()["code"] == "bad-body"
