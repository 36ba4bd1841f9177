"""What a report says, fact by fact, for the terminal and the page, in any language."""

from collections.abc import Callable, Iterator, Sequence
from string import ascii_lowercase

from diamant.locales.words import Words
from diamant.simulator.reports.findings import (
    SECONDS_PER_CARD,
    SECONDS_PER_EXPEDITION,
    EditionReport,
    Measured,
    PlayersReport,
)

Fact = Callable[[PlayersReport], str]


def chapters(
    reports: Sequence[EditionReport], words: Words
) -> Iterator[tuple[str, list[tuple[str, Fact]]]]:
    """Give the facts in the order of a game: its cards, its busts, its gems, who left, who won."""
    t, told = words.t, _Told(words)
    counts = [count for report in reports for count in report.counts]
    rounds = range(max(len(count.bust_rates) for count in counts))
    expeditions = [t("expedition {number}", number=n + 1) for n in rounds]
    yield (
        t("cards in an expedition"),
        [
            (t("mean"), lambda of: words.decimal(of.mean_length, digits=2)),
            (t("eight in ten have"), lambda of: f"{of.length_at(0.1)}-{of.length_at(0.9)}"),
            *((expeditions[n], told.mean_length(n)) for n in rounds),
        ],
    )
    yield (
        t("expeditions that bust"),
        [
            (t("in all"), lambda of: told.share(of.bust_rate, of.errors["bust_rate"])),
            *((expeditions[n], told.bust_rate(n)) for n in rounds),
        ],
    )
    yield (
        t("players caught by a bust"),
        [(t("in all"), lambda of: words.percent(of.caught_rate, digits=1))],
    )
    yield (
        t("gems turned up"),
        [
            (t("per card"), lambda of: words.decimal(of.gems_per_card, digits=2)),
            (t("per expedition"), lambda of: words.decimal(of.gems_per_expedition)),
        ],
    )
    yield (
        t("where the gems went"),
        [(name, told.gem_share(flow)) for name, flow in gem_flows(words).items()],
    )
    if any(count.relics_turned for count in counts):
        yield (
            t("relics in a game"),
            [
                (t("turned up"), lambda of: words.decimal(of.relics_turned, digits=2)),
                (t("taken"), lambda of: words.decimal(of.relics_taken, digits=2)),
            ],
        )
    most = max(count.players for count in counts)
    yield (
        t("players who leave at once"),
        [
            (str(many) if many > 1 else t("1 (alone)"), told.leavers(many))
            for many in range(1, most + 1)
        ],
    )
    yield (
        t("points"),
        [
            (t("mean"), lambda of: told.points(of.mean_score, of.errors["score"])),
            (t("of the winner"), lambda of: told.points(of.mean_winner, of.errors["winner"])),
            (t("of the last"), lambda of: told.points(of.mean_last, of.errors["last"])),
        ],
    )
    yield (
        t("how close it is"),
        [
            (t("first before second"), lambda of: told.points(of.mean_margin, of.errors["margin"])),
            (t("close games"), lambda of: told.share(of.close_rate, of.errors["close"])),
            (t("shared wins"), lambda of: told.share(of.tie_rate, of.errors["tied"])),
        ],
    )
    if any(count.told for count in counts):
        yield (
            t("the leader wins after all"),
            [
                *(
                    (t("after expedition {number}", number=n + 1), told.leader(n))
                    for n in rounds[:-1]
                ),
                (t("anybody, by chance"), lambda of: words.percent(1 / of.players, digits=1)),
            ],
        )
        yield (
            t("the box of gems"),
            [
                (
                    t("ran short in"),
                    lambda of: told.measured(of.told.stand_ins if of.told else None),
                ),
                (t("lacked at most"), lambda of: str(of.told.most_lacking) if of.told else ""),
            ],
        )
    if any(count.luck for count in counts):
        cards, others, own = luck_parts(words)
        yield (
            t("luck and skill"),
            [
                (cards, lambda of: told.measured(of.luck.cards if of.luck else None)),
                (others, lambda of: told.measured(of.luck.others if of.luck else None)),
                (own, lambda of: told.measured(of.luck.decisions if of.luck else None)),
            ],
        )
    yield (
        t("minutes at a table"),
        [
            (t("mean"), lambda of: f"{of.minutes:.0f}"),
            (t("one in ten has more than"), lambda of: f"{of.minutes_at(0.9):.0f}"),
        ],
    )
    if any(count.rule for count in counts):
        yield (
            t("the best simple rule"),
            [(t("wins"), lambda of: told.measured(of.rule.share if of.rule else None))],
        )


def gem_flows(words: Words) -> dict[str, str]:
    """Return where gems can go, and the figure of a report that counts them."""
    return {
        words.t("banked from hand"): "gems_banked_from_hand",
        words.t("banked from the path"): "gems_banked_from_path",
        words.t("lost in busts"): "gems_lost_in_busts",
        words.t("left on the path"): "gems_left_on_path",
    }


def luck_parts(words: Words) -> tuple[str, str, str]:
    """Return what moves results: the cards, the others, and oneself."""
    return words.t("luck of the cards"), words.t("the others' choices"), words.t("own decisions")


def letters(reports: Sequence[EditionReport]) -> list[str]:
    """Return what tells reports apart in a heading: nothing where there is one alone."""
    return list(ascii_lowercase[: len(reports)]) if len(reports) > 1 else [""]


def side_by_side(reports: Sequence[EditionReport]) -> list[tuple[str, PlayersReport]]:
    """Return every count of players with its report's letter, equal counts beside each other."""
    found = [
        (letter, count)
        for letter, report in zip(letters(reports), reports, strict=True)
        for count in report.counts
    ]
    return sorted(found, key=lambda pair: pair[1].players)


def best_rules(report: EditionReport, words: Words) -> list[tuple[int, str, str]]:
    """Return the best simple rule for each number of players, and its share of the wins."""
    return [
        (count.players, count.rule.bot, _Told(words).measured(count.rule.share))
        for count in report.counts
        if count.rule is not None
    ]


def notes(reports: Sequence[EditionReport], words: Words) -> list[str]:
    """Return what a reader has to know about the figures."""
    t, counts = words.t, [count for report in reports for count in report.counts]
    told = [
        t("a game is close where the second is behind by at most a tenth of the winner's points"),
        t(
            "at {card} s a card and {expedition} s an expedition, a guess",
            card=words.decimal(SECONDS_PER_CARD, digits=0),
            expedition=words.decimal(SECONDS_PER_EXPEDITION, digits=0),
        ),
    ]
    if any(count.told for count in counts):
        told.append(
            t("whoever leads after an expedition, and what share of the wins they get in the end")
        )
    if any(count.luck for count in counts):
        told.append(t("shares of what moves results, by the review's reference"))
    if any(count.rule for count in counts):
        told.append(
            t("the best rule that a search over simple ones found, at tables of the report's bots")
        )
    return [*told, t("what stands after ± is one standard error")]


class _Told:
    """Figures as text, in the manner of a language."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def points(self, mean: float, error: float) -> str:
        digits = 1 if error >= 0.05 else 2
        decimal = self._words.decimal
        return f"{decimal(mean, digits=digits)} ± {decimal(error, digits=digits)}"

    def share(self, mean: float, error: float) -> str:
        return f"{self._words.percent(mean, digits=1)} ± {self._words.decimal(100 * error)}"

    def measured(self, value: Measured | None) -> str:
        return "" if value is None else self.share(value.mean, value.error)

    def leader(self, expedition: int) -> Fact:
        def told(of: PlayersReport) -> str:
            if of.told is None or expedition >= len(of.told.leader_wins):
                return ""
            return self.measured(of.told.leader_wins[expedition])

        return told

    def mean_length(self, expedition: int) -> Fact:
        def told(of: PlayersReport) -> str:
            if expedition >= len(of.lengths):
                return ""
            return self._words.decimal(of.mean_lengths[expedition], digits=2)

        return told

    def bust_rate(self, expedition: int) -> Fact:
        def told(of: PlayersReport) -> str:
            if expedition >= len(of.lengths):
                return ""
            return self._words.percent(of.bust_rates[expedition], digits=1)

        return told

    def gem_share(self, flow: str) -> Fact:
        return lambda of: self._words.percent(of.gem_shares[flow], digits=1)

    def leavers(self, many: int) -> Fact:
        return lambda of: (
            self._words.percent(of.leavers[many - 1], digits=1) if many <= of.players else ""
        )
