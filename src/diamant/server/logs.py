"""The server's log on standard error: text, or one JSON object per line."""

import datetime
import json
import logging
import sys

FIELDS = ("reference", "action", "table", "network", "client")
"""Additional fields of log records; docs/deploy.md describes them."""


def set_up_logging(level: str, form: str = "text") -> None:
    """Log to standard error, one line per record."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        JsonFormatter()
        if form == "json"
        else logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    )
    logging.basicConfig(level=level.upper(), handlers=[handler])
    # uvicorn would log the address and path of every connection.
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets"):
        logging.getLogger(name).setLevel(logging.WARNING)


class JsonFormatter(logging.Formatter):
    r"""Formats a log record as one line of JSON; a traceback becomes one string.

    >>> record = logging.LogRecord("diamant", logging.INFO, "", 0, "%d\n%s", (2, "nodes"), None)
    >>> line = JsonFormatter().format(record)
    >>> "\n" in line, json.loads(line)["message"]
    (False, '2\nnodes')
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the log record as JSON, without a line break at the end."""
        at = datetime.datetime.fromtimestamp(record.created, datetime.UTC)
        line = {
            "time": at.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: str(vars(record)[name]) for name in FIELDS if name in vars(record)}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
