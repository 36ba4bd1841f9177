"""What a compiled bot may read of its view, and how each kernel says it."""

from diamant.simulator.kernel.mind_text import MIND

# The same for every seat inside, so that seats with the same bot and numbers are asked once.
SHARED = {
    "carried": "np.int64(carried)",
    "path": "np.int64(path)",
    "round": "np.int64(round + 1)",
    "rounds": "rounds",
    "players": "seats",
    "inside": "np.int64(inside_count)",
    "step": "step",
    "left_before": "np.int64(left_before)",
    "hazards_met": "np.int64(count_bits(seen & kind_bits))",
    "bust_cards": "np.int64(bust_cards)",
    "bust_chance": "np.int64(bust_cards) / deck_size",
    "deck_size": "deck_size",
    "relics_lying": "np.int64(lying & LOW_32)",
    "relics_worth": "np.int64(relics_worth(lying, taken, relic_totals))",
}
# These differ from seat to seat, so a bot that reads one is asked for each seat by itself.
BY_SEAT = {
    "seat": "np.int64(seat)",
    "chest": "points_of(seat, wide, low, high, scores)",
    "lead": "lead_of(seat, seats, wide, low, high, scores)",
}
# What the call `view.next_share(players)` needs besides.
NEXT_SHARE = {"_ahead": "ahead", "_size": "deck_size"}

ARGUMENT_OF = {**SHARED, **BY_SEAT, **NEXT_SHARE, **MIND}

# The same in a kernel that steps games, where `at` is `step_layout` and `rules` is `step_rules`.
STEP_ARGUMENT_OF = {
    "carried": "rows[game, at.CARRIED]",
    "path": "rows[game, at.PATH]",
    "round": "rows[game, at.ROUND] + 1",
    "rounds": "ed[at.E_ROUNDS]",
    "players": "ed[at.E_PLAYERS]",
    "inside": "rows[game, at.COUNT]",
    "step": "rows[game, at.STEP]",
    "left_before": "rows[game, at.LEFT_BEFORE]",
    "hazards_met": "np.int64(count_bits(np.uint64(rows[game, at.MET])))",
    "bust_cards": "rows[game, at.BUST_CARDS]",
    "bust_chance": "rows[game, at.BUST_CARDS] / rows[game, at.SIZE]",
    "deck_size": "rows[game, at.SIZE]",
    "relics_lying": "rows[game, at.LYING]",
    "relics_worth": "rules.lone_prize(rows, game, ed)",
    "seat": "seat",
    "chest": "rows[game, at.POINTS + seat]",
    "lead": "rules.lead_of(rows, game, ed, seat)",
    "_ahead": "rows[game, at.AHEAD : at.AHEAD + 9]",
    "_size": "rows[game, at.SIZE]",
}

# The same in lanes, which know little of it.
LANES_ARGUMENT_OF = {
    "carried": "to_reals(carried)",
    "path": "to_reals(path)",
    "inside": "to_reals(inside_count)",
}

# Where a kernel that asks bots by their addresses puts these for them.
PLACES = {name: place for place, name in enumerate((*SHARED, *BY_SEAT)) if name != "bust_chance"}

# A loop over these, or over a small constant, ends soon; nobody could interrupt a longer one.
COUNTS = (
    *("round", "rounds", "players", "inside", "step", "hazards_met", "relics_lying", "deck_size"),
    *("seat", "left_before"),
)
