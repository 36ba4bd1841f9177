// @ts-check
/** The reveal: everyone's fist or card opens at once, with the name and the choice in words. */
/** @import { Scene } from './types.js' */
import { Badge } from '../art/explorers.js';
import { ChoiceCard, Fist } from '../art/hands.js';
import { html } from '../html.js';
import { letterOf, longestWord } from '../model/seats.js';
import { t } from '../words/i18n.js';
import { clamp } from './numbers.js';

/** @param {Scene} scene */
export function Reveal({ game, seats, edition, layout, frame, mode }) {
  const { reveal } = frame;
  if (!reveal) return null;
  const all = [...reveal.stayers, ...reveal.leavers].sort((a, b) => a - b);
  const { each, size, wide, between } = arranged(all.length, layout);
  // An unknown edition, while the server is unreachable, uses cards, as most games do.
  const Hand = edition?.ritual === 'fist' ? Fist : ChoiceCard;
  const open = reveal.open !== false;
  // Everyone in the room sees a shared screen, even on a player's own device.
  const gains = mode === 'tv' && game.closed ? undefined : reveal.gains;
  const room = { maxWidth: `${Math.ceil(each * wide)}px`, rowGap: `${between}px` };
  return html`<div class=${`cave-reveal ${open ? 'open' : ''}`} style=${room}>
    ${all.map((seat) => {
      const leave = reveal.leavers.includes(seat);
      const look = seats[seat] ?? { color: seat, shape: seat, name: '' };
      const hand = Math.round(size * 0.74);
      const badge = Math.round(size * 0.32);
      const letters = clamp(size * 0.145, 11, 30);
      const width = { width: `${wide}px`, fontSize: `${letters}px` };
      // As large as the longest word allows.
      const name = { fontSize: `${clamp(wide / (0.74 * longestWord(look.name ?? '')), 9, letters)}px` };
      return html`<div class=${`reveal-seat ${leave ? 'leaves' : 'stays'}`} key=${seat} style=${width}>
        <div class="reveal-hand">
          <${Hand} open=${open} leave=${leave} color=${look.color} size=${hand} />
        </div>
        <${Badge} color=${look.color} shape=${look.shape} letter=${letterOf(seats[seat], seat)} size=${badge} />
        <span class="reveal-name" style=${name}>${look.name}</span>
        <span class="reveal-word">${open && choiceWord(leave, gains?.[seat])}</span>
      </div>`;
    })}
  </div>`;
}

/** In pixels: the space for a readable name and two words below each other, and the margin around a hand. */
const READABLE = { wide: 60, tall: 54, around: 16 };
/** The height of a hand with its badge, and with text, relative to its size. */
const TALL = { hand: 0.95, all: 1.46 };
/** How far a leaver is raised, relative to the height (css/cave.css). The row above leaves this much free. */
const RAISED = 0.09;

/**
 * Return how many hands fit side by side, their size, the width of their text and the distance of their rows,
 * with everything as large as possible.
 * @param {number} count
 * @param {{width: number, height: number, grow: number}} layout
 */
function arranged(count, { width, height, grow }) {
  const ways = [1, 2, 3].map((rows) => {
    const each = Math.ceil(count / rows);
    const cell = (width * 0.96) / each;
    const tall = (height * 0.96) / (rows + RAISED * (rows - 1));
    const fits = Math.min(cell / 0.9, (tall - READABLE.tall) / TALL.hand, (tall - READABLE.around) / TALL.all);
    const size = clamp(fits, 30, 230 * grow);
    const own = Math.max(size * TALL.hand + READABLE.tall, size * TALL.all + READABLE.around);
    const between = Math.ceil(own * RAISED);
    return { each, size, between, wide: Math.min(cell, Math.max(size * 0.9, READABLE.wide)) };
  });
  const readable = ways.filter(({ wide }) => wide >= READABLE.wide);
  return (readable.length ? readable : ways).reduce((best, way) => (way.size > best.size ? way : best));
}

/**
 * Return the text for a choice.
 * @param {boolean} leave
 * @param {number | undefined} gain what the leaver brings home, if visible
 */
function choiceWord(leave, gain) {
  if (!leave) return t('goes on');
  return gain === undefined ? t('leaves') : t('leaves: +{gems}', { gems: gain });
}
