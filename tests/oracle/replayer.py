"""Replay game records with plain lists and dicts, written from the rules and the notation alone.

This code shares nothing with the project's own engine, so a mistake in one of the two shows as a
difference. Where the notation leaves a detail open, this reader is mostly lenient, and ``doubts``
names the open points that decide about a text: readers may differ there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

Line = dict[str, Any]
Game = dict[str, Any]
Piece = dict[str, Any]
Notes = list[str]

ROUNDS = 5
MIN_PLAYERS, MAX_PLAYERS = 3, 8
SEATS = "ABCDEFGH"
TREASURES = [1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17]
COPIES_OF_A_HAZARD = 3
# The worth of an unnumbered relic depends on its place among all relics taken in the game.
WORTH_IN_ORDER_TAKEN = [5, 5, 5, 10, 10]

SCHMIDT_HAZARDS = ["snake", "scorpion", "rockslide", "gas", "explosion"]
IELLO_HAZARDS = ["spider", "snake", "lava", "boulder", "ram"]
INCAN_HAZARDS = ["fire", "mummy", "rockslide", "snake", "spider"]

# "relics": the cards that enter before each round; "supply": the number of gems of each value.
EDITIONS: dict[str, dict[str, Any]] = {
    "schmidt-2005": {
        "hazards": SCHMIDT_HAZARDS,
        "relics": {},
        "supply": {1: 60, 5: 30},
        "ties_broken_by_relics": False,
    },
    "schmidt-2005-nl": {
        "hazards": SCHMIDT_HAZARDS,
        "relics": {},
        "supply": {1: 45, 5: 30},
        "ties_broken_by_relics": False,
    },
    "iello-2016": {
        "hazards": IELLO_HAZARDS,
        "relics": {1: ["relic", "relic", "relic", "relic", "relic"]},
        "supply": {1: 60, 5: 40},
        "ties_broken_by_relics": False,
    },
    "iello-2023": {
        "hazards": IELLO_HAZARDS,
        "relics": {},
        "supply": {1: 60, 5: 40},
        "ties_broken_by_relics": False,
    },
    "iello-2023-relics": {
        "hazards": IELLO_HAZARDS,
        "relics": {1: ["relic5"], 2: ["relic7"], 3: ["relic8"], 4: ["relic10"], 5: ["relic12"]},
        "supply": {1: 60, 5: 40},
        "ties_broken_by_relics": False,
    },
    "incan-gold": {
        "hazards": INCAN_HAZARDS,
        "relics": {1: ["relic"], 2: ["relic"], 3: ["relic"], 4: ["relic"], 5: ["relic"]},
        "supply": {1: 60, 5: 30, 10: 20},
        "ties_broken_by_relics": True,
    },
}

TAG = re.compile(
    r"""\[(?P<before>[ \t]*)(?P<name>[^\s"\[\];]+)(?P<gap>[ \t]*)"""
    r"""(?P<strings>(?:"(?:[^"\\\r\n]|\\[^\r\n])*"[ \t]*)+)\]"""
)
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
WORD = re.compile(r"[^\s;]+")
ROUND_NUMBER = re.compile(r"[0-9]+\.")
SHUFFLE_TAGS = {"Dealer", "Commitment", "Nonces", "Seed"}
TAGS_WITH_A_MEANING = {"Edition", "EditionText", "Players", "Scores", "Chests"} | SHUFFLE_TAGS


class Refused(Exception):  # noqa: N818 (it says what happened to a record, not what broke here)
    """Refuse a text that is not the record of a legal game.

    ``doubt`` names the open point of the notation without which the text might be legal.
    """

    def __init__(self, reason: str, doubt: str = "") -> None:
        super().__init__(reason)
        self.doubt = doubt


def replay(text: str) -> list[list[Line]]:
    """Return the decoded output of ``diamant replay --json`` for each game of the text."""
    return _replay(text, [])


def doubts(text: str) -> list[str]:
    """Return the open points of the notation that decide about this text.

    If there are none, every reader must agree: all refuse the text, or all replay it alike.
    """
    notes: Notes = []
    try:
        _replay(text, notes)
    except Refused as refusal:
        # A stricter reader also refuses what this one has accepted so far.
        notes = [refusal.doubt] if refusal.doubt else []
    return sorted({*notes, *_unusual_characters(text)})


def _replay(text: str, notes: Notes) -> list[list[Line]]:
    games = split_games(scan(text, notes))
    if not games:
        notes.append("no game at all")
    return [_replay_game(tags, words, notes) for tags, words in games]


# Rules.


def new_game(edition_id: str, players: int) -> Game:
    """Return a game before its first round."""
    edition = EDITIONS[edition_id]
    deck = [str(value) for value in TREASURES]
    for hazard in edition["hazards"]:
        deck += [hazard] * COPIES_OF_A_HAZARD
    return {
        "edition": edition,
        "round": 0,
        "deck": deck,
        "turned": [],
        "inside": [],
        "path": 0,
        "relics_on_path": [],
        "carried": [0] * players,
        "chests": [0] * players,
        "relics": [0] * players,
        "relics_taken": 0,
    }


def start_round(game: Game) -> None:
    """Let everyone enter the next cave, and add the relics due in this round to the deck."""
    if game["inside"]:
        raise Refused("the round before is not over")
    if game["round"] == ROUNDS:
        raise Refused("the game is over")
    game["round"] += 1
    game["deck"] += game["edition"]["relics"].get(game["round"], [])
    game["inside"] = list(range(len(game["chests"])))


def turn(game: Game, card: str) -> Line:
    """Turn this card and share it out; return its line as it is before anyone leaves."""
    if not game["inside"]:
        raise Refused(f"{card} is turned while nobody is in the cave")
    if card not in game["deck"]:
        raise Refused(f"the deck holds no {card}")
    bust = is_hazard(card) and card in game["turned"]
    game["deck"].remove(card)
    game["turned"].append(card)
    line: Line = {
        "round": game["round"],
        "step": len(game["turned"]),
        "card": card,
        "bust": bust,
        "in_cave": list(game["inside"]),
    }
    if bust:
        _flee(game, card)
    elif card.isdigit():
        _share_treasure(game, int(card))
    elif is_relic(card):
        game["relics_on_path"].append(card)
    line["carried"] = list(game["carried"])
    line["path"] = game["path"]
    line["leavers"] = []
    line["relics_taken"] = 0
    line["chests"] = list(game["chests"])
    return line


def leave(game: Game, seats: list[int], line: Line) -> None:
    """Let these players, at least one, leave together after the card of this line."""
    for seat in seats:
        if seat not in game["inside"]:
            raise Refused(f"seat {SEATS[seat]} is not in the cave")
    share, game["path"] = divmod(game["path"], len(seats))
    for seat in seats:
        game["chests"][seat] += game["carried"][seat] + share
        game["carried"][seat] = 0
        game["inside"].remove(seat)
    line["leavers"] = sorted(seats)
    if len(seats) == 1:
        line["relics_taken"] = len(game["relics_on_path"])
        _take_relics(game, seats[0])
    line["chests"] = list(game["chests"])
    if not game["inside"]:
        _end_round(game)


def is_relic(card: str) -> bool:
    """Return whether this card of a deck is a relic."""
    return card.startswith("relic")


def is_hazard(card: str) -> bool:
    """Return whether this card of a deck is a hazard."""
    return not card.isdigit() and not is_relic(card)


def is_over(game: Game) -> bool:
    """Return whether the last round has ended."""
    return game["round"] == ROUNDS and not game["inside"]


def winners(game: Game) -> list[int]:
    """Return the seats that win or share the victory, once the game is over."""
    ranks = [(points, 0) for points in game["chests"]]
    if game["edition"]["ties_broken_by_relics"]:
        ranks = list(zip(game["chests"], game["relics"], strict=True))
    return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


def stand_ins(supply: Mapping[int, int], holdings: Iterable[int]) -> int:
    """Return the worth of the stand-ins in use when the box's gems pay these holdings.

    Every value divides the larger ones, so a large gem replaces the same number of smaller ones in
    any holding, and using the largest first is the best layout.
    """
    amounts = list(holdings)
    covered = 0
    for value in sorted(supply, reverse=True):
        room = sum(amount // value for amount in amounts) - covered // value
        covered += value * min(supply[value], room)
    return sum(amounts) - covered


def _share_treasure(game: Game, value: int) -> None:
    share, rest = divmod(value, len(game["inside"]))
    for seat in game["inside"]:
        game["carried"][seat] += share
    game["path"] += rest


def _flee(game: Game, hazard: str) -> None:
    game["carried"] = [0] * len(game["carried"])
    # One of the two copies leaves the deck for good.
    game["turned"].remove(hazard)
    _end_round(game)


def _end_round(game: Game) -> None:
    # A revealed relic has either been taken or leaves the game: none returns to the deck.
    game["deck"] += [card for card in game["turned"] if not is_relic(card)]
    game["turned"] = []
    game["relics_on_path"] = []
    game["path"] = 0
    game["inside"] = []


def _take_relics(game: Game, seat: int) -> None:
    for relic in game["relics_on_path"]:
        game["chests"][seat] += _relic_worth(relic, game["relics_taken"])
        game["relics"][seat] += 1
        game["relics_taken"] += 1
    game["relics_on_path"] = []


def _relic_worth(relic: str, taken_before: int) -> int:
    number = relic.removeprefix("relic")
    return int(number) if number else WORTH_IN_ORDER_TAKEN[taken_before]


# Notation.


def scan(text: str, notes: Notes) -> list[Piece]:
    """Return the tags and words of a text in order, with their start and end offsets."""
    pieces: list[Piece] = []
    at = 1 if text.startswith("\ufeff") else 0
    while at < len(text):
        if text[at].isspace():
            at += 1
        elif text[at] == ";":
            at = _line_end(text, at)
        else:
            scan_piece = _scan_tag if text[at] == "[" else _scan_word
            pieces.append(scan_piece(text, at, notes))
            at = pieces[-1]["end"]
    return pieces


def split_games(pieces: list[Piece]) -> list[tuple[list[Piece], list[str]]]:
    """Return the tags and the words of each game: a tag after a word starts the next game."""
    games: list[tuple[list[Piece], list[str]]] = []
    for piece in pieces:
        if not games or (piece["kind"] == "tag" and games[-1][1]):
            games.append(([], []))
        tags, words = games[-1]
        if piece["kind"] == "tag":
            tags.append(piece)
        else:
            words.append(piece["word"])
    return games


def _unusual_characters(text: str) -> list[str]:
    found = ["byte order mark"] if text.startswith("\ufeff") else []
    rest = text.replace("\r\n", "").replace("\n", "").replace("\t", "").replace(" ", "")
    if any(char.isspace() or char < " " for char in rest):
        found.append("unusual white space or control character")
    return found


def _line_end(text: str, at: int) -> int:
    found = re.compile(r"[\r\n]").search(text, at)
    return found.start() if found else len(text)


def _is_first_on_line(text: str, at: int) -> bool:
    line_start = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    return not text[line_start:at].strip("\ufeff \t")


def _scan_word(text: str, at: int, notes: Notes) -> Piece:
    found = WORD.match(text, at)
    assert found is not None, "the caller stands on a character that is part of a word"
    word = found.group()
    if ROUND_NUMBER.fullmatch(word) and not _is_first_on_line(text, at):
        notes.append("round that begins within a line")
    return {"kind": "word", "start": at, "end": found.end(), "word": word}


def _scan_tag(text: str, at: int, notes: Notes) -> Piece:
    found = TAG.match(text, at)
    if found is None:
        raise Refused("a tag is not closed, or not a name and quoted strings")
    name, strings = found["name"], found["strings"]
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9]*", name):
        notes.append("characters of a tag's name")
    rest_of_line = text[found.end() : _line_end(text, found.end())].strip(" \t")
    alone = _is_first_on_line(text, at) and (not rest_of_line or rest_of_line.startswith(";"))
    blanks_inside = found["before"] or strings.endswith((" ", "\t"))
    glued = not found["gap"] or "ss" in STRING.sub("s", strings)
    if not alone or blanks_inside or glued:
        notes.append("layout of a tag")
    values = [_unescape(name, raw, notes) for raw in STRING.findall(strings)]
    if "" in values:
        notes.append("empty string in a tag")
    return {"kind": "tag", "start": at, "end": found.end(), "name": name, "values": values}


def _unescape(name: str, raw: str, notes: Notes) -> str:
    def meaning(found: re.Match[str]) -> str:
        char = found.group(1)
        if char in '"\\':
            return char
        if char != "n":
            raise Refused(f"unknown escape \\{char}", doubt="unknown escape")
        if name != "EditionText":
            notes.append("escaped line break")
        return "\n"

    return re.sub(r"\\(.)", meaning, raw)


def _replay_game(tag_pieces: list[Piece], words: list[str], notes: Notes) -> list[Line]:
    tags = _read_tags(tag_pieces, notes)
    game = new_game(_edition_id(tags), _count_players(tags, notes))
    lines = _play(game, words, notes)
    over = is_over(game)
    if "Scores" in tags:
        _check_scores(tags["Scores"], game, notes)
    lines.append(
        {"scores": list(game["chests"]), "winners": winners(game) if over else [], "finished": over}
    )
    return lines


def _read_tags(pieces: list[Piece], notes: Notes) -> dict[str, list[str]]:
    tags: dict[str, list[str]] = {}
    for piece in pieces:
        name = piece["name"]
        if name in tags:
            if name in TAGS_WITH_A_MEANING:
                raise Refused(f"two {name} tags", doubt="tag given twice")
            notes.append("tag given twice")
        tags[name] = piece["values"]
    if SHUFFLE_TAGS & tags.keys():
        notes.append("tags of the shuffle, which are not checked here")
    if "Chests" in tags and tags["Chests"] != ["closed"]:
        if tags["Chests"] != ["open"]:
            raise Refused("Chests is neither open nor closed", doubt="value of Chests")
        notes.append("value of Chests")
    return tags


def _edition_id(tags: dict[str, list[str]]) -> str:
    if "Edition" not in tags:
        raise Refused("no Edition tag")
    if "EditionText" in tags:
        raise Refused("a user's own edition", doubt="EditionText, which is not read here")
    if len(tags["Edition"]) != 1:
        raise Refused("more than one edition", doubt="more than one string in Edition")
    edition_id = tags["Edition"][0]
    if edition_id not in EDITIONS:
        raise Refused(f"unknown edition {edition_id}")
    return edition_id


def _count_players(tags: dict[str, list[str]], notes: Notes) -> int:
    if "Players" not in tags:
        raise Refused("no Players tag")
    names = tags["Players"]
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        raise Refused(f"{len(names)} players")
    if len(set(names)) < len(names) or any(name != name.strip() for name in names):
        notes.append("names that are alike or begin or end with white space")
    return len(names)


def _play(game: Game, words: list[str], notes: Notes) -> list[Line]:
    lines: list[Line] = []
    for word in words:
        if re.match(r"(relic)?0[0-9]", word):
            raise Refused(f"{word} has a leading zero", doubt="leading zero")
        if ROUND_NUMBER.fullmatch(word):
            start_round(game)
            if word != f"{game['round']}.":
                raise Refused(f"{word} stands where round {game['round']} begins")
        else:
            lines.append(_play_card(game, word))
    if game["inside"] and not game["turned"]:
        notes.append("round without a card")
    return lines


def _play_card(game: Game, word: str) -> Line:
    card, slash, letters = word.partition("/")
    line = turn(game, card)
    if slash and not letters:
        raise Refused("no seats after a slash", doubt="slash without seats")
    seats = _read_seats(letters, len(game["chests"])) if letters != "-" else []
    if seats:
        leave(game, seats, line)
    return line


def _read_seats(letters: str, players: int) -> list[int]:
    seats = [SEATS[:players].find(letter) for letter in letters]
    if -1 in seats:
        raise Refused(f"{letters} names a seat that is not at the table")
    if len(set(seats)) < len(seats):
        raise Refused(f"{letters} names a seat twice")
    return seats


def _check_scores(values: list[str], game: Game, notes: Notes) -> None:
    if not is_over(game):
        raise Refused("Scores in a game that is not over")
    expected = [str(points) for points in game["chests"]]
    # Compared as text, because int() also accepts signs, underscores and foreign digits.
    if [number.lstrip("0") or "0" for number in " ".join(values).split()] != expected:
        raise Refused("wrong Scores")
    if values != [" ".join(expected)]:
        notes.append("layout of Scores")
