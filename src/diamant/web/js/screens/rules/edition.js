// @ts-check
/** What is special about one edition, and what is in its box. */

import { Gem, HazardSign, Relic } from '../../art/index.js';
import { html } from '../../html.js';
import { relicWord } from '../../model/cards.js';
import { t, tn } from '../../words/i18n.js';
import { hazardName } from '../../words/narration.js';
import { Section } from './sections.js';

/** @typedef {import('../../model/types.js').Edition} Edition */

/** @param {{edition: Edition}} props */
export function DifferenceSection({ edition }) {
  const differences = differencesOf(edition);
  return html`<${Section} title=${t('What is different in this edition')}>
    <ul class="rules-list">
      ${differences.map((difference) => html`<li>${difference}</li>`)}
    </ul>
  <//>`;
}

/**
 * What an edition does in its own way, as sentences.
 * @param {Edition} edition
 * @returns {string[]}
 */
function differencesOf(edition) {
  const { relics } = edition;
  const said = [];
  if (relics === null)
    said.push(t('There are no relics: whoever leaves alone gets all gems on the path, and nothing more.'));
  else if (relics.points.length === 1) said.push(t('There is only one relic.'));
  else if (relics.worth === 'printed')
    said.push(t('Every relic bears its own number, and is worth that much at the end.'));
  else said.push(t('All relics are alike; the later one is taken, the more it is worth.'));
  if (relics !== null && relics.points.length > 1 && edition.rounds > 1) {
    said.push(
      relics.enter === 'start'
        ? t('All relics may turn up in the very first cave.')
        : t('The first cave hides only one relic; each later one may hide more.'),
    );
  }
  said.push(edition.ritual === 'fist' ? t('Choices are made with fists.') : t('Choices are made with cards.'));
  said.push(
    edition.caves === 'blockers'
      ? t('Every cave is blocked at first; the way is cleared when you go in.')
      : t('Every cave is open at first; it is barricaded once you are done with it.'),
  );
  if (edition.tie_break === 'relics') said.push(t('Relics break ties.'));
  return said;
}

/** @param {{edition: Edition}} props */
export function BoxSection({ edition }) {
  const { relics } = edition;
  return html`<${Section} title=${t('In the box')}>
    <div class="rules-box">
      <h3>${t('Treasures')}</h3>
      <ul class="rules-chips">
        ${edition.treasures.map((value) => html`<li class="number">${value}</li>`)}
      </ul>
      <h3>${t('Hazards')}</h3>
      <ul class="rules-hazards">
        ${Object.entries(edition.hazards).map(
          ([kind, copies]) => html`<li>
            <${HazardSign} kind=${kind} size="40" />
            <span>${hazardName(kind, edition)}</span>
            <span class="number soft">×${copies}</span>
          </li>`,
        )}
      </ul>
      ${
        relics &&
        html`<h3>${t('Relics')}</h3>
        <ul class="rules-hazards">
          ${relics.points.map(
            (points) => html`<li>
              <${Relic} card=${relicWord(relics, points)} size="40" />
              ${relics.worth === 'printed' && html`<span class="number">${points}</span>`}
            </li>`,
          )}
        </ul>`
      }
      <h3>${t('Gems')}</h3>
      <ul class="rules-hazards">
        ${edition.gems.map(
          (gem) => html`<li>
            <${Gem} kind=${gem.name} worth=${gem.worth} size="30" />
            <span>${tn('{n} worth {worth}', '{n} worth {worth} each', gem.count, { worth: gem.worth })}</span>
          </li>`,
        )}
      </ul>
      <p class="soft small">${t('If the gems run out, use anything else in their place. The game never stops.')}</p>
    </div>
  <//>`;
}
