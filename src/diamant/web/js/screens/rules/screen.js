// @ts-check
/** The rules in our own words: first the part that all editions share, then this edition's differences. */

import { Gem, HazardSign, Relic } from '../../art/index.js';
import { html, useEffect, useState } from '../../html.js';
import { relicWord } from '../../model/cards.js';
import { editions, loadEditions } from '../../session/editions.js';
import { useEditionInView } from '../../ui/edition-in-view.js';
import { Choice } from '../../ui/fields.js';
import { Page } from '../../ui/page.js';
import { t, tn, tPlain } from '../../words/i18n.js';
import { hazardName } from '../../words/narration.js';
import { CardSection, ChoiceSection, EndSection, IdeaSection, RelicSection, Section } from './sections.js';

/** @import { Edition } from '../../model/types.js' */

const USUAL = 'iello-2016';

/** Show the rules of every edition, to choose from. */
export function RulesScreen() {
  const [failed, setFailed] = useState(false);
  const [chosen, setChosen] = useState(USUAL);
  const load = () => {
    setFailed(false);
    loadEditions().catch(() => setFailed(true));
  };
  useEffect(load, []);
  // The rules of a custom edition appear at its table.
  const all = Object.values(editions.value).filter(({ own }) => !own);
  const edition = all.find(({ id }) => id === chosen) ?? all.find(({ id }) => id === USUAL);
  useEditionInView(edition);
  return html`<${Page} title=${t('How to play')} wide>
    <div class="rules">
    ${
      failed &&
      html`<div class="sheet stack" role="alert">
      <p>${t("Can't reach the server. Check your connection and try again.")}</p>
      <button class="btn main" type="button" onClick=${load}>${t('Try again')}</button>
    </div>`
    }
    ${
      all.length > 0 &&
      html`<${Choice} kind="rules-editions" name="edition" label=${t('Which edition?')} value=${edition?.id}
        onChange=${setChosen} options=${all.map(({ id, name }) => [id, tPlain(name)])} />`
    }
    ${edition && html`<${Rules} edition=${edition} lesson />`}
    <p><a href="docs/">${t('Full documentation (in English)')}</a></p>
    </div>
  <//>`;
}

/**
 * Show the rules of one edition.
 * @param {{edition: Edition, lesson?: boolean}} props `lesson` offers the tutorial
 */
export function Rules({ edition, lesson = false }) {
  return html`<article class="rules-text" aria-live="off">
    <div class="rules-intro">
      <p class="rules-summary">${tPlain(edition.summary)}</p>
      ${lesson && html`<a class="btn main" href="#/tutorial">${t('Learn by playing')}</a>`}
    </div>
    <${IdeaSection} edition=${edition} />
    <${CardSection} edition=${edition} />
    <${ChoiceSection} edition=${edition} />
    ${edition.relics && html`<${RelicSection} edition=${edition} relics=${edition.relics} />`}
    <${EndSection} edition=${edition} />
    <${DifferenceSection} edition=${edition} />
    <${BoxSection} edition=${edition} />
  </article>`;
}

// The special rules of one edition, and the contents of its box.

/** @param {{edition: Edition}} props */
function DifferenceSection({ edition }) {
  const differences = differencesOf(edition);
  return html`<${Section} title=${t("What's different in this edition")}>
    <ul class="rules-list">
      ${differences.map((difference) => html`<li>${difference}</li>`)}
    </ul>
  <//>`;
}

/**
 * Return an edition's differences as sentences.
 * @param {Edition} edition
 * @returns {string[]}
 */
function differencesOf(edition) {
  const { relics } = edition;
  const said = [];
  if (relics === null)
    said.push(t('There are no relics: leave alone and you get every gem on the path, but nothing more.'));
  else if (relics.points.length === 1) said.push(t("There's only one relic."));
  else if (relics.worth === 'printed') said.push(t('Each relic is worth the number printed on it.'));
  else said.push(t("All relics are alike. The later a relic is taken, the more it's worth."));
  if (relics !== null && relics.points.length > 1 && edition.rounds > 1) {
    said.push(
      relics.enter === 'start'
        ? t('All relics can turn up in the very first cave.')
        : t('The first cave hides only one relic. Later caves may hide more.'),
    );
  }
  said.push(edition.ritual === 'fist' ? t('Players choose with their fists.') : t('Players choose with cards.'));
  said.push(
    edition.caves === 'blockers'
      ? t('Each cave starts out blocked. You clear the way when you go in.')
      : t("Each cave starts out open. You barricade the cave once you're done."),
  );
  if (edition.tie_break === 'relics') said.push(t('Relics break ties.'));
  return said;
}

/** @param {{edition: Edition}} props */
function BoxSection({ edition }) {
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
      <p class="soft small">${t('If you run out of gems, use something else instead. The game never stops.')}</p>
    </div>
  <//>`;
}
