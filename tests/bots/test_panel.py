"""Tests of the public panel: large, mixed, compilable, with one family kept out of training."""

from diamant.bots.families import HELD_OUT, PANEL, panel
from diamant.simulator.kernel.rewrite import rewrite_bot


def test_panel_is_large_and_can_be_compiled():
    bots = panel()
    assert len({str(bot) for bot in bots}) == len(bots) >= 40
    assert len(PANEL) >= 8
    for bot in bots:
        assert rewrite_bot(bot).source
        assert bot.summary.endswith(".")


def test_one_family_is_kept_out_of_training():
    from diamant.training.families import HELD_OUT as NOT_TRAINED

    ideas = {bot.name.rpartition(":")[2] for bot in panel(HELD_OUT)}
    assert ideas == set(NOT_TRAINED)
    rest = {bot.name.rpartition(":")[2] for family in PANEL for bot in panel(family)} - ideas
    assert not rest & set(NOT_TRAINED)
