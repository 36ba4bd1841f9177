"""A server in a world set up by the test; run this module's `main`.

The cards are always the same. Other players may get richer chests (`WORLD=rich`), or a filter may
leak secrets (`LEAK=…`) for the control. Every table has the same secret, so two servers deal the
same cards and commit to the same seed: only secret actions of others differ between two worlds.
"""

import os
import secrets
from dataclasses import replace

from diamant.cli import main as run
from diamant.rules.events import Banked
from diamant.rules.game import Game, Step
from diamant.table import draft
from diamant.table import view as table_view
from diamant.table.events import ChoiceMade
from diamant.view import View

VIEWER = 0  # The seat that must not notice any difference.


def main() -> int:
    drawn = secrets.token_hex
    secrets.token_hex = lambda size=None: "07" * 32 if size == 32 else drawn(size)
    if os.environ.get("WORLD") == "rich":
        Game.decide = _generous(Game.decide)
    leak = os.environ.get("LEAK")
    if leak is not None:
        LEAKS[leak]()
    return run(["serve"])


def _generous(rightly):
    """Let everyone but the viewer bank seven extra gems."""

    def decide(game, leavers):
        after, facts = rightly(game, leavers)
        chests = list(after.chests)
        for fact in facts:
            if isinstance(fact, Banked) and fact.seat != VIEWER:
                chests[fact.seat] += 7
        richer = tuple(
            replace(fact, share=fact.share + 7)
            if isinstance(fact, Banked) and fact.seat != VIEWER
            else fact
            for fact in facts
        )
        return Step(replace(after, chests=tuple(chests), past=(game.past, richer)), richer)

    return decide


def _tell_choices() -> None:
    ChoiceMade.told = ("seat", "leave")


def _tell_changes_of_mind() -> None:
    table_view.is_public = lambda event: True


def _number_secrets() -> None:
    draft.is_public = lambda event: True


def _open_chests() -> None:
    rightly = View.of
    View.of = classmethod(lambda cls, game, seat=None: rightly(replace(game, closed=False), seat))


def _tell_all_facts() -> None:
    table_view._facts_for = lambda facts, viewer: facts


LEAKS = {
    "choices": _tell_choices,
    "changes": _tell_changes_of_mind,
    "numbers": _number_secrets,
    "chests": _open_chests,
    "facts": _tell_all_facts,
}
