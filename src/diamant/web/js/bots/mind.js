// @ts-check
/**
 * How the champion thinks: bots/champion/mind.py written again, with the same sums in the same order. Names and reasons
 * stand there; `tests/web/test_rules.py` compares every answer.
 *
 * @typedef {number[]} Row
 * @typedef {{players: number, scores: readonly number[], inside: readonly boolean[]}} Round who plays: their points and
 *   whether they are in the cave
 */

// Where a number stands in a situation.
export const CARRIED = 0;
export const PATH = 1;
export const INSIDE = 2;
export const PLAYERS = 3;
export const ROUNDS_LEFT = 4;
export const STEP = 5;
export const HAZARDS_MET = 6;
export const BUST_CARDS = 7;
export const DECK_SIZE = 8;
export const RELICS_LYING = 9;
export const RELICS_WORTH = 10;
export const RELICS_LEFT = 11;
export const RICHNESS = 12;
export const EACH = 12;
export const SITUATION = 21;

export const TYPES = 20;
const KINDS = 7;

const SHARED = 32;
const OWN = 40;
const FEATURES = SHARED + OWN;
const HIDDEN = 32;
const SECOND = 16;
const CLASSES = 3;
const WEIGHTS = FEATURES * HIDDEN + HIDDEN + HIDDEN * SECOND + SECOND + SECOND + 1;
/** How many numbers a network has. */
export const NUMBERS = CLASSES * WEIGHTS;

// Where a number about a player stands.
const LIKELY = 0;
const AFTER_TREASURE = 1;
const AFTER_HAZARD = 2;
const ODDS = 3;
const KEPT = 4;
const GROWN = 5;
const KIND = 6;
const PERSON = KIND + KINDS;

const USUAL_RICHES = 124;
const USUAL_TREASURE = 8;
const DRIFT = [8, 8, 7, 5.9, 4.9, 4.1, 3.65, 3.25, 3.05];
const GROWTH = [0, 1, 1.275, 1.469, 1.625, 1.756, 1.872, 1.976, 2.071, 2.158];

/**
 * An edition's unit by the sum of its treasures.
 * @param {number} riches
 */
export function unitOf(riches) {
  return riches / USUAL_RICHES;
}

/** @param {number} length @returns {Row} */
export function zeros(length) {
  return Array.from({ length }, () => 0);
}

/** @param {number} roundsLeft @param {number} players */
function softness(roundsLeft, players) {
  return roundsLeft === 0 ? 2.5 : DRIFT[players] * GROWTH[Math.min(roundsLeft, 9)];
}

/** @param {number} value @param {number} least @param {number} steepness */
function slope(value, least, steepness) {
  return Math.max(0.03, Math.min(0.94, 0.5 + (value - least) * steepness));
}

/** @param {number} value @param {number} bound */
function clip(value, bound) {
  return Math.max(-bound, Math.min(bound, value));
}

/**
 * How likely each type is to leave.
 * @param {number} purse
 * @param {number} met
 * @param {number} danger
 * @param {number} loss
 * @returns {Row}
 */
function expect(purse, met, danger, loss) {
  return [
    slope(purse, 3, 1 / 2),
    slope(purse, 5, 1 / 2),
    slope(purse, 8, 1 / 2),
    slope(purse, 12, 1 / 3),
    slope(purse, 17, 1 / 4),
    slope(purse, 24, 1 / 5),
    slope(met, 1.9, 1 / 0.5),
    slope(met, 2.9, 1 / 0.5),
    slope(met, 3.9, 1 / 0.5),
    slope(danger, 0.08, 1 / 0.03),
    slope(danger, 0.13, 1 / 0.03),
    slope(danger, 0.18, 1 / 0.03),
    slope(danger, 0.25, 1 / 0.05),
    slope(danger, 0.33, 1 / 0.05),
    slope(loss, 0.5, 1 / 0.3),
    slope(loss, 1, 1 / 0.5),
    slope(loss, 1.8, 1 / 0.8),
    0.08,
    0.2,
    0.4,
  ];
}

/**
 * How likely each type is to leave: now, after a usual treasure, and after a hazard.
 * @param {Row} situation
 * @returns {Row[]}
 */
export function expectTypes(situation) {
  const purse = (situation[CARRIED] + situation[PATH]) / situation[RICHNESS];
  const met = situation[HAZARDS_MET];
  const bust = situation[BUST_CARDS];
  const deck = Math.max(1, situation[DECK_SIZE]);
  const inside = situation[INSIDE];
  const ahead = situation[EACH + inside] + 0.01;
  const home = situation[CARRIED] + (situation[PATH] + situation[RELICS_WORTH]) / inside;
  const something = purse + situation[RELICS_WORTH] <= 0 ? 0 : 1;
  const more = USUAL_TREASURE / inside;
  const later = Math.max(1, deck - 1);
  const loss = (bust * (home + more * situation[RICHNESS])) / ahead;
  const busts = bust + 2;
  return [
    expect(purse, met, (bust / deck) * something, (bust * home) / ahead),
    expect(purse + more, met, bust / later, loss),
    expect(purse, met + 1, (busts / later) * something, (busts * home) / ahead),
  ];
}

/**
 * Weigh the types of a player anew by what they have just done.
 * @param {boolean} left
 * @param {Row} chances
 * @param {Row} weights
 */
export function learn(left, chances, weights) {
  const stays = left ? 0 : 1;
  const sign = left ? 1 : -1;
  let total = 0;
  for (let kind = 0; kind < TYPES; kind++) {
    weights[kind] *= stays + sign * chances[kind];
    total += weights[kind];
  }
  const factor = 0.97 / total;
  for (let kind = 0; kind < TYPES; kind++) weights[kind] = weights[kind] * factor + 0.0015;
}

/**
 * How likely a player is to leave, and of what kind they are.
 * @param {Row} weights
 * @param {Row[]} chances
 * @returns {Row}
 */
function know(weights, chances) {
  const person = zeros(PERSON);
  for (let kind = 0; kind < TYPES; kind++) {
    person[LIKELY] += weights[kind] * chances[0][kind];
    person[AFTER_TREASURE] += weights[kind] * chances[1][kind];
    person[AFTER_HAZARD] += weights[kind] * chances[2][kind];
  }
  person[KIND] = weights[0] + weights[1] + weights[2];
  person[KIND + 1] = weights[3] + weights[4] + weights[5];
  person[KIND + 2] = weights[6] + weights[7] + weights[8];
  person[KIND + 3] = weights[9] + weights[10] + weights[11];
  person[KIND + 4] = weights[12] + weights[13];
  person[KIND + 5] = weights[14] + weights[15] + weights[16];
  person[KIND + 6] = weights[17] + weights[18] + weights[19];
  return person;
}

/**
 * By how much staying is better than leaving for a seat inside, as learned.
 * @param {number} seat
 * @param {Row} situation
 * @param {Round} round
 * @param {Row[]} weights of each seat
 * @param {Float32Array} network
 * @returns {number}
 */
export function better(seat, situation, round, weights, network) {
  const { noticed, people, board } = survey(situation, round, weights);
  notice(seat, situation, round, people, board, noticed);
  return think(noticed, situation[ROUNDS_LEFT], network);
}

/**
 * What every seat inside notices alike, and what each needs of the others.
 * @param {Row} situation
 * @param {Round} round
 * @param {Row[]} weights
 */
function survey(situation, { players, scores, inside }, weights) {
  const chances = expectTypes(situation);
  const unit = situation[RICHNESS];
  const carried = situation[CARRIED] / unit;
  const path = situation[PATH] / unit;
  const relics = situation[RELICS_WORTH] / unit;
  const count = situation[INSIDE];
  const roundsLeft = situation[ROUNDS_LEFT];
  const deck = Math.max(1, situation[DECK_SIZE]);
  const danger = situation[BUST_CARDS] / deck;
  const each = 1 / (deck * unit);
  const now = situation[EACH + count] * each;
  const alone = situation[EACH + 1] * each;
  const fewer = situation[EACH + Math.max(1, count - 1)] * each;
  const scale = softness(roundsLeft, players);
  const units = 1 / unit;
  let nobody = 1;
  let ratio = 0;
  let top = 0;
  let total = 0;
  const people = Array.from({ length: players }, () => zeros(PERSON));
  const sums = zeros(PERSON);
  for (let seat = 0; seat < players; seat++) {
    const score = scores[seat] * units;
    total += score;
    top = Math.max(top, score);
    if (!inside[seat]) continue;
    const person = know(weights[seat], chances);
    people[seat] = person;
    const chance = person[LIKELY];
    nobody *= 1 - chance;
    ratio += chance / (1 - chance);
    sums[LIKELY] += chance;
    sums[AFTER_TREASURE] += person[AFTER_TREASURE];
    sums[AFTER_HAZARD] += person[AFTER_HAZARD];
  }
  const leavers = (sums[LIKELY] * (count - 1)) / count;
  const soon = situation[EACH + Math.max(1, Math.min(count, Math.trunc(count - leavers + 0.5)))] * each;
  const steep = 1 / scale;
  const withCarried = Math.exp(Math.min(30, carried * steep));
  const withMore = Math.exp(Math.min(30, soon * steep));
  for (let seat = 0; seat < players; seat++) {
    const person = people[seat];
    const odds = Math.exp(Math.max(-30, (scores[seat] * units - top) * steep));
    person[ODDS] = odds;
    person[KEPT] = odds;
    person[GROWN] = odds;
    if (inside[seat]) {
      person[KEPT] = odds * withCarried;
      person[GROWN] = person[KEPT] * (1 + (1 - person[LIKELY]) * (withMore - 1));
      for (let place = KIND; place < PERSON; place++) sums[place] += person[place];
    }
    for (const place of [ODDS, KEPT, GROWN]) sums[place] += person[place];
  }
  const board = {
    nobody,
    ratio,
    soon,
    scale,
    safeGrown: 1 / (withMore * withCarried),
    safeAlone: Math.exp(-Math.min(30, 2 * alone * steep)) / withCarried,
    total,
    sums,
  };
  const noticed = zeros(FEATURES);
  noticed.splice(
    0,
    SHARED,
    carried / 10,
    Math.min(carried, 4) / 4,
    path / 8,
    count / 8,
    Number(count === 1),
    Number(count === 2),
    Number(count === 3),
    players / 8,
    danger * 4,
    situation[BUST_CARDS] / 8,
    deck / 30,
    situation[HAZARDS_MET] / 4,
    situation[STEP] / 12,
    now / 2,
    alone / 5,
    fewer / 3,
    soon / 3,
    (danger * carried) / 2,
    situation[RELICS_LYING] / 2,
    relics / 10,
    (situation[RELICS_LEFT] / deck) * 8,
    Number(carried + path + relics === 0),
    roundsLeft / 4,
    Number(roundsLeft === 2),
    Number(roundsLeft === 3),
    danger * danger * 8,
    scale / 10,
    (carried / (1 + situation[EACH + count] / unit)) * 3,
    players > 1 ? (count - 1) / (players - 1) : 0,
    clip(carried / scale, 8) / 2,
    clip(alone - danger * (carried + path + relics), 8) / 4,
    Number(count > 4),
  );
  return { noticed, people, board };
}

/**
 * Fill in what one seat sees of the others and of the scoreboard.
 * @param {number} seat
 * @param {Row} situation
 * @param {Round} round
 * @param {Row[]} people
 * @param {{nobody: number, ratio: number, soon: number, scale: number, safeGrown: number, safeAlone: number,
 *   total: number, sums: Row}} board
 * @param {Row} noticed
 */
function notice(seat, situation, { players, scores, inside }, people, board, noticed) {
  const unit = situation[RICHNESS];
  const carried = situation[CARRIED] / unit;
  const path = situation[PATH] / unit;
  const relics = situation[RELICS_WORTH] / unit;
  const count = situation[INSIDE];
  const danger = situation[BUST_CARDS] / Math.max(1, situation[DECK_SIZE]);
  const { soon, scale, sums } = board;
  const own = people[seat];
  // The others inside: who may leave now?
  const stays = 1 / (1 - own[LIKELY]);
  const nobody = board.nobody * stays;
  const one = nobody * Math.max(0, board.ratio - own[LIKELY] * stays);
  const more = Math.max(0, 1 - nobody - one);
  const part = path * (nobody + one / 2 + more / 3);
  const home = carried + part + relics * nobody;
  // The scoreboard: the leader is the best of the others.
  const mine = scores[seat] / unit;
  const units = 1 / unit;
  const withPart = mine + part + relics * nobody;
  const withHome = mine + home;
  let bestOutside = -99;
  let bestInside = -99;
  let bestLeaves = 0;
  let most = 0;
  let least = 1;
  let above = 0;
  let aboveHome = 0;
  for (let other = 0; other < players; other++) {
    if (other === seat) continue;
    const score = scores[other] * units;
    if (score > mine) above += 1;
    if (inside[other]) {
      const likely = people[other][LIKELY];
      most = Math.max(most, likely);
      least = Math.min(least, likely);
      if (score > bestInside) {
        bestInside = score;
        bestLeaves = likely;
      }
      if (score > withPart) aboveHome += 1;
    } else {
      bestOutside = Math.max(bestOutside, score);
      if (score > withHome) aboveHome += 1;
    }
  }
  const best = Math.max(bestOutside, bestInside);
  // What it is worth if … : the softened share of the win of a few simple futures.
  const odds = 1 / own[ODDS];
  const busted = (sums[ODDS] - own[ODDS]) * odds;
  const kept = (sums[KEPT] - own[KEPT]) * odds;
  const grown = (sums[GROWN] - own[GROWN]) * odds;
  const went = Math.exp(-clip(home / scale, 30));
  const leaveKept = 1 / (1 + kept * went);
  const leaveGrown = 1 / (1 + grown * went);
  const leaveBust = 1 / (1 + busted * went);
  const stayBust = 1 / (1 + busted);
  const stayGrown = 1 / (1 + grown * board.safeGrown);
  const stayAlone = 1 / (1 + kept * board.safeAlone);
  const leave = danger * leaveBust + (1 - danger) * leaveGrown;
  const stay = danger * stayBust + (1 - danger) * stayGrown;
  const others = 1 / Math.max(1, players - 1);
  const withMe = 1 / Math.max(1, count - 1);
  const fair = players / 2;
  noticed.splice(
    SHARED,
    OWN,
    (danger * home) / 2,
    clip(soon - danger * home, 6) / 3,
    home / 12,
    part / 4,
    (relics * nobody) / 8,
    nobody,
    one,
    (sums[LIKELY] - own[LIKELY]) / count,
    most,
    count > 1 ? least : 0,
    bestLeaves,
    clip(mine - best, 30) / 15,
    clip(mine - (board.total - mine) * others, 30) / 15,
    bestOutside >= 0 ? clip(withHome - bestOutside, 20) / 10 : 1,
    bestInside >= 0 ? clip(mine + part - bestInside, 20) / 10 : 1,
    above * others,
    aboveHome * others,
    Number(aboveHome === 0),
    clip((mine - best) / scale, 4) / 2,
    clip((withHome - best) / scale, 4) / 2,
    leaveKept * fair,
    leaveGrown * fair,
    leaveBust * fair,
    stayBust * fair,
    stayGrown * fair,
    stayAlone * fair,
    (stay - leave) * fair * 2.5,
    (leaveKept - stayBust) * fair * 2,
    (stayAlone - leaveKept) * fair * 2,
    Number(bestOutside > bestInside),
    bestOutside >= 0 ? clip(bestInside - bestOutside, 20) / 10 : 0,
    (sums[AFTER_TREASURE] - own[AFTER_TREASURE]) * withMe,
    (sums[AFTER_HAZARD] - own[AFTER_HAZARD]) * withMe,
    ...Array.from({ length: KINDS }, (_, kind) => (sums[KIND + kind] - own[KIND + kind]) * withMe),
  );
}

/**
 * Add rows of weights, each times its value.
 * @param {Row} values
 * @param {Float32Array} network
 * @param {number} at where its rows begin
 * @param {Row} into
 */
function addRows(values, network, at, into) {
  const width = into.length;
  values.forEach((value, row) => {
    if (value === 0) return;
    const start = at + row * width;
    for (let unit = 0; unit < width; unit++) into[unit] += value * network[start + unit];
  });
}

/**
 * @param {Row} noticed
 * @param {number} roundsLeft
 * @param {Float32Array} network
 */
function think(noticed, roundsLeft, network) {
  const layer = Math.min(roundsLeft, CLASSES - 1) * WEIGHTS;
  const firstBias = layer + FEATURES * HIDDEN;
  const first = Array.from(network.subarray(firstBias, firstBias + HIDDEN));
  addRows(noticed, network, layer, first);
  const next = firstBias + HIDDEN;
  const bias = next + HIDDEN * SECOND;
  const second = Array.from(network.subarray(bias, bias + SECOND));
  addRows(
    first.map((value) => Math.max(0, value)),
    network,
    next,
    second,
  );
  const last = bias + SECOND;
  let answer = 0;
  for (let unit = 0; unit < SECOND; unit++) answer += Math.max(0, second[unit]) * network[last + unit];
  return answer + network[last + SECOND];
}

/**
 * How far decisions are blurred at a table of so many: with more than four players less.
 * @param {number} doubt
 * @param {number} players
 */
export function blur(doubt, players) {
  return doubt * Math.min(1, 16 / (players * players));
}

/**
 * The chance to leave where staying is better by so much; doubt blurs it.
 * @param {number} by
 * @param {number} doubt
 */
export function leaveChance(by, doubt) {
  if (doubt <= 0) return by < 0 ? 1 : 0;
  return 1 / (1 + Math.exp(clip(by / doubt, 40)));
}
