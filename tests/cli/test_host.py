"""Test `diamant host`, which sets up a table with one command."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from contextlib import contextmanager

import pytest

from diamant.server.host import machine_addresses
from tests.ports import free_port

pytest.importorskip("uvicorn")


@contextmanager
def hosting(tmp_path, *options):
    """Run the command; yield its process, its output up to the last line, and its port."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "diamant", "host", "--no-browser", "--port", str(port), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
    )
    lines = []
    for line in process.stdout:
        lines.append(line)
        if "Ctrl-C" in line:
            break
    try:
        yield process, "".join(lines), port
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == 0, errors
    assert errors == ""


@pytest.fixture
def hosted(tmp_path):
    """Yield the command's output, its port, and the folder of its games."""
    with hosting(tmp_path) as (_, said, port):
        yield said, port, tmp_path


def ask(port, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://localhost:{port}/{path}", data)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def test_one_command_makes_a_table_that_is_ready_to_start(hosted):
    said, port, folder = hosted
    code = re.search(r"#claim=(\S+)", said)[1]
    made = ask(port, "api/claims", {"claim": code})
    shown = ask(port, f"api/tables/{made['code']}")
    assert (shown["players"], shown["people"], shown["phase"]) == (2, 0, "lobby")
    assert (folder / "diamant" / "tables.db").exists()


def test_claim_works_for_one_browser(hosted):
    said, port, _ = hosted
    code = re.search(r"#claim=(\S+)", said)[1]
    ask(port, "api/claims", {"claim": code})
    with pytest.raises(urllib.error.HTTPError, match="404") as refused:
        ask(port, "api/claims", {"claim": code})
    refused.value.close()


def test_phones_get_a_qr_code_an_address_and_the_room_code(hosted):
    said, port, _ = hosted
    if "isn't on a network" in said:
        pytest.skip("this machine has no network to invite anybody from")
    found = ask(port, "api/addresses")["addresses"]
    address = re.search(r"open +(http://\S+)#/t/(\w{6})", said)
    assert address[1] == found[0]["url"]
    assert "▄" in said
    assert address[2] in said.partition("take a seat")[2]


def test_table_for_this_machine_is_not_on_the_network(tmp_path):
    with hosting(tmp_path, "--local") as (_, said, port):
        assert "Only this computer can play here (--local)." in said
        assert f"http://localhost:{port}/#/t/" in said
        assert "▄" not in said
        assert ask(port, "api/addresses") == {"addresses": []}
        for address in machine_addresses():
            with pytest.raises(OSError, match=r"refused|unreachable"):
                socket.create_connection((address.host, port), timeout=5).close()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--edition", "iello-2061"], "unknown edition 'iello-2061'"),
        (["--edition", "missing.toml"], "cannot read the edition file missing.toml"),
        (["--address", "203.0.113.77"], "this computer has no address '203.0.113.77'"),
        (["--local", "--address", "192.0.2.1"], "--local cannot be combined with --address"),
        (["--port", "70000"], "the port must be between 0 and 65535"),
        (["--database", "mysql://x"], "unknown database type 'mysql'"),
        (["--public-url", "example.org"], "the public URL must look like https://example.org/"),
        (["--no-brwoser"], "unknown option '--no-brwoser'"),
    ],
)
def test_wrong_option_is_reported_in_one_line(refusal, arguments, sentence):
    assert sentence in refusal("host", *arguments)


def test_requested_port_in_use_is_reported(refusal):
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = taken.getsockname()[1]
        told = refusal("host", "--port", port)
    assert f"cannot listen on 0.0.0.0:{port}: the port is already in use" in told


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_background_host_survives_the_terminal_and_stops_on_a_signal(tmp_path, ending):
    """`nohup diamant host &` in a script ignores SIGHUP and Ctrl-C."""
    ignored = (signal.SIGINT, signal.SIGHUP)
    before = [signal.signal(number, signal.SIG_IGN) for number in ignored]
    try:
        with hosting(tmp_path) as (process, _, port):
            process.send_signal(signal.SIGHUP)
            assert ask(port, "api/health")
            process.send_signal(ending)
            assert process.wait(timeout=60) == 0
    finally:
        for number, handler in zip(ignored, before, strict=True):
            signal.signal(number, handler)
