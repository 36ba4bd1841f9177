"""Every word that people read in the browser and in the terminal, in every language.

One gettext catalogue per language lies beside this file; a message is its English text, so English
needs none. Serbian is written in Cyrillic, and its Latin form is derived from that.

- `catalogue`: saying a message; Serbian Latin from Cyrillic
- `po_files`: reading the catalogues
- `words`: saying things of one edition in one language, in the edition's own words
- `extract`: finding the messages in the source
- `update`: `python -m diamant.locales.update`, which brings the catalogues up to date

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
