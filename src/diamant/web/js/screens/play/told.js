// @ts-check
/** The cave as text for screen readers: the path, the hazards so far, where everyone is, the gems on the cards. */
import { html } from '../../html.js';
import { isRelic, RELIC, treasureOf } from '../../model/cards.js';
import { list, t } from '../../words/i18n.js';
import { gemsOf, hazardName } from '../../words/narration.js';

/** @import { Edition, TableView } from '../../model/types.js' */

/** @param {{view: TableView, own: number[], edition: Edition | undefined}} props view: what the picture shows */
export function Told({ view, own, edition }) {
  const { game, seats } = view;
  if (!game) return null;
  const kinds = [...new Set(game.hazards)].map((kind) => hazardName(kind, edition));
  /** @param {boolean} inside */
  const where = (inside) =>
    list(
      seats.flatMap((seat, at) => {
        if (!seat || game.in_cave.includes(at) !== inside) return [];
        return own.includes(at) ? `${seat.name} (${t('you')})` : seat.name;
      }),
    );
  const camp = where(false);
  const lying = [String(game.path), game.relics.length ? t('Relics: {n}', { n: game.relics.length }) : ''];
  return html`<section class="hidden-visually told" aria-label=${t('The cave in words')}>
    <h2>${t('The path, card by card')}</h2>
    <ol>
      ${game.cards.map((card, at) => html`<li key=${at}>${sayCard(card, game.gems[at] ?? 0, edition)}</li>`)}
    </ol>
    <ul>
      <li>${kinds.length ? t('Hazards so far: {names}', { names: list(kinds) }) : t('No hazards yet.')}</li>
      <li>${t('On the path: {what}', { what: lying.filter(Boolean).join(', ') })}</li>
      <li>${t('In the cave: {names}', { names: where(true) || '–' })}</li>
      ${camp && html`<li>${t('At camp: {names}', { names: camp })}</li>`}
    </ul>
  </section>`;
}

/**
 * @param {string} card
 * @param {number} left gems still on it
 * @param {Edition | undefined} edition
 */
function sayCard(card, left, edition) {
  const value = treasureOf(card);
  if (value === null) return hazardName(isRelic(card) ? RELIC : card, edition);
  const gems = gemsOf(value);
  return left ? `${gems}, ${t('{n} left on the card', { n: left })}` : gems;
}
