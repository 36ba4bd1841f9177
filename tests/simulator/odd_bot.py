"""A bot that reads one attribute of the view, or fails in one way: which is its parameter."""

NAMES = (
    *("carried", "path", "round", "rounds", "players", "inside", "step", "hazards_met"),
    *("bust_cards", "bust_chance", "deck_size", "relics_lying", "relics_worth"),
    *("seat", "chest", "lead", "next_share", "next_share_alone", "left_before"),
)
# The other ways: to stay for ever, and what goes wrong in compiled code.
STAYS = 19
DIVIDES_BY_NOTHING = 20  # At the third card.
ANSWERS_NONSENSE = 21  # At the third card.
SHARES_WITH_NOBODY = 22  # At once, with three players.
FAILS_LATE = 23  # With 60 points; until then it leaves with seven gems.


def odd(view, which=0):
    value = 0.0
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
    if which == 0:
        value = view.carried
    elif which == 1:
        value = view.path
    elif which == 2:
        value = view.round
    elif which == 3:
        value = view.rounds
    elif which == 4:
        value = view.players
    elif which == 5:
        value = view.inside
    elif which == 6:
        value = view.step
    elif which == 7:
        value = view.hazards_met
    elif which == 8:
        value = view.bust_cards
    elif which == 9:
        value = view.bust_chance * 1e6
    elif which == 10:
        value = view.deck_size
    elif which == 11:
        value = view.relics_lying
    elif which == 12:
        value = view.relics_worth
    elif which == 13:
        value = view.seat
    elif which == 14:
        value = view.chest
    elif which == 15:
        value = view.lead
    elif which == 16:
        value = view.next_share(view.inside) * 1e6
    elif which == 17:
        value = view.next_share(1) * 1e6
    elif which == 18:
        value = view.left_before
    # Somebody leaves every few cards, and every value of the attribute makes a difference.
    return (value * 3 + view.step) % 7 < 1
