"""Test `diamant join --bot`: the bot's name, and what happens before the game."""

import asyncio

import pytest

from diamant.bots import find_bot
from diamant.cli.commands.join import _sit_down, _stand_up
from diamant.client import RefusedError, UnreachableError


class Client:
    """A table where one player is named threshold."""

    def __init__(self, phase="lobby"):
        self.phase = phase
        self.sent = []

    async def send(self, command, **words):
        if words.get("name") == "threshold":
            suggestion = {"name": "threshold", "suggestion": "threshold 2"}
            raise RefusedError("name-taken", suggestion, "There is already one.")
        self.sent.append((command, words))

    async def look(self):
        if self.phase is None:
            raise UnreachableError("nobody answers")
        return {"phase": self.phase, "hands": [{"seat": 3}]}


def test_bot_without_a_name_uses_its_own_or_the_next_free_one():
    assert asyncio.run(_sit_down(Client(), find_bot("expect"), None)) == "expect"
    client = Client()
    assert asyncio.run(_sit_down(client, find_bot("threshold"), None)) == "threshold 2"
    assert client.sent == [("TakeSeat", {"name": "threshold 2"})]


def test_requested_name_that_is_taken_is_refused():
    with pytest.raises(RefusedError):
        asyncio.run(_sit_down(Client(), find_bot("expect"), "threshold"))


@pytest.mark.parametrize(
    ("phase", "sent"), [("lobby", [("LeaveSeat", {"seat": 3})]), ("cave", []), (None, [])]
)
def test_bot_that_ends_before_the_game_frees_its_seat(phase, sent):
    client = Client(phase)
    asyncio.run(_stand_up(client))
    assert client.sent == sent
