"""Read the rules of an edition, in our own words."""

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
    """Declare what the command takes."""
    parser.add_argument(
        "named", nargs="?", metavar="EDITION", help=t("the same as --edition, for short")
    )
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
    """Return the rules of an edition as headed lists of sentences, those of the browser."""
    t, tn = words.t, words.tn
    sections = {
        t("The idea"): [
            tn(
                "You explore {n} cave, all together. The deeper you go, the more you find, and the "
                "likelier it is that the cave drives you out.",
                "You explore {n} caves, all together, one after the other. The deeper you go, "
                "the more you find, and the likelier it is that the cave drives you out.",
                edition.rounds,
            ),
            t("Only what you bring home to your chest is yours."),
            _players(edition, words),
        ],
        t("In the box"): _box(edition, words),
        t("A card is turned"): [
            t(
                "Everyone inside gets the same number of gems and carries them. What cannot be "
                "shared stays on the card."
            ),
            _headed(t("A first hazard"), t("A warning. Nothing happens, yet."), words),
            _headed(
                t("The same hazard again"),
                t(
                    "The expedition is over at once. Everyone still inside loses all that they "
                    "carry. One of the two cards leaves the game."
                ),
                words,
            ),
            t("The first card of a cave is turned before anybody can choose."),
        ],
        t("Go on, or leave?"): _choice(edition, words),
    }
    if edition.relics is not None:
        sections[t("Relics")] = _relics(edition, words)
    end = t("The end") if edition.rounds == 1 else t("The next cave, and the end")
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
        t("If the gems run out, use anything else in their place. The game never stops."),
    ]


def _choice(edition: "Edition", words: "Words") -> list[str]:
    t = words.t
    if edition.ritual == "fist":
        ritual = t(
            "At a real table you hold out a fist: your explorer in it means that you leave, an "
            "empty fist that you go on."
        )
    else:
        ritual = t("At a real table you lay a card face down: the way on, or the way home.")
    if edition.sharing == "pooled":
        sharing = t(
            "If several leave at the same moment, they put the gems of the whole path together "
            "and share them evenly. What cannot be shared stays behind."
        )
    else:
        sharing = t(
            "If several leave at the same moment, they share the gems of each card evenly. What "
            "cannot be shared stays on it."
        )
    return [
        t("After each card everyone inside chooses in secret. All choices are shown at once."),
        ritual,
        _headed(t("Go on"), t("You stay inside and get your share of what comes."), words),
        _headed(
            t("Leave"),
            t(
                "All that you carry goes into your chest. On the way you pick up the gems on the "
                "path."
            ),
            words,
        ),
        sharing,
        *(
            [t("Whoever has left waits in the camp for the next cave.")]
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
            "A relic stays on the path. Whoever leaves alone takes every relic that lies there. "
            "If two or more leave at the same moment, nobody takes one."
        ),
        _when_relics_come(edition, words),
        # What the only one is worth depends on no other.
        _headed(t("What relics are worth"), points, words)
        if relics.worth == "printed" or len(relics.points) == 1
        else t("What a relic is worth is settled when it is taken, by how many were taken before:")
        + f" {points}",
        t("Relics that are turned and not taken leave the game when the expedition ends."),
    ]


def _when_relics_come(edition: "Edition", words: "Words") -> str:
    """Say it as far as there is a choice: an edition may have one cave, or one relic."""
    t, relics = words.t, edition.relics
    assert relics is not None, "only an edition with relics has rules for them"
    if len(relics.points) == 1 or (edition.rounds == 1 and relics.enter != "start"):
        return t("One relic is shuffled into the deck.")
    if relics.enter == "start":
        return t("All relics are in the deck from the start.")
    return t("Before every cave one more relic is shuffled into the deck.")


def _end(edition: "Edition", words: "Words") -> list[str]:
    t = words.t
    if edition.rounds == 1:
        course = [
            t("When nobody is inside any more, what still lies on the path is lost."),
            t("Then the chests are counted. Whoever has the most points wins."),
        ]
    else:
        course = [
            t(
                "When nobody is inside any more, what still lies on the path is lost. The cards "
                "are shuffled together again and everybody goes into the next cave."
            ),
            t(
                "After cave {rounds} the chests are counted. Whoever has the most points wins.",
                rounds=edition.rounds,
            ),
        ]
    return [
        *course,
        t("In a tie, whoever has more relics wins; if those are equal too, the victory is shared.")
        if edition.tie_break == "relics"
        else t("In a tie, the victory is shared."),
        t(
            "Chests lie open, unless the table agrees on closed ones: then you alone know what "
            "is in yours until the end. What you carry can always be seen."
        ),
    ]


def _headed(thing: str, text: str, words: "Words") -> str:
    return words.t("{thing}: {text}", thing=thing, text=text)
