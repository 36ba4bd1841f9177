"""Test the documentation under `/docs`: served if built, else one line that says how."""

import pytest

from diamant.server.http import api
from tests.server.live import live


@pytest.fixture
def site(tmp_path, monkeypatch):
    """Return the folder of a small site, empty at first."""
    monkeypatch.setattr(api, "DOCS", tmp_path)
    return tmp_path


@pytest.mark.parametrize("base", ["", "/below"])
async def test_documentation_has_the_same_headers_as_other_pages(site, base):
    (site / "_static").mkdir()
    (site / "index.html").write_text("<h1>Diamant</h1>" * 40)
    (site / "_static" / "site.css").write_text("body {}")
    (site / "secret.py").write_text("1")
    async with live(base_path=base) as server:
        address = f"{server.address}docs/"
        page = await server.http.get(address)
        assert (page.status_code, page.text[:4]) == (200, "<h1>")
        assert page.headers["content-encoding"] == "gzip"
        assert "script-src 'self';" in page.headers["content-security-policy"]
        assert page.headers["x-content-type-options"] == "nosniff"
        again = await server.http.get(address, headers={"if-none-match": page.headers["etag"]})
        assert again.status_code == 304
        style = await server.http.get(f"{address}_static/site.css")
        assert style.headers["content-type"] == "text/css; charset=utf-8"
        short = await server.http.get(address.removesuffix("/"))
        assert (short.status_code, short.headers["location"]) == (308, f"{base}/docs/")
        for wrong in ("nothing.html", "secret.py", "..%2fapi%2fhealth", "_static"):
            answer = await server.http.get(address + wrong)
            assert answer.status_code == 404
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert "<h1>This page doesn&#x27;t exist.</h1>" in answer.text
            assert f'<a href="{base}/docs/">Go to the documentation</a>' in answer.text
            assert f'<a href="{base}/">Go to the game</a>' in answer.text
        serbian = await server.http.get(f"{address}no", headers={"accept-language": "sr-Latn"})
        assert "<h1>Ova stranica ne postoji.</h1>" in serbian.text
        assert '<html lang="sr-Latn">' in serbian.text


async def test_missing_documentation_returns_build_instructions(server, site):
    for name in ("", "rules.html"):
        answer = await server.http.get(f"docs/{name}")
        assert answer.status_code == 404
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert answer.text == (
            "The documentation isn't built here. Run make docs in a clone of the project.\n"
        )
    german = await server.http.get("docs/", headers={"accept-language": "de-AT,en;q=0.5"})
    assert german.text.startswith("Die Dokumentation ")
