// @ts-check
/** The explorers: those inside stand before the dark at the path's end, the others by the fire. */
import { html } from '../html.js';
import { Explorer } from '../art/explorers.js';
import { Emote } from '../art/emotes.js';
import { Gem, stoneFor } from '../art/gems.js';
import { clamp } from './layout.js';

const LETTERS = 'ABCDEFGH';

/** @param {any} props */
export function Actors({ game, seats, layout, you, emotes, frame, edition, mode }) {
  const inside = game.in_cave.filter((/** @type {number} */ seat) => seats[seat]);
  const camp = seats.flatMap((/** @type {any} */ seat, /** @type {number} */ at) => (seat && !inside.includes(at) ? [at] : []));
  const { lost, each } = thisCave(game);
  const { party } = layout;
  const carried = frame.bust ? 0 : Math.max(game.carried, each);
  const tagged = carried > 0 && inside.length > 0 && party.tag;
  return html`<div class="cave-actors">
    ${seats.map((/** @type {any} */ seat, /** @type {number} */ at) => {
      if (!seat) return null;
      const within = inside.indexOf(at);
      const spot = within >= 0 ? { ...party.spots[within], size: party.size } : campSpot(layout, camp.indexOf(at), camp.length);
      const lantern = frame.lanterns ?? (within < 0 ? 'off' : seat.chosen ? 'steady' : 'flicker');
      const mood = frame.moods?.[at] ?? (frame.bust && within >= 0 ? 'afraid' : within >= 0 ? 'calm' : lost.includes(at) ? 'sad' : 'happy');
      return html`<div class="actor" key=${at} data-seat=${at} style=${{
        transform: `translate(${spot.x.toFixed(1)}px, ${spot.y.toFixed(1)}px)`,
        zIndex: Math.round(spot.y),
      }}>
        <div class="actor-body">
          <${Explorer} colour=${seat.colour} shape=${seat.shape} letter=${LETTERS[at]} size=${Math.round(spot.size)}
            lantern=${lantern} mood=${mood} you=${you.includes(at)} />
        </div>
        ${emotes?.[at] && html`<div class="actor-says" key=${emotes[at]} style=${{ marginBottom: `${Math.round(spot.size * (spot.y < spot.size * 2.1 + layout.row.height ? 0.1 : 0.98))}px` }}><${Emote} emote=${emotes[at]} size=${Math.round(clamp(spot.size * 0.85, 30, 96 * layout.grow))} /></div>`}
      </div>`;
    })}
    ${tagged && html`<div class="party-tag" style=${{
      transform: `translate(${party.tag.x.toFixed(1)}px, ${party.tag.y.toFixed(1)}px)`, width: `${party.tag.width}px`, height: `${party.tag.height}px`, fontSize: `${party.text}px`,
    }}>
      <${Gem} kind=${stoneFor(1, edition?.gems)} size="1.05em" /><b>${carried}</b></div>`}
  </div>`;
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
