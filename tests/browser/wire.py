"""What may never go over the wire to a page, looked for in every frame that it got."""

import json
from typing import Any

from tests.browser.person import Person


def check_frames(person: Person, seats: set[int], *, closed: bool = False) -> None:
    """No frame told this device what only others, or nobody yet, may know.

    `seats` are its own, which nobody renumbered.
    """
    over = False
    assert person.heard, f"{person.name} was told nothing at all"
    for message in person.messages():
        events = message.get("events", ())
        # What happened together is told together, the last reveal and the end too.
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
    """Nobody's token was ever told to anybody else."""
    tokens = {person.name: _all(person.messages("Welcome"), "token") for person in people}
    for person in people:
        for name, others in tokens.items():
            for token in others - {None}:
                if name != person.name:
                    assert not any(token in frame for frame in person.heard)


def check_seed(person: Person, seed: str) -> None:
    """The seed was in no frame before the one that ended the game."""
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
    """Return everything that stands under a name, however deep."""
    if isinstance(value, list):
        return set().union(*(_all(one, name) for one in value))
    if not isinstance(value, dict):
        return set()
    own = {value[name]} if name in value and not isinstance(value[name], dict | list) else set()
    return own.union(*(_all(one, name) for one in value.values()))
