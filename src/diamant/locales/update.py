"""Update the catalogs from the source: `python -m diamant.locales.update`.

New messages are added without a translation, and unused ones are removed. Translations stay.
"""

import sys
from datetime import UTC, datetime
from gettext import c2py
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po
from babel.plural import PluralRule, to_gettext

from diamant.locales.catalogue import LANGUAGES, TRANSLATED, plural_categories
from diamant.locales.extract import all_messages

FOLDER = Path(__file__).parent
TEMPLATE = "diamant.pot"

# Version control knows when each message changed; dates here would only add noise.
_SINCE = datetime(2026, 11, 15, tzinfo=UTC)


def template() -> Catalog:
    """Return a catalog of all the project's messages, without translations."""
    catalogue = _empty(None, "Every message. Made by diamant.locales.update, not by hand.")
    for found in all_messages():
        message = (found.message, found.plural) if found.plural is not None else found.message
        catalogue.add(message, locations=[(found.place, 0)], context=found.context)
    return catalogue


def updated(language: str, new: Catalog, folder: Path = FOLDER) -> Catalog:
    """Return a catalog with a template's messages and a language's translations."""
    file = folder / f"{language}.po"
    old = Catalog(locale=language)
    if file.exists():
        with file.open("rb") as text:
            old = read_po(text, locale=language)
    catalogue = _empty(language, f"{LANGUAGES[language]}. docs/languages.md has the glossary.")
    catalogue.mime_headers = [("Plural-Forms", _plural_forms(language))]
    for message in new:
        if message.id:
            known = old.get(message.id, message.context)
            # A message that gained or lost a plural must be translated again.
            same = known is not None and known.pluralizable == message.pluralizable
            catalogue.add(
                message.id,
                known.string if known is not None and same else None,
                locations=message.locations,
                context=message.context,
            )
    return catalogue


def save(catalogue: Catalog, file: Path) -> None:
    """Write a catalog without line numbers, which would change too often."""
    with file.open("wb") as out:
        write_po(out, catalogue, width=100, include_lineno=False)


def missing(catalogue: Catalog) -> list[str]:
    """Return the English texts that have no translation in a catalog."""
    found = []
    for message in catalogue:
        said = message.string
        if message.id and not (all(said) if isinstance(said, (tuple, list)) else said):
            found.append(message.id if isinstance(message.id, str) else message.id[0])
    return found


def main() -> int:
    """Update every catalog, and print the number of missing translations."""
    new = template()
    save(new, FOLDER / TEMPLATE)
    for language in TRANSLATED:
        catalogue = updated(language, new)
        save(catalogue, FOLDER / f"{language}.po")
        waiting = len(missing(catalogue))
        sys.stdout.write(f"{language}: {len(catalogue)} messages, {waiting} to translate\n")
    return 0


def _plural_forms(language: str) -> str:
    """Return gettext's plural rule for a language, or Unicode's if the two differ."""
    categories = plural_categories(language)
    rule = Locale.parse(language).plural_form
    usual = get_plural(language)
    form = c2py(usual.plural_expr)
    # In Portuguese, for example, one rule treats 0 as plural, and the other as singular.
    if usual.num_plurals == len(categories) and all(
        categories[form(n)] == rule(n) for n in range(1000)
    ):
        return usual.plural_forms
    return to_gettext(PluralRule({name: rule.rules[name] for name in categories[:-1]}))


def _empty(language: str | None, comment: str) -> Catalog:
    return Catalog(
        locale=language,
        header_comment=f"# {comment}",
        project="Diamant",
        version="1",
        msgid_bugs_address="-",
        last_translator="-",
        language_team="-",
        creation_date=_SINCE,
        revision_date=_SINCE,
        charset="utf-8",
        fuzzy=False,
    )


if __name__ == "__main__":
    sys.exit(main())
