"""Serbian in Latin script, derived from Cyrillic: only this direction is unambiguous."""

_SMALL: dict[str, str] = dict(
    zip(
        "абвгдђежзијклљмнњопрстћуфхцчџш",
        [*"abvgdđežzijkl", "lj", "m", "n", "nj", *"oprstćufhcč", "dž", "š"],
        strict=True,
    )
)


def latin(text: str) -> str:
    """Return a text with every Cyrillic letter in Latin script, and all else as it is.

    >>> latin("Њено благо: {gems} рубина. ЉУТА ЏУНГЛА!")
    'Njeno blago: {gems} rubina. LJUTA DŽUNGLA!'
    """
    return "".join(_letter(text, at) for at in range(len(text)))


def _letter(text: str, at: int) -> str:
    letter = text[at]
    small = _SMALL.get(letter.lower())
    if small is None:
        return letter
    if letter.islower():
        return small
    # In a word of capitals both letters of a pair are capitals; its neighbors tell.
    before, after = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    capitals = after.isupper() or (before.isupper() and not after.isalpha())
    return small.upper() if capitals else small.capitalize()
