"""Test the message when no browser is installed, or when it does not start."""

import pytest

from tests.browser import chromium


@pytest.fixture
def _without(monkeypatch):
    monkeypatch.setattr(chromium, "find", lambda: None)
    monkeypatch.setattr(chromium, "download", lambda: None)


@pytest.mark.usefixtures("_without")
def test_missing_browser_skips_its_tests_with_a_message(monkeypatch, capsys):
    monkeypatch.delenv("CI", raising=False)
    assert chromium.main() == 0
    assert "they are skipped" in capsys.readouterr().out


@pytest.mark.usefixtures("_without")
def test_missing_browser_fails_on_a_build_server(monkeypatch):
    monkeypatch.setenv("CI", "1")
    assert chromium.main() == 1


def test_browser_that_does_not_start_is_named_with_the_reason(monkeypatch, capsys, tmp_path):
    broken = tmp_path / "chromium"
    broken.write_text(
        "#!/bin/sh\necho 'libnss3.so: cannot open shared object file' >&2\nexit 127\n"
    )
    broken.chmod(0o755)
    monkeypatch.setenv("DIAMANT_BROWSER", str(broken))
    assert chromium.main() == 1
    said = capsys.readouterr().out
    assert f"{broken} does not start: libnss3.so" in said
    assert "install-deps" in said
