"""Damage a record; most damages make it illegal, and some change the game."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from .replayer import EDITIONS, ROUND_NUMBER, Piece, Refused, scan

Damage = Callable[[random.Random, str, list[Piece]], str]

HAZARDS = sorted({hazard for edition in EDITIONS.values() for hazard in edition["hazards"]})
RELICS = ["relic", "relic5", "relic7", "relic8", "relic10", "relic12"]
GOOD_CARDS = [*HAZARDS, *RELICS, *(str(value) for value in range(1, 18))]
BAD_CARDS = ["0", "05", "18", "-5", "5.0", "1_1", "٣", "Snake", "snakes", "relic6", "relic05", "x"]
BAD_LETTERS = ["", "I", "Z", "a", "AA", "-A", "A-", "A,B", "A/B", "/A", "0", "Ä", "ABCDEFGH"]
CHARACTERS = 'A9z/-."\\[];_ \t\n\r\x00\u00a0\u2028\ufeffé٣'


def damage(rng: random.Random, text: str) -> str:
    """Return the text with one random damage; it always differs from the original."""
    pieces = _pieces(text)
    damaged = text
    while damaged == text:
        kind = rng.choice([*KINDS_OF_PLAY, *OTHER_KINDS])
        damaged = kind(rng, text, pieces)
    if kind in KINDS_OF_PLAY and rng.random() < 0.5:
        # Without its Scores, a changed game must be judged or replayed by its cards alone.
        damaged = _without_scores(damaged)
    return damaged


# Words. Each kind returns the text unchanged if it does not apply.


def drop_word(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Leave out one card or round number."""
    return _edit(rng, text, _words(pieces), lambda word: "")


def double_word(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Write one card or round number twice."""
    return _edit(rng, text, _words(pieces), lambda word: f"{word} {word}")


def swap_words(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Swap a word with the next one."""
    words = _words(pieces)
    if len(words) < 2:
        return text
    at = rng.randrange(len(words) - 1)
    first, second = words[at], words[at + 1]
    text = _replace(text, second, first["word"])
    return _replace(text, first, second["word"])


def change_card(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Put another card or an invalid card in a card's place."""
    card = rng.choice(GOOD_CARDS * 2 + BAD_CARDS)
    return _edit(rng, text, _cards(pieces), lambda word: re.sub(r"^[^/]*", card, word))


def insert_card(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Turn a card of this game again at another place."""
    cards = _cards(pieces)
    if not cards:
        return text
    extra = _card(rng.choice(cards))
    return _edit(rng, text, cards, lambda word: f"{extra} {word}")


def change_leavers(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Let others leave, or write the leavers in an invalid way."""
    some = "".join(rng.sample("ABCDEFGH", rng.randint(1, 3)))
    letters = rng.choice([some, some, rng.choice(BAD_LETTERS)])
    return _edit(rng, text, _cards(pieces), lambda word: f"{word.partition('/')[0]}/{letters}")


def forget_leavers(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Keep players in the cave who left it."""
    cards = [piece for piece in _cards(pieces) if re.search(r"/[A-H]", piece["word"])]
    return _edit(rng, text, cards, lambda word: word.partition("/")[0])


def leave_again(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Let a player leave a second time in the same round."""
    targets: list[tuple[Piece, str]] = []
    for cards in _rounds(pieces):
        gone = ""
        for piece in cards:
            if gone:
                targets.append((piece, gone))
            gone += re.sub(r"[^A-H]", "", piece["word"].partition("/")[2])
    if not targets:
        return text
    piece, gone = rng.choice(targets)
    return _replace(text, piece, f"{_card(piece)}/{rng.choice(gone)}")


def leave_after_bust(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Let a player leave after the second hazard of a kind."""
    busts = [cards[-1] for cards in _rounds(pieces) if _ends_in_bust(cards)]
    return _edit(rng, text, busts, lambda word: word.partition("/")[0] + "/" + rng.choice("ABC"))


def space_before_slash(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Separate a card from its leavers."""
    cards = [piece for piece in _cards(pieces) if "/" in piece["word"]]
    return _edit(rng, text, cards, lambda word: word.replace("/", rng.choice([" /", "/ "])))


def join_words(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Remove the white space between two words."""
    words = _words(pieces)
    if len(words) < 2:
        return text
    at = rng.randrange(len(words) - 1)
    return text[: words[at]["end"]] + text[words[at + 1]["start"] :]


def comment_out(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Turn the end of a line into a comment."""
    return _edit(rng, text, _words(pieces), lambda word: f";{word}")


# Rounds.


def wrong_round_number(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Give a round another number, or an invalid one."""
    number = rng.choice(["0.", "1.", "2.", "3.", "4.", "5.", "6.", "01.", "1", "2:", "II.", "-1."])
    return _edit(rng, text, _round_numbers(pieces), lambda word: number)


def card_after_end(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Turn one more card after the last one of a round."""
    lasts = [cards[-1] for cards in _rounds(pieces) if cards]
    extra = rng.choice(GOOD_CARDS)
    return _edit(rng, text, lasts, lambda word: f"{word} {extra}")


def round_too_many(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Begin one more round after the last one."""
    number = len(_round_numbers(pieces)) + 1
    return f"{text}\n{number}. {rng.choice(['', rng.choice(GOOD_CARDS)])}"


def drop_round(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Leave out the cards of a round."""
    rounds = [cards for cards in _rounds(pieces) if cards]
    if not rounds:
        return text
    cards = rng.choice(rounds)
    return text[: cards[0]["start"]] + text[cards[-1]["end"] :]


def repeat_round(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Play the cards of one round in another round too; some of them may have left the game."""
    rounds = [cards for cards in _rounds(pieces) if cards]
    if len(rounds) < 2:
        return text
    copied, replaced = rng.sample(rounds, 2)
    again = text[copied[0]["start"] : copied[-1]["end"]]
    return text[: replaced[0]["start"]] + again + text[replaced[-1]["end"] :]


def exhaust_hazard(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """End rounds with the same kind until only one copy is left, and play it again."""
    words = _words(pieces)
    hazards = [_card(piece) for piece in words if _card(piece) in HAZARDS]
    if not hazards:
        return text
    hazard = rng.choice(hazards)
    rounds = [f"{hazard}{rng.choice([' ', ' 5 ', ' 9/A '])}{hazard}" for _ in range(5)]
    kept = rounds[: rng.randint(2, 5)]
    lines = [f"{number}. {cards}" for number, cards in enumerate(kept, start=1)]
    start, end = words[0]["start"], words[-1]["end"]
    return _without_scores(text[:start] + "\n".join(lines) + text[end:])


def insert_hazard(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Turn one more hazard somewhere; it may end the round early or be from another edition."""
    hazard = rng.choice(HAZARDS)
    return _edit(rng, text, _cards(pieces), lambda word: f"{hazard} {word}")


def insert_relic(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Turn a relic that may have left the game, may not have entered it, or may be valid."""
    seen = [_card(piece) for piece in _cards(pieces) if _card(piece) in RELICS]
    relic = rng.choice(seen or RELICS)
    return _edit(rng, text, _cards(pieces), lambda word: f"{relic} {word}")


def flood_with_relics(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Turn several relics in a row, eventually more than there are."""
    numbered = any(tag["values"] == ["iello-2023-relics"] for tag in _tags(pieces, "Edition"))
    relics = rng.choices(RELICS[1:], k=3) if numbered else ["relic"] * rng.randint(2, 6)
    return _edit(rng, text, _cards(pieces), lambda word: " ".join([*relics, word]))


# Tags.


def change_scores(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Change, add or remove one of the scores, reverse them, or remove them all."""
    scores = [piece["values"][0].split() for piece in _tags(pieces, "Scores")]
    if not scores or not scores[0]:
        return text
    points = scores[0]
    at = rng.randrange(len(points))
    changes = [
        [*points[:at], str(rng.randint(0, 60)), *points[at + 1 :]],
        [*points[:at], "x", *points[at + 1 :]],
        [*points[:at], "-" + points[at], *points[at + 1 :]],
        [*points[:at], *points[at + 1 :]],
        [*points, "0"],
        points[::-1],
        [],
    ]
    return _edit_values(rng, text, _tags(pieces, "Scores"), [" ".join(rng.choice(changes))])


def add_scores(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Add scores to a record without them, because it is unfinished or omits them."""
    if _tags(pieces, "Scores"):
        return text
    players = sum(len(piece["values"]) for piece in _tags(pieces, "Players"))
    return f'[Scores "{" ".join(rng.choices("0005", k=players))}"]\n{text}'


def change_edition(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Name another edition, or one that does not exist."""
    unknown = ["", "iello", "Iello-2016", "iello-2016 ", "schmidt_2005", "../iello-2016.toml"]
    value = rng.choice([*EDITIONS, *unknown])
    return _edit_values(rng, text, _tags(pieces, "Edition"), [value])


def change_players(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Seat another number of players."""
    names = [f"P{number}" for number in range(rng.choice([1, 2, 3, 4, 5, 6, 7, 8, 9, 12]))]
    return _edit_values(rng, text, _tags(pieces, "Players"), names)


def drop_tag(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Leave out a tag."""
    return _edit(rng, text, _tags(pieces), lambda tag: "")


def double_tag(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Write a tag twice."""
    return _edit(rng, text, _tags(pieces), lambda tag: f"{tag}\n{tag}")


def late_tag(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Write a tag among the cards, where it begins another game."""
    tag = rng.choice(['[Date "2026-11-15"]', '[Edition "iello-2023"]', '[Players "a" "b" "c"]'])
    return _edit(rng, text, _words(pieces), lambda word: f"{word}\n{tag}\n")


def odd_tag(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Start with a tag whose value or form is doubtful or wrong."""
    tags = [
        '[Chests "ajar"]',
        '[Chests "closed" "open"]',
        "[Chests]",
        "[Site]",
        "[Site x]",
        '["Site" "x"]',
        '[Site "x" y]',
        "[Site 'x']",
        '[Site "\\x"]',
        '[Site "\\"]',
        '[Site "x"',
        'Site "x"',
        '[[Site "x"]]',
        '[Site "one\ntwo"]',
        '[Site "one"\n"two"]',
        "[]",
    ]
    return f"{rng.choice(tags)}\n{text}"


def break_quoting(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Remove one quote, bracket or backslash of a tag."""
    marks = [
        at
        for piece in _tags(pieces)
        for at in range(piece["start"], piece["end"])
        if text[at] in '"[]\\'
    ]
    if not marks:
        return text
    at = rng.choice(marks)
    return text[:at] + text[at + 1 :]


# Characters.


def truncate(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Cut off the end of the text."""
    return text[: rng.randrange(len(text))] if text else text


def behead(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Cut off the beginning of the text."""
    return text[rng.randrange(len(text)) :] if text else text


def insert_character(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Insert a random character."""
    at = rng.randint(0, len(text))
    return text[:at] + rng.choice(CHARACTERS) + text[at:]


def remove_character(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Remove a random character."""
    at = rng.randint(0, len(text))
    return text[:at] + text[at + 1 :]


def change_character(rng: random.Random, text: str, pieces: list[Piece]) -> str:
    """Replace a random character with another."""
    at = rng.randint(0, len(text))
    return text[:at] + rng.choice(CHARACTERS) + text[at + 1 :]


# Helpers.


def _pieces(text: str) -> list[Piece]:
    # A damaged text may be unreadable, and then has no words and tags to choose from.
    try:
        return scan(text, [])
    except Refused:
        return []


def _words(pieces: list[Piece]) -> list[Piece]:
    return [piece for piece in pieces if piece["kind"] == "word"]


def _cards(pieces: list[Piece]) -> list[Piece]:
    return [piece for piece in _words(pieces) if not ROUND_NUMBER.fullmatch(piece["word"])]


def _round_numbers(pieces: list[Piece]) -> list[Piece]:
    return [piece for piece in _words(pieces) if ROUND_NUMBER.fullmatch(piece["word"])]


def _rounds(pieces: list[Piece]) -> list[list[Piece]]:
    rounds: list[list[Piece]] = []
    for piece in _words(pieces):
        if ROUND_NUMBER.fullmatch(piece["word"]):
            rounds.append([])
        elif rounds:
            rounds[-1].append(piece)
    return rounds


def _tags(pieces: list[Piece], name: str = "") -> list[Piece]:
    tags = [piece for piece in pieces if piece["kind"] == "tag"]
    return [tag for tag in tags if not name or tag["name"] == name]


def _card(piece: Piece) -> str:
    word: str = piece["word"]
    return word.partition("/")[0]


def _ends_in_bust(cards: list[Piece]) -> bool:
    words = [_card(piece) for piece in cards]
    return bool(words) and words[-1] in HAZARDS and words.count(words[-1]) > 1


def _replace(text: str, piece: Piece, new: str) -> str:
    start: int = piece["start"]
    end: int = piece["end"]
    return text[:start] + new + text[end:]


def _edit(rng: random.Random, text: str, pieces: list[Piece], change: Callable[[str], str]) -> str:
    if not pieces:
        return text
    piece = rng.choice(pieces)
    return _replace(text, piece, change(text[piece["start"] : piece["end"]]))


def _edit_values(rng: random.Random, text: str, tags: list[Piece], values: list[str]) -> str:
    strings = " ".join(f'"{value}"' for value in values)
    return _edit(rng, text, tags, lambda tag: f"{tag.split()[0]} {strings}]")


def _without_scores(text: str) -> str:
    return re.sub(r"(?m)^\[Scores[^\]\n]*\]", "", text)


KINDS_OF_PLAY: list[Damage] = [
    drop_word,
    double_word,
    swap_words,
    change_card,
    insert_card,
    change_leavers,
    forget_leavers,
    leave_again,
    leave_after_bust,
    space_before_slash,
    join_words,
    comment_out,
    wrong_round_number,
    card_after_end,
    round_too_many,
    drop_round,
    repeat_round,
    exhaust_hazard,
    insert_hazard,
    insert_relic,
    flood_with_relics,
    change_edition,
    change_players,
    truncate,
]
OTHER_KINDS: list[Damage] = [
    change_scores,
    add_scores,
    drop_tag,
    double_tag,
    late_tag,
    odd_tag,
    break_quoting,
    behead,
    insert_character,
    remove_character,
    change_character,
]
