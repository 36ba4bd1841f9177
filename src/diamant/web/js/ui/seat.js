// @ts-check
/** A player in a line: badge, name, and who plays. */
/** @import { Seat } from '../model/types.js' */
import { Badge } from '../art/explorers.js';
import { Icon } from '../art/icons.js';
import { html } from '../html.js';
import { letterOf } from '../model/seats.js';
import { t } from '../words/i18n.js';
import { strengthWord } from '../words/people.js';

/** @param {{seat: Seat, size?: number | string}} props */
export function SeatBadge({ seat, size = 32 }) {
  return html`<${Badge} color=${seat.color} shape=${seat.shape} letter=${letterOf(seat, seat.seat)} size=${size} />`;
}

/** Which player is whoever looks at this device: a color says so too, but not to everybody. */
export function You() {
  return html`<span class="hidden-visually">${` (${t('you')})`}</span>`;
}

const BOTS = { easy: 'bot1', medium: 'bot2', hard: 'bot3', champion: 'crown' };

/**
 * The icon of a bot's strength.
 * @param {string} level
 */
export function botIcon(level) {
  return BOTS[/** @type {keyof typeof BOTS} */ (level)] ?? 'bot2';
}

/**
 * The small sign that a bot plays, and how strong it is.
 * @param {{level: string | null}} props
 */
export function BotSign({ level }) {
  if (!level) return null;
  const icon = botIcon(level);
  return html`<span class="bot-sign" title=${t('Bot, {strength}', { strength: strengthWord(level) })}>
    <${Icon} name=${icon} size="1.1em" />
    <span class="hidden-visually">${t('Bot, {strength}', { strength: strengthWord(level) })}</span>
  </span>`;
}
