"""Words that must not be guessed, and those that people can read to each other."""

import hmac
import re
import secrets

from diamant.table.values import Table

ALPHABET = "23456789BCDFGHJKMNPQRSTVWXZ"
"""Letters and digits that nobody takes for one another, and that spell no words.

There is no 0, 1 or L, no vowel and no Y.
"""

ROOM_LETTERS = 6
OLD_ROOM_CODE = re.compile(r"[2-9A-HJKMNP-Z]{5}")
"""What the codes of older tables look like."""

SEAT_CODE_LETTERS = 8


def new_table() -> str:
    """Return a new table's id."""
    return secrets.token_urlsafe(12)


def new_token() -> str:
    """Return a new guest's token, of 192 bits."""
    return secrets.token_urlsafe(24)


def new_secret() -> str:
    """Return what all seeds of a new table follow from."""
    return secrets.token_hex(32)


def new_node() -> str:
    """Return the name of this process among all that share a database; it holds no hyphen."""
    return secrets.token_hex(4)


def new_room_code() -> str:
    """Return a room code, which may be taken."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ROOM_LETTERS))


def room_code(text: str) -> str | None:
    """Return the room code that somebody typed, if it can be one.

    >>> room_code("qk4 mx7"), room_code("qk4ax"), room_code("qk4ax7"), room_code("Jw3aaaaaaaaaaaaa")
    ('QK4MX7', 'QK4AX', None, None)
    """
    letters = "".join(text.upper().split())
    new = len(letters) == ROOM_LETTERS and all(letter in ALPHABET for letter in letters)
    return letters if new or OLD_ROOM_CODE.fullmatch(letters) else None


def seat_code(table: Table, guest: str, sender: str, command: int) -> str:
    """Return the code that moves a seat; a command that is repeated gets the same.

    No other one does: a sender's number stands for one command for ever.
    """
    message = f"diamant seat code\0{guest}\0{sender}\0{command}".encode()
    number = int.from_bytes(hmac.digest(bytes.fromhex(table.secret), message, "sha256"), "big")
    letters = []
    for _ in range(SEAT_CODE_LETTERS):
        number, index = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[index])
    return "".join(letters)


def device(secret: str, client: str) -> str:
    """Return what a block at a table remembers of a client, who is an address and a browser.

    It is weak: another address or browser is another device, and equal browsers behind one address
    are the same. It is hashed so that no log tells an address, and differently at every table.
    """
    if not client:
        return ""
    message = f"diamant device\0{client}".encode()
    return hmac.digest(bytes.fromhex(secret), message, "sha256").hex()[:16]
