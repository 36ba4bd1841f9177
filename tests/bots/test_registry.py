"""Tests of finding a bot by its name: built in, in a package, a file, or a module."""

import importlib
import re
import sys

import pytest

from diamant.bots import (
    Bot,
    Parameter,
    broken_bots,
    built_in_bots,
    find_bot,
    find_bots,
    known_bots,
)
from diamant.errors import BotError, UnknownNameError
from tests.bots.installing import install

MINE = """
def mine(view, cards=3, nerve=0.5):
    \"\"\"Leave after a few cards.\"\"\"
    return view.step >= cards

class Keeper:
    \"\"\"Keep count.\"\"\"
    def __init__(self, most=4):
        self.most = most
    def __call__(self, view):
        return view.step >= self.most

number = 3
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    return path


def test_built_in_bots_are_found_by_id():
    assert list(built_in_bots()) == [
        *("random", "threshold", "hazards", "risk", "expect", "vulture", "wolf", "catch-up"),
        "beer-mat",
        *("equilibrium", "champion"),
    ]
    for name, bot in built_in_bots().items():
        assert bot.name == name
        assert bot.summary.endswith(".")
        assert find_bot(name).numbers == {p: b.default for p, b in bot.parameters.items()}


def test_defaults_lie_within_their_bounds():
    for bot in built_in_bots().values():
        for bounds in bot.parameters.values():
            assert bounds.least <= bounds.default <= bounds.most


def test_parameters_are_set_by_their_names():
    assert find_bot("threshold:gems=12").numbers == {"gems": 12}
    assert find_bot("vulture:limit=0.5").numbers["limit"] == 0.5
    assert str(find_bot("vulture:limit=0.5,haul=3")) == "vulture:haul=3,limit=0.5"


def test_commas_in_parameters_do_not_split_a_list_of_bots():
    bots = find_bots("random, vulture:haul=3,limit=0.5 ,threshold")
    assert [str(bot) for bot in bots] == [
        *("random:leave=0.2", "vulture:haul=3,limit=0.5", "threshold:gems=10")
    ]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("treshold", "unknown bot 'treshold' (did you mean 'threshold'?)"),
        ("", "unknown bot '' (available: random"),
        ("Zzz", "available: random, threshold"),
        ("treshold:gems=3", "unknown bot 'treshold' (did you mean 'threshold'?)"),
        ("thresold:x", "unknown bot or module 'thresold' (did you mean 'threshold'?)"),
        ("bot.py", "add the bot's name after the file, as in bot.py:my_bot"),
    ],
)
def test_unknown_name_is_refused_with_a_suggestion(name, why):
    with pytest.raises(UnknownNameError, match=re.escape(why)):
        find_bot(name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("threshold:gem=3", "bot threshold has no parameter 'gem' (did you mean 'gems'?)"),
        ("threshold:gems=-1", "bot threshold: gems must be between 0 and 1000, got -1"),
        ("random:leave=1.5", "bot random: leave must be between 0 and 1, got 1.5"),
        ("random:leave=nan", "bot random: leave must be between 0 and 1, got nan"),
        ("threshold:gems=inf", "bot threshold: gems must be between 0 and 1000, got inf"),
        ("threshold:gems=many", "'gems=many' must have the form name=number"),
        ("threshold:gems=", "'gems=' must have the form name=number"),
        ("threshold:gems", "after 'threshold:', expected gems=NUMBER, got 'gems'"),
        ("threshold:", "after 'threshold:', expected gems=NUMBER, got ''"),
        (":mine", "cannot load bot :mine: ValueError: Empty module name"),
        ("no/such/file.py:mine", "no such bot file: no/such/file.py"),
        ("file.py:mine:0.3", "in bot 'file.py:mine:0.3', '0.3' must have the form name=number"),
        ("no.such.module:mine", "cannot load bot no.such.module:mine: ModuleNotFoundError"),
        ("diamant.rules:nothing", "diamant.rules has no 'nothing'"),
        (
            "diamant.bots.registry:ENTRY_POINTS",
            "is not a bot: expected a function",
        ),
    ],
)
def test_invalid_name_is_refused(name, why):
    with pytest.raises((BotError, UnknownNameError), match=re.escape(why)):
        find_bot(name)


def test_function_in_a_file_is_a_bot(file):
    bot = find_bot(f"{file}:mine:cards=5")
    assert bot.name == f"{file}:mine"
    assert bot.numbers == {"cards": 5, "nerve": 0.5}
    assert bot.summary == "Leave after a few cards."
    # An integer stays an integer, because a bot may count with it.
    assert type(bot.numbers["cards"]) is type(find_bot(f"{file}:mine").numbers["cards"]) is int


def test_class_in_a_file_is_a_bot(file):
    assert find_bot(f"{file}:Keeper").numbers == {"most": 4}
    assert find_bot(f"{file}:Keeper").seat_down().most == 4


def test_a_file_is_loaded_once(file):
    file.write_text("import sys\nsys.loaded = getattr(sys, 'loaded', 0) + 1\n" + MINE)
    try:
        find_bots(f"{file}:mine,{file}:mine,{file}:Keeper")
        assert sys.loaded == 1
    finally:
        del sys.loaded


def test_function_in_a_module_is_a_bot(tmp_path, monkeypatch):
    (tmp_path / "my_bots").mkdir()
    (tmp_path / "my_bots" / "__init__.py").write_text("")
    (tmp_path / "my_bots" / "good.py").write_text(MINE)
    monkeypatch.syspath_prepend(tmp_path)
    assert find_bot("my_bots.good:mine:cards=2").numbers["cards"] == 2
    with pytest.raises(BotError, match=r"has no 'mien' \(did you mean 'mine'\?\)"):
        find_bot("my_bots.good:mien")


def test_declared_bot_of_a_module_keeps_its_bounds():
    bot = find_bot("diamant.bots.strategies:threshold:gems=5")
    assert bot.numbers == {"gems": 5}
    with pytest.raises(BotError, match="gems must be between 0 and 1000, got 5000"):
        find_bot("diamant.bots.strategies:threshold:gems=5000")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("def mine(view:\n", "bad.py:mine: SyntaxError"),
        ("import nothing_of_that_name\n", "bad.py:mine: ModuleNotFoundError"),
        ("raise RuntimeError('not today')\n", "bad.py:mine: RuntimeError: not today"),
        ("import sys\nsys.exit(3)\n", "bad.py:mine: SystemExit: 3"),
        ("other = 1\n", "has no 'mine'"),
        ("mine = 3\n", "is not a bot"),
        (
            "def mine(): return True\n",
            "mine() is not a bot: its parameters must be a view",
        ),
        ("def mine(view, wisdom): return True\n", "mine(view, wisdom) is not a bot: its param"),
        ("async def mine(view): return True\n", "is not a bot: it must return its answer"),
        ("def mine(view): yield True\n", "is not a bot: it must return its answer"),
        ("class mine: pass\n", "is not a bot: the class needs a __call__"),
        (
            "class mine:\n    def __init__(self, a): pass\n    def __call__(self, view): pass\n",
            "mine(a) is not a bot: all its parameters must be numbers with defaults",
        ),
        ("", "has no 'mine' (available: none)"),
    ],
)
def test_file_without_the_bot_is_refused(tmp_path, text, why):
    (tmp_path / "bad.py").write_text(text)
    with pytest.raises(BotError) as caught:
        find_bot(f"{tmp_path}/bad.py:mine")
    assert why in str(caught.value)
    assert "Traceback" not in str(caught.value)


def test_module_name_of_a_local_file_gets_a_hint(tmp_path, monkeypatch):
    (tmp_path / "own_ideas.py").write_text("def mine(view): return True\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnknownNameError, match=r"did you mean the file own_ideas\.py:mine\?"):
        find_bot("own_ideas:mine")


def test_file_that_failed_to_load_is_loaded_again(tmp_path):
    (tmp_path / "bad.py").write_text("raise RuntimeError")
    with pytest.raises(BotError):
        find_bot(f"{tmp_path}/bad.py:mine")
    (tmp_path / "bad.py").write_text(MINE)
    assert find_bot(f"{tmp_path}/bad.py:mine").numbers["cards"] == 3


def test_installed_packages_add_bots(monkeypatch):
    def timid(view, cards=2):
        """Leave soon."""
        return view.step >= cards

    declared = Bot("whatever", timid, {"cards": Parameter(3, 1, 9)})
    install(monkeypatch, timid=timid, careful=declared)
    assert list(known_bots())[-2:] == ["timid", "careful"]
    assert find_bot("timid:cards=4").numbers == {"cards": 4}
    assert str(find_bot("careful")) == "careful:cards=3"
    with pytest.raises(UnknownNameError, match="did you mean 'careful'"):
        find_bot("carefull")


def test_package_cannot_replace_a_built_in_bot(monkeypatch):
    install(monkeypatch, random=lambda view: True)
    assert known_bots()["random"].function is built_in_bots()["random"].function
    assert find_bot("random:leave=0.5").numbers == {"leave": 0.5}


def test_package_that_does_not_load_is_reported(monkeypatch):
    install(monkeypatch, broken=ImportError("no module"))
    with pytest.raises(BotError, match="cannot load bot broken from an installed package"):
        find_bot("broken")
    # Other bots still work.
    assert find_bot("threshold").name == "threshold"
    install(monkeypatch, broken=ImportError("no module"), timid=lambda view: True)
    assert "timid" in known_bots()
    assert "broken" not in known_bots()
    assert broken_bots() == {"broken": "ImportError: no module"}


def test_ids_are_case_insensitive():
    assert str(find_bot("Threshold:gems=3")) == "threshold:gems=3"


def test_bot_file_may_import_a_module_beside_it(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.path", [*sys.path])
    (tmp_path / "neighbor_of_a_bot.py").write_text("LIMIT = 4\n")
    (tmp_path / "mine.py").write_text(
        "from neighbor_of_a_bot import LIMIT\n\ndef mine(view):\n    return view.step > LIMIT\n"
    )
    assert find_bot(f"{tmp_path}/mine.py:mine").function.__globals__["LIMIT"] == 4


def test_entry_points_of_installed_packages_are_found(tmp_path, monkeypatch):
    """Test with a real distribution: a folder with its metadata."""
    (tmp_path / "friendly_bots.py").write_text(MINE)
    info = tmp_path / "friendly-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: friendly\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[diamant.bots]\nfriendly = friendly_bots:mine\n")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    assert find_bot("friendly:cards=6").numbers["cards"] == 6


def test_imported_class_is_not_a_bot_of_the_file(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("from pathlib import Path\n\ndef bold(view):\n    return False\n")
    with pytest.raises(BotError, match=r"has no 'Pat' \(available: bold\)$"):
        find_bot(f"{file}:Pat")
