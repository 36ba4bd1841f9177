"""A bot whose parameter selects one attribute of the view to read, or one way to fail."""

NAMES = (
    *("carried", "path", "round", "rounds", "players", "inside", "step", "hazards_met"),
    *("bust_cards", "bust_chance", "deck_size", "relics_lying", "relics_worth"),
    *("seat", "chest", "lead", "next_share", "next_share_alone", "left_before"),
)
# The other variants: always stay, or fail in compiled code.
STAYS = 19
DIVIDES_BY_NOTHING = 20  # At card 3.
ANSWERS_NONSENSE = 21  # At card 3.
SHARES_WITH_NOBODY = 22  # At card 1, with three players.
FAILS_LATE = 23  # At 60 points; until then it leaves with seven gems.


def odd(view, which=0):
    if which == STAYS:
        return 0.0
    if which == DIVIDES_BY_NOTHING:
        return view.carried / (view.step - 3) > 1000
    if which == ANSWERS_NONSENSE:
        return 0.4 * view.step if view.step > 2 else 0.0
    if which == SHARES_WITH_NOBODY:
        return view.next_share(view.inside - 3)
    if which == FAILS_LATE:
        return view.carried > 6 or 1 / (60 - view.chest) > 5
    value = (
        (which == 0) * view.carried
        + (which == 1) * view.path
        + (which == 2) * view.round
        + (which == 3) * view.rounds
        + (which == 4) * view.players
        + (which == 5) * view.inside
        + (which == 6) * view.step
        + (which == 7) * view.hazards_met
        + (which == 8) * view.bust_cards
        + (which == 9) * view.bust_chance * 1e6
        + (which == 10) * view.deck_size
        + (which == 11) * view.relics_lying
        + (which == 12) * view.relics_worth
        + (which == 13) * view.seat
        + (which == 14) * view.chest
        + (which == 15) * view.lead
        + (which == 16) * view.next_share(view.inside) * 1e6
        + (which == 17) * view.next_share(1) * 1e6
        + (which == 18) * view.left_before
    )
    # Someone leaves every few cards, and every value of the attribute makes a difference.
    return (value * 3 + view.step) % 7 < 1
