"""Tests of the whole package: its names, its import time, its docstrings, and its wheel."""

import doctest
import importlib
import inspect
import os
import pkgutil
import subprocess
import sys
import types
from importlib.metadata import distributions
from pathlib import Path
from zipfile import ZipFile

import pytest

import diamant
from tools import dist

MODULES = ["diamant"] + [
    module.name for module in pkgutil.walk_packages(diamant.__path__, prefix="diamant.")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_run(name):
    module = importlib.import_module(name)
    # Searching a module without examples takes ten times as long as importing it.
    if ">>>" in inspect.getsource(module):
        failures, tried = doctest.testmod(module)
        assert failures == 0
        assert tried


@pytest.mark.parametrize("name", MODULES)
def test_every_module_has_a_docstring(name):
    assert importlib.import_module(name).__doc__


def test_names_of_the_interface_exist():
    assert diamant.edition("iello-2016").id == "iello-2016"
    record = diamant.read_record('[Edition "iello-2016"]\n[Players "a" "b" "c"]\n1. 9\n')
    assert isinstance(record, diamant.Record)
    assert isinstance(record.game, diamant.Game)
    assert list(diamant.read_records(diamant.write_record(record))) == [record]
    assert diamant.View.of(record.game).card == "9"
    assert issubclass(diamant.DiamantError, Exception)


def test_every_public_name_exists_and_is_listed():
    for name in diamant.__all__:
        thing = getattr(diamant, name)
        if name in ("Card", "GameEvent"):
            assert isinstance(thing, types.UnionType)
        else:
            assert thing.__name__ == {"edition": "find_edition"}.get(name, name)
    assert set(dir(diamant)) == {*diamant.__all__, "__version__"}


@pytest.mark.parametrize("name", diamant.__all__)
def test_every_public_name_has_an_example(name):
    thing = getattr(diamant, name)
    plain = isinstance(thing, types.UnionType) or name in ("DiamantError", "Phase")
    assert plain or ">>> " in thing.__doc__


def test_unknown_name_is_refused():
    with pytest.raises(AttributeError, match=r"^module 'diamant' has no attribute 'Gmae'$"):
        diamant.Gmae  # noqa: B018


def test_package_is_typed():
    file = importlib.resources.files("diamant") / "py.typed"
    assert file.is_file()


def test_importing_the_package_imports_no_heavy_module():
    code = "import sys, diamant; print(' '.join(sys.modules))"
    # Coverage in the new process would itself import many modules.
    environment = {name: os.environ[name] for name in os.environ if "COV" not in name}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    loaded = set(done.stdout.split())
    heavy = {"numpy", "numba", "rich", "asyncio", "argparse", "json", "dataclasses", "hashlib"}
    assert heavy & loaded == set()
    assert {name for name in loaded if name.startswith("diamant.")} == set()


def two_cards(view):
    return view.step >= 2


def test_simulate_accepts_functions_ids_and_bots():
    bots = [two_cards, "threshold:gems=8", diamant.Bot("mine", two_cards), lambda view: 0.5]
    result = diamant.simulate("incan-gold", bots, 20, seed=1)
    assert [seat.bot for seat in result.seats] == [
        *("two_cards", "threshold:gems=8", "mine", "<lambda>")
    ]
    assert result.games == 20


@pytest.mark.parametrize("library", ["numpy", "numba"])
@pytest.mark.parametrize("home", ["diamant", "diamant.simulator"])
def test_missing_extra_is_reported_in_one_sentence(library, home):
    code = (
        f"import sys; sys.modules[{library!r}] = None\n"
        "import diamant\n"
        "try:\n"
        f"    from {home} import simulate\n"
        "except diamant.DiamantError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"{library} is not installed; in a clone of the project, run ")
    assert done.stdout.endswith("pip install -e '.[sim]'\n")


def test_every_file_with_the_version_has_the_current_one():
    root = Path(__file__).parents[1]
    for name, line in (("pyproject.toml", 'version = "{}"'), ("CITATION.cff", "version: {}")):
        wanted = line.format(diamant.__version__)
        assert wanted in (root / name).read_text(encoding="utf-8").splitlines()


def test_wheel_has_its_name_and_its_command(tmp_path):
    root = Path(__file__).parents[1]
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(tmp_path)]
    subprocess.run(build, cwd=root, check=True, capture_output=True)
    assert {file.name for file in tmp_path.iterdir()} == {dist.WHEEL, dist.ARCHIVE}
    # `make dist` also checks that there is nothing else.
    assert {"Makefile", "constraints.txt", "docs/rules.md", "examples/my_bot.py"} <= (
        dist.archive_files(tmp_path / dist.ARCHIVE)
    )
    wheel, there = tmp_path / dist.WHEEL, tmp_path / "there"
    with ZipFile(wheel) as file:
        file.extractall(there)
    for needed in ("editions/iello-2016.toml", "web/index.html", "py.typed", "locales/de.po"):
        assert (there / "diamant" / needed).is_file()
    (ours,) = distributions(path=[str(there)])
    assert ours.metadata["Name"] == "diamant-game"
    commands = {entry.name: entry.value for entry in ours.entry_points}
    assert commands == dict.fromkeys(("diamant", "diamant-game"), "diamant.cli:main")
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from diamant.cli import main; sys.exit(main())",
            "editions",
        ],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(there)},
    )
    assert "iello-2016" in done.stdout
