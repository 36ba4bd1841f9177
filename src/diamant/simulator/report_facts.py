"""What a report says, fact by fact, for the terminal and the page."""

from collections.abc import Callable, Iterator, Sequence
from string import ascii_lowercase

from diamant.simulator.report import (
    SECONDS_PER_CARD,
    SECONDS_PER_EXPEDITION,
    EditionReport,
    Measured,
    PlayersReport,
)

Fact = Callable[[PlayersReport], str]

TOLD = {
    "pace": f"at {SECONDS_PER_CARD} s a card and {SECONDS_PER_EXPEDITION} s an expedition, a guess",
    "close": "a game is close where the second is behind by at most a tenth of the winner's points",
    "leader": "whoever leads after an expedition, and what share of the wins they get in the end",
    "luck": "shares of what moves results, by the review's reference",
    "rule": "the best rule that a search over simple ones found, at tables of the report's bots",
    "error": "what stands after ± is one standard error",
}


def chapters(reports: Sequence[EditionReport]) -> Iterator[tuple[str, list[tuple[str, Fact]]]]:
    """Give the facts in the order of a game: its cards, its busts, its gems, who left, who won."""
    counts = [count for report in reports for count in report.counts]
    rounds = range(max(len(count.bust_rates) for count in counts))
    yield (
        "cards in an expedition",
        [
            ("mean", lambda of: f"{of.mean_length:.2f}"),
            ("eight in ten have", lambda of: f"{of.length_at(0.1)}-{of.length_at(0.9)}"),
            *((f"expedition {n + 1}", _mean_length(n)) for n in rounds),
        ],
    )
    yield (
        "expeditions that bust",
        [
            ("all", lambda of: _share(of.bust_rate, of.errors["bust_rate"])),
            *((f"expedition {n + 1}", _bust_rate(n)) for n in rounds),
        ],
    )
    yield "players caught by a bust", [("all", lambda of: f"{of.caught_rate:.1%}")]
    yield (
        "gems turned up",
        [
            ("per card", lambda of: f"{of.gems_per_card:.2f}"),
            ("per expedition", lambda of: f"{of.gems_per_expedition:.1f}"),
        ],
    )
    yield (
        "where they went",
        [
            ("banked from hand", _gem_share("gems_banked_from_hand")),
            ("banked from the path", _gem_share("gems_banked_from_path")),
            ("lost in busts", _gem_share("gems_lost_in_busts")),
            ("left on the path", _gem_share("gems_left_on_path")),
        ],
    )
    if any(count.relics_turned for count in counts):
        yield (
            "relics in a game",
            [
                ("turned up", lambda of: f"{of.relics_turned:.2f}"),
                ("taken", lambda of: f"{of.relics_taken:.2f}"),
            ],
        )
    most = max(count.players for count in counts)
    yield (
        "players who leave at once",
        [(str(many) if many > 1 else "1 (alone)", _leavers(many)) for many in range(1, most + 1)],
    )
    yield (
        "points",
        [
            ("mean", lambda of: _points(of.mean_score, of.errors["score"])),
            ("winner", lambda of: _points(of.mean_winner, of.errors["winner"])),
            ("last", lambda of: _points(of.mean_last, of.errors["last"])),
        ],
    )
    yield (
        "how close it is",
        [
            ("first before second", lambda of: _points(of.mean_margin, of.errors["margin"])),
            ("close games", lambda of: _share(of.close_rate, of.errors["close"])),
            ("shared wins", lambda of: _share(of.tie_rate, of.errors["tied"])),
        ],
    )
    if any(count.told for count in counts):
        yield (
            "the leader wins after all",
            [
                *((f"after expedition {n + 1}", _leader(n)) for n in rounds[:-1]),
                ("anybody, by chance", lambda of: f"{1 / of.players:.1%}"),
            ],
        )
        yield (
            "the box of gems",
            [
                ("ran short in", lambda of: _measured(of.told.stand_ins if of.told else None)),
                ("lacked at most", lambda of: str(of.told.most_lacking) if of.told else ""),
            ],
        )
    if any(count.luck for count in counts):
        yield (
            "luck and skill",
            [
                ("luck of the cards", lambda of: _measured(of.luck.cards if of.luck else None)),
                ("the others' choices", lambda of: _measured(of.luck.others if of.luck else None)),
                ("own decisions", lambda of: _measured(of.luck.decisions if of.luck else None)),
            ],
        )
    yield (
        "minutes at a table",
        [
            ("mean", lambda of: f"{of.minutes:.0f}"),
            ("one in ten has more than", lambda of: f"{of.minutes_at(0.9):.0f}"),
        ],
    )
    if any(count.rule for count in counts):
        yield (
            "the best simple rule",
            [("wins", lambda of: _measured(of.rule.share if of.rule else None))],
        )


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


def best_rules(report: EditionReport) -> list[tuple[int, str, str]]:
    """Return the best simple rule for each number of players, and its share of the wins."""
    return [
        (count.players, count.rule.bot, _measured(count.rule.share))
        for count in report.counts
        if count.rule is not None
    ]


def notes(reports: Sequence[EditionReport]) -> list[str]:
    """Return what a reader has to know about the figures."""
    counts = [count for report in reports for count in report.counts]
    names = ["close", "pace"]
    names += ["leader"] if any(count.told for count in counts) else []
    names += ["luck"] if any(count.luck for count in counts) else []
    names += ["rule"] if any(count.rule for count in counts) else []
    return [TOLD[name] for name in (*names, "error")]


def _points(mean: float, error: float) -> str:
    return f"{mean:.1f} ± {error:.1f}" if error >= 0.05 else f"{mean:.2f} ± {error:.2f}"


def _share(mean: float, error: float) -> str:
    return f"{mean:.1%} ± {100 * error:.1f}"


def _measured(value: Measured | None) -> str:
    return "" if value is None else _share(value.mean, value.error)


def _leader(expedition: int) -> Fact:
    def told(of: PlayersReport) -> str:
        if of.told is None or expedition >= len(of.told.leader_wins):
            return ""
        return _measured(of.told.leader_wins[expedition])

    return told


def _mean_length(expedition: int) -> Fact:
    return lambda of: f"{of.mean_lengths[expedition]:.2f}" if expedition < len(of.lengths) else ""


def _bust_rate(expedition: int) -> Fact:
    return lambda of: f"{of.bust_rates[expedition]:.1%}" if expedition < len(of.lengths) else ""


def _gem_share(flow: str) -> Fact:
    return lambda of: f"{of.gem_shares[flow]:.1%}"


def _leavers(many: int) -> Fact:
    return lambda of: f"{of.leavers[many - 1]:.1%}" if many <= of.players else ""
