"""What happens among the people at a table, in the sentences that the browser says."""

from typing import Any

from diamant.locales.words import Words

EMOTES = ("bravo", "cheer", "gasp", "hurry", "laugh", "sad", "think", "wave")


def emote_words(words: Words) -> dict[str, str]:
    """Return what each emote says."""
    t = words.t
    said = (
        *(t("Bravo!"), t("Hooray!"), t("Oh!"), t("Hurry up!")),
        *(t("Ha ha!"), t("Oh no…"), t("Hm…"), t("Hello!")),
    )
    return dict(zip(EMOTES, said, strict=True))


def talk_of(
    event: dict[str, Any], before: dict[str, Any], after: dict[str, Any], words: Words
) -> str:
    """Say what an event means to people, or nothing; the views are those around it."""
    t, kind, own = words.t, event["event"], after["you"]
    seat = _seat(event, after) or _seat(event, before) or {}
    name, is_own = seat.get("name", ""), seat.get("guest") == own
    said = {
        "ShuffleAbandoned": t("Somebody went away during the shuffle. Start again."),
        "GameAbandoned": t("The host ended the game."),
        "Paused": t("Is anybody there?") if event.get("asking") else t("Paused"),
        "SeatTakenOver": t("A bot plays for you. Choose, and you are back.")
        if is_own
        else t("{name} is away. A bot plays until they are back.", name=name),
    }.get(kind)
    if said is not None:
        return said
    if kind == "ChoiceMissed" and is_own:
        return t("Time was up, so the clock chose for you.")
    if kind == "Emoted":
        spoken = emote_words(words).get(event["emote"], "")
        return f"{name}: {spoken}" if name else spoken
    if is_own:
        return ""
    if kind == "SeatTaken":
        return t("{name} sits down.", name=event["name"])
    if kind == "SeatHandedBack" and after["phase"] != "lobby":
        return t("{name} is back.", name=name)
    return t("{name} left the table.", name=name) if kind == "SeatLeft" else ""


def _seat(event: dict[str, Any], view: dict[str, Any]) -> dict[str, Any] | None:
    at = event.get("seat")
    seats = view["seats"]
    return seats[at] if isinstance(at, int) and at < len(seats) else None
