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

/** Mark this device's player with a word, because not everyone sees the color. */
export function You() {
  return html`<span class="hidden-visually">${` (${t('you')})`}</span>`;
}

const BOTS = { easy: 'bot1', medium: 'bot2', hard: 'bot3', champion: 'crown' };

/**
 * Return the icon of a bot's level.
 * @param {string} level
 */
export function botIcon(level) {
  return BOTS[/** @type {keyof typeof BOTS} */ (level)] ?? 'bot2';
}

/**
 * Show a small sign for a bot with its level.
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
