"""Print the rules of an edition, in our own words."""

from argparse import ArgumentParser, Namespace
from collections import Counter
from typing import TYPE_CHECKING

from diamant.cli.common import add_json, console, print_json
from diamant.cli.runs import add_edition
from diamant.cli.words import spoken, t
from diamant.editions import find_edition

if TYPE_CHECKING:
    from diamant.locales.words import Words
    from diamant.rules.edition import Edition


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("named", nargs="?", metavar="EDITION", help=t("short for --edition"))
    add_edition(parser)
    add_json(parser)


def run(args: Namespace) -> int:
    """Print the rules."""
    edition = find_edition(args.named or args.edition)
    words = spoken(edition)
    sections = rules_text(edition, words)
    if args.json:
        print_json({"edition": edition.id, "sections": sections})
        return 0
    from rich.markup import escape
    from rich.padding import Padding

    page = console(widest=88)
    page.print(f"[bold]{escape(words.plain(edition.name))}[/]")
    page.print(f"[dim]{escape(words.plain(edition.summary))}[/]")
    for heading, sentences in sections.items():
        page.print(f"\n[bold yellow]{escape(heading)}[/]")
        for sentence in sentences:
            page.print(Padding(escape(sentence), (0, 0, 0, 2)))
    return 0


def rules_text(edition: "Edition", words: "Words") -> dict[str, list[str]]:
    """Return the rules of an edition as sentences under headings, as in the browser."""
    t, tn = words.t, words.tn
    sections = {
        t("The idea"): [
            tn(
                (
                    "You explore {n} cave together. The deeper you go, the more you find, and "
                    "the more likely the cave is to drive you out."
                ),
                (
                    "You explore {n} caves together, one after the other. The deeper you go, "
                    "the more you find, and the more likely the cave is to drive you out."
                ),
                edition.rounds,
            ),
            t("You only keep what you bring home to your chest."),
            _players(edition, words),
        ],
        t("In the box"): _box(edition, words),
        t("Turning a card"): [
            t(
                "Everyone in the cave gets the same number of gems to carry. Leftovers "
                "stay on the card."
            ),
            _headed(t("A new hazard"), t("Just a warning. Nothing happens yet."), words),
            _headed(
                t("The same hazard again"),
                t(
                    "The expedition ends at once. Everyone still inside loses everything "
                    "they're carrying. One of the two cards is removed from the game."
                ),
                words,
            ),
            t("The first card of each cave is turned before anyone can choose."),
        ],
        t("Go on or leave?"): _choice(edition, words),
    }
    if edition.relics is not None:
        sections[t("Relics")] = _relics(edition, words)
    end = t("The end") if edition.rounds == 1 else t("The next cave and the end of the game")
    sections[end] = _end(edition, words)
    return sections


def _players(edition: "Edition", words: "Words") -> str:
    t, tn = words.t, words.tn
    least, most = edition.least_players, edition.most_players
    if least == most:
        return tn("For {n} player.", "For {n} players.", most)
    return t("For {least} to {most} players.", least=least, most=most)


def _box(edition: "Edition", words: "Words") -> list[str]:
    t, tn = words.t, words.tn
    values = ", ".join(
        f"{value}" + (f" \u00d7{count}" if count > 1 else "")
        for value, count in sorted(Counter(edition.treasures).items())
    )
    hazards = ", ".join(f"{words.name(kind)} \u00d7{copies}" for kind, copies in edition.hazards)
    gems = (
        (
            words.plain(gem.name),
            tn("{n} worth {worth}", "{n} worth {worth} each", gem.count, worth=gem.worth),
        )
        for gem in edition.gems
    )
    return [
        _headed(t("Treasures"), values, words),
        _headed(t("Hazards"), hazards, words),
        _headed(t("Gems"), ", ".join(f"{name} ({many})" for name, many in gems), words),
        t("If you run out of gems, use something else instead. The game never stops."),
    ]


def _choice(edition: "Edition", words: "Words") -> list[str]:
    t = words.t
    if edition.ritual == "fist":
        ritual = t(
            "At a real table, you hold out your fist: with your explorer inside to leave, "
            "or empty to go on."
        )
    else:
        ritual = t("At a real table, you place a card face down: one to go on, or one to go home.")
    if edition.sharing == "pooled":
        sharing = t(
            "If several players leave at the same time, they pool all the gems on the "
            "path and share them evenly. Leftovers stay behind."
        )
    else:
        sharing = t(
            "If several players leave at the same time, they share the gems on each card "
            "evenly. Leftovers stay on the card."
        )
    return [
        t("After each card, everyone inside chooses in secret. All choices are revealed at once."),
        ritual,
        _headed(t("Go on"), t("You stay inside and get your share of whatever comes next."), words),
        _headed(
            t("Leave"),
            t(
                "You put everything you're carrying into your chest. On the way out, you "
                "also pick up the gems on the path."
            ),
            words,
        ),
        sharing,
        *(
            [t("Once you're out, you wait at camp for the next cave.")]
            if edition.rounds > 1
            else ()
        ),
    ]


def _relics(edition: "Edition", words: "Words") -> list[str]:
    t, relics = words.t, edition.relics
    assert relics is not None, "only an edition with relics has rules for them"
    points = ", ".join(map(str, relics.points))
    return [
        t(
            "Relics stay on the path. If you leave alone, you take every relic there. If "
            "two or more players leave at the same time, nobody gets a relic."
        ),
        _when_relics_come(edition, words),
        # With only one relic, its worth depends on no others.
        _headed(t("Relic values"), points, words)
        if relics.worth == "printed" or len(relics.points) == 1
        else t("A relic's value depends on how many were taken before it:") + f" {points}",
        t("Relics left on the path are removed from the game when the expedition ends."),
    ]


def _when_relics_come(edition: "Edition", words: "Words") -> str:
    """Return a sentence that says when relics enter the deck.

    The sentence also fits editions with only one expedition or only one relic.
    """
    t, relics = words.t, edition.relics
    assert relics is not None, "only an edition with relics has rules for them"
    if len(relics.points) == 1 or (edition.rounds == 1 and relics.enter != "start"):
        return t("One relic is shuffled into the deck.")
    if relics.enter == "start":
        return t("All relics are in the deck from the start.")
    return t("Before every cave, one more relic is shuffled into the deck.")


def _end(edition: "Edition", words: "Words") -> list[str]:
    t = words.t
    if edition.rounds == 1:
        course = [
            t("Once the cave is empty, anything left on the path is lost."),
            t("Then everyone counts what's in their chest. The player with the most points wins."),
        ]
    else:
        course = [
            t(
                "Once the cave is empty, anything left on the path is lost. All the cards "
                "are shuffled again, and everyone goes into the next cave."
            ),
            t(
                (
                    "After cave {rounds}, everyone counts what's in their chest. The player "
                    "with the most points wins."
                ),
                rounds=edition.rounds,
            ),
        ]
    return [
        *course,
        t(
            "In a tie, the player with the most relics wins. If the relics are tied too, "
            "the tied players share the victory."
        )
        if edition.tie_break == "relics"
        else t("In a tie, the tied players share the victory."),
        t(
            "Chests are open unless the table agrees on closed ones. With closed chests, "
            "only you know what's in yours until the end. Everyone can always see what "
            "you're carrying."
        ),
    ]


def _headed(thing: str, text: str, words: "Words") -> str:
    return words.t("{thing}: {text}", thing=thing, text=text)
