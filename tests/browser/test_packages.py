"""Browsers come from the system's packages, all at once or, where one is not to be had, each."""

import os

import pytest

from tests.browser import packages

# It knows neither a shell of Chromium nor the driver of WebKit, and writes down what it installed.
APT = """#!/bin/sh
case "$*" in
  *install*headless-shell*|*install*webkit2gtk*) exit 100 ;;
  *install*) shift $(($# - 1)); echo "$1" >> "$0.installed" ;;
esac
"""


@pytest.fixture
def apt(monkeypatch, tmp_path):
    """A system that has nothing but this."""
    program = tmp_path / "apt-get"
    program.write_text(APT)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("DIAMANT_BROWSER", raising=False)
    monkeypatch.setattr(packages, "MINI_BROWSERS", "no-such-folder/MiniBrowser")
    return tmp_path / "apt-get.installed"


def test_what_the_system_lacks_keeps_nothing_else_away(monkeypatch, apt):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert packages.main() == 0
    assert apt.read_text().split() == ["fonts-liberation", "chromium", "firefox-esr", "xvfb"]


def test_whoever_may_not_install_is_not_kept(monkeypatch, apt):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert packages.main() == 0
    assert not apt.exists()


def test_a_browser_that_is_named_is_enough(monkeypatch, apt):
    monkeypatch.setenv("DIAMANT_BROWSER", "my-own")
    assert packages.wanted() == [("firefox-esr",), ("webkit2gtk-driver",), ("xvfb",)]
