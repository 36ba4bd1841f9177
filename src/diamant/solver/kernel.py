"""Backward induction over all positions of an expedition, as machine code.

Sets of treasures are processed in their layout's order, larger sets first, and courses in their own
order. So every successor of a position is computed before the position.
"""

from typing import NamedTuple

import numpy as np

from diamant.simulator.kernel.machine_code import compiled_to_disk, inner_njit

EQUILIBRIUM, BEST_RESPONSE, AGAINST = 0, 1, 2

ROWS = 64  # Pending halves of an interval, plus one row for the roots found.

TINY = 1e-12  # Smaller gains are rounding errors: neither choice is better.


class Tables(NamedTuple):
    """A layout and its courses as the kernel reads them."""

    values: np.ndarray
    counts: np.ndarray
    strides: np.ndarray
    least_carried: np.ndarray
    least_path: np.ndarray
    carried_span: np.ndarray
    path_span: np.ndarray
    block: np.ndarray
    course_size: np.ndarray
    order: np.ndarray
    base: np.ndarray
    harmless_ends: np.ndarray  # [course]: where its transitions end in the two lists below.
    harmless_courses: np.ndarray
    harmless_cards: np.ndarray
    others: np.ndarray  # [course]: cards in the deck that are not treasures.
    after_lone_leaver: np.ndarray  # [course]
    prize: np.ndarray  # [course]
    shares: np.ndarray  # [path, leavers]: each leaver's gems, because division is slow.
    rests: np.ndarray  # [path, leavers]: the gems left behind.
    choose: np.ndarray  # [n, k]: binomial coefficients.


@compiled_to_disk(error_model="numpy")
def sweep(
    first, last, players, tables, mode, value, others, own, going_on, found, excess, going_excess
):
    """Process the sets of treasures from position `first` up to `last` in the order.

    `value` receives the expected value of a player inside at each position, before the decision. If
    `mode` is EQUILIBRIUM, `others` receives the equilibrium's probabilities of leaving, unless it
    is empty. In the other modes, `others` contains the policy of all other players, and if `mode`
    is AGAINST, `own` contains the player's policy. `going_on` is a buffer for the values of
    continuing, for one set of treasures; at the end, it contains those of set 0. `found` counts
    positions with several equilibria, and positions with a mixed strategy.

    `excess`, unless it is empty, receives the gain of a best response to the equilibrium. The
    probabilities are then rounded to their stored precision, and `value` is computed from the
    rounded probabilities. `going_excess` is to `excess` what `going_on` is to `value`.
    """
    leave, stay = np.empty(players), np.empty(players)
    better = np.empty(players)
    gain, room = np.empty(players), np.empty((ROWS, players + 2))
    courses = len(tables.prize)
    for turn in range(first, last):
        number = tables.order[turn]
        size = tables.course_size[number]
        treasures = 0
        for kind in range(len(tables.values)):
            turned = number // tables.strides[kind] % (tables.counts[kind] + 1)
            treasures += tables.counts[kind] - turned
        for course in range(courses):
            deck = float(treasures + tables.others[course])
            for inside in range(1, players + 1):
                turn_card(number, course, inside, deck, tables, value, going_on)
                if len(excess):
                    turn_card(number, course, inside, deck, tables, excess, going_excess)
            after = tables.after_lone_leaver[course]
            for inside in range(1, players + 1):
                here = tables.block[number, inside]
                wide = tables.path_span[number, inside]
                start = tables.base[number] + course * size + here
                for row in range(tables.carried_span[number, inside]):
                    carried = tables.least_carried[number] + row
                    for column in range(wide):
                        path = tables.least_path[number, inside] + column
                        place = row * wide + column
                        leave[0] = carried + path + tables.prize[course]
                        stay[0] = going_on[course * size + here + place]
                        if len(excess):
                            better[0] = stay[0] + going_excess[course * size + here + place]
                        for leavers in range(1, inside):
                            leave[leavers] = carried + tables.shares[path, leavers + 1]
                            left = inside - leavers
                            then = after if leavers == 1 else course
                            later = (
                                then * size
                                + tables.block[number, left]
                                + row * tables.path_span[number, left]
                                + tables.rests[path, leavers]
                            )
                            stay[leavers] = going_on[later]
                            if len(excess):
                                better[leavers] = stay[leavers] + going_excess[later]
                        if mode == EQUILIBRIUM:
                            chance, worth, several = equilibrium(
                                inside, leave, stay, gain, room, tables.choose
                            )
                            if len(others):
                                others[start + place] = chance
                            if len(excess):
                                chance = float(np.float32(chance))
                                going = mixture(inside - 1, chance, leave, tables.choose)
                                staying = mixture(inside - 1, chance, stay, tables.choose)
                                worth = chance * going + (1.0 - chance) * staying
                                answer = mixture(inside - 1, chance, better, tables.choose)
                                excess[start + place] = max(going, answer) - worth
                            found[0] += inside > 1 and several > 1
                            found[1] += 0.0 < chance < 1.0
                        else:
                            chance = others[start + place]
                            going = mixture(inside - 1, chance, leave, tables.choose)
                            staying = mixture(inside - 1, chance, stay, tables.choose)
                            if mode == BEST_RESPONSE:
                                worth = max(going, staying)
                            else:
                                mine = own[start + place]
                                worth = mine * going + (1.0 - mine) * staying
                        value[start + place] = worth


@inner_njit(error_model="numpy")
def turn_card(number, course, inside, deck, tables, value, going_on):
    """Compute the value of continuing for every amount carried and on the path."""
    rows = tables.carried_span[number, inside]
    wide = tables.path_span[number, inside]
    size = tables.course_size[number]
    to = course * size + tables.block[number, inside]
    for place in range(to, to + rows * wide):
        going_on[place] = 0.0
    for kind in range(len(tables.values)):
        stride, count = tables.strides[kind], tables.counts[kind]
        cards = count - number // stride % (count + 1)
        if cards == 0:
            continue
        then, chance = number + stride, cards / deck
        share, rest = tables.values[kind] // inside, tables.values[kind] % inside
        then_wide = tables.path_span[then, inside]
        down = tables.least_carried[number] + share - tables.least_carried[then]
        along = tables.least_path[number, inside] + rest - tables.least_path[then, inside]
        source = tables.base[then] + course * tables.course_size[then] + tables.block[then, inside]
        for row in range(rows):
            at = source + (row + down) * then_wide + along
            for column in range(wide):
                going_on[to + row * wide + column] += chance * value[at + column]
    begin = tables.harmless_ends[course - 1] if course else 0
    for way in range(begin, tables.harmless_ends[course]):
        chance = tables.harmless_cards[way] / deck
        source = tables.base[number] + tables.harmless_courses[way] * size
        source += tables.block[number, inside]
        for place in range(rows * wide):
            going_on[to + place] += chance * value[source + place]


@inner_njit(error_model="numpy")
def mixture(others, chance, amounts, choose):
    """Return the expected amount if each other player leaves with this probability."""
    if chance == 0.0:
        return amounts[0]
    if chance == 1.0:
        return amounts[others]
    total = 0.0
    for leavers in range(others + 1):
        weight = choose[others, leavers] * chance**leavers * (1.0 - chance) ** (others - leavers)
        total += weight * amounts[leavers]
    return total


@inner_njit(error_model="numpy")
def equilibrium(inside, leave, stay, gain, room, choose):
    """Return an equilibrium's probability of leaving, its value, and how many exist.

    The gain from leaving instead of staying, if each other player leaves with chance q, is a
    polynomial whose Bernstein coefficients are the gains for each number of other leavers. It has
    at most as many roots in (0, 1) as its coefficients have sign changes, so most positions are
    certain to have one equilibrium. If there are several, the function chooses the one with the
    highest expected value for all players, and in a tie, the one in which players leave less often.
    """
    others = inside - 1
    up, down, none = 0, 0, 0
    for leavers in range(inside):
        gain[leavers] = leave[leavers] - stay[leavers]
        if gain[leavers] > TINY:
            up += 1
        elif gain[leavers] < -TINY:
            down += 1
        else:
            gain[leavers] = 0.0
            none += 1
    if none == 0:
        if up == 0:
            return 0.0, stay[0], 1
        if down == 0:
            return 1.0, leave[others], 1
        ordered = True  # Whether all gains come before all losses.
        for leavers in range(up):
            ordered = ordered and gain[leavers] > 0.0
        if ordered:
            chance = only_root(others, gain, room[0], choose)
            return chance, mixture(others, chance, stay, choose), 1
    best, worth, several = 0.0, -1.0, 0
    if gain[0] <= 0.0:
        worth, several = stay[0], 1
    count = all_roots(others, gain, room)
    for root in range(count):
        chance = room[ROWS - 1, root]
        expected = mixture(others, chance, stay, choose)
        several += 1
        if expected > worth + TINY or (expected > worth - TINY and chance < best):
            best, worth = chance, expected
    if gain[others] >= 0.0:
        several += 1
        if leave[others] > worth + TINY:
            best, worth = 1.0, leave[others]
    return best, worth, several


@inner_njit(error_model="numpy")
def only_root(degree, gain, terms, choose):
    """Return the only q in (0, 1) at which leaving gains nothing.

    The Bernstein coefficients must change sign once, from gains to losses. Substituting x = q / (1
    - q), or its inverse if q is greater than one half, gives a polynomial with a root in (0, 1].
    Newton's method finds it within a bracket.
    """
    total = 0.0
    for power in range(degree + 1):
        terms[power] = choose[degree, power] * gain[power]
        total += terms[power]
    inverse = total > 0.0
    if inverse:
        for power in range((degree + 1) // 2):
            swap = terms[power]
            terms[power] = terms[degree - power]
            terms[degree - power] = swap
    low, high, x = 0.0, 1.0, 0.5
    for _ in range(80):
        height, slope = terms[degree], 0.0
        for power in range(degree - 1, -1, -1):
            slope = slope * x + height
            height = height * x + terms[power]
        if (height > 0.0) != inverse:
            low = x
        else:
            high = x
        following = x - height / slope
        if height == 0.0 or abs(following - x) < 1e-15:
            break
        x = following if low < following < high else 0.5 * (low + high)
    return 1.0 / (1.0 + x) if inverse else x / (1.0 + x)


@inner_njit(error_model="numpy")
def all_roots(degree, gain, room):
    """Write all roots in (0, 1) to the last row of `room`, and return their number.

    De Casteljau's algorithm halves the interval as long as the coefficients' signs change. An
    interval narrower than TINY contains a root, or two that rounding can't separate.
    """
    count, depth, low, width = 0, 1, degree + 1, degree + 2  # The last two are columns.
    for power in range(degree + 1):
        room[0, power] = gain[power]
    room[0, low], room[0, width] = 0.0, 1.0
    while depth:
        depth -= 1
        changes, sign = 0, 0.0
        for power in range(degree + 1):
            term = room[depth, power]
            if term != 0.0:
                changes += sign * term < 0.0
                sign = term
        middle = room[depth, low] + 0.5 * room[depth, width]
        if changes and room[depth, width] < TINY:
            if room[depth, low] > 0.0 and count < degree:
                room[ROWS - 1, count] = middle
                count += 1
        elif changes:
            # The right half stays here; the left half goes on top of it and is examined first.
            for power in range(degree + 1):
                room[depth + 1, power] = room[depth, 0]
                for place in range(degree - power):
                    room[depth, place] = 0.5 * (room[depth, place] + room[depth, place + 1])
            if room[depth, 0] == 0.0 and count < degree:
                room[ROWS - 1, count] = middle  # On the border, where neither half changes sign.
                count += 1
            room[depth, width] *= 0.5
            room[depth + 1, low], room[depth + 1, width] = room[depth, low], room[depth, width]
            room[depth, low] = middle
            depth += 2
    return count
