"""Look for secrets in every frame that a page received."""

import json
from typing import Any

from tests.browser.person import Person


def check_frames(person: Person, seats: set[int], *, closed: bool = False) -> None:
    """Check that no frame sent this device a secret of others or of the future.

    `seats` are its own seats, which must not have been renumbered.
    """
    over = False
    assert person.heard, f"{person.name} was told nothing at all"
    for message in person.messages():
        events = message.get("events", ())
        # Simultaneous events share a message, including the last reveal and the end.
        over = over or any(event["event"] == "GameFinished" for event in events)
        for event in events:
            _check_event(person, event, seats)
            if closed and not over:
                _check_closed_facts(event, seats)
        if "view" in message:
            _check_view(person, message["view"], seats)
        if not over:
            text = json.dumps(message)
            assert '"secret"' not in text
            assert _all(message, "seed") <= {None}, f"the seed came early: {text[:300]}"


def check_strangers(people: list[Person]) -> None:
    """Check that no one else received anyone's token."""
    tokens = {person.name: _all(person.messages("Welcome"), "token") for person in people}
    for person in people:
        for name, others in tokens.items():
            for token in others - {None}:
                if name != person.name:
                    assert not any(token in frame for frame in person.heard)


def check_seed(person: Person, seed: str) -> None:
    """Check that no frame before the end of the game contained the seed."""
    for text in person.heard:
        if '"GameFinished"' in text:
            return
        assert seed not in text


def _check_event(person: Person, event: dict[str, Any], seats: set[int]) -> None:
    if event["event"] == "ChoiceMade" and event["seat"] not in seats:
        assert "leave" not in event, f"{person.name} was told of a choice: {event}"
    assert "code" not in event
    assert "token" not in event


def _check_view(person: Person, view: dict[str, Any], seats: set[int]) -> None:
    assert {hand["seat"] for hand in view["hands"]} <= seats, f"{person.name} saw another's hand"
    game = view["game"]
    if game and game["closed"] and view["phase"] != "over":
        for seat, chest in enumerate(game["chests"]):
            assert chest is None or seat in seats, f"{person.name} saw a closed chest: {game}"


def _check_closed_facts(event: dict[str, Any], seats: set[int]) -> None:
    for fact in event.get("facts", ()):
        assert fact["event"] != "StandInsNeeded"
        assert fact["event"] != "Banked" or fact["seat"] in seats, f"a closed chest: {fact}"


def _all(value: Any, name: str) -> set[Any]:
    """Return all values of a key, at any depth."""
    if isinstance(value, list):
        return set().union(*(_all(one, name) for one in value))
    if not isinstance(value, dict):
        return set()
    own = {value[name]} if name in value and not isinstance(value[name], dict | list) else set()
    return own.union(*(_all(one, name) for one in value.values()))
