"""Translate every text in the browser and in the terminal.

There is one gettext catalog per language in this folder. The English text of a message is its
key, so English needs no catalog. Serbian is written in Cyrillic, and its Latin form is derived.

- `catalogue`: translates messages, and converts Serbian Cyrillic to Latin
- `po_files`: reads the catalogs
- `words`: formats texts about one edition in one language, in the edition's own words
- `extract`: finds the messages in the source
- `update`: updates the catalogs (`python -m diamant.locales.update`)

>>> from diamant.locales import translate
>>> translate("sr-Latn", "snake")
'zmija'
"""

from diamant.locales.catalogue import (
    LANGUAGES,
    TRANSLATED,
    best_language,
    catalogue_json,
    catalogue_parts,
    translate,
    translate_message,
    translate_plural,
    translate_refusal,
)

__all__ = [
    "LANGUAGES",
    "TRANSLATED",
    "best_language",
    "catalogue_json",
    "catalogue_parts",
    "translate",
    "translate_message",
    "translate_plural",
    "translate_refusal",
]
