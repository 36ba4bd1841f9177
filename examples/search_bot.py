"""A bot that searches: `diamant simulate --bots examples/search_bot.py:search,expect,threshold`.

It plays the rest of the expedition many times from the game that its view gives it, with one plan
after another ("go home once I hold 8 gems"), and leaves if no plan earns more than leaving now.
"""

AIMS = (0, 5, 8, 11, 14, 18, 23, 30)
"""The gems at which a plan leaves. A plan for 0 leaves now."""


def search(view, rollouts=30):
    """Leave now if no plan to stay earns more points in simulated expeditions, on average."""
    game = view.game()
    cards = list(game.expedition.deck)
    totals = dict.fromkeys(AIMS, 0)
    for _ in range(int(rollouts)):
        view.rng.shuffle(cards)
        seed = view.rng.random()
        for aim in AIMS:
            totals[aim] += points(game, view, cards, type(view.rng)(seed), aim)
    return max(AIMS, key=totals.get) == 0


def points(game, view, cards, rng, aim):
    """Return this seat's points at the end of one simulated expedition."""
    others = [seat for seat in game.expedition.in_cave if seat != view.seat]
    leaves = aim == 0
    for card in cards:
        cave = game.expedition
        leavers = [seat for seat in others if rng.random() < nerves(cave)]
        if leaves:
            return game.decide([*leavers, view.seat]).game.scores[view.seat]
        others = [seat for seat in others if seat not in leavers]
        game = game.decide(leavers).game.turn(card).game
        if game.is_over or game.expedition.round != view.round:
            break  # A bust.
        leaves = held(game.expedition) >= aim
    return game.scores[view.seat]


def held(cave):
    """Return the gems that each explorer would take home if all left together."""
    return cave.carried + sum(cave.gems) // len(cave.in_cave)


def nerves(cave):
    """Return the probability that another explorer leaves here."""
    risk = sum(cave.deck[kind] for kind in cave.hazards) / cave.deck.size
    return min(1.0, (risk * held(cave) / 4) ** 2)
