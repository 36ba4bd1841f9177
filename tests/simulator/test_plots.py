"""Test plots: file formats, reproducibility, and refusals before any work."""

import re
import sys
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from diamant.errors import DiamantError
from diamant.locales.words import Words
from diamant.simulator import plots, simulate
from diamant.simulator.edition_report import edition_report
from diamant.simulator.standings import Standing, Tournament

BOTS = "threshold:gems=10,random,vulture"
MAGIC = {".png": b"\x89PNG\r\n\x1a\n", ".pdf": b"%PDF-", ".svg": b"<?xml"}


def row(bot, mean, rating=25.0):
    return Standing(bot, 100, mean, 0.1, 0.25, 0.01, rating)


def held(*rows):
    """Return a tournament with these standings."""
    return Tournament("iello-2016", 4, 1_200, 3, 3, 100, 0.5, rows)


@pytest.fixture(scope="module")
def result():
    return simulate("iello-2016", BOTS, 500, seed=1, detail=True)


@pytest.fixture(scope="module")
def report():
    return edition_report("iello-2016", players=(3, 8), bots=BOTS, games=500)


def texts(file):
    """Return the texts of an SVG: Matplotlib writes each as a comment before its shapes."""
    parser = ElementTree.XMLParser(target=ElementTree.TreeBuilder(insert_comments=True))
    root = ElementTree.parse(file, parser).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return [piece.text.strip() for piece in root.iter(ElementTree.Comment)]


@pytest.mark.parametrize("ending", [".png", ".pdf", ".svg", ".PNG"])
def test_file_extension_selects_the_format(ending, tmp_path):
    file = tmp_path / f"plot{ending}"
    plots.plot_tournament(held(row("one", 1.0)), str(file))
    assert file.read_bytes().startswith(MAGIC[ending.lower()])


def test_result_plot_shows_seats_games_and_gems(result, tmp_path):
    plots.plot_result(result, str(tmp_path / "plot.svg"))
    said = texts(tmp_path / "plot.svg")
    assert any("iello-2016" in text and "500 games, 3 seats" in text for text in said)
    assert "threshold:gems=10  A" in said
    assert {"Points", "Win share", "Cards per expedition", "lost in busts"} <= set(said)


def test_report_plot_shows_each_number_of_players(report, tmp_path):
    plots.plot_report(report, str(tmp_path / "plot.svg"))
    said = texts(tmp_path / "plot.svg")
    assert any("How it plays: iello-2016" in text for text in said)
    assert {"3", "8", "Relics per game", "Players leaving at the same time"} <= set(said)


def test_report_plot_of_an_edition_without_relics_shows_gems(tmp_path):
    report = edition_report("schmidt-2005", players=3, bots=BOTS, games=200)
    plots.plot_report(report, str(tmp_path / "plot.svg"))
    said = texts(tmp_path / "plot.svg")
    assert "Gems per expedition" in said
    assert not any("Relics" in text for text in said)


def test_tournament_plot_follows_the_standings(tmp_path):
    outcome = held(row("best", 20.0, rating=1501.4), row("second", 30.0, rating=1602.0))
    plots.plot_tournament(outcome, str(tmp_path / "plot.svg"))
    said = texts(tmp_path / "plot.svg")
    assert said.index("best   1501") < said.index("second   1602")
    assert any("iello-2016, 4 players, 1,200 games" in text for text in said)


def test_unusual_and_long_names_are_drawn(result, tmp_path):
    names = ("/home/me/$x$_\u5b9d\u77f3.py:bot", "b" * 200, "vulture:haul=8,limit=0.25")
    seats = tuple(replace(seat, bot=name) for seat, name in zip(result.seats, names, strict=True))
    plots.plot_result(replace(result, seats=seats), str(tmp_path / "plot.svg"))
    said = texts(tmp_path / "plot.svg")
    assert "$x$_\u5b9d\u77f3.py:bot  A" in said
    assert f"{'b' * 8}…{'b' * 25}  B" in said


def pictures(result, report, words, folder):
    """Draw every kind of plot in one language, and return the files."""
    draws = (
        lambda file: plots.plot_result(result, file, words),
        lambda file: plots.plot_report(report, file, words),
        lambda file: plots.plot_tournament(held(row("one", 1.2), row("two", 2.3)), file, words),
    )
    files = [folder / f"{number}.svg" for number in range(len(draws))]
    for draw, file in zip(draws, files, strict=True):
        draw(str(file))
    return files


def said_by(files):
    """Return all texts of some plots."""
    return {text for file in files for text in texts(file)}


@pytest.fixture(scope="module")
def english(result, report, tmp_path_factory):
    return pictures(result, report, Words(), tmp_path_factory.mktemp("english"))


def test_equal_plots_are_equal_files(result, report, english, tmp_path):
    again = pictures(result, report, Words(), tmp_path)
    for first, second in zip(english, again, strict=True):
        assert first.read_bytes() == second.read_bytes()
        assert b"<dc:date>" not in first.read_bytes()


@pytest.mark.parametrize("language", ["de", "sr"])
def test_plots_use_the_language_and_letters_of_the_font(
    language, result, report, english, tmp_path
):
    from matplotlib.font_manager import findfont
    from matplotlib.ft2font import FT2Font

    said = said_by(pictures(result, report, Words(language), tmp_path))
    # Letters of seats are the same in every language.
    assert not {text for text in said & said_by(english) if text.isalpha() and len(text) > 1}
    assert not [text for text in said if re.fullmatch(r"\d+\.\d", text)], "a comma is the mark"
    drawn = set(FT2Font(findfont("DejaVu Sans")).get_charmap())
    assert ord("宝") not in drawn, "the font tells what it lacks"
    assert {ord(letter) for text in said for letter in text} <= drawn


def test_plotting_leaves_matplotlibs_settings_unchanged(result, tmp_path):
    import matplotlib

    before = matplotlib.rcParams.copy()
    plots.plot_result(result, str(tmp_path / "plot.png"))
    assert matplotlib.rcParams.copy() == before
    assert "matplotlib.pyplot" not in sys.modules


@pytest.mark.parametrize("file", ["plot.gif", "plot", "png", "plot.png.txt"])
def test_unknown_file_extension_is_refused(file):
    with pytest.raises(DiamantError, match=r"must end in \.png, \.svg, or \.pdf$"):
        plots.check_plot_file(file)


def test_missing_matplotlib_is_reported_with_the_install_command(monkeypatch):
    monkeypatch.setattr(plots.style, "find_spec", lambda name: None)
    with pytest.raises(DiamantError, match=r"pip install -e '\.\[plot\]'"):
        plots.check_plot_file("plot.png")


def test_result_without_histograms_is_refused(result, tmp_path):
    with pytest.raises(DiamantError, match="detail=True"):
        plots.plot_result(replace(result, detail=None), str(tmp_path / "plot.png"))


def test_full_disk_is_reported_with_the_plots_file_name(tmp_path):
    (tmp_path / "plot.png").symlink_to("/dev/full")
    file = str(tmp_path / "plot.png")
    with pytest.raises(DiamantError, match=f"cannot write {file}: No space left on device"):
        plots.plot_tournament(held(row("one", 1.0)), file)
