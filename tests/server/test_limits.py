"""Test buckets and counts with the test's own clock, and settings with their errors."""

import asyncio
import re
from dataclasses import fields, replace
from fractions import Fraction
from pathlib import Path

import pytest

from diamant.server.limits import Bucket, Limits
from diamant.server.networks import household
from diamant.server.settings import (
    ServerSettings,
    SettingError,
    oddities,
    origin_of,
    read_networks,
    settings_from,
)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_bucket_fills_up_to_its_burst_and_no_further():
    bucket = Bucket(rate=2, burst=4, now=0)
    assert [bucket.take(0) for _ in range(5)] == [True] * 4 + [False]
    assert bucket.take(0.5)
    assert not bucket.take(0.5)
    assert [bucket.take(1000) for _ in range(5)] == [True] * 4 + [False]


def test_clock_set_back_refills_nothing():
    bucket = Bucket(rate=1, burst=1, now=100)
    assert bucket.take(100)
    assert not bucket.take(50)
    assert bucket.take(101)


def test_forty_people_fit_behind_one_address():
    limits = Limits(ServerSettings(), Clock())
    assert all(limits.connect("club") for _ in range(80))
    assert all(limits.message("club", limits.connection_bucket()) for _ in range(400))


def test_messages_are_limited_by_connection_and_address():
    clock = Clock()
    settings = ServerSettings(message_rate=1, message_burst=2, address_rate=1, address_burst=3)
    limits = Limits(settings, clock)
    first, second = limits.connection_bucket(), limits.connection_bucket()
    assert [limits.message("a", first) for _ in range(3)] == [True, True, False]
    assert [limits.message("a", second) for _ in range(2)] == [True, False]
    assert limits.message("b", limits.connection_bucket())


def test_quiet_addresses_are_forgotten():
    clock = Clock()
    limits = Limits(ServerSettings(), clock)
    limits.connect("a")
    limits.table("b")
    limits.request("c")
    limits.forget_quiet()
    assert len(limits) == 3
    clock.now = 100_000
    limits.forget_quiet()
    assert len(limits) == 1  # The connected address remains.
    limits.disconnect("a")
    limits.forget_quiet()
    assert len(limits) == 0


def test_wrong_guesses_are_forgiven_in_time():
    clock = Clock()
    limits = Limits(ServerSettings(guess_burst=2, guess_rate=1 / 30), clock)
    for _ in range(2):
        assert limits.guess_now("a")
        limits.guessed("a", right=False)
    assert not limits.guess_now("a")
    assert limits.guess_now("b")
    clock.now = 31
    assert limits.guess_now("a")


def test_right_guesses_are_free():
    limits = Limits(ServerSettings(guess_burst=2, guess_rate=0), Clock())
    for _ in range(10):
        assert limits.guess_now("a")
        limits.guessed("a", right=True)


async def test_guesses_wait_for_pending_lookups_and_never_exceed_the_limit():
    limits = Limits(ServerSettings(guess_burst=2, guess_rate=0), Clock())
    assert await limits.guess("a")
    assert await limits.guess("a")
    others = [asyncio.create_task(limits.guess("a")) for _ in range(5)]
    await asyncio.sleep(0)
    assert not any(other.done() for other in others)
    limits.forget_quiet()
    limits.guessed("a", right=True)
    await asyncio.sleep(0)
    assert sum(other.done() for other in others) == 1
    limits.guessed("a", right=False)
    limits.guessed("a", right=False)
    assert sorted(await asyncio.gather(*others)) == [False] * 4 + [True]


def test_worker_job_is_charged_by_its_duration():
    clock = Clock()
    limits = Limits(ServerSettings(work_burst=1, work_rate=0.1), clock)
    assert limits.work("a", 0.5)
    limits.worked("a", 1.5)  # The job took two seconds, and the address has only one.
    assert not limits.work("a", 0.01)
    clock.now = 10
    assert not limits.work("a", 0.01)
    clock.now = 11
    assert limits.work("a", 0.09)
    limits.worked("a", -0.09)
    assert limits.work("a", 0.09)


def of_48(count: int) -> list[str]:
    """Return households of one IPv6 network of 48 bits, each in its own network of 56 bits."""
    return [household(f"2001:db8:7:{number:02x}00::1") for number in range(count)]


def test_wide_ipv6_network_has_the_budgets_of_a_few_households():
    clock = Clock()
    settings = ServerSettings(guess_burst=5, guess_rate=0, table_burst=2, table_rate=0)
    limits = Limits(settings, clock)
    near = [household(f"2001:db8:7:1{number:x}::1") for number in range(16)]
    assert sum(limits.guess_now(address) for address in near for _ in range(9)) == 4 * 5
    assert sum(limits.guess_now(address) for address in of_48(200) for _ in range(9)) == 12 * 5
    assert sum(limits.table(address) for address in of_48(200) for _ in range(9)) == 16 * 2
    assert limits.guess_now(household("2001:db8:8::1"))
    assert limits.table("192.0.2.1")
    for address in (*near, *of_48(200)):
        while limits._of(address).guessing:
            limits.guessed(address, right=True)
    assert limits.guess_now(near[0])


def test_wide_ipv6_network_has_limited_connections_and_bytes():
    limits = Limits(ServerSettings(connections_per_address=2, written_rate=0, written_burst=100))
    everyone = of_48(40)
    assert sum(limits.connect(address) for address in everyone for _ in range(3)) == 16 * 2
    limits.disconnect(everyone[0])
    assert limits.connect(everyone[30])
    for address in everyone[:20]:
        limits.written.charge(address, "t", 90)
    assert not limits.written.address_may(everyone[30])
    assert limits.written.address_may("192.0.2.1")


def test_wide_networks_are_forgotten_after_their_households():
    clock = Clock()
    limits = Limits(ServerSettings(), clock)
    first, second = of_48(2)
    limits.table(first)
    clock.now = 10_000_000
    limits.connect(second)
    limits.forget_quiet()
    assert len(limits) == 3  # The connected household, and both networks around it.
    limits.disconnect(second)
    limits.forget_quiet()
    assert len(limits) == 0


def test_expensive_requests_are_charged_more():
    limits = Limits(ServerSettings(request_burst=10, request_rate=0), Clock())
    assert limits.request("a", 9)
    assert not limits.request("a", 2)
    assert limits.request("a")
    limits = Limits(ServerSettings(address_burst=10, address_rate=0), Clock())
    assert all(limits.fan_out("a", 0.0) for _ in range(20))
    assert limits.fan_out("a", 10)
    assert not limits.fan_out("a", 1)


def test_documented_limits_are_the_real_ones():
    page = (Path(__file__).parents[2] / "docs" / "deploy.md").read_text()
    settings, documented = ServerSettings(), set()
    for line in page.splitlines():
        names, usual = ([*line.split("|"), "", "", ""])[1:3]
        found = re.findall(r"`(?:DIAMANT)?(_[A-Z_]+)`", names)
        if line.startswith("| `DIAMANT_") and found:
            names = [name.strip("_").lower() for name in found]
            if names[-1] == "burst":
                names[-1] = names[0].replace("_rate", "_burst")
            values = usual.replace(",", "").replace("each", "").split()
            values = [float(Fraction(value)) for value in values] * (len(names) // len(values))
            for name, value in zip(names, values, strict=True):
                assert getattr(settings, name) == pytest.approx(value), name
                documented.add(name)
    limits = {field.name for field in fields(settings) if re.search("rate|burst|most", field.name)}
    assert limits - {"most_nonsense"} <= documented


@pytest.mark.parametrize(
    "wrong",
    [
        {"port": -1},
        {"port": 70_000},
        {"base_path": "diamant"},
        {"base_path": "/diamant/"},
        {"base_path": "/a b"},
        {"public_url": "example.org"},
        {"allow_hosts": ("http://x",)},
        {"allow_hosts": ("x:80",)},
        {"allow_origins": ("example.org",)},
        {"allow_origins": ("https://example.org/",)},
        {"metrics": "some"},
        {"log_level": "loud"},
        {"keep_idle_days": -1.0},
        {"pace": float("nan")},
        {"connections_per_address": 0},
        {"header_seconds": 0.0},
        {"message_burst": 0.0},
    ],
)
def test_wrong_settings_are_reported_in_one_line(wrong):
    with pytest.raises(SettingError) as refusal:
        ServerSettings(**wrong).check()
    assert "\n" not in str(refusal.value)


def test_options_override_the_environment():
    environment = {
        "DIAMANT_PORT": "9000",
        "DIAMANT_HOST": "0.0.0.0",
        "DIAMANT_ALLOW_HOSTS": "A.example, b.example",
        "DIAMANT_TRUSTED_PROXIES": "10.0.0.0/8,::1",
        "DIAMANT_MESSAGE_RATE": "7.5",
        "OTHER": "x",
    }
    settings = settings_from({"port": 9001, "host": None}, environment)
    assert (settings.port, settings.host) == (9001, "0.0.0.0")
    assert settings.allow_hosts == ("a.example", "b.example")
    assert settings.trusted_proxies == read_networks("10.0.0.0/8,::1")
    assert settings.message_rate == 7.5
    with pytest.raises(SettingError, match="DIAMANT_PORT must be a whole number"):
        settings_from({}, {"DIAMANT_PORT": "many"})
    with pytest.raises(SettingError, match="DIAMANT_TABLE_RATE must be a number, got '1/0'"):
        settings_from({}, {"DIAMANT_TABLE_RATE": "1/0"})
    with pytest.raises(SettingError, match="trusted proxy"):
        read_networks("10.0.0.0/99")


def test_documented_rates_are_accepted_and_empty_variables_ignored():
    settings = settings_from({}, {"DIAMANT_TABLE_RATE": "1/60", "DIAMANT_HOST": ""})
    assert settings.table_rate == pytest.approx(1 / 60)
    assert settings.host == ServerSettings().host


def test_unlikely_settings_are_reported():
    environment = {
        "DIAMANT_KEEP_FINISHED": "3",
        "DIAMANT_DB": "x",
        "DIAMANT_LANGUAGE": "de",
        "DIAMANT_PORT": "9000",
    }
    assert list(oddities(ServerSettings(), environment)) == [
        "unknown setting DIAMANT_DB (docs/deploy.md lists them all)",
        "unknown setting DIAMANT_KEEP_FINISHED (did you mean DIAMANT_KEEP_FINISHED_DAYS?)",
    ]
    below = ServerSettings(public_url="https://example.org/diamant/", base_path="/diamant")
    assert list(oddities(below, {})) == []
    (told,) = oddities(replace(below, base_path=""), {})
    assert told.startswith("the public URL ends in '/diamant/' and the base path is ''")


def test_origin_is_read_from_an_address():
    assert origin_of("http://[::1]:8000/x") == "http://[::1]:8000"
    assert origin_of("https://user@example.org") is None
    assert origin_of("https://example.org:99999") is None
    assert origin_of("ftp://example.org") is None
