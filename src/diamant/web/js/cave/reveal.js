// @ts-check
/** The reveal: everybody's fist or card, in one row, opened at once. */
import { Badge } from '../art/explorers.js';
import { ChoiceCard, Fist } from '../art/hands.js';
import { html } from '../html.js';
import { letterOf } from '../model/seats.js';
import { clamp } from './numbers.js';

/** @param {import('./types.js').Scene} scene */
export function Reveal({ seats, edition, layout, frame }) {
  const { reveal } = frame;
  if (!reveal) return null;
  const all = [...reveal.stayers, ...reveal.leavers].sort((a, b) => a - b);
  const rows = layout.width / all.length < 54 ? 2 : 1;
  const each = Math.ceil(all.length / rows);
  const room = Math.min((layout.width * 0.92) / each / 0.95, (layout.height * 0.62) / rows);
  const size = clamp(room, 34, 230 * layout.grow);
  // An edition that is not here yet, since the server was away, is shown with cards, as most are played.
  const Hand = edition?.ritual === 'fist' ? Fist : ChoiceCard;
  const open = reveal.open !== false;
  return html`<div class=${`cave-reveal ${open ? 'open' : ''}`} style=${{ maxWidth: `${each * size * 0.98}px` }}>
    ${all.map((seat) => {
      const leave = reveal.leavers.includes(seat);
      const look = seats[seat] ?? { colour: seat, shape: seat };
      const hand = Math.round(size * 0.74);
      const badge = Math.round(size * 0.36);
      const width = { width: `${size * 0.9}px` };
      return html`<div class=${`reveal-seat ${leave ? 'leaves' : 'stays'}`} key=${seat} style=${width}>
        <div class="reveal-hand">
          <${Hand} open=${open} leave=${leave} colour=${look.colour} size=${hand} />
        </div>
        <${Badge} colour=${look.colour} shape=${look.shape} letter=${letterOf(seats[seat], seat)} size=${badge} />
      </div>`;
    })}
  </div>`;
}
