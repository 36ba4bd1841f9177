"""Test `diamant review`: luck and decisions of finished games."""

import json

GAME = """\
[Edition "iello-2016"]
[Players "Ana <b>" "Ben" "Cem" "Dora"]
1. snake/C 9/AB ram relic relic boulder 5 11 lava boulder
2. snake/C snake
3. 7/C 1/AB snake snake
4. snake/C 7/A ram/B 5 7 13 spider ram
5. 13 5 2/B ram/C ram
"""


def test_table_shows_luck_and_decisions(diamant):
    out = diamant.out("review", "-", stdin=GAME)
    assert "standard input, game 1 · iello-2016. Reference model: pack-1." in out
    assert "Ana <b>" in out
    assert "Turning points" in out
    assert (
        "Ben, leave: cost 37.2% of the win probability, or 8.1 points against equal opponents"
        in out
    )
    assert "All games" not in out


def test_output_is_translated(diamant, tmp_path):
    page = tmp_path / "page.html"
    ran = diamant("review", "-", "--language", "de", "--html", page, stdin=GAME + GAME)
    assert ran.code == 0
    text = page.read_text(encoding="utf-8")
    assert '<html lang="de">' in text
    for said in ("Wendepunkte", "Alle Partien", "Rammbock"):
        assert said in ran.out
        assert said in text
    for said in ("Turning", "Decisions", "snake", "{"):
        assert said not in ran.out


def test_json_has_a_line_for_each_game(diamant):
    code, out, _ = diamant("review", "-", "--json", stdin=GAME + GAME)
    games = [json.loads(line) for line in out.splitlines()]
    assert (code, len(games)) == (0, 2)
    for game in games:
        assert game["reference"] == "pack-1"
        for player in game["players"]:
            parts = player["cards"] + player["others"] + player["decisions"]
            assert abs(player["result"] - player["start"] - parts) < 1e-9
        assert {"round", "step", "seat", "leave", "lost"} <= game["choices"][0].keys()
        assert len(game["turning_points"]) == 3
    assert games[0] == games[1]


def test_many_games_give_standings_and_an_html_page(diamant, tmp_path):
    page = tmp_path / "page.html"
    out = diamant.out("review", "-", "--html", str(page), stdin=GAME + GAME)
    assert "All games" in out
    text = page.read_text(encoding="utf-8")
    assert (text.count("<svg"), text.count("<dl")) == (2, 2)
    assert f"Page written to {page}" in out
    assert "Ana &lt;b&gt;" in text
    assert "Ana <b>" not in text
    assert "http" not in text


def test_unfinished_game_is_refused(diamant):
    code, out, err = diamant(
        "review", "-", stdin=GAME + GAME.replace(" ram\n5. 13 5 2/B ram/C ram", "")
    )
    assert (code, out) == (2, "")
    assert err == (
        "diamant: standard input, game 2: the game is still in progress; only finished games can be"
        " reviewed\n"
    )


def test_damaged_file_hides_no_others(diamant, tmp_path):
    good, bad, open_game = (tmp_path / name for name in ("good.dia", "bad.dia", "open.dia"))
    good.write_text(GAME)
    bad.write_text(GAME.replace("spider ram", "spider snake lava ram"))
    open_game.write_text(GAME.replace(" ram\n5. 13 5 2/B ram/C ram", ""))
    code, out, err = diamant("review", str(bad), str(good), str(open_game))
    assert code == 2
    assert out.count("Reference model") == 1
    assert [line.partition(", ")[0] for line in err.splitlines()] == [
        f"diamant: {bad}",
        f"diamant: {open_game}",
    ]


def test_page_that_cannot_be_written_is_reported(diamant, tmp_path):
    code, _, err = diamant("review", "-", "--html", str(tmp_path), stdin=GAME)
    assert code == 2
    assert "cannot write" in err


def test_review_without_a_file_covers_the_households_latest_games(diamant, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    ran = diamant("review")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith(
        "diamant: no saved games yet: games from 'diamant play' and 'diamant host' appear here\n"
    )
    folder = tmp_path / "diamant" / "games"
    folder.mkdir()
    for name, day in (("old", "2026-11-15"), ("one", "2026-11-16"), ("two", "2026-11-16")):
        (folder / f"{name}.dia").write_text(f'[Date "{day}"]\n{GAME}')
    code, out, _ = diamant("review")
    assert code == 0
    assert out.count("Reference model") == 2
    assert "one.dia, game 1" in out
    assert "old.dia" not in out


def test_html_page_may_go_to_standard_output(diamant, refusal, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    out = diamant.out("review", "-", "--html", "-", stdin=GAME)
    assert out.startswith("<!doctype html>")
    assert "Turning points\n" not in out
    assert list(tmp_path.iterdir()) == []
    both = refusal("review", "game.dia", "--html", "-", "--json")
    assert "--html - cannot be combined with --json; give --html a file name" in both
