// @ts-check
/** The explorers: those in the cave are in front of the dark end of the path, the others around the fire. */
/** @import { Bubble, Spot } from './bubbles.js' */
/** @import { Layout } from './layout.js' */
/** @import { Box } from './party.js' */
/** @import { Scene } from './types.js' */
import { Explorer } from '../art/explorers.js';
import { Gem, stoneFor } from '../art/gems.js';
import { Emote } from '../art/hands.js';
import { html } from '../html.js';
import { findFact } from '../model/facts.js';
import { letterOf, ONLOOKER } from '../model/seats.js';
import { carriedInside } from '../model/supply.js';
import { bubbleOf, onlookersBubble } from './bubbles.js';
import { clamp } from './numbers.js';

const CAMP_GAP = 0.82; // Between neighbors in the camp, and
const CAMP_SINK = 0.74; // between rows, in heights: no explorer hides another's letter.

/** @param {Scene} scene */
export function Actors({ game, seats, layout, you, emotes, frame, edition }) {
  const inside = game.in_cave.filter((seat) => seats[seat]);
  const camp = seats.flatMap((seat, at) => (seat && !inside.includes(at) ? [at] : []));
  const lost = losersOf(game);
  const { party } = layout;
  const carried = frame.bust ? 0 : Math.max(game.carried, carriedInside(game));
  /** @param {number} at @returns {Spot} */
  const spotFor = (at) =>
    inside.includes(at)
      ? { ...party.spots[inside.indexOf(at)], size: party.size }
      : campSpot(layout, camp.indexOf(at), camp.length);
  /** @param {number} at */
  const moodOf = (at) => {
    if (inside.includes(at)) return frame.bust ? 'afraid' : 'calm';
    return lost.includes(at) ? 'sad' : 'happy';
  };
  const said = seats.flatMap((seat, at) => {
    const emote = seat && emotes?.[at];
    if (!emote) return [];
    const crowd = inside.includes(at) ? party.block : campBox(layout, camp.length);
    return [{ at, emote, bubble: bubbleOf(layout, spotFor(at), crowd) }];
  });
  const onlookers = emotes?.[ONLOOKER];
  return html`<div class="cave-actors">
    ${seats.map((seat, at) => {
      if (!seat) return null;
      const spot = spotFor(at);
      const lantern = frame.lanterns ?? (!inside.includes(at) ? 'off' : seat.chosen ? 'steady' : 'flicker');
      const mood = frame.moods?.[at] ?? moodOf(at);
      const style = { ...translate(spot), zIndex: Math.round(spot.y) };
      return html`<div class="actor" key=${at} data-seat=${at} style=${style}>
        <div class="actor-body">
          <${Explorer} color=${seat.color} shape=${seat.shape} letter=${letterOf(seat, at)}
            size=${Math.round(spot.size)} lantern=${lantern} mood=${mood} you=${you.includes(at)} />
        </div>
      </div>`;
    })}
    ${
      carried > 0 &&
      inside.length > 0 &&
      party.tag &&
      html`<${PartyTag} tag=${party.tag} text=${party.text} carried=${carried} stone=${stoneFor(1, edition?.gems)} />`
    }
    ${said.map(({ at, emote, bubble }) => html`<${Says} key=${`${at} ${emote}`} emote=${emote} bubble=${bubble} />`)}
    ${
      onlookers &&
      html`<${Says} key=${`${ONLOOKER} ${onlookers}`} emote=${onlookers} bubble=${onlookersBubble(
        layout,
        said.map(({ bubble }) => bubble),
        seats.flatMap((seat, at) => (seat ? [spotFor(at)] : [])),
      )} />`
    }
  </div>`;
}

/** @param {{x: number, y: number}} to */
function translate({ x, y }) {
  return { transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)` };
}

/**
 * Show the gems that each explorer in the cave carries.
 * @param {{tag: Box, text: number, carried: number, stone: string}} props
 */
function PartyTag({ tag, text, carried, stone }) {
  const style = { ...translate(tag), width: `${tag.width}px`, height: `${tag.height}px`, fontSize: `${text}px` };
  return html`<div class="party-tag" style=${style}><${Gem} kind=${stone} size="1.05em" /><b>${carried}</b></div>`;
}

/**
 * Show an explorer's emote in a bubble.
 * @param {{emote: string, bubble: Bubble}} props
 */
function Says({ emote, bubble }) {
  const { size, above, tail, aside } = bubble;
  const style = { ...translate(bubble), '--tail': `${tail}px`, '--aside': `${aside}px` };
  return html`<div class=${`actor-says ${above ? 'above' : 'below'}`} style=${style}>
    <div class="says"><${Emote} emote=${emote} size=${size} /></div>
  </div>`;
}

/**
 * Return the seats that lost everything in this cave.
 * @param {Pick<Scene['game'], 'history'>} game
 */
function losersOf({ history }) {
  const began = history.map((fact) => fact.event).lastIndexOf('ExpeditionBegan');
  return findFact(history.slice(began + 1), 'Bust')?.seats ?? [];
}

/**
 * Return the number of rows that makes the explorers as tall as possible with every letter visible.
 * @param {number} count
 * @param {number} room width
 * @param {number} deep height, from the first hat to the last foot
 * @param {number} tall maximum height of an explorer
 */
function campRows(count, room, deep, tall) {
  let best = { each: 1, rows: 1, size: 0 };
  for (let each = 1; each <= Math.max(count, 1); each += 1) {
    const rows = Math.ceil(Math.max(count, 1) / each);
    const size = Math.min(tall, room / ((each - 1) * CAMP_GAP + 0.8), deep / (1 + (rows - 1) * CAMP_SINK));
    if (size > best.size) best = { each, rows, size };
  }
  return best;
}

/**
 * Return the position of an explorer in the camp: in rows around the fire.
 * @param {Layout} layout
 * @param {number} index
 * @param {number} count
 * @returns {Spot}
 */
export function campSpot(layout, index, count) {
  const { camp, side, fire, width } = layout;
  if (side === 'left') {
    const room = camp.width - layout.mouths[0].size * 0.9;
    const tall = Math.min(room * 0.62, layout.height * 0.17, 130 * layout.grow);
    const deep = layout.height - 5 - fire.y + tall * 0.25;
    const { each, rows, size } = campRows(count, room, deep, tall);
    const row = Math.floor(index / each);
    const here = Math.min(each, count - row * each);
    const sink = size * CAMP_SINK;
    const front = Math.min(fire.y + size * 0.75 + (rows - 1) * sink, layout.height - 5);
    return {
      x: room * 0.5 + ((index % each) - (here - 1) / 2) * size * CAMP_GAP,
      y: front - (rows - 1 - row) * sink,
      size,
    };
  }
  const size = clamp(Math.min(camp.height * 0.56, width / 9), 26, 150 * layout.grow);
  // Half of them are on each side of the fire, which stays visible.
  const left = Math.ceil(count / 2);
  const on = index < left ? -1 : 1;
  const nth = index < left ? left - index : index - left + 1;
  const gap = Math.min(size * 0.78, (width * 0.46) / Math.max(left, 1));
  const x = fire.x + on * (size * 0.2 + nth * gap - gap * 0.3);
  return { x, y: layout.height - 4 - (nth % 2) * size * 0.08, size };
}

/**
 * Return the box that the explorers in the camp cover, from hats to feet.
 * @param {Layout} layout
 * @param {number} count
 */
export function campBox(layout, count) {
  const spots = Array.from({ length: count }, (_, index) => campSpot(layout, index, count));
  const top = Math.min(...spots.map(({ y, size }) => y - size));
  return { y: top, height: Math.max(...spots.map(({ y }) => y)) - top };
}
