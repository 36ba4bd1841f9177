"""Read the rules of an edition, in our own words."""

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from diamant.cli.common import add_json, console, print_json
from diamant.editions import find_edition

if TYPE_CHECKING:
    from diamant.rules.edition import Edition

DEFAULT = "iello-2016"


def arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "--edition", default=DEFAULT, metavar="ID", help=f"an id or a TOML file (default {DEFAULT})"
    )
    add_json(parser)


def run(args: Namespace) -> int:
    """Print the rules."""
    edition = find_edition(args.edition)
    sections = rules_text(edition)
    if args.json:
        print_json({"edition": edition.id, "sections": sections})
        return 0
    from rich.markup import escape
    from rich.padding import Padding

    page = console(widest=88)
    page.print(f"[bold]{escape(edition.name)}[/]")
    page.print(f"[dim]{escape(edition.summary)}[/]")
    for heading, sentences in sections.items():
        page.print(f"\n[bold yellow]{escape(heading)}[/]")
        for sentence in sentences:
            page.print(Padding(escape(sentence), (0, 0, 0, 2)))
    return 0


def rules_text(edition: "Edition") -> dict[str, list[str]]:
    """Return the rules of an edition as headed lists of sentences."""
    sections = {
        "The idea": _idea(edition),
        "The deck": _deck(edition),
        "One expedition": _expedition(edition),
        "When it ends": _ending(edition),
    }
    if edition.relics is not None:
        sections[_capital(edition.name_of("relic")) + "s"] = _relics(edition)
    return sections | {"Who wins": _winning(edition)}


def _idea(edition: "Edition") -> list[str]:
    least, most = edition.least_players, edition.most_players
    people = f"{least}" if least == most else f"{least} to {most}"
    return [
        f"{people} explorers enter {edition.rounds} caves, one after the other, all together.",
        "The deeper they go, the more gems they carry and the likelier the cave drives them out.",
        "Only what you bring home to your chest is yours.",
    ]


def _deck(edition: "Edition") -> list[str]:
    values = ", ".join(
        f"{value} (twice)"
        if count == 2
        else f"{value}" + (f" ({count} times)" if count > 2 else "")
        for value, count in sorted(Counter(edition.treasures).items())
    )
    hazards = _listed(f"{edition.name_of(kind)} ({copies})" for kind, copies in edition.hazards)
    gems = _listed(f"{gem.count} worth {gem.worth} ({gem.name})" for gem in edition.gems)
    return [
        f"{len(edition.treasures)} treasures: {values}.",
        f"{sum(kind.copies for kind in edition.hazards)} hazards: {hazards}.",
        f"The box holds {gems}; change is made freely, and if gems run short anything stands in.",
    ]


def _expedition(edition: "Edition") -> list[str]:
    if edition.sharing == "pooled":
        shares = "All gems lying on the path are put together and shared evenly among those who"
        shares += " leave at that moment; what cannot be shared stays on the path."
    else:
        shares = "Each card's gems are shared evenly among those who leave at that moment; what"
        shares += " cannot be shared stays on its card."
    if edition.ritual == "fist":
        how = "with a closed fist: your explorer in it means leave, an empty fist means go on"
    else:
        how = "with a card laid face down: one for going on, one for leaving"
    return [
        "The whole deck is shuffled, and the first card is turned before anybody has to choose.",
        "A treasure is shared evenly among all who are in the cave. They carry their share at"
        " risk; what cannot be shared stays on the card.",
        "The first hazard of a kind is a warning and does nothing.",
        f"After every card, all who are in the cave choose in secret, {how}. All choices are shown"
        " at once.",
        f"Those who leave pick up gems on the way out. {shares} They put these and all they carry"
        " into their chest and wait in the camp.",
        "Those who stay see the next card.",
    ]


def _ending(edition: "Edition") -> list[str]:
    marker = (
        "its entrance is barred" if edition.caves == "barricades" else "the next one is unblocked"
    )
    return [
        "The second hazard of one kind drives out everybody inside: they lose all they carry. One"
        " of the two equal hazard cards leaves the game, the other goes back.",
        "The expedition also ends when nobody is left inside.",
        f"Gems still on the path go back to the supply, the cave is done ({marker}), and all"
        " other cards are shuffled again for the next one.",
    ]


def _relics(edition: "Edition") -> list[str]:
    relics, relic = edition.relics, edition.name_of("relic")
    assert relics is not None, "only an edition with relics has rules for them"
    points = _listed(map(str, relics.points))
    if relics.enter == "start":
        entry = f"All {len(relics.points)} {relic}s are in the deck from the first expedition."
    else:
        lowest = ", the lowest left," if relics.worth == "printed" else ""
        entry = f"Before every expedition one {relic}{lowest} is shuffled into the deck."
    if relics.worth == "printed":
        worth = f"They bear the numbers {points}, which are their points."
    else:
        worth = f"In the order in which they are taken they are worth {points}."
    return [
        entry,
        f"A {relic} that is turned lies on the path. If exactly one explorer leaves at a moment,"
        f" that one takes every {relic} lying there; if two or more leave at once, nobody does.",
        worth,
        f"A {relic} still on the path when the expedition ends leaves the game. One that was not"
        " turned stays in the deck.",
    ]


def _winning(edition: "Edition") -> list[str]:
    relic = edition.name_of("relic")
    count = "" if edition.relics is None else f", and {relic}s add their worth"
    tie = "Players who tie share the victory."
    if edition.tie_break == "relics":
        tie = f"A tie goes to whoever has more {relic}s, and is shared if that is equal too."
    return [
        f"After expedition {edition.rounds} every gem in a chest counts its worth{count}. The most"
        " points win.",
        tie,
        "Chests are open, unless the table agrees to close them: then what is inside is known to"
        " the owner alone until the end.",
    ]


def _listed(items: Iterable[str]) -> str:
    """Join items as a spoken list."""
    words = list(items)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]
