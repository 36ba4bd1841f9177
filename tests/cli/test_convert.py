"""Test `diamant convert`: records to JSON and back."""

import json

import pytest

TIDY = '[Edition "iello-2016"]\n[Players "a" "b" "c"]\n[Site "\u2028é"]\n\n1. 9/AC snake/-\n'
LOOSE = '[Players "a" "b" "c"] ; who\n[Site "\u2028é"]\n[Edition "iello-2016"]\n1. 9/CA\n\nsnake/-'
DATA = {
    "tags": {"Edition": ["iello-2016"], "Players": ["a", "b", "c"], "Site": ["\u2028é"]},
    "rounds": [[{"card": "9", "leavers": [0, 2]}, {"card": "snake", "leavers": []}]],
}


def test_loosely_formatted_record_is_normalized(diamant):
    assert diamant("convert", "-", stdin=LOOSE) == (0, TIDY, "")


def test_record_becomes_json(diamant):
    out = diamant.out("convert", "-", "--json", stdin=LOOSE)
    assert json.loads(out) == DATA


@pytest.mark.parametrize("ascii_only", [True, False])
def test_json_becomes_records(diamant, tmp_path, ascii_only):
    line = json.dumps(DATA, ensure_ascii=ascii_only)
    file = tmp_path / "games.jsonl"
    file.write_text(f"{line}\r\n\n{line}", encoding="utf-8", newline="")
    assert diamant("convert", file) == (0, f"{TIDY}\n{TIDY}", "")
    out = diamant.out("convert", file, "--json")
    assert [json.loads(text) for text in out.splitlines()] == [DATA, DATA]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"{", "{file} is not a sequence of JSON records: "),
        (b'{"tags": ' + b"[" * 100_000, "{file} is not a sequence of JSON records: "),
        (b'{"tags": ' + b"1" * 5000, "{file} is not a sequence of JSON records: "),
        (b'{"\xff"', "{file} is not UTF-8 text"),
        (b"{}", "the record: must be an object with the fields tags and rounds"),
        (
            json.dumps(DATA | {"rounds": [[]] * 2}).encode(),
            "rounds[1]: round 1 has not ended: ABC still in the cave",
        ),
        (
            json.dumps(DATA | {"tags": {"a\nb": []}}).encode(),
            "tags['a\\nb']: must be a tag name with a list of strings",
        ),
    ],
    ids=range(7),
)
def test_wrong_json_is_refused(refusal, tmp_path, data, message):
    file = tmp_path / "game.json"
    file.write_bytes(data)
    assert refusal("convert", file).startswith("diamant: " + message.format(file=file))


def test_missing_json_file_is_refused(refusal, tmp_path):
    file = tmp_path / "game.json"
    assert refusal("convert", file) == f"diamant: cannot read {file}: No such file or directory"


def test_json_may_span_lines_and_come_from_standard_input(diamant):
    out = diamant.out("convert", "-", stdin=json.dumps(DATA, indent=2) + json.dumps(DATA))
    assert out.count("[Edition ") == 2
