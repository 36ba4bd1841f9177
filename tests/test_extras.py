"""Tests that install instructions name only this project and its extras."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from diamant import cli
from diamant.extras import EXTRAS, library_of, needs

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OPTIONAL = PROJECT["optional-dependencies"]

# An installer and its arguments on this line.
INSTALL = re.compile(r"\b(?:(?:pip3?|pipx|uv pip|uv tool) (?:install|run)|uvx)\b([^\n`;&#()]*)")
INSTALLERS = ("uv", "$")  # The installer of the Makefile, and the start of a shell variable.
# This project from a clone, or the wheel built there, with or without its extras.
WHEEL = r"(?:\./)?dist/diamant_game-[\d.]+-py3-none-any\.whl"
OURS = re.compile(rf"""["']?(?:\.|{WHEEL})(?:\[([a-z,]+)\])?["']?[.,:]?""")


def pages() -> list[Path]:
    """Return every file that may contain install instructions; tests below check `needs()`."""
    folders = ("src", "docs", "deploy", "examples", "benchmarks", ".ci", ".github")
    found = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    found += [path for path in ROOT.iterdir() if path.is_file()]
    suffixes = {"", ".md", ".py", ".js", ".toml", ".yaml", ".yml", ".service", ".html", ".po"}
    passed_over = ("extras.py", ".coverage")  # Coverage writes the latter.
    return [path for path in found if path.suffix in suffixes and path.name not in passed_over]


def foreign_packages(text: str) -> list[str]:
    """Return what a text installs that is not this project from a clone."""
    found = re.findall(r"diamant(?:-game)?\[\S*", text)
    for told in INSTALL.findall(text):
        # The file after -c constrains versions, and installs nothing.
        for word in re.sub(r"(?:^| )-c \S+", " ", told).split():
            ours = OURS.fullmatch(word)
            if ours is None:
                found += [] if word.startswith("-") or word in INSTALLERS else [word]
            else:
                found += set(filter(None, (ours[1] or "").split(","))) - set(OPTIONAL)
    return found


def test_install_instructions_name_only_this_project_from_a_clone():
    named = 0
    for page in pages():
        text = page.read_text(encoding="utf-8")
        # The project's own extras may refer to each other.
        text = re.sub(r'"diamant-game\[[a-z,]+\]"', "", text)
        assert foreign_packages(text) == [], page
        named += len(INSTALL.findall(text))
    assert named >= 5, "README, docs, Makefile and deploy name some"


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        (
            "it needs `pip install 'diamant[sim,plot]'`",
            ["diamant[sim,plot]'`", "'diamant[sim,plot]'"],
        ),
        ("pip install diamant", ["diamant"]),
        ("uvx diamant-game", ["diamant-game"]),
        ("pip install -q '.[sim]' numba", ["numba"]),
        ("pip install '.[simulator]'", ["simulator"]),
        ("pip install -q -e '.[sim,plot]'", []),
        ("pip install -c constraints.txt '.[sim]'", []),
        ("/srv/diamant/bin/pip install . # from a clone", []),
        ("pip install 'dist/diamant_game-0.1.0-py3-none-any.whl[server]'", []),
        ("pip install dist/numba-0.1.0-py3-none-any.whl", ["dist/numba-0.1.0-py3-none-any.whl"]),
    ],
)
def test_control_foreign_package_is_found(sentence, found):
    assert foreign_packages(sentence) == found


@pytest.mark.parametrize("library", EXTRAS)
def test_instruction_for_a_missing_library_installs_it(library):
    assert foreign_packages(needs(library)) == []
    wanted = [re.split(r"[^\w.-]", one)[0].replace("-", "_") for one in OPTIONAL[EXTRAS[library]]]
    assert library in wanted


def test_every_library_of_an_extra_is_known():
    wanted = {
        re.split(r"[^\w.-]", one)[0]
        for name in OPTIONAL
        if name not in ("dev", "docs", "test")
        for one in OPTIONAL[name]
    }
    wanted -= {PROJECT["name"]}  # An extra may include another.
    assert {name.replace("-", "_") for name in wanted} == set(EXTRAS)


def test_missing_library_is_one_message_on_the_command_line(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setitem(sys.modules, "numpy", None)
    for name in [name for name in sys.modules if name.startswith("diamant.simulator")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "diamant.cli.commands.simulate", raising=False)
    code = cli.main(["simulate", "--bots", "expect,expect,expect", "--games", "1"])
    told = capsys.readouterr()
    assert (code, told.out) == (2, "")
    assert re.fullmatch(
        r"diamant: num\w+ is not installed; in a clone of the project, run \S*pip install"
        r" -e '\.\[sim\]'\n",
        told.err,
    )


def test_instruction_names_the_pip_of_this_environment(monkeypatch):
    monkeypatch.setattr(sys, "base_prefix", "/usr")
    monkeypatch.setattr(sys, "prefix", str(ROOT / ".venv"))
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    assert needs("numba").endswith("project, run .venv/bin/pip install -e '.[sim]'")
    monkeypatch.chdir("/")
    assert needs("numba").endswith(f"project, run {ROOT}/.venv/bin/pip install -e '.[sim]'")
    monkeypatch.setenv("VIRTUAL_ENV", str(ROOT / ".venv"))
    assert needs("numba").endswith("project, run pip install -e '.[sim]'")


@pytest.mark.parametrize(("module", "extra"), [("PIL", "envs"), ("pyspiel", "envs")])
def test_library_with_another_import_name_is_reported(module, extra, monkeypatch, capsys):
    def run_without_library(arguments):
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)

    monkeypatch.setattr(cli, "_run", run_without_library)
    assert cli.main(["editions"]) == 2
    assert f"pip install -e '.[{extra}]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("module", "library"),
    [
        ("diamant.client", "msgspec"),
        ("diamant.envs.agent", "numpy"),
        ("diamant.envs.gymnasium", "gymnasium"),
        ("diamant.envs.openspiel", "pyspiel"),
        ("diamant.envs.pettingzoo", "pettingzoo"),
        ("diamant.solver.solution", "numpy"),
    ],
)
def test_importing_a_module_names_its_missing_library(module, library):
    program = f"import sys; sys.modules[{library!r}] = None; import {module}"
    told = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True
    )
    needed = f" needs {library_of(library)}; in a clone of the project, run "
    assert needed in told.stderr.splitlines()[-1]
