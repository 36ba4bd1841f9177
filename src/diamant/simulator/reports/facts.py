"""List a report's facts for the terminal and the page, in any language."""

from collections.abc import Callable, Iterable, Sequence
from string import ascii_lowercase
from typing import TypeVar

from diamant.locales.words import Words
from diamant.simulator.reports.findings import (
    SECONDS_PER_CARD,
    SECONDS_PER_EXPEDITION,
    EditionReport,
    Measured,
    PlayersReport,
)

_Value = TypeVar("_Value")
Fact = Callable[[PlayersReport], str]


def chapters(reports: Sequence[EditionReport], words: Words) -> dict[str, list[tuple[str, Fact]]]:
    """Return the facts in the order of a game: cards, busts, gems, leavers, winners.

    A fact is empty where a report has no value for it.
    """
    t, percent, share = words.t, _percent(words), _share(words)
    counts = [count for report in reports for count in report.counts]
    expeditions = range(1, 1 + max(len(count.lengths) for count in counts))
    numbered = [t("expedition {number}", number=number) for number in expeditions]

    def number(value: float) -> str:
        return words.decimal(value, digits=2)

    def points(value: Measured) -> str:
        digits = 1 if value.error >= 0.05 else 2
        decimal = words.decimal
        return f"{decimal(value.mean, digits=digits)} ± {decimal(value.error, digits=digits)}"

    def measured(name: str, form: Callable[[Measured], str]) -> Fact:
        return lambda of: form(of.measured[name])

    told: dict[str, list[tuple[str, Fact]]] = {}
    told[t("cards per expedition")] = [
        (t("mean"), lambda of: number(of.mean_length)),
        (t("middle 80%"), lambda of: f"{of.length_at(0.1)}-{of.length_at(0.9)}"),
        *_each(numbered, lambda of: of.mean_lengths, number),
    ]
    told[t("expeditions that bust")] = [
        (t("overall"), measured("bust_rate", share)),
        *_each(numbered, lambda of: of.bust_rates, percent),
    ]
    told[t("players caught in a bust")] = [(t("overall"), lambda of: percent(of.caught_rate))]
    told[t("gems revealed")] = [
        (t("per card"), lambda of: number(of.gems_per_card)),
        (t("per expedition"), lambda of: words.decimal(of.gems_per_expedition)),
    ]
    flows = gem_flows(words)
    told[t("where the gems went")] = _each(
        flows, lambda of: [of.gem_shares[flow] for flow in flows.values()], percent
    )
    if any(count.relics_turned for count in counts):
        told[t("relics per game")] = [
            (t("revealed"), lambda of: number(of.relics_turned)),
            (t("taken"), lambda of: number(of.relics_taken)),
        ]
    most = max(count.players for count in counts)
    leaving = [t("1 (alone)"), *map(str, range(2, most + 1))]
    told[t("players leaving at the same time")] = _each(leaving, lambda of: of.leavers, percent)
    told[t("points")] = [
        (t("mean"), measured("score", points)),
        (t("winner"), measured("winner", points)),
        (t("last place"), measured("last", points)),
    ]
    told[t("how close games are")] = [
        (t("winner's lead"), measured("margin", points)),
        (t("close games"), measured("close", share)),
        (t("shared wins"), measured("tied", share)),
    ]
    if any(count.told for count in counts):
        after = [t("after expedition {number}", number=number) for number in expeditions[:-1]]
        told[t("the leader wins in the end")] = [
            *_each(after, lambda of: of.told.leader_wins if of.told else (), share),
            (t("any player, by chance"), lambda of: percent(1 / of.players)),
        ]
        told[t("the gem supply")] = [
            (t("games that ran short"), lambda of: share(of.told.stand_ins) if of.told else ""),
            (t("largest shortfall"), lambda of: str(of.told.largest_shortage) if of.told else ""),
        ]
    if any(count.luck for count in counts):
        told[t("luck and skill")] = _each(luck_names(words), luck_parts, share)
    told[t("minutes at the table")] = [
        (t("mean"), lambda of: f"{of.minutes:.0f}"),
        (t("one in ten takes longer than"), lambda of: f"{of.minutes_at(0.9):.0f}"),
    ]
    if any(count.rule for count in counts):
        told[t("the best simple rule")] = [
            (t("wins"), lambda of: share(of.rule.share) if of.rule else "")
        ]
    return told


def _each(
    names: Iterable[str],
    values: Callable[[PlayersReport], Sequence[_Value]],
    form: Callable[[_Value], str],
) -> list[tuple[str, Fact]]:
    """Return a fact for each name, which is empty in reports with fewer values."""

    def fact(place: int) -> Fact:
        return lambda of: form(values(of)[place]) if place < len(values(of)) else ""

    return [(name, fact(place)) for place, name in enumerate(names)]


def _percent(words: Words) -> Callable[[float], str]:
    return lambda value: words.percent(value, digits=1)


def _share(words: Words) -> Callable[[Measured], str]:
    return lambda value: f"{_percent(words)(value.mean)} ± {words.decimal(100 * value.error)}"


def gem_flows(words: Words) -> dict[str, str]:
    """Map each place where gems can end up to the name of the report's figure for it."""
    return {
        words.t("carried home"): "gems_banked_from_hand",
        words.t("picked up on the way out"): "gems_banked_from_path",
        words.t("lost in busts"): "gems_lost_in_busts",
        words.t("left on the path"): "gems_left_on_path",
    }


def luck_names(words: Words) -> tuple[str, str, str]:
    """Return the names of a result's three parts: cards, opponents, and own choices."""
    return words.t("luck of the cards"), words.t("other players' choices"), words.t("own choices")


def luck_parts(count: PlayersReport) -> tuple[Measured, ...]:
    """Return each part's share, like `luck_names`, or nothing if no game was reviewed."""
    return (count.luck.cards, count.luck.others, count.luck.decisions) if count.luck else ()


def letters(reports: Sequence[EditionReport]) -> list[str]:
    """Return letters that distinguish several reports; a single report gets none."""
    return list(ascii_lowercase[: len(reports)]) if len(reports) > 1 else [""]


def side_by_side(reports: Sequence[EditionReport]) -> list[tuple[str, PlayersReport]]:
    """Return all reports' results with the report's letter, sorted by player count."""
    found = [
        (letter, count)
        for letter, report in zip(letters(reports), reports, strict=True)
        for count in report.counts
    ]
    return sorted(found, key=lambda pair: pair[1].players)


def best_rules(report: EditionReport, words: Words) -> list[tuple[int, str, str]]:
    """Return the best simple rule for each number of players, and its win share."""
    return [
        (count.players, count.rule.bot, _share(words)(count.rule.share))
        for count in report.counts
        if count.rule is not None
    ]


def notes(reports: Sequence[EditionReport], words: Words) -> list[str]:
    """Return notes on how to read the figures."""
    t, counts = words.t, [count for report in reports for count in report.counts]
    told = [
        t("a game is close if the runner-up trails by at most a tenth of the winner's points"),
        t(
            "times are estimates, based on {card} s per card and {expedition} s per expedition",
            card=words.decimal(SECONDS_PER_CARD, digits=0),
            expedition=words.decimal(SECONDS_PER_EXPEDITION, digits=0),
        ),
    ]
    if any(count.told for count in counts):
        told.append(
            t(
                "the leader figures show what share of the wins goes to the player ahead "
                "after an expedition"
            )
        )
    if any(count.luck for count in counts):
        told.append(
            t(
                "luck and skill are shares of the variation in results, as measured by "
                "the review's reference model"
            )
        )
    if any(count.rule for count in counts):
        told.append(t("a search found the best simple rule by playing against the report's bots"))
    return [*told, t("the number after ± is one standard error")]
