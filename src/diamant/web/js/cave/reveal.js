// @ts-check
/** The reveal: everybody's fist or card, in one row, opened at once. */
import { SEAT_LETTERS } from '../model/seats.js';
import { html } from '../html.js';
import { Badge } from '../art/explorers.js';
import { Fist, ChoiceCard } from '../art/hands.js';
import { clamp } from './layout.js';

/** @param {any} props */
export function Reveal({ seats, edition, layout, reveal }) {
  // An edition that is not here yet (the server was away) is shown with cards, as most are played.
  const fists = edition?.ritual === 'fist';
  const all = [...reveal.stayers, ...reveal.leavers].sort((a, b) => a - b);
  const rows = layout.width / all.length < 54 ? 2 : 1;
  const each = Math.ceil(all.length / rows);
  const size = clamp(Math.min((layout.width * 0.92) / each / 0.95, (layout.height * 0.62) / rows), 34, 230 * layout.grow);
  const What = fists ? Fist : ChoiceCard;
  return html`<div class=${`cave-reveal ${reveal.open === false ? '' : 'open'}`} style=${{ maxWidth: `${each * size * 0.98}px` }}>
    ${all.map((seat) => {
      const leave = reveal.leavers.includes(seat);
      const look = seats[seat] ?? { colour: seat, shape: seat };
      return html`<div class=${`reveal-seat ${leave ? 'leaves' : 'stays'}`} key=${seat} style=${{ width: `${size * 0.9}px` }}>
        <div class="reveal-hand">
          <${What} open=${reveal.open !== false} leave=${leave} colour=${look.colour} size=${Math.round(size * 0.74)} />
        </div>
        <${Badge} colour=${look.colour} shape=${look.shape} letter=${SEAT_LETTERS[seat]} size=${Math.round(size * 0.36)} />
      </div>`;
    })}
  </div>`;
}
