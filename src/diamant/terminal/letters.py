"""Keys on keyboards that write other letters."""

_SERBIAN = dict(zip("абвгдеијклмнопрстуфхзцљњџ", "abvgdeijklmnoprstufhzcqwx", strict=True))


def latin_key(letter: str) -> str:
    """Return what stands on the same key in Latin letters, in small ones.

    >>> latin_key("Ц"), latin_key("љ"), latin_key("?")
    ('c', 'q', '?')
    """
    return _SERBIAN.get(letter.lower(), letter.lower())
