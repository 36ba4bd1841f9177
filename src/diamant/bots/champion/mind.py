"""How the champion thinks: what it notices, whom it takes the others for, and what it makes of it.

The functions here are written in the part of Python that Numba compiles. A table runs them as they
stand, and the simulator and the training compile the same text (`simulator/kernel/mind_text.py`),
so there is nothing that could differ.

Amounts of gems are in units: 1 in the usual editions, more where treasures are richer.
"""

from math import exp

# Where a number stands in a situation: what everybody inside has in common.
CARRIED = 0
PATH = 1
INSIDE = 2
PLAYERS = 3
ROUNDS_LEFT = 4
STEP = 5
HAZARDS_MET = 6
BUST_CARDS = 7
DECK_SIZE = 8
RELICS_LYING = 9
RELICS_WORTH = 10
RELICS_LEFT = 11
RICHNESS = 12
EACH = 12  # EACH + n: what all treasures to come would bring each of n.
SITUATION = 21

# Types of players, by what makes them leave. A player's weights say how well each explains them.
TYPES = 20
FEATURES = 80
HIDDEN = 32
SECOND = 16
CLASSES = 3  # A network each for the last expedition, the last but one, and all before.
WEIGHTS = FEATURES * HIDDEN + HIDDEN + HIDDEN * SECOND + SECOND + SECOND + 1


USUAL_RICHES = 124  # The sum of all treasures of the usual editions.


def unit_of(riches):
    """Return an edition's unit by the sum of its treasures."""
    return riches / USUAL_RICHES


# How far apart players drift in a last expedition, in points, by how many they are.
DRIFT = (8.0, 8.0, 7.0, 5.9, 4.9, 4.1, 3.65, 3.25, 3.05)


def softness(rounds_left, players):
    """Return how many points make a difference in what is noticed of the scoreboard."""
    if rounds_left == 0:
        return 2.5
    return DRIFT[players] * float(rounds_left) ** 0.35


def slope(value, least, width):
    """Return the chance to leave of one who leaves from `least` on, give or take."""
    chance = 0.5 + (value - least) / width
    if chance < 0.03:
        return 0.03
    if chance > 0.94:
        return 0.94
    return chance


def expect_types(situation, chances):
    """Say how likely each type of player is to leave now."""
    unit = situation[RICHNESS]
    purse = (situation[CARRIED] + situation[PATH]) / unit
    danger = situation[BUST_CARDS] / situation[DECK_SIZE]
    met = situation[HAZARDS_MET]
    inside = int(situation[INSIDE])
    chances[0] = slope(purse, 3.0, 2.0)
    chances[1] = slope(purse, 5.0, 2.0)
    chances[2] = slope(purse, 8.0, 2.0)
    chances[3] = slope(purse, 12.0, 3.0)
    chances[4] = slope(purse, 17.0, 4.0)
    chances[5] = slope(purse, 24.0, 5.0)
    chances[6] = slope(met, 1.9, 0.5)
    chances[7] = slope(met, 2.9, 0.5)
    chances[8] = slope(met, 3.9, 0.5)
    something = 0.0 if purse + situation[RELICS_WORTH] <= 0.0 else 1.0
    chances[9] = slope(danger * something, 0.08, 0.03)
    chances[10] = slope(danger * something, 0.13, 0.03)
    chances[11] = slope(danger * something, 0.18, 0.03)
    chances[12] = slope(danger * something, 0.25, 0.05)
    chances[13] = slope(danger * something, 0.33, 0.05)
    home = situation[CARRIED] + (situation[PATH] + situation[RELICS_WORTH]) / inside
    loss = situation[BUST_CARDS] * home / (situation[EACH + inside] + 0.01)
    chances[14] = slope(loss, 0.5, 0.3)
    chances[15] = slope(loss, 1.0, 0.5)
    chances[16] = slope(loss, 1.8, 0.8)
    chances[17] = 0.08
    chances[18] = 0.2
    chances[19] = 0.4


def learn(seat, left, chances, weights):
    """Weigh the types of a player anew by what they have just done."""
    total = 0.0
    for kind in range(TYPES):
        weight = weights[seat * TYPES + kind]
        weight *= chances[kind] if left else 1.0 - chances[kind]
        weights[seat * TYPES + kind] = weight
        total += weight
    # A little of every type stays possible: people change their minds.
    for kind in range(TYPES):
        weights[seat * TYPES + kind] = 0.97 * weights[seat * TYPES + kind] / total + 0.0015


def clip(value, bound):
    """Return a value between two bounds, one the negative of the other."""
    return max(-bound, min(bound, value))


def notice(seat, situation, scores, inside, chances, weights, likely, noticed):
    """Fill in what is noticed: the situation, the others, the scoreboard.

    `inside` says of each seat whether it is in the cave; `likely` is room for how likely each seat
    is to leave now.
    """
    unit = situation[RICHNESS]
    carried = situation[CARRIED] / unit
    path = situation[PATH] / unit
    relics = situation[RELICS_WORTH] / unit
    count = int(situation[INSIDE])
    players = int(situation[PLAYERS])
    rounds_left = int(situation[ROUNDS_LEFT])
    deck = situation[DECK_SIZE]
    danger = situation[BUST_CARDS] / deck
    for place in range(FEATURES):
        noticed[place] = 0.0
    # The others inside: who may leave now?
    nobody = 1.0
    one = 0.0
    leavers = 0.0
    most = 0.0
    least = 1.0
    for other in range(players):
        likely[other] = 0.0
        if inside[other] and other != seat:
            chance = 0.0
            for kind in range(TYPES):
                weight = weights[other * TYPES + kind]
                chance += weight * chances[kind]
                noticed[60 + kind] += weight / (count - 1)
            likely[other] = chance
            one = one * (1.0 - chance) + nobody * chance
            nobody *= 1.0 - chance
            leavers += chance
            most = max(most, chance)
            least = min(least, chance)
    more = max(0.0, 1.0 - nobody - one)
    part = path * (nobody + one / 2.0 + more / 3.0)
    home = carried + part + relics * nobody
    now = situation[EACH + count] / deck / unit
    staying = max(1, min(count, int(count - leavers + 0.5)))
    soon = situation[EACH + staying] / deck / unit
    alone = situation[EACH + 1] / deck / unit
    fewer = situation[EACH + max(1, count - 1)] / deck / unit
    # The scoreboard: the leader is the best of the others.
    scale = softness(rounds_left, players)
    mine = scores[seat] / unit
    best_outside = -99.0
    best_inside = -99.0
    best_leaves = 0.0
    total = 0.0
    above = 0.0
    above_home = 0.0
    for other in range(players):
        if other == seat:
            continue
        score = scores[other] / unit
        total += score
        if score > mine:
            above += 1.0
        if inside[other]:
            if score > best_inside:
                best_inside = score
                best_leaves = likely[other]
            if score > mine + part + relics * nobody:
                above_home += 1.0
        else:
            best_outside = max(best_outside, score)
            if score > mine + home:
                above_home += 1.0
    best = max(best_outside, best_inside)
    # What it is worth if … : the softened share of the win of a few simple futures.
    busted = 0.0
    kept = 0.0
    grown = 0.0
    for other in range(players):
        if other != seat:
            odds = exp(clip((scores[other] / unit - mine) / scale, 30.0))
            busted += odds
            if inside[other]:
                kept += odds * exp(clip(carried / scale, 30.0))
                grown += odds * exp(clip((carried + (1.0 - likely[other]) * soon) / scale, 30.0))
            else:
                kept += odds
                grown += odds
    went = exp(-clip(home / scale, 30.0))
    safe = exp(-clip(carried / scale, 30.0))
    leave_kept = 1.0 / (1.0 + kept * went)
    leave_grown = 1.0 / (1.0 + grown * went)
    leave_bust = 1.0 / (1.0 + busted * went)
    stay_bust = 1.0 / (1.0 + busted)
    stay_grown = 1.0 / (1.0 + grown * safe * exp(-clip(soon / scale, 30.0)))
    stay_alone = 1.0 / (1.0 + kept * safe * exp(-clip(2.0 * alone / scale, 30.0)))
    leave = danger * leave_bust + (1.0 - danger) * leave_grown
    stay = danger * stay_bust + (1.0 - danger) * stay_grown
    noticed[0] = carried / 10.0
    noticed[1] = min(carried, 4.0) / 4.0
    noticed[2] = path / 8.0
    noticed[3] = count / 8.0
    noticed[4] = 1.0 if count == 1 else 0.0
    noticed[5] = 1.0 if count == 2 else 0.0
    noticed[6] = 1.0 if count == 3 else 0.0
    noticed[7] = players / 8.0
    noticed[8] = danger * 4.0
    noticed[9] = situation[BUST_CARDS] / 8.0
    noticed[10] = deck / 30.0
    noticed[11] = situation[HAZARDS_MET] / 4.0
    noticed[12] = situation[STEP] / 12.0
    noticed[13] = now / 2.0
    noticed[14] = alone / 5.0
    noticed[15] = fewer / 3.0
    noticed[16] = soon / 3.0
    noticed[17] = danger * carried / 2.0
    noticed[18] = danger * home / 2.0
    noticed[19] = clip(soon - danger * home, 6.0) / 3.0
    noticed[20] = clip(alone - danger * (carried + path + relics), 8.0) / 4.0
    noticed[21] = home / 12.0
    noticed[22] = part / 4.0
    noticed[23] = situation[RELICS_LYING] / 2.0
    noticed[24] = relics / 10.0
    noticed[25] = relics * nobody / 8.0
    noticed[26] = situation[RELICS_LEFT] / deck * 8.0
    noticed[27] = 1.0 if carried + path + relics == 0.0 else 0.0
    noticed[28] = rounds_left / 4.0
    noticed[29] = 1.0 if rounds_left == 2 else 0.0
    noticed[30] = 1.0 if rounds_left == 3 else 0.0
    noticed[31] = nobody
    noticed[32] = one
    noticed[33] = leavers / count
    noticed[34] = most
    noticed[35] = least if count > 1 else 0.0
    noticed[36] = best_leaves
    noticed[37] = clip(mine - best, 30.0) / 15.0
    noticed[38] = clip(mine - total / (players - 1), 30.0) / 15.0
    noticed[39] = clip(mine + home - best_outside, 20.0) / 10.0 if best_outside >= 0.0 else 1.0
    noticed[40] = clip(mine + part - best_inside, 20.0) / 10.0 if best_inside >= 0.0 else 1.0
    noticed[41] = above / (players - 1)
    noticed[42] = above_home / (players - 1)
    noticed[43] = 1.0 if above_home == 0.0 else 0.0
    noticed[44] = clip((mine - best) / scale, 4.0) / 2.0
    noticed[45] = clip((mine + home - best) / scale, 4.0) / 2.0
    noticed[46] = leave_kept * 2.0
    noticed[47] = leave_grown * 2.0
    noticed[48] = leave_bust * 2.0
    noticed[49] = stay_bust * 2.0
    noticed[50] = stay_grown * 2.0
    noticed[51] = stay_alone * 2.0
    noticed[52] = (stay - leave) * 5.0
    noticed[53] = (leave_kept - stay_bust) * 4.0
    noticed[54] = (stay_alone - leave_kept) * 4.0
    noticed[55] = 1.0 if best_outside > best_inside else 0.0
    noticed[56] = clip(best_inside - best_outside, 20.0) / 10.0 if best_outside >= 0.0 else 0.0
    noticed[57] = danger * danger * 8.0
    noticed[58] = scale / 10.0
    noticed[59] = carried / (1.0 + situation[EACH + count] / unit) * 3.0


def think(noticed, rounds_left, network, first, second):
    """Return by how much staying is better than leaving, in shares of the win, as learned."""
    at = min(rounds_left, CLASSES - 1) * WEIGHTS
    bias = at + FEATURES * HIDDEN
    for unit in range(HIDDEN):
        first[unit] = network[bias + unit]
    for place in range(FEATURES):
        value = noticed[place]
        if value != 0.0:
            row = at + place * HIDDEN
            for unit in range(HIDDEN):
                first[unit] += value * network[row + unit]
    at = bias + HIDDEN
    bias = at + HIDDEN * SECOND
    for unit in range(SECOND):
        second[unit] = network[bias + unit]
    for place in range(HIDDEN):
        value = first[place]
        if value > 0.0:
            row = at + place * SECOND
            for unit in range(SECOND):
                second[unit] += value * network[row + unit]
    at = bias + SECOND
    answer = network[at + SECOND]
    for unit in range(SECOND):
        if second[unit] > 0.0:
            answer += second[unit] * network[at + unit]
    return answer


def leave_chance(better, doubt):
    """Return the chance to leave where staying is better by so much; doubt blurs it."""
    if doubt <= 0.0:
        return 1.0 if better < 0.0 else 0.0
    return 1.0 / (1.0 + exp(clip(better / doubt, 40.0)))


def last_round(seat, situation, scores, inside, chance):
    """Return the chance to leave by the rules of a last expedition; else as it was.

    Whoever would come home behind stays; whoever would come home out of reach leaves.
    """
    if situation[ROUNDS_LEFT] > 0:
        return chance
    home = scores[seat] + situation[CARRIED] + int(situation[PATH]) // int(situation[INSIDE])
    best_outside = 0
    best_inside = 0
    for other in range(int(situation[PLAYERS])):
        if other != seat:
            if inside[other]:
                best_inside = max(best_inside, scores[other])
            else:
                best_outside = max(best_outside, scores[other])
    if home < best_outside:
        return 0.0
    if situation[INSIDE] == 1 and home > best_outside:
        return 1.0
    reach = best_inside + situation[CARRIED] + situation[PATH] + situation[RELICS_WORTH]
    if home > best_outside and home > reach:
        return 1.0
    return chance
