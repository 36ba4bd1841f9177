"""`diamant host`: a table for tonight, from one command."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest

from diamant.cli import main

pytest.importorskip("uvicorn")


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


@pytest.fixture
def hosted(tmp_path):
    """The running command's output up to its last line, and its port."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "diamant", "host", "--no-browser", "--port", str(port)],
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
    yield "".join(lines), port, tmp_path
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 0, errors
    assert errors == ""


def ask(port, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://localhost:{port}/{path}", data)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def test_one_command_makes_a_table_that_is_ready_to_start(hosted):
    said, port, folder = hosted
    code = re.search(r"#claim=(\S+)", said)[1]
    made = ask(port, "api/claims", {"claim": code})
    shown = ask(port, f"api/tables/{made['code']}")
    assert (shown["players"], shown["people"], shown["phase"]) == (2, 0, "lobby")
    assert (folder / "diamant" / "tables.db").exists()


def test_a_claim_is_good_for_one_browser(hosted):
    said, port, _ = hosted
    code = re.search(r"#claim=(\S+)", said)[1]
    ask(port, "api/claims", {"claim": code})
    with pytest.raises(urllib.error.HTTPError, match="404") as refused:
        ask(port, "api/claims", {"claim": code})
    refused.value.close()


def test_phones_are_shown_a_code_an_address_and_the_room_code(hosted):
    said, port, _ = hosted
    if "in no network" in said:
        pytest.skip("this machine has no network to invite anybody from")
    found = ask(port, "api/addresses")["addresses"]
    address = re.search(r"open +(http://\S+)#/t/(\w{5})", said)
    assert address[1] == found[0]["url"]
    assert "▄" in said
    assert address[2] in said.partition("sit down")[2]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--edition", "iello-2061"], "there is no edition 'iello-2061'"),
        (["--edition", "missing.toml"], "cannot read the edition file missing.toml"),
        (["--address", "203.0.113.77"], "this machine has no address '203.0.113.77'"),
        (["--port", "70000"], "the port lies from 0 to 65535"),
        (["--database", "mysql://x"], "there is no kind of database called 'mysql'"),
        (["--public-url", "example.org"], "the public URL looks like https://example.org/"),
        (["--no-brwoser"], "there is no option '--no-brwoser'"),
    ],
)
def test_a_wrong_option_gets_one_sentence(arguments, sentence, capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    try:
        code = main(["host", *arguments])
    except SystemExit as end:
        code = end.code
    said = capsys.readouterr().err
    assert code == 2
    assert sentence in said
    assert said.count("\n") == 1


def test_a_port_that_was_wished_for_and_is_taken_is_named(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["host", "--port", str(port)]) == 2
    assert f"cannot listen at 0.0.0.0:{port}: something else" in capsys.readouterr().err
