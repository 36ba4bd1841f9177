// @ts-check
/** The explorers: those inside stand before the dark at the path's end, the others by the fire. */
import { SEAT_LETTERS } from '../model/seats.js';
import { html } from '../html.js';
import { Explorer } from '../art/explorers.js';
import { Emote } from '../art/emotes.js';
import { Gem, stoneFor } from '../art/gems.js';
import { clamp } from './layout.js';

const PAD = 5; // Around what somebody says, as the style has it.
const TAIL = 6; // From there to those who stand below it.

/** @param {any} props */
export function Actors({ game, seats, layout, you, emotes, frame, edition, mode }) {
  const inside = game.in_cave.filter((/** @type {number} */ seat) => seats[seat]);
  const camp = seats.flatMap((/** @type {any} */ seat, /** @type {number} */ at) => (seat && !inside.includes(at) ? [at] : []));
  const { lost, each } = thisCave(game);
  const { party } = layout;
  const carried = frame.bust ? 0 : Math.max(game.carried, each);
  const tagged = carried > 0 && inside.length > 0 && party.tag;
  const spotFor = (/** @type {number} */ at) =>
    inside.includes(at) ? { ...party.spots[inside.indexOf(at)], size: party.size } : campSpot(layout, camp.indexOf(at), camp.length);
  return html`<div class="cave-actors">
    ${seats.map((/** @type {any} */ seat, /** @type {number} */ at) => {
      if (!seat) return null;
      const within = inside.indexOf(at);
      const spot = spotFor(at);
      const lantern = frame.lanterns ?? (within < 0 ? 'off' : seat.chosen ? 'steady' : 'flicker');
      const mood = frame.moods?.[at] ?? (frame.bust && within >= 0 ? 'afraid' : within >= 0 ? 'calm' : lost.includes(at) ? 'sad' : 'happy');
      return html`<div class="actor" key=${at} data-seat=${at} style=${{
        transform: `translate(${spot.x.toFixed(1)}px, ${spot.y.toFixed(1)}px)`,
        zIndex: Math.round(spot.y),
      }}>
        <div class="actor-body">
          <${Explorer} colour=${seat.colour} shape=${seat.shape} letter=${SEAT_LETTERS[at]} size=${Math.round(spot.size)}
            lantern=${lantern} mood=${mood} you=${you.includes(at)} />
        </div>
      </div>`;
    })}
    ${tagged && html`<div class="party-tag" style=${{
      transform: `translate(${party.tag.x.toFixed(1)}px, ${party.tag.y.toFixed(1)}px)`, width: `${party.tag.width}px`, height: `${party.tag.height}px`, fontSize: `${party.text}px`,
    }}>
      <${Gem} kind=${stoneFor(1, edition?.gems)} size="1.05em" /><b>${carried}</b></div>`}
    ${seats.map((/** @type {any} */ seat, /** @type {number} */ at) => seat && emotes?.[at] && html`<${Says} key=${`${at} ${emotes[at]}`}
      emote=${emotes[at]} layout=${layout} spot=${spotFor(at)} crowd=${inside.includes(at) ? party.block : campBox(layout, camp.length)} />`)}
  </div>`;
}

/**
 * What somebody says, above (or else below) all who stand around him, with a tail down to his hat.
 * @param {{emote: string, layout: import('./layout.js').Layout, spot: {x: number, y: number, size: number}, crowd: {y: number, height: number}}} props
 */
function Says({ emote, layout, spot, crowd }) {
  const size = Math.round(clamp(spot.size * 0.8, 24, 96 * layout.grow));
  const half = size / 2 + PAD;
  const hat = spot.y - spot.size;
  const above = crowd.y - TAIL - 2 * half >= layout.row.height;
  const tail = above ? hat - crowd.y + TAIL : crowd.y + crowd.height - spot.y + TAIL;
  const aside = clamp(spot.x, half + 2, layout.width - half - 2) - spot.x;
  const y = above ? crowd.y - TAIL - half : Math.min(crowd.y + crowd.height + TAIL + half, layout.height - half - 2);
  return html`<div class=${`actor-says ${above ? 'above' : 'below'}`} style=${{
    transform: `translate(${(spot.x + aside).toFixed(1)}px, ${y.toFixed(1)}px)`, '--tail': `${tail}px`, '--aside': `${-aside}px`,
  }}><div class="says"><${Emote} emote=${emote} size=${size} /></div></div>`;
}

/**
 * What is known of this cave from what happened in it: who lost all, and what each of those inside
 * carries, which a player in the camp is not told otherwise.
 * @param {any} game
 * @returns {{lost: number[], each: number}}
 */
function thisCave({ history = [] }) {
  /** @type {number[]} */
  let lost = [];
  let each = 0;
  for (const fact of history) {
    if (fact.event === 'ExpeditionBegan') [lost, each] = [[], 0];
    else if (fact.event === 'TreasureShared') each += fact.share;
    else if (fact.event === 'Bust') lost = fact.seats;
  }
  return { lost, each };
}

/**
 * Where one of those outside stands: in rows around the fire.
 * @param {import('./layout.js').Layout} layout
 * @param {number} index
 * @param {number} count
 */
function campSpot(layout, index, count) {
  const { camp, side, fire, width } = layout;
  if (side === 'left') {
    const room = camp.width - layout.mouths[0].size * 0.9;
    const each = count < 3 ? Math.max(count, 1) : count < 5 ? 2 : 3;
    const rows = Math.ceil(count / each);
    const size = clamp(Math.min(room * 0.62, layout.height * 0.17) * [1, 1, 0.8, 0.66][Math.min(rows, 3)], 24, 130 * layout.grow);
    const row = Math.floor(index / each);
    const here = Math.min(each, count - row * each);
    const gap = Math.min(size * 0.82, (room - size * 0.6) / Math.max(each - 1, 1));
    const sink = size * (rows > 2 ? 0.56 : 0.62);
    const front = Math.min(fire.y + size * 0.75 + (rows - 1) * sink, layout.height - 5);
    return { x: room * 0.5 + ((index % each) - (here - 1) / 2) * gap, y: front - (rows - 1 - row) * sink, size };
  }
  const size = clamp(Math.min(camp.height * 0.56, width / 9), 26, 150 * layout.grow);
  // Half of them stand on each side of the fire, which stays in view.
  const left = Math.ceil(count / 2);
  const on = index < left ? -1 : 1;
  const place = index < left ? left - index : index - left + 1;
  const gap = Math.min(size * 0.78, (width * 0.46) / Math.max(left, 1));
  return { x: fire.x + on * (size * 0.2 + place * gap - gap * 0.3), y: layout.height - 4 - (place % 2) * size * 0.08, size };
}

/** What those outside cover, from their hats to their feet. @param {import('./layout.js').Layout} layout @param {number} count */
function campBox(layout, count) {
  const spots = Array.from({ length: count }, (_, index) => campSpot(layout, index, count));
  const top = Math.min(...spots.map(({ y, size }) => y - size));
  return { y: top, height: Math.max(...spots.map(({ y }) => y)) - top };
}
