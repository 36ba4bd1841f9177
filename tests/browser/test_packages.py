"""Test that browsers are installed from the system's packages, together or one by one."""

import os

import pytest

from tests.browser import packages

# It has neither Chromium's shell nor WebKit's driver, and logs its installed packages.
APT = """#!/bin/sh
case "$*" in
  *install*headless-shell*|*install*webkit2gtk*) exit 100 ;;
  *install*) shift $(($# - 1)); echo "$1" >> "$0.installed" ;;
esac
"""


@pytest.fixture
def apt(monkeypatch, tmp_path):
    """Return the log of a system that has only `apt-get`."""
    program = tmp_path / "apt-get"
    program.write_text(APT)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("DIAMANT_BROWSER", raising=False)
    monkeypatch.setattr(packages, "MINI_BROWSERS", "no-such-folder/MiniBrowser")
    return tmp_path / "apt-get.installed"


def test_unavailable_package_does_not_prevent_the_others(monkeypatch, apt):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert packages.main() == 0
    assert apt.read_text().split() == ["fonts-liberation", "chromium", "firefox-esr", "xvfb"]


def test_user_without_rights_installs_nothing(monkeypatch, apt):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert packages.main() == 0
    assert not apt.exists()


def test_configured_browser_needs_no_package(monkeypatch, apt):
    monkeypatch.setenv("DIAMANT_BROWSER", "my-own")
    assert packages.wanted() == [("firefox-esr",), ("webkit2gtk-driver",), ("xvfb",)]
