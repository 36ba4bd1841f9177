"""Tests of the protocol's types, their schema, and their documentation."""

import inspect
import json
import re
from dataclasses import dataclass, fields
from pathlib import Path
from typing import get_args

import jsonschema_rs
import msgspec
import pytest

from diamant.protocol import PROTOCOL, incoming, outgoing, problems, tag_of
from diamant.protocol.incoming import (
    COMMAND_MESSAGES,
    MalformedError,
    hash_code,
    protocol_of,
    read_message,
    to_command,
    to_settings,
)
from diamant.protocol.openapi import openapi, schema
from diamant.table import Sent, Settings, commands
from diamant.table.commands import COMMANDS

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "protocol.md").read_text()


def _example(kind: type) -> dict:
    """Return a message of a kind, with a valid value in every required field."""
    values = {
        "id": 1,
        "seat": 0,
        "name": "Ana",
        "color": 1,
        "shape": 1,
        "screen": True,
        "code": "ABCDEFGH",
        "guest": "g2",
        "players": 3,
        "settings": {},
        "visibility": "public",
        "hash": "",
        "nonce": "",
        "turn": 1,
        "leave": True,
        "emote": "wave",
        "on": 1,
        "protocol": 3,
        "table": "t",
        "public_number": 1,
        "moment": "turn",
    }
    needed = [field.name for field in msgspec.structs.fields(kind) if field.required]
    return {"type": tag_of(kind), **{name: values[name] for name in needed}}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_guest_command_has_a_message(name: str):
    message = read_message(json.dumps(_example(incoming.COMMAND_MESSAGES[name])))
    assert type(message) is incoming.COMMAND_MESSAGES[name]
    command = to_command(message, "g1", "node-1", "CODE")
    assert type(command) is COMMANDS[name]
    assert (command.by, command.sent) == ("g1", Sent("node-1", 1))


def test_message_has_the_fields_of_its_command():
    for name, kind in COMMANDS.items():
        message = incoming.COMMAND_MESSAGES[name]
        drawn = {"code"} if name == "OfferSeat" else set()
        assert {field.name for field in fields(kind)} - {"by", "sent"} - drawn == {
            field.name for field in msgspec.structs.fields(message)
        } - {"id"}


def test_field_without_bounds_is_refused():
    @dataclass(frozen=True, kw_only=True)
    class Shout(commands.GuestCommand):
        loudness: int

    Shout.wire_name = "Shout"
    with pytest.raises(AssertionError, match=r"the bounds of Shout\.loudness are missing"):
        incoming._message_of(Shout)


def test_names_on_the_wire_are_fixed():
    """Classes may be renamed, but every client ever written uses these names."""
    said = {tag_of(kind) for kind in incoming.INCOMING}
    assert said == {
        "Hello", "Look", "LeaveTable", "BeScreen", "TakeSeat", "LeaveSeat", "Rename", "Dress",
        "OfferSeat", "ClaimSeat", "TakeBack", "Kick", "HandOver", "FillWithBots", "RemoveBot",
        "LetBotPlay", "ChangeSettings", "SetVisibility", "Start", "Pause", "Resume", "EndBreak",
        "EndGame", "Rematch", "CloseTable", "PromiseNonce", "ShowNonce", "Choose", "SendEmote",
        "Bet", "Cue", "Unblock",
    }  # fmt: skip
    heard = {tag_of(kind) for kind in get_args(outgoing.Outgoing)}
    assert heard == {"Welcome", "Events", "Answer", "View", "Cued", "Problem"}
    assert msgspec.json.encode(outgoing.TableViewMessage(1, {})).startswith(b'{"type":"View",')


def test_names_on_the_wire_do_not_follow_class_names():
    for module in (incoming, outgoing):
        assert "tag=True" not in inspect.getsource(module)


def test_default_settings_are_those_of_a_table():
    assert to_settings(incoming.TableSettings()) == Settings()


@pytest.mark.parametrize(
    ("text", "reason", "about"),
    [
        ("{", "it is not JSON", None),
        ("[]", "expected `object`, got `array` at $", None),
        ('{"type": "Fly", "id": 5}', "there is no such word at $.type", 5),
        ('{"type": "Start", "id": 5, "y": 1}', "there is no such field at $", 5),
        ('{"type": "Start"}', "object missing required field `id` at $", None),
        ('{"type": "Choose", "id": 5.0, "seat": 8, "turn": 1, "leave": true}', "$.seat", 5),
        ('{"type": "Start", "id": "1"}', "expected `int`, got `str` at $.id", None),
        ('{"type": "Start", "id": 0}', "`int` >= 1 at $.id", None),
        ('{"type": "Start", "id": 1.5}', "expected `int`, got `float` at $.id", None),
        ('{"type": "Start", "id": 9007199254740992}', "<= 9007199254740991 at $.id", None),
    ],
)
def test_malformed_message_is_refused_with_its_place(text: str, reason: str, about: int | None):
    with pytest.raises(MalformedError) as refusal:
        read_message(text)
    assert reason in str(refusal.value)
    assert refusal.value.about == (msgspec.UNSET if about is None else about)


def test_later_protocol_is_recognized_in_any_hello():
    assert protocol_of('{"type": "Hello", "protocol": 7, "new": {"a": 1}}') == 7
    assert protocol_of('{"type": "Hello", "protocol": 7.0}') == 7
    assert protocol_of('{"type": "Hello", "protocol": 1e40}') is None
    assert protocol_of('{"type": "Start", "protocol": 7}') is None
    assert protocol_of("{") is None


def test_codes_are_recognized_with_spaces_and_hyphens():
    assert hash_code(" abcd-efgh ") == hash_code("ABCDEFGH") != hash_code("ABCDEFGI")


def test_schema_has_every_message_and_resolves():
    made = schema()
    names = {tag_of(kind) for kind in incoming.INCOMING + get_args(outgoing.Outgoing)}
    assert names <= set(made["$defs"])
    assert all(made["$defs"][name]["title"] == name for name in names)
    for document in (made, openapi("1")):
        assert all(_resolves(document, place) for place in _references(document))
    choose = made["$defs"]["Choose"]
    assert choose["required"] == ["type", "id", "seat", "turn", "leave"]
    assert choose["additionalProperties"] is False


@pytest.mark.parametrize("name", ["Hello", "Look", "Cue", *COMMANDS])
def test_schema_and_server_accept_the_same_numbers(name: str):
    kind = next(kind for kind in incoming.INCOMING if tag_of(kind) == name)
    valid = jsonschema_rs.validator_for(schema() | {"anyOf": [{"$ref": "#/$defs/client"}]})
    message = _example(kind) | ({"since": 3} if name == "Hello" else {})
    whole = [field for field, value in message.items() if type(value) is int]
    for field in whole:
        for number in ("0", "1", "1.0", "1e0", "10e-1", "1.5", "-1", "-1.0", "true", '"1"', "null",
                       "9007199254740991.0", "9007199254740992", "1e30"):  # fmt: skip
            text = json.dumps(message | {field: "HERE"}).replace('"HERE"', number)
            try:
                read_message(text)
                taken = True
            except MalformedError:
                taken = False
            assert taken == valid.is_valid(json.loads(text)), text


def _references(data: object):
    if isinstance(data, dict):
        for key, value in data.items():
            if key == "$ref":
                yield value
            else:
                yield from _references(value)
    elif isinstance(data, list):
        for item in data:
            yield from _references(item)


def _resolves(document: dict, place: str) -> bool:
    for step in place.removeprefix("#/").split("/"):
        document = document[step]
    return True


def test_page_names_the_current_version():
    assert f"version {PROTOCOL}" in PAGE


def test_page_names_every_path_of_openapi():
    for path in openapi("1")["paths"]:
        told = path.lstrip("/").replace("{table}", "ID").replace("{number}", "N")
        assert told in PAGE, told


def test_every_problem_has_a_complete_sentence():
    for code, meant in problems.PROBLEMS.items():
        names = [part.partition("}")[0] for part in meant.text.split("{")[1:]]
        said = problems.problem(code, "x", **dict.fromkeys(names, 1))
        assert "{" not in said.text
        assert said.text.endswith((".", ")"))


def test_the_documentation_lists_every_command_with_its_fields():
    page = (DOCS / "table.md").read_text(encoding="utf-8").split("## Commands")[1]
    listed = dict(re.findall(r"`(\w+)\((.*?)\)`", page.split("| commands of any guest | |")[1]))
    for name, kind in COMMAND_MESSAGES.items():
        fields = [
            field.name if field.required else f"{field.name}?"
            for field in msgspec.structs.fields(kind)
            if field.name != "id"
        ]
        assert listed[name] == ", ".join(fields)
