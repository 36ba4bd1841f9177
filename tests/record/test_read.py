"""Tests of reading the notation: what is valid, and the place and reason of each error."""

import io
import tracemalloc
from pathlib import Path

import pytest

from diamant import read_record
from diamant.editions import edition
from diamant.errors import DiamantError, RecordError
from diamant.record import decode, read_records
from diamant.rules.cards import Hazard, Treasure
from diamant.rules.game import Phase

HEAD = '[Edition "iello-2016"]\n[Players "Ana" "Ben" "Cem"]\n'

FINISHED = """\
1. 9/ABC
2. 9/ABC
3. 9/ABC
4. 9/ABC
5. 9/ABC
"""


def cards(text):
    return [str(card) for card in read_record(text).game.expedition.path]


def refusal(text):
    with pytest.raises(RecordError) as caught:
        list(read_records(text))
    error = caught.value
    assert str(error) == f"line {error.line}, column {error.column}: {error.reason}"
    assert error.where == f"line {error.line}, column {error.column}"
    assert error.code == "record"
    return error.line, error.column, error.reason


@pytest.mark.parametrize(
    ("source", "kind"),
    [(b"1. 9", "bytes"), (Path("x.dia"), "Path"), (io.BytesIO(b"1."), "BytesIO")],
)
def test_bytes_and_paths_are_refused_as_sources(source, kind):
    with pytest.raises(DiamantError, match=f"opened in text mode, got a (Posix|Windows)?{kind}$"):
        list(read_records(source))


# Valid records.


def test_interface_example_is_read():
    record = read_record(
        """\
[Edition "iello-2016"]
[Players "Ana" "Ben" "Cem" "Dora"]
[Date "2026-11-15"]
[Scores "7 14 8 0"]

1. snake/C 9/AB ram relic relic boulder 5 11 lava boulder
2. snake/C snake
3. 7/C 1/AB snake snake
4. snake/C 7/A ram/B 5 7 13 spider ram
5. 13 5 2/B ram/C ram
"""
    )
    assert record.players == ("Ana", "Ben", "Cem", "Dora")
    assert record.tags == {"Date": ("2026-11-15",)}
    assert record.game.edition == edition("iello-2016")
    assert record.game.phase is Phase.OVER
    assert record.game.scores == (7, 14, 8, 0)
    assert not record.game.closed


def test_tags_alone_are_a_game_before_its_first_card():
    game = read_record(HEAD).game
    assert (game.phase, game.expedition.round, game.expedition.path) == (Phase.TURN, 1, ())


def test_nothing_after_the_last_card_leaves_the_decision_open():
    assert read_record(HEAD + "1. 9").game.phase is Phase.DECIDE


def test_dash_after_the_last_card_means_everyone_stays():
    game = read_record(HEAD + "1. 9/-").game
    assert (game.phase, game.expedition.in_cave) == (Phase.TURN, (0, 1, 2))


SPACED = '[Site "x"] ; y\n\n1. 9/A\n   snake ; z\n'


@pytest.mark.parametrize(
    ("text", "plainly"),
    [
        pytest.param("1. 9/- 5/A 7", "1. 9 5/A 7", id="a dash before another card"),
        pytest.param("1. snake snake/-", "1. snake snake", id="a dash after a bust"),
        pytest.param("1. 9/CA", "1. 9/AC", id="seat letters in any order"),
        pytest.param("1.", "", id="the number of a round alone"),
        pytest.param(SPACED.replace("\n", "\r\n"), SPACED, id="carriage returns"),
        pytest.param('[Chests "open"]\n1. 9', "1. 9", id="open chests"),
        pytest.param(f'[Scores " 15  15 15"]\n{FINISHED}', FINISHED, id="spaces among scores"),
    ],
)
def test_equivalent_notations_read_as_the_same_game(text, plainly):
    assert read_record(HEAD + text) == read_record(HEAD + plainly)
    assert read_record(f"\ufeff{HEAD}{text}") == read_record(HEAD + plainly)  # A byte order mark.


@pytest.mark.parametrize(
    ("tag", "players"),
    [
        pytest.param('[Players "a;b" "c]d" "[e"] ; "]', ("a;b", "c]d", "[e"), id="in quotes"),
        pytest.param('[ Players\t"a""b" "c" ]  ', ("a", "b", "c"), id="spaces"),
        pytest.param(
            '[Players "a\u2028b" "c\u2029d" "é\u00a0\t"]',
            ("a\u2028b", "c\u2029d", "é\u00a0\t"),
            id="line separators",
        ),
    ],
)
def test_names_may_have_any_character_and_tags_any_space(tag, players):
    assert read_record(f'  [ Edition\t"iello-2016" ]  \n{tag}\n1. 9').players == players


def test_line_breaks_inside_a_round_are_ignored():
    assert cards(HEAD + "1.\n9\n\n  snake\t5\n") == ["9", "snake", "5"]


def test_several_rounds_may_share_a_line():
    assert read_record(HEAD + "1. 9/ABC 2. 5").game.expedition.round == 2


def test_a_comment_runs_to_the_end_of_its_line():
    text = (
        '; first\n[Edition "iello-2016"] ; then\n[Players "A" "B" "C"];x\n1. 9;5 7\n;7\n snake ; 3'
    )
    assert cards(text) == ["9", "snake"]


def test_quotes_backslashes_and_line_breaks_are_escaped():
    record = read_record(HEAD + r'[Site "a \"b\" \\ c\nd\\n"]')
    assert record.tag("Site") == 'a "b" \\ c\nd\\n'


def test_custom_tags_are_kept_unchanged():
    record = read_record(HEAD + '[My_Tag2 "x" "" "x"]\n[Date "someday"]')
    assert record.tags == {"My_Tag2": ("x", "", "x"), "Date": ("someday",)}


def test_blank_lines_and_comments_may_separate_tags():
    record = read_record('\n[Players "a" "b" "c"]\n\n; more\n[Edition "iello-2023"]\n1. 5\n')
    assert record.game.edition.id == "iello-2023"


def test_closed_chests_are_read():
    record = read_record(HEAD + '[Chests "closed"]')
    assert record.game.closed
    assert record.tags == {}


def test_shuffle_tags_are_kept():
    tags = '[Dealer "1"]\n[Commitment "c"]\n[Nonces "a" "b" ""]\n[Seed "s"]\n'
    assert read_record(HEAD + tags).tags == {
        "Dealer": ("1",),
        "Commitment": ("c",),
        "Nonces": ("a", "b", ""),
        "Seed": ("s",),
    }


# A custom edition.

OWN = (
    'id = \\"mine\\"\\nname = \\"Mine\\"\\nrounds = 1\\nplayers = { least = 2, most = 2 }\\n'
    'treasures = [6]\\nhazards = { troll = 2 }\\ngems = [{ name = \\"g\\", worth = 1, count = 9 }]'
)


def test_custom_edition_is_read_from_the_record():
    text = f'[Edition "mine"]\n[EditionText "{OWN}"]\n[Players "a" "b"]\n1. 6 troll troll\n'
    record = read_record(text)
    assert record.game.edition.treasures == (6,)
    assert record.game.expedition.path == (Treasure(6), Hazard("troll"), Hazard("troll"))
    assert record.tags == {}


def test_reader_never_opens_a_path_named_in_a_record(tmp_path, monkeypatch):
    file = tmp_path / "mine.toml"
    file.write_text(OWN.replace("\\n", "\n").replace('\\"', '"'), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name in (str(file), "mine.toml", "./mine.toml"):
        line, column, reason = refusal(f'[Edition "{name}"]\n[Players "a" "b"]\n1. 6\n')
        assert (line, column) == (1, 1)
        assert reason.startswith(f"unknown edition '{name}' (")


# Several games in one file.


def test_several_games_are_read_in_order():
    text = HEAD + "1. 9\n" + HEAD + '[Date "x"]\n\n1. 5\n\n' + HEAD + "1. 7/A\n"
    assert list(read_records(text)) == [
        read_record(HEAD + "1. 9"),
        read_record(HEAD + '[Date "x"]\n1. 5'),
        read_record(HEAD + "1. 7/A"),
    ]


def test_repeated_tag_after_a_blank_line_starts_a_new_game():
    text = HEAD + "\n" + HEAD + "\n" + HEAD + "1. 9\n"
    assert list(read_records(text)) == [read_record(HEAD)] * 2 + [read_record(HEAD + "1. 9")]


def test_comment_after_a_blank_line_does_not_hide_it():
    assert len(list(read_records(HEAD + "\n; next\n" + HEAD))) == 2


def test_games_are_read_lazily():
    games = read_records(HEAD + "1. 9\n" + HEAD + "1. nonsense\n")
    assert next(games) == read_record(HEAD + "1. 9")
    with pytest.raises(RecordError, match="line 6, column 4"):
        next(games)


def test_empty_text_has_no_games():
    assert list(read_records("")) == []
    assert list(read_records("\n \n; nothing\n")) == []


def test_read_record_refuses_an_empty_text():
    with pytest.raises(RecordError) as caught:
        read_record(" \n; nothing\n")
    assert str(caught.value) == "line 1, column 1: the record is empty"


def test_read_record_refuses_several_games():
    with pytest.raises(RecordError) as caught:
        read_record(HEAD + "1. 9\n" + HEAD)
    assert str(caught.value) == (
        "line 1, column 1: expected one game, got several: use read_records"
    )


# Malformed tags.

NAME_FIRST = "a tag must begin with a name made of letters and digits"
NOT_CLOSED = "the tag Site is not closed: expected ']' or another quoted value here"
NO_ESCAPE = 'unknown escape {} (available: \\", \\\\, \\n)'


@pytest.mark.parametrize(
    ("line", "column", "reason"),
    [
        ("[]", 2, NAME_FIRST),
        ("[", 2, NAME_FIRST),
        ('  ["Site" "x"]', 4, NAME_FIRST),
        ('[[Site "x"]]', 2, NAME_FIRST),
        ('[2nd "x"]', 2, NAME_FIRST),
        ('[Ünique "x"]', 2, NAME_FIRST),
        ("[Site]", 6, "expected a value in double quotes for the tag Site"),
        ("[Site", 6, "expected a value in double quotes for the tag Site"),
        ("[Site   ", 9, "expected a value in double quotes for the tag Site"),
        ("[Site  x]", 8, "expected a value in double quotes for the tag Site"),
        ("  [ My_Tag2 'x']", 13, "expected a value in double quotes for the tag My_Tag2"),
        ('[My-Tag "x"]', 4, "expected a value in double quotes for the tag My"),
        ('[Site "x" y]', 11, NOT_CLOSED),
        ('[Site "x"', 10, NOT_CLOSED),
        ('[Site "x" "y" ; z]', 15, NOT_CLOSED),
        ('[Site "x', 7, "this quote is never closed"),
        ('[Site "x" "y]', 11, "this quote is never closed"),
        ('[Site "x\\"]', 7, "this quote is never closed"),
        ('[Site "x\\', 7, "this quote is never closed"),
        ('[Site "a" "x\\ty"]', 13, NO_ESCAPE.format("\\t")),
        ('[Site "\\\\ \\" \\n \\N"]', 17, NO_ESCAPE.format("\\N")),
        ('[Site "x"] y', 12, "only a comment may follow a tag on the same line"),
        ('[Site "x"]]', 11, "only a comment may follow a tag on the same line"),
        ('[Site "x"] [Date "y"]', 12, "only a comment may follow a tag on the same line"),
        ('[Site "x" "a\rb"]', 13, "a tag must not contain control characters"),
        ('  [Site "\x1b[31m"]', 10, "a tag must not contain control characters"),
        ('[Site "x"\x0c"y"]', 10, "a tag must not contain control characters"),
        ('[Site "\x85"]', 8, "a tag must not contain control characters"),
        ('[Site "\ud800"]', 8, "a tag must not contain control characters"),
        ('[Edition "iello-2023"]', 1, "the tag Edition appears twice"),
        ('  [Players "a" "b" "c"]', 3, "the tag Players appears twice"),
    ],
)
def test_malformed_tag_is_refused_with_its_place(line, column, reason):
    assert refusal(HEAD + line + "\n1. 9\n") == (3, column, reason)


@pytest.mark.parametrize("character", ["\x00", "\x08", "\x0b", "\x1f", "\x7f", "\x9f", "\udfff"])
def test_control_character_in_a_tag_is_refused(character):
    reason = "a tag must not contain control characters"
    assert refusal(f'{HEAD}[Site "{character}"]') == (3, 8, reason)


# Tags with wrong values.

TWICE = "the tag Edition appears twice"
GOES_ON = "only a finished game can have Scores, and this game is not over"
NO_2017 = "unknown edition 'iello-2017' (did you mean 'iello-2016'?)"


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("1. 9", (1, 1), "a record must begin with its tags, such as [Edition …]"),
        ("\n; x\n  snake", (3, 3), "a record must begin with its tags, such as [Edition …]"),
        ('[Players "a" "b" "c"]\n\n 1. 9', (3, 2), "the record is missing the tag Edition"),
        ('[Edition "iello-2016"]', (1, 23), "the record is missing the tag Players"),
        ('[Edition "iello-2016"]\n\n', (3, 1), "the record is missing the tag Players"),
        ('[Site "x"]\n1. 9', (2, 1), "the record is missing the tag Edition"),
        (' [Edition "iello-2017"]\n[Players "a" "b" "c"]\n1. 9', (1, 2), NO_2017),
        (
            '[Edition "chess"]\n[Players "a" "b" "c"]\n',
            (1, 1),
            (
                "unknown edition 'chess' (available: schmidt-2005, schmidt-2005-nl, "
                "iello-2016, iello-2023, iello-2023-relics, incan-gold)"
            ),
        ),
        (
            '[Edition "iello-2016"]\n [Players "a" "b"]\n1. 9',
            (2, 2),
            "iello-2016 is for 3 to 8 players, not 2",
        ),
        (
            '[Edition "iello-2016"]\n[Players' + ' "n"' * 9 + "]",
            (2, 1),
            "iello-2016 is for 3 to 8 players, not 9",
        ),
        *(
            (f'{head}[EditionText "{text}"]\n[Players "a" "b"]\n', place, reason)
            for head, text, place, reason in (
                (
                    '[Edition "yours"]\n',
                    OWN,
                    (1, 1),
                    "EditionText describes 'mine', but Edition is 'yours'",
                ),
                ('[Edition "x"]\n ', "id = 5", (2, 2), "the edition is missing the field 'name'"),
                (
                    '[Edition "iello-2016"]\n',
                    OWN.replace("mine", "iello-2016"),
                    (2, 1),
                    "id 'iello-2016' belongs to a built-in edition; choose a different id",
                ),
            )
        ),
        # A tag twice in one game, with blank lines before it.
        (f'{HEAD}\n1. 9\n{HEAD}[Edition "iello-2016"]\n', (7, 1), TWICE),
        ('[Edition "x"]\n\n[Players "a" "b" "c"]\n[Edition "x"]\n', (4, 1), TWICE),
        # Tags at the end of the text, a game with an error, and a missing tag before the next game.
        (HEAD + '1. 9\n[Players "a" "b" "c"]\n\n  [Edition "iello-2017"]\n', (6, 3), NO_2017),
        (f'{HEAD}[Scores "0 0 0"]\n1. 9\n{HEAD}', (3, 1), GOES_ON),
        ('[Edition "x"]\n\n  [Edition "x"]\n', (3, 3), "the record is missing the tag Players"),
        (
            HEAD.replace("iello-2016", "iello-2023-relics") + "1. relic5 relic7",
            (3, 11),
            "the deck of round 1 has no relic7 left",
        ),
        (HEAD + '[Chests "ajar"]', (3, 1), "Chests must be 'open' or 'closed', not 'ajar'"),
        (HEAD + '[Nonces "a" "b"]', (3, 1), "expected 3 nonces, one for each seat, got 2"),
        (
            HEAD + '[Nonces "a" "b" "c" "d"]',
            (3, 1),
            "expected 3 nonces, one for each seat, got 4",
        ),
        (HEAD + '[Scores "0 0 0"]\n1. 9\n\n', (3, 1), GOES_ON),
        (
            HEAD + '\n [Scores "15 15 14"]\n' + FINISHED,
            (4, 2),
            "expected the scores '15 15 15', got '15 15 14'",
        ),
        (
            HEAD + '[Scores "15 15"]\n' + FINISHED,
            (3, 1),
            ("expected the scores '15 15 15', got '15 15'"),
        ),
        (
            HEAD + '[Scores "+15 15 015"]\n' + FINISHED,
            (3, 1),
            "expected the scores '15 15 15', got '+15 15 015'",
        ),
    ],
)
def test_wrong_tag_is_refused_with_its_place(text, place, reason):
    assert refusal(text) == (*place, reason)


@pytest.mark.parametrize(
    "name", ["Edition", "EditionText", "Chests", "Scores", "Dealer", "Commitment", "Seed"]
)
def test_single_value_tag_with_two_values_is_refused(name):
    tags = {"Edition": '"iello-2016"', "Players": '"a" "b" "c"', name: '"x" "y"'}
    text = "\n".join(f"[{tag} {values}]" for tag, values in tags.items())
    line = list(tags).index(name) + 1
    assert refusal(text) == (line, 1, f"the tag {name} takes one value, not 2")


# Words that break the rules.

SEATS_EXPECTED = "expected seat letters A to H after '/', or '-' for nobody, got {}"
NONE_LEFT = "the deck of round {} has no {} left"
IELLO_CARDS = "1, 2, 3, 4, 5, 7, 9, 11, 13, 14, 15, 17, spider, snake, lava, boulder, ram, relic"


@pytest.mark.parametrize(
    ("words", "place", "reason"),
    [
        ("9", (1, 1), "a round must begin with its number, such as '1.'"),
        ("2. 9", (1, 1), "expected round 1, got 2"),
        ("  1. 9/ABC\n1. 9", (2, 1), "expected round 2, got 1"),
        ("1. 9/ABC 3. 9", (1, 10), "expected round 2, got 3"),
        ("1. 9/B 2. 9", (1, 8), "round 1 has not ended: AC still in the cave"),
        ("1. 1. 9", (1, 4), "round 1 has not ended: ABC still in the cave"),
        ("1. 9/ABC snake", (1, 10), "round 1 has ended; expected '2.'"),
        ("1. 9 snake\n snake/-\n 5", (3, 2), "round 1 has ended; expected '2.'"),
        (FINISHED + "6. 9", (6, 1), "the game is over after round 5"),
        (FINISHED + "9", (6, 1), "the game is over; no more cards can follow"),
        ("1. 9 snaek", (1, 6), "iello-2016 has no card 'snaek' (did you mean 'snake'?)"),
        ("1. Snake", (1, 4), "iello-2016 has no card 'Snake' (did you mean 'snake'?)"),
        ("1. 09", (1, 4), "iello-2016 has no card '09' (did you mean '9'?)"),
        ("1. zzz/A", (1, 4), f"iello-2016 has no card 'zzz' (available: {IELLO_CARDS})"),
        ("1. /A", (1, 4), f"iello-2016 has no card '' (available: {IELLO_CARDS})"),
        ("01. 9", (1, 1), f"iello-2016 has no card '01.' (available: {IELLO_CARDS})"),
        ("0. 9", (1, 1), f"iello-2016 has no card '0.' (available: {IELLO_CARDS})"),
        (
            "1000000000. 9",
            (1, 1),
            f"iello-2016 has no card '1000000000.' (available: {IELLO_CARDS})",
        ),
        ("100000000. 9", (1, 1), "expected round 1, got 100000000"),
        ("1. 9 [Site", (1, 6), f"iello-2016 has no card '[Site' (available: {IELLO_CARDS})"),
        ("1. 9/", (1, 6), SEATS_EXPECTED.format("''")),
        ("1. 9/I", (1, 6), SEATS_EXPECTED.format("'I'")),
        ("1. snake/Aa", (1, 10), SEATS_EXPECTED.format("'Aa'")),
        ("1. 9/-A", (1, 6), SEATS_EXPECTED.format("'-A'")),
        ("1. 9/A/B", (1, 6), SEATS_EXPECTED.format("'A/B'")),
        ("1. 9/D", (1, 6), "D cannot leave: not in the cave"),
        ("1. 9/A 5/BA", (1, 10), "A cannot leave: not in the cave"),
        ("1. 9/BAB", (1, 6), "B is listed twice"),
        ("1. snake snake/A", (1, 16), "nobody can leave here: the round ended with this card"),
        ("1. 9 5/A\n 9", (2, 2), NONE_LEFT.format(1, "9")),
        ("1. relic/- relic relic relic relic relic", (1, 36), NONE_LEFT.format(1, "relic")),
        ("1. snake snake 2. snake snake 3. snake snake", (1, 40), NONE_LEFT.format(3, "snake")),
    ],
)
def test_word_that_breaks_the_rules_is_refused_with_its_place(words, place, reason):
    line, column = place
    assert refusal(HEAD + words) == (2 + line, column, reason)


# Bytes.


def test_bytes_are_decoded_as_utf_8():
    assert decode("é ◆".encode()) == "é ◆"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xff", "line 1, column 1: byte 0xff is not valid UTF-8"),
        (b"ab\n\xc3\xa9c\xe9", "line 2, column 3: byte 0xe9 is not valid UTF-8"),
        (b"a\nb\n\n\n\x80\n\n", "line 5, column 1: byte 0x80 is not valid UTF-8"),
        (b"a\r\nb\xc0\x8a", "line 2, column 2: byte 0xc0 is not valid UTF-8"),
        (b"\xef\xbb\xbfab\xff", "line 1, column 3: byte 0xff is not valid UTF-8"),
        (b"\xef\xbb\xbf\nab\xff", "line 2, column 3: byte 0xff is not valid UTF-8"),
    ],
)
def test_invalid_utf_8_is_refused_with_its_place(data, message):
    with pytest.raises(RecordError) as caught:
        decode(data)
    assert str(caught.value) == message


def test_records_stream_from_an_open_file_in_constant_memory():
    game = '[Edition "iello-2016"]\n[Players "a" "b" "c"]\n\n1. 9/ABC\n\n'
    given = []

    def lines():
        for line in game.splitlines(keepends=True) * 2000:
            given.append(None)
            yield line

    records = read_records(lines())
    next(records)
    assert len(given) < 20  # The rest of the file is not read yet.
    tracemalloc.start()
    try:
        assert sum(1 for _ in records) == 1999
        assert tracemalloc.get_traced_memory()[1] < 500_000
    finally:
        tracemalloc.stop()


def test_file_reads_like_its_text():
    text = '\ufeff[Edition "iello-2016"]\n[Players "a" "b" "c"]\n1. 9/A snake\n'
    assert list(read_records(io.StringIO(text))) == list(read_records(text))
