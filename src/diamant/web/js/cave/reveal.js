// @ts-check
/** The reveal: everybody's fist or card, opened at once, with their name and what they do in words. */
import { Badge } from '../art/explorers.js';
import { ChoiceCard, Fist } from '../art/hands.js';
import { html } from '../html.js';
import { letterOf } from '../model/seats.js';
import { t } from '../words/i18n.js';
import { clamp } from './numbers.js';

/** @param {import('./types.js').Scene} scene */
export function Reveal({ game, seats, edition, layout, frame, mode }) {
  const { reveal } = frame;
  if (!reveal) return null;
  const all = [...reveal.stayers, ...reveal.leavers].sort((a, b) => a - b);
  const rows = layout.width / all.length < 84 && all.length > 2 ? 2 : 1;
  const each = Math.ceil(all.length / rows);
  const room = Math.min((layout.width * 0.92) / each / 0.95, (layout.height * 0.52) / rows);
  const size = clamp(room, 34, 230 * layout.grow);
  // An edition that is not here yet, since the server was away, is shown with cards, as most are played.
  const Hand = edition?.ritual === 'fist' ? Fist : ChoiceCard;
  const open = reveal.open !== false;
  // The whole room looks at a shared screen, also where it is the device of somebody who plays.
  const gains = mode === 'tv' && game.closed ? undefined : reveal.gains;
  return html`<div class=${`cave-reveal ${open ? 'open' : ''}`} style=${{ maxWidth: `${each * size * 0.98}px` }}>
    ${all.map((seat) => {
      const leave = reveal.leavers.includes(seat);
      const look = seats[seat] ?? { colour: seat, shape: seat, name: '' };
      const hand = Math.round(size * 0.74);
      const badge = Math.round(size * 0.32);
      const width = { width: `${size * 0.9}px`, fontSize: `${clamp(size * 0.145, 11, 30)}px` };
      return html`<div class=${`reveal-seat ${leave ? 'leaves' : 'stays'}`} key=${seat} style=${width}>
        <div class="reveal-hand">
          <${Hand} open=${open} leave=${leave} colour=${look.colour} size=${hand} />
        </div>
        <${Badge} colour=${look.colour} shape=${look.shape} letter=${letterOf(seats[seat], seat)} size=${badge} />
        <span class="reveal-name">${look.name}</span>
        <span class="reveal-word">${open && choiceWord(leave, gains?.[seat])}</span>
      </div>`;
    })}
  </div>`;
}

/**
 * What a choice was, in words.
 * @param {boolean} leave
 * @param {number | undefined} gain what comes home, where it may be told
 */
function choiceWord(leave, gain) {
  if (!leave) return t('goes on');
  return gain === undefined ? t('leaves') : t('leaves: +{gems}', { gems: gain });
}
