// @ts-check
/**
 * The gallery: every picture on one page, and a cave whose path can be made longer and shorter.
 *
 * `?cards=12&players=5&inside=3&round=2&edition=schmidt&mode=tv&bare&theme=light&seed=3` sets it from the address, for
 * screenshots; tests can play a turn through `window.gallery`.
 */

import * as art from './art/index.js';
import './art/characters.js';
import { Cave } from './cave/cave.js';
import { noise } from './cave/numbers.js';
import { html, render, useRef, useState } from './html.js';
import { isRelic, treasureOf } from './model/cards.js';
import { gameAfter } from './model/game.js';
import { SEAT_LETTERS } from './model/seats.js';

const asked = new URLSearchParams(location.search);
const ask = (/** @type {string} */ name, /** @type {number} */ otherwise) => Number(asked.get(name) ?? otherwise);
if (asked.get('theme')) document.documentElement.dataset.theme = asked.get('theme') ?? '';

/** The looks of editions; `kinds` are their hazards. */
const FAMILIES = {
  schmidt: { kinds: ['snake', 'scorpion', 'rockslide', 'gas', 'explosion'], ritual: 'fist', gems: undefined },
  iello: { kinds: ['spider', 'snake', 'lava', 'boulder', 'ram'], ritual: 'card', gems: undefined },
  incan: {
    kinds: ['fire', 'mummy', 'rockslide', 'snake', 'spider'],
    ritual: 'card',
    gems: [{ name: 'turquoise', worth: 1 }],
  },
};
const TREASURES = [1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17];
const RELICS = ['relic5', 'relic7', 'relic8', 'relic10', 'relic12'];

/** Return a made-up path. @param {number} length @param {string[]} kinds @param {number} seed */
function pathOf(length, kinds, seed) {
  return Array.from({ length }, (_, i) => {
    const chance = noise(seed * 91 + i * 7.3);
    if (chance < 0.26) return kinds[Math.floor(noise(seed * 17 + i * 3.1) * kinds.length)];
    if (chance > 0.94) return RELICS[i % 5];
    return String(TREASURES[Math.floor(noise(seed * 5 + i * 1.9) * TREASURES.length)]);
  });
}

/**
 * @param {{
 *   length: number, players: number, inside: number, round: number, family: keyof typeof FAMILIES, seed: number,
 * }} options
 */
function gameOf({ length, players, inside, round, family, seed }) {
  const { kinds } = FAMILIES[family];
  const cards = pathOf(length, kinds, seed);
  const gems = cards.map((card, i) => Math.floor(noise(seed + i * 2.7) * Math.min(treasureOf(card) ?? 0, inside + 1)));
  return {
    edition: family,
    players,
    seat: null,
    round,
    rounds: 5,
    phase: 'decide',
    in_cave: Array.from({ length: inside }, (_, i) => i),
    card: cards.slice(-1)[0] ?? null,
    cards,
    gems,
    carried: length ? length * 2 + 1 : 0,
    path: gems.reduce((sum, lying) => sum + lying, 0),
    relics: cards.filter(isRelic).map(() => 5),
    hazards: [...new Set(cards.filter((card) => kinds.includes(card)))],
    hazards_left: Object.fromEntries(kinds.map((kind) => [kind, 3])),
    chests: Array(players).fill(0),
    relics_taken: Array.from({ length: players }, () => []),
    history: [],
    chest: null,
    closed: false,
    deck: {},
    treasures_left: [],
    relics_left: 0,
    deck_size: 0,
    stand_ins: 0,
    scores: null,
    winners: [],
  };
}

/** @param {number} players */
function seatsOf(players) {
  return Array.from({ length: players }, (_, seat) => ({
    seat,
    name: `Player ${seat + 1}`,
    color: seat,
    shape: seat,
    chosen: seat % 3 === 1,
  }));
}

/** @param {{title: string, children?: any}} props */
const Shelf = ({ title, children }) => html`<section><h2>${title}</h2><div class="shelf">${children}</div></section>`;
const Shown = (/** @type {any} */ { name, children }) =>
  html`<figure>${children}<figcaption>${name}</figcaption></figure>`;

function Scene() {
  const [length, setLength] = useState(ask('cards', 8));
  const [players, setPlayers] = useState(ask('players', 5));
  const [inside, setInside] = useState(ask('inside', 3));
  const [round, setRound] = useState(ask('round', 2));
  const [seed, setSeed] = useState(ask('seed', 1));
  const [family, setFamily] = useState(/** @type {keyof typeof FAMILIES} */ (asked.get('edition') ?? 'iello'));
  const [told, setTold] = useState(/** @type {any} */ (null));
  /** @type {{current: any}} */
  const director = useRef(null);
  const made = gameOf({ length, players, inside: Math.min(inside, players), round, family, seed });
  const game = told ?? made;
  const { kinds, ...looks } = FAMILIES[family];
  const edition = { ...looks, rounds: 5 };
  const seats = seatsOf(players);

  /** Play facts after the current game. @param {any[]} facts */
  const play = (facts) => {
    const after = gameAfter(game, facts, undefined);
    setTold(after);
    return director.current.play(facts, { game, seats });
  };
  const turn = (/** @type {string} */ card) => {
    const facts = [{ event: 'CardTurned', card }];
    const k = game.in_cave.length;
    const gems = treasureOf(card);
    if (gems !== null)
      facts.push(
        /** @type {any} */ ({
          event: 'TreasureShared',
          seats: game.in_cave,
          share: Math.floor(gems / k),
          remainder: gems % k,
        }),
      );
    else if (game.hazards.includes(card)) {
      facts.push(/** @type {any} */ ({ event: 'Bust', kind: card, seats: game.in_cave, lost: game.carried }));
      facts.push(
        /** @type {any} */ ({ event: 'ExpeditionEnded', round, bust: true, removed: [card] }),
        /** @type {any} */ ({ event: 'ExpeditionBegan', round: game.round + 1, relic: null }),
      );
    }
    return facts;
  };
  const leave = (/** @type {number[]} */ leavers) => [
    {
      event: 'ChoicesRevealed',
      stayers: game.in_cave.filter((/** @type {number} */ s) => !leavers.includes(s)),
      leavers,
    },
    ...(leavers.length === 1 && game.relics.length
      ? [{ event: 'RelicsTaken', seat: leavers[0], relics: [{ card: 'relic', worth: 5 }] }]
      : []),
    ...leavers.map((seat) => ({ event: 'Banked', seat, carried: game.carried, share: 1 })),
  ];
  const leaveAndTurn = () => [
    ...leave([game.in_cave[0]]),
    { event: 'CardTurned', card: '11' },
    { event: 'TreasureShared', seats: game.in_cave.slice(1), share: 3, remainder: 2 },
  ];
  Object.assign(window, { gallery: { play, turn, leave, game, director: director.current } });

  const slide = (
    /** @type {string} */ label,
    /** @type {number} */ value,
    /** @type {(n: number) => void} */ set,
    /** @type {number} */ least,
    /** @type {number} */ most,
  ) =>
    html`<label>${label} ${value} <input type="range" min=${least} max=${most} value=${value}
      onInput=${(/** @type {any} */ e) => {
        setTold(null);
        set(Number(e.target.value));
      }} /></label>`;
  const unmet = kinds.find((kind) => !game.hazards.includes(kind)) ?? 'pit';
  return html`<section>
    ${
      !asked.has('bare') &&
      html`<div class="gallery-controls">
      ${slide('cards', length, setLength, 0, 35)} ${slide('players', players, setPlayers, 3, 8)}
      ${slide('inside', inside, setInside, 0, 8)}
      ${slide('cave', round, setRound, 1, 5)} ${slide('seed', seed, setSeed, 1, 40)}
      ${Object.keys(FAMILIES).map(
        (name) =>
          html`<button class="btn" onClick=${() => {
            setTold(null);
            setFamily(/** @type {any} */ (name));
          }}>${name}</button>`,
      )}
      <button class="btn" onClick=${() => play(turn('13'))}>13</button>
      <button class="btn" onClick=${() => play(turn(unmet))}>${unmet}</button>
      <button class="btn" onClick=${() => play(turn('relic7'))}>relic</button>
      <button class="btn" onClick=${() => play(leave([game.in_cave[0]]))}>one leaves</button>
      <button class="btn"
          onClick=${() => play(leaveAndTurn())}>leave and 11</button>
      <button class="btn" onClick=${() => play(turn(game.hazards[0] ?? unmet))}>bust</button>
      <button class="btn" onClick=${() => director.current.skip()}>skip</button>
    </div>`
    }
    <div class="gallery-scene">
      <${Cave} game=${game} seats=${seats} edition=${edition} mode=${asked.get('mode') ?? 'table'} you=${[0]}
        emotes=${asked.has('emotes') ? { 0: 'wave', 2: 'gasp' } : undefined}
        reveal=${asked.has('reveal') ? { stayers: made.in_cave.slice(1), leavers: [made.in_cave[0]] } : undefined}
        onDirector=${(/** @type {any} */ d) => {
          director.current = d;
          if (d) Object.assign(/** @type {any} */ (window).gallery, { director: d });
        }} />
    </div>
  </section>`;
}

const MOODS = /** @type {const} */ (['calm', 'happy', 'afraid', 'sad', 'awed', 'relieved', 'proud', 'poor']);

function Pictures() {
  return html`
    <${Shelf} title="Explorers">
      ${art.EXPLORERS.map(
        (
          look,
          i,
        ) => html`<${Shown} name=${`${look.name} ${look.shape}`}><${art.Explorer} color=${i} letter=${SEAT_LETTERS[i]}
        size=${96} lantern=${['off', 'flicker', 'steady'][i % 3]}
        you=${i === 0} /><//>`,
      )}
      ${MOODS.map(
        (mood) =>
          html`<${Shown} name=${mood}><div class="row">${art.EXPLORERS.map(
            (_, i) => html`<${art.Explorer} color=${i} letter=${SEAT_LETTERS[i]} size=${96} mood=${mood} />`,
          )}<//>`,
      )}
      ${art.EXPLORERS.map(
        (_, i) => html`<${art.Explorer} color=${i} letter=${SEAT_LETTERS[i]} size=${34}
          lantern="steady" />`,
      )}
      ${art.EXPLORERS.map((_, i) => html`<${art.Badge} color=${i} letter=${SEAT_LETTERS[i]} size=${40} />`)}
      ${art.EXPLORERS.map((_, i) => html`<${art.Badge} color=${i} letter=${SEAT_LETTERS[i]} size=${20} />`)}
    <//>
    <${Shelf} title="Hazards">
      ${[...art.HAZARD_KINDS, 'quicksand'].map(
        (kind) => html`<${Shown} name=${kind}><${art.HazardSign} kind=${kind}
          size=${88} /><//>`,
      )}
      ${[...art.HAZARD_KINDS, 'quicksand'].map((kind) => html`<${art.HazardSign} kind=${kind} size=${20} />`)}
      ${art.HAZARD_KINDS.map((kind) => html`<${art.HazardSign} kind=${kind} size=${32} />`)}
    <//>
    <${Shelf} title="Cards">
      ${['1', '5', '11', '17', 'snake', 'gas', 'lava', 'quicksand', 'relic', ...RELICS].map(
        (card) => html`<${art.Card}
          card=${card} size=${140} />`,
      )}
      <${art.Card} card="relic8" taken size=${140} /><${art.Card} back size=${140} />
    <//>
    <${Shelf} title="Gems and relics">
      ${['ruby', 'diamond', 'turquoise', 'obsidian', 'gold'].map(
        (kind) => html`<${Shown} name=${kind}>
          <${art.Gem} kind=${kind} size=${64} />
        <//>`,
      )}
      ${['ruby', 'diamond'].map((kind) => html`<${art.Gem} kind=${kind} size=${18} />`)}
      ${['relic', ...RELICS].map((card) => html`<${Shown} name=${card}><${art.Relic} card=${card} size=${72} /><//>`)}
    <//>
    <${Shelf} title="Camp">
      <${art.Tent} size=${90} /><${art.Fire} size=${70} /><${art.Chest} size=${60} /><${art.Chest} open
          size=${60} /><${art.Chest} open full size=${60} />
      ${['done', 'open', 'next'].map((state, i) => html`<${art.Mouth} number=${i + 1} state=${state} size=${110} />`)}
      <${art.Lantern} lantern="off" size=${48} /><${art.Lantern} lantern="flicker"
          size=${48} /><${art.Lantern} lantern="steady" size=${48} />
    <//>
    <${Shelf} title="Choices">
      <${art.Fist} size=${90} /><${art.Fist} open size=${90} color=${3} /><${art.Fist} open leave size=${90}
          color=${1} />
      <${art.ChoiceCard} size=${100} color=${2} /><${art.ChoiceCard} open size=${100} color=${2} />
      <${art.ChoiceCard} open leave size=${100} color=${2} />
    <//>
    <${Shelf} title="Emotes">${art.EMOTES.map(
      (emote) => html`<${Shown} name=${emote}><${art.Emote} emote=${emote}
        size=${64} /><//>`,
    )}<//>
    <${Shelf} title="Icons">${art.ICON_NAMES.map(
      (name) => html`<${Shown} name=${name}><${art.Icon} name=${name}
        size=${32} /><//>`,
    )}<//>`;
}

const page = /** @type {HTMLElement} */ (document.getElementById('gallery'));
if (asked.has('bare')) page.className = 'bare';
render(
  html`${asked.get('scene') !== 'none' && html`<${Scene} />`}${!asked.has('bare') && html`<${Pictures} />`}`,
  page,
);
