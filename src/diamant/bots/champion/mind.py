"""The champion's thinking: its inputs, its model of the others, and its network.

The functions here use only Python that Numba can compile. At a table they run as Python; the
simulator and the training compile the same text (`simulator/kernel/mind_text.py`). So the two can't
differ.

Amounts of gems are in units: 1 in the usual editions, more where treasures are richer.
"""

from math import exp

# Places in a situation, the part that everyone inside shares.
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
EACH = 12  # EACH + n: each share of all treasures to come, for n players.
SITUATION = 21

# Types of players, by what makes them leave. A player's weights say how well each type fits them.
TYPES = 20
KINDS = 7  # Groups of similar types.

# Inputs of the network: first those that all inside share, then one seat's view of the others.
SHARED = 32
OWN = 40
FEATURES = SHARED + OWN
HIDDEN = 32
SECOND = 16
CLASSES = 3  # One network each for the last expedition, the second to last, and all earlier ones.
WEIGHTS = FEATURES * HIDDEN + HIDDEN + HIDDEN * SECOND + SECOND + SECOND + 1

# Places of numbers about a player: the probability of leaving now, after another treasure, and
# after another hazard; the odds of the scoreboard as it is, with the gems carried, and with more of
# them; the weights of the kinds.
LIKELY = 0
AFTER_TREASURE = 1
AFTER_HAZARD = 2
ODDS = 3
KEPT = 4
GROWN = 5
KIND = 6
PERSON = KIND + KINDS

# Places of numbers that are computed once for all players inside.
NOBODY = 0  # The chance that nobody leaves.
RATIO = 1  # Odds of exactly one leaver against none.
SOON = 2
SCALE = 3
SAFE = 4
SAFE_GROWN = 5
SAFE_ALONE = 6
TOTAL_SCORE = 7
BOARD = 8

USUAL_RICHES = 124  # The sum of all treasures in the usual editions.
USUAL_TREASURE = 8.0


def unit_of(riches):
    """Return an edition's unit, given the sum of its treasures."""
    return riches / USUAL_RICHES


# The spread between players after a last expedition, in points, by number of players.
DRIFT = (8.0, 8.0, 7.0, 5.9, 4.9, 4.1, 3.65, 3.25, 3.05)
# The growth of that spread with the number of expeditions: that number to the power of 0.35.
GROWTH = (0.0, 1.0, 1.275, 1.469, 1.625, 1.756, 1.872, 1.976, 2.071, 2.158)


def softness(rounds_left, players):
    """Return the spread of future results in points, which softens the scoreboard."""
    if rounds_left == 0:
        return 2.5
    return DRIFT[players] * GROWTH[min(rounds_left, 9)]


def slope(value, least, steepness):
    """Return a type's probability of leaving, which rises around a limit, `least`."""
    return max(0.03, min(0.94, 0.5 + (value - least) * steepness))


def expect(purse, met, danger, loss, chances):
    """Compute each type's probability of leaving, given what it may react to."""
    chances[0] = slope(purse, 3.0, 1.0 / 2.0)
    chances[1] = slope(purse, 5.0, 1.0 / 2.0)
    chances[2] = slope(purse, 8.0, 1.0 / 2.0)
    chances[3] = slope(purse, 12.0, 1.0 / 3.0)
    chances[4] = slope(purse, 17.0, 1.0 / 4.0)
    chances[5] = slope(purse, 24.0, 1.0 / 5.0)
    chances[6] = slope(met, 1.9, 1.0 / 0.5)
    chances[7] = slope(met, 2.9, 1.0 / 0.5)
    chances[8] = slope(met, 3.9, 1.0 / 0.5)
    chances[9] = slope(danger, 0.08, 1.0 / 0.03)
    chances[10] = slope(danger, 0.13, 1.0 / 0.03)
    chances[11] = slope(danger, 0.18, 1.0 / 0.03)
    chances[12] = slope(danger, 0.25, 1.0 / 0.05)
    chances[13] = slope(danger, 0.33, 1.0 / 0.05)
    chances[14] = slope(loss, 0.5, 1.0 / 0.3)
    chances[15] = slope(loss, 1.0, 1.0 / 0.5)
    chances[16] = slope(loss, 1.8, 1.0 / 0.8)
    chances[17] = 0.08
    chances[18] = 0.2
    chances[19] = 0.4


def expect_types(situation, chances):
    """Compute each type's probability of leaving: now, or after a treasure or hazard."""
    purse = (situation[CARRIED] + situation[PATH]) / situation[RICHNESS]
    met = situation[HAZARDS_MET]
    bust = situation[BUST_CARDS]
    deck = max(1.0, situation[DECK_SIZE])
    inside = int(situation[INSIDE])
    ahead = situation[EACH + inside] + 0.01
    home = situation[CARRIED] + (situation[PATH] + situation[RELICS_WORTH]) / inside
    # With nothing to lose, players ignore the danger.
    something = 0.0 if purse + situation[RELICS_WORTH] <= 0.0 else 1.0
    expect(purse, met, bust / deck * something, bust * home / ahead, chances[0])
    more = USUAL_TREASURE / inside
    later = max(1.0, deck - 1.0)
    loss = bust * (home + more * situation[RICHNESS]) / ahead
    expect(purse + more, met, bust / later, loss, chances[1])
    bust += 2.0
    expect(purse, met + 1.0, bust / later * something, bust * home / ahead, chances[2])


def learn(left, chances, weights):
    """Update the weights of a player's types after a decision."""
    stays = 0.0 if left else 1.0
    sign = 1.0 if left else -1.0
    total = 0.0
    for kind in range(TYPES):
        weights[kind] *= stays + sign * chances[kind]
        total += weights[kind]
    # Every type keeps a small weight, because people change their minds.
    factor = 0.97 / total
    for kind in range(TYPES):
        weights[kind] = weights[kind] * factor + 0.0015


def learn_all(inside, leave, chances, weights):
    """Update the weights of everyone inside; `leave` has a bit per seat that left."""
    for seat in range(len(weights)):
        if inside[seat]:
            learn((leave >> seat) & 1, chances[0], weights[seat])


def clip(value, bound):
    """Limit a value to the range from -bound to bound."""
    return max(-bound, min(bound, value))


def know(person, weights, chances):
    """Compute a player's probabilities of leaving, and type, from the type weights."""
    now = 0.0
    treasure = 0.0
    hazard = 0.0
    at_once = chances[0]
    after_treasure = chances[1]
    after_hazard = chances[2]
    for kind in range(TYPES):
        now += weights[kind] * at_once[kind]
        treasure += weights[kind] * after_treasure[kind]
        hazard += weights[kind] * after_hazard[kind]
    person[LIKELY] = now
    person[AFTER_TREASURE] = treasure
    person[AFTER_HAZARD] = hazard
    person[KIND] = weights[0] + weights[1] + weights[2]
    person[KIND + 1] = weights[3] + weights[4] + weights[5]
    person[KIND + 2] = weights[6] + weights[7] + weights[8]
    person[KIND + 3] = weights[9] + weights[10] + weights[11]
    person[KIND + 4] = weights[12] + weights[13]
    person[KIND + 5] = weights[14] + weights[15] + weights[16]
    person[KIND + 6] = weights[17] + weights[18] + weights[19]


def survey(situation, scores, inside, chances, weights, people, board, noticed):
    """Compute the inputs that all seats inside share, and statistics on each player.

    `inside` has a flag for each seat. The last row of `people` holds the sums over all players.
    """
    unit = situation[RICHNESS]
    carried = situation[CARRIED] / unit
    path = situation[PATH] / unit
    relics = situation[RELICS_WORTH] / unit
    count = int(situation[INSIDE])
    players = int(situation[PLAYERS])
    rounds_left = int(situation[ROUNDS_LEFT])
    deck = max(1.0, situation[DECK_SIZE])
    danger = situation[BUST_CARDS] / deck
    each = 1.0 / (deck * unit)
    now = situation[EACH + count] * each
    alone = situation[EACH + 1] * each
    fewer = situation[EACH + max(1, count - 1)] * each
    scale = softness(rounds_left, players)
    units = 1.0 / unit
    nobody = 1.0
    ratio = 0.0
    likely = 0.0
    treasure = 0.0
    hazard = 0.0
    top = 0.0
    total = 0.0
    for seat in range(players):
        score = scores[seat] * units
        total += score
        top = max(top, score)
        if inside[seat]:
            person = people[seat]
            know(person, weights[seat], chances)
            chance = person[LIKELY]
            nobody *= 1.0 - chance
            ratio += chance / (1.0 - chance)
            likely += chance
            treasure += person[AFTER_TREASURE]
            hazard += person[AFTER_HAZARD]
    # The players likely to be inside for the next card, if one of them is sure to stay.
    leavers = likely * (count - 1) / count
    soon = situation[EACH + max(1, min(count, int(count - leavers + 0.5)))] * each
    steep = 1.0 / scale
    with_carried = exp(min(30.0, carried * steep))
    with_more = exp(min(30.0, soon * steep))
    all_odds = 0.0
    all_kept = 0.0
    all_grown = 0.0
    sums = people[len(people) - 1]
    for place in range(KIND, PERSON):
        sums[place] = 0.0
    for seat in range(players):
        person = people[seat]
        odds = exp(max(-30.0, (scores[seat] * units - top) * steep))
        kept = odds
        grown = odds
        if inside[seat]:
            kept = odds * with_carried
            grown = kept * (1.0 + (1.0 - person[LIKELY]) * (with_more - 1.0))
            for place in range(KIND, PERSON):
                sums[place] += person[place]
        person[ODDS] = odds
        person[KEPT] = kept
        person[GROWN] = grown
        all_odds += odds
        all_kept += kept
        all_grown += grown
    sums[LIKELY] = likely
    sums[AFTER_TREASURE] = treasure
    sums[AFTER_HAZARD] = hazard
    sums[ODDS] = all_odds
    sums[KEPT] = all_kept
    sums[GROWN] = all_grown
    board[NOBODY] = nobody
    board[RATIO] = ratio
    board[SOON] = soon
    board[SCALE] = scale
    board[SAFE] = 1.0 / with_carried
    board[SAFE_GROWN] = 1.0 / (with_more * with_carried)
    board[SAFE_ALONE] = exp(-min(30.0, 2.0 * alone * steep)) / with_carried
    board[TOTAL_SCORE] = total
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
    noticed[18] = situation[RELICS_LYING] / 2.0
    noticed[19] = relics / 10.0
    noticed[20] = situation[RELICS_LEFT] / deck * 8.0
    noticed[21] = 1.0 if carried + path + relics == 0.0 else 0.0
    noticed[22] = rounds_left / 4.0
    noticed[23] = 1.0 if rounds_left == 2 else 0.0
    noticed[24] = 1.0 if rounds_left == 3 else 0.0
    noticed[25] = danger * danger * 8.0
    noticed[26] = scale / 10.0
    noticed[27] = carried / (1.0 + situation[EACH + count] / unit) * 3.0
    noticed[28] = (count - 1.0) / (players - 1.0) if players > 1 else 0.0
    noticed[29] = clip(carried / scale, 8.0) / 2.0
    noticed[30] = clip(alone - danger * (carried + path + relics), 8.0) / 4.0
    noticed[31] = 1.0 if count > 4 else 0.0


def notice(seat, situation, scores, inside, people, board, noticed):
    """Fill in one seat's inputs about others and the scoreboard; call `survey` first."""
    unit = situation[RICHNESS]
    carried = situation[CARRIED] / unit
    path = situation[PATH] / unit
    relics = situation[RELICS_WORTH] / unit
    count = int(situation[INSIDE])
    players = int(situation[PLAYERS])
    danger = situation[BUST_CARDS] / max(1.0, situation[DECK_SIZE])
    soon = board[SOON]
    scale = board[SCALE]
    own = people[seat]
    sums = people[len(people) - 1]
    # The others inside: how many may leave now?
    stays = 1.0 / (1.0 - own[LIKELY])
    nobody = board[NOBODY] * stays
    one = nobody * max(0.0, board[RATIO] - own[LIKELY] * stays)
    more = max(0.0, 1.0 - nobody - one)
    part = path * (nobody + one / 2.0 + more / 3.0)
    home = carried + part + relics * nobody
    # The scoreboard: the leader is the best of the others.
    mine = scores[seat] / unit
    units = 1.0 / unit
    with_part = mine + part + relics * nobody
    with_home = mine + home
    best_outside = -99.0
    best_inside = -99.0
    best_leaves = 0.0
    most = 0.0
    least = 1.0
    above = 0.0
    above_home = 0.0
    for other in range(players):
        if other == seat:
            continue
        score = scores[other] * units
        if score > mine:
            above += 1.0
        if inside[other]:
            likely = people[other][LIKELY]
            most = max(most, likely)
            least = min(least, likely)
            if score > best_inside:
                best_inside = score
                best_leaves = likely
            if score > with_part:
                above_home += 1.0
        else:
            best_outside = max(best_outside, score)
            if score > with_home:
                above_home += 1.0
    best = max(best_outside, best_inside)
    # The softened share of the win in a few simple futures.
    odds = 1.0 / own[ODDS]
    busted = (sums[ODDS] - own[ODDS]) * odds
    kept = (sums[KEPT] - own[KEPT]) * odds
    grown = (sums[GROWN] - own[GROWN]) * odds
    went = exp(-clip(home / scale, 30.0))
    leave_kept = 1.0 / (1.0 + kept * went)
    leave_grown = 1.0 / (1.0 + grown * went)
    leave_bust = 1.0 / (1.0 + busted * went)
    stay_bust = 1.0 / (1.0 + busted)
    stay_grown = 1.0 / (1.0 + grown * board[SAFE_GROWN])
    stay_alone = 1.0 / (1.0 + kept * board[SAFE_ALONE])
    leave = danger * leave_bust + (1.0 - danger) * leave_grown
    stay = danger * stay_bust + (1.0 - danger) * stay_grown
    others = 1.0 / max(1.0, players - 1.0)
    with_me = 1.0 / max(1.0, count - 1.0)
    fair = players / 2.0
    at = SHARED
    noticed[at] = danger * home / 2.0
    noticed[at + 1] = clip(soon - danger * home, 6.0) / 3.0
    noticed[at + 2] = home / 12.0
    noticed[at + 3] = part / 4.0
    noticed[at + 4] = relics * nobody / 8.0
    noticed[at + 5] = nobody
    noticed[at + 6] = one
    noticed[at + 7] = (sums[LIKELY] - own[LIKELY]) / count
    noticed[at + 8] = most
    noticed[at + 9] = least if count > 1 else 0.0
    noticed[at + 10] = best_leaves
    noticed[at + 11] = clip(mine - best, 30.0) / 15.0
    noticed[at + 12] = clip(mine - (board[TOTAL_SCORE] - mine) * others, 30.0) / 15.0
    noticed[at + 13] = clip(with_home - best_outside, 20.0) / 10.0 if best_outside >= 0.0 else 1.0
    noticed[at + 14] = clip(mine + part - best_inside, 20.0) / 10.0 if best_inside >= 0.0 else 1.0
    noticed[at + 15] = above * others
    noticed[at + 16] = above_home * others
    noticed[at + 17] = 1.0 if above_home == 0.0 else 0.0
    noticed[at + 18] = clip((mine - best) / scale, 4.0) / 2.0
    noticed[at + 19] = clip((with_home - best) / scale, 4.0) / 2.0
    noticed[at + 20] = leave_kept * fair
    noticed[at + 21] = leave_grown * fair
    noticed[at + 22] = leave_bust * fair
    noticed[at + 23] = stay_bust * fair
    noticed[at + 24] = stay_grown * fair
    noticed[at + 25] = stay_alone * fair
    noticed[at + 26] = (stay - leave) * fair * 2.5
    noticed[at + 27] = (leave_kept - stay_bust) * fair * 2.0
    noticed[at + 28] = (stay_alone - leave_kept) * fair * 2.0
    noticed[at + 29] = 1.0 if best_outside > best_inside else 0.0
    between = clip(best_inside - best_outside, 20.0) / 10.0
    noticed[at + 30] = between if best_outside >= 0.0 else 0.0
    noticed[at + 31] = (sums[AFTER_TREASURE] - own[AFTER_TREASURE]) * with_me
    noticed[at + 32] = (sums[AFTER_HAZARD] - own[AFTER_HAZARD]) * with_me
    for kind in range(KINDS):
        noticed[at + 33 + kind] = (sums[KIND + kind] - own[KIND + kind]) * with_me


def add_rows(values, place, rows, network, at, into):
    """Add rows of weights, each multiplied by its value."""
    width = len(into)
    for row in range(rows):
        value = values[place + row]
        if value != 0.0:
            start = at + row * width
            weights = network[start : start + width]
            for unit in range(width):
                into[unit] += value * weights[unit]


def begin(noticed, rounds_left, network, common):
    """Compute the part of an evaluation that is the same for every seat."""
    at = min(rounds_left, CLASSES - 1) * WEIGHTS
    bias = at + FEATURES * HIDDEN
    for unit in range(HIDDEN):
        common[unit] = network[bias + unit]
    add_rows(noticed, 0, SHARED, network, at, common)


def think(noticed, rounds_left, network, common, first, second):
    """Return how much better staying is than leaving, according to the network.

    The result is in shares of the win, scaled to four players: with eight, the same position has
    half the value.
    """
    at = min(rounds_left, CLASSES - 1) * WEIGHTS
    for unit in range(HIDDEN):
        first[unit] = common[unit]
    add_rows(noticed, SHARED, OWN, network, at + SHARED * HIDDEN, first)
    for unit in range(HIDDEN):
        first[unit] = max(0.0, first[unit])
    at += FEATURES * HIDDEN + HIDDEN
    bias = at + HIDDEN * SECOND
    for unit in range(SECOND):
        second[unit] = network[bias + unit]
    add_rows(first, 0, HIDDEN, network, at, second)
    at = bias + SECOND
    answer = 0.0
    for unit in range(SECOND):
        answer += max(0.0, second[unit]) * network[at + unit]
    return answer + network[at + SECOND]


def blur(doubt, players):
    """Return how much decisions are blurred at a table with this many players.

    An opponent can exploit a predictable player, most of all at small tables. With more than four
    players, blurring costs more than it saves, so there is less of it.
    """
    return doubt * min(1.0, 16.0 / (players * players))


def leave_chance(better, doubt):
    """Return the probability of leaving from the advantage of staying, and the doubt."""
    if doubt <= 0.0:
        return 1.0 if better < 0.0 else 0.0
    return 1.0 / (1.0 + exp(clip(better / doubt, 40.0)))


def last_round(seat, situation, scores, inside, chance):
    """Adjust the probability of leaving by the last-expedition rules, if they apply.

    A player who would still be behind after leaving stays. A player whose lead would be safe after
    leaving leaves.
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
