"""Random ids, tokens and secrets, and codes that people can read to each other."""

import hmac
import re
import secrets

from diamant.table.values import Table

ALPHABET = "23456789BCDFGHJKMNPQRSTVWXZ"
"""Letters and digits that are easy to distinguish and can't spell words.

The alphabet contains no 0, 1, L or Y, and no vowels.
"""

ROOM_LETTERS = 6
OLD_ROOM_CODE = re.compile(r"[2-9A-HJKMNP-Z]{5}")
"""The pattern of older tables' room codes."""

SEAT_CODE_LETTERS = 8


def new_table() -> str:
    """Return a random id for a new table."""
    return secrets.token_urlsafe(12)


def new_token() -> str:
    """Return a random 192-bit token for a new guest."""
    return secrets.token_urlsafe(24)


def new_secret() -> str:
    """Return a random secret for a new table; all its seeds are derived from it."""
    return secrets.token_hex(32)


def new_node() -> str:
    """Return a random name for this node, without hyphens."""
    return secrets.token_hex(4)


def new_room_code() -> str:
    """Return a random room code, which another table may already have."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ROOM_LETTERS))


def room_code(text: str) -> str | None:
    """Return the room code that a user typed, or None if it is invalid.

    >>> room_code("qk4 mx7"), room_code("qk4ax"), room_code("qk4ax7"), room_code("Jw3aaaaaaaaaaaaa")
    ('QK4MX7', 'QK4AX', None, None)
    """
    letters = "".join(text.upper().split())
    new = len(letters) == ROOM_LETTERS and all(letter in ALPHABET for letter in letters)
    return letters if new or OLD_ROOM_CODE.fullmatch(letters) else None


def seat_code(table: Table, guest: str, sender: str, command: int) -> str:
    """Return the code for moving a seat; a repeated command gets the same code.

    The code is unique, because a sender never uses a command number twice.
    """
    message = f"diamant seat code\0{guest}\0{sender}\0{command}".encode()
    number = int.from_bytes(hmac.digest(bytes.fromhex(table.secret), message, "sha256"), "big")
    letters = []
    for _ in range(SEAT_CODE_LETTERS):
        number, index = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[index])
    return "".join(letters)


def device(secret: str, client: str) -> str:
    """Return a hash that identifies a client's device or network in a table's blocks.

    Blocks are weak: another address or browser counts as another device, and equal browsers behind
    one address count as the same. Each table hashes differently, and no log contains an address.
    """
    if not client:
        return ""
    message = f"diamant device\0{client}".encode()
    return hmac.digest(bytes.fromhex(secret), message, "sha256").hex()[:16]
