"""Seeing that a server is well."""

from tests.live.serving import Server


def healthy(server: Server) -> None:
    """Fail unless the server answers and nothing has gone wrong inside."""
    status, body = server.health()
    assert (status, body["status"]) == (200, "ok")
    text = server.text()
    assert "Traceback" not in text, text[-4000:]
    assert "ERROR" not in text, text[-4000:]
