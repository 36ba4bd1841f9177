"""A fault of our own: told whole to whoever runs the server, and to a client by a reference."""

import logging
import secrets


def log_fault(log: logging.Logger, what: str, *params: object) -> str:
    """Log the exception that is being handled, and return what a client can name it by."""
    reference = secrets.token_hex(4)
    log.exception("%s: " + what, reference, *params, stacklevel=2)
    return reference
