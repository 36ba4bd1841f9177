"""A single-player game, dealt from a seed and saved after every choice."""

import os
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from diamant.dealer import Dealer, commitment, fairness_tags
from diamant.editions import read_own_edition
from diamant.errors import DiamantError
from diamant.locales.words import Words
from diamant.record import Record, write_record
from diamant.rules.cards import Card
from diamant.rules.edition import Edition
from diamant.rules.edition_text import write_edition
from diamant.rules.game import Game, Step
from diamant.terminal.opponents import Companion, Opponents, saved_company
from diamant.terminal.saved import FINISHED, SavedGame
from diamant.terminal.scene import Moment, asks

YOU = 0


def begin(
    edition: Edition, name: str, company: Sequence[Companion], luck: bytes, *, closed: bool
) -> SavedGame:
    """Create the setup of a new game."""
    edition.check_players(1 + len(company))
    seed = secrets.token_bytes(32)
    Dealer(seed, (luck, *[b""] * len(company)))  # Raises an error if `luck` is too long.
    names = (name, *(one.name for one in company))
    Record(names, Game.start(edition, len(names)), {})  # Raises an error for invalid names.
    return SavedGame(
        write_edition(edition),
        tuple(str(one.bot) for one in company),
        names,
        luck.hex(),
        closed,
        seed.hex(),
        _now(),
    )


def begin_again(saved: SavedGame) -> SavedGame:
    """Create the setup of another game with the same players."""
    return replace(saved, seed=secrets.token_bytes(32).hex(), begun=_now())


def _now() -> str:
    return datetime.now().strftime("%Y-%m-%d-%H%M%S-%f")  # noqa: DTZ005 - the player's day


class SoloGame:
    """A game in progress; the caller turns cards and passes the player's choices."""

    def __init__(self, saved: SavedGame, choices: Sequence[bool], household: Path) -> None:
        self.saved, self.household = saved, household
        self.company = saved_company(saved.names[1:], saved.bots)
        edition = read_own_edition(saved.edition)
        self.game = Game.start(edition, len(saved.names), closed=saved.closed)
        luck = bytes.fromhex(saved.luck)
        self._dealer = Dealer(bytes.fromhex(saved.seed), (luck, *[b""] * len(self.company)))
        self.opponents = Opponents([one.bot for one in self.company], self._dealer.seed)
        self._choices = list(choices)
        self._made = list(choices)
        self._order: list[Card] = []
        saved.keep(household, self._choices)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all players, starting with the person's own."""
        return self.saved.names

    @property
    def commitment(self) -> str:
        """The commitment to the deck, made before the first card."""
        return commitment(self._dealer.seed)

    @property
    def asks_you(self) -> bool:
        """Whether the player has to choose."""
        return asks(self.game, YOU)

    def kept_choice(self) -> bool | None:
        """Return the next saved choice of a resumed game; None if there are no more."""
        return self._made.pop(0) if self._made else None

    @property
    def is_caught_up(self) -> bool:
        """Whether all saved choices have been replayed."""
        return not self._made

    def keep_choice(self, *, leave: bool) -> None:
        """Write a choice to disk before it takes effect."""
        self._choices.append(leave)
        self.saved.keep(self.household, self._choices)

    def turn(self) -> Moment:
        """Turn the next card."""
        cave = self.game.expedition
        if not cave.path:
            self._order = list(self._dealer.order(cave.deck, cave.round))
        card = self._order[len(cave.path)]
        return self._after(card, self.game.turn(card))

    def reveal(self, leavers: list[int]) -> Moment:
        """Reveal everyone's choices."""
        return self._after(None, self.game.decide(leavers))

    def _after(self, card: Card | None, step: Step) -> Moment:
        moment = Moment(self.game, card, *step)
        self.game = step.game
        return moment

    @property
    def record(self) -> Record:
        """The record of the finished game, including the bots' names."""
        tags = {"Date": (self.saved.begun[:10],), "Bots": ("", *self.saved.bots)}
        return Record(self.names, self.game, {**tags, **fairness_tags(self._dealer)})

    def finish(self, file: Path | None, words: Words, rescue: Callable[[str], None]) -> str:
        """Write the record and return a sentence that says where it is.

        Without `file`, the record is saved in the household's folder. If the record can't be
        written, its text is passed to `rescue` and an error is raised.
        """
        folder, text = self.household / FINISHED, write_record(self.record)
        if file is None:
            folder.mkdir(exist_ok=True)
            file = folder / f"{self.saved.begun}-{self.game.edition.id}.dia"
        try:
            file.write_text(text, encoding="utf-8")
        except OSError as error:
            rescue(text)
            failed = DiamantError("cannot write {file}: {error}", file, error)
            raise DiamantError("{error}; the record is printed above", failed) from None
        self.saved.forget(self.household)
        home = Path.home()
        # In a shell's notation, because the full path is wider than most terminals.
        short = file.is_relative_to(home) and os.sep == "/"
        name = f"~/{file.relative_to(home)}" if short else str(file)
        if self.saved.luck:  # The person's own luck is in the shuffle, so a check proves something.
            return words.t(
                "Game saved to {file}. To check the shuffle, run 'diamant verify {file}'.",
                file=name,
            )
        if file.parent == folder:
            return words.t(
                "Game saved to {file}. To list your games, run 'diamant games'.", file=name
            )
        return words.t("Game saved to {file}.", file=name)
