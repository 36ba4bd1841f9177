// @ts-check
/** The rules, in our own words: the same for all, then what this edition does differently. */

import { html, useEffect, useState } from '../../html.js';
import { editions, loadEditions } from '../../session/editions.js';
import { useEditionInView } from '../../ui/edition-in-view.js';
import { Page } from '../../ui/page.js';
import { t, tPlain } from '../../words/i18n.js';
import { BoxSection, DifferenceSection } from './edition.js';
import { CardSection, ChoiceSection, EndSection, IdeaSection, RelicSection } from './sections.js';

/** @typedef {import('../../model/types.js').Edition} Edition */

const USUAL = 'iello-2016';

/** Every edition's rules, to choose from. */
export function RulesScreen() {
  const [failed, setFailed] = useState(false);
  const [chosen, setChosen] = useState(USUAL);
  const load = () => {
    setFailed(false);
    loadEditions().catch(() => setFailed(true));
  };
  useEffect(load, []);
  // The rules of a table's own edition are shown there.
  const all = Object.values(editions.value).filter(({ own }) => !own);
  const edition = all.find(({ id }) => id === chosen) ?? all.find(({ id }) => id === USUAL);
  useEditionInView(edition);
  return html`<${Page} title=${t('How to play')} wide>
    <div class="rules">
    ${
      failed &&
      html`<div class="sheet stack" role="alert">
      <p>${t('The server does not answer. Check the network, then try again.')}</p>
      <button class="btn main" type="button" onClick=${load}>${t('Try again')}</button>
    </div>`
    }
    ${all.length > 0 && html`<${EditionPicker} all=${all} chosen=${edition?.id} onChoose=${setChosen} />`}
    ${edition && html`<${Rules} edition=${edition} lesson />`}
    <p><a href="docs/">${t('The whole documentation (in English)')}</a></p>
    </div>
  <//>`;
}

/**
 * @param {{all: Edition[], chosen: string | undefined,
 *   onChoose: (id: string) => void}} props
 */
function EditionPicker({ all, chosen, onChoose }) {
  return html`<fieldset class="rules-editions">
    <legend class="label">${t('Which edition?')}</legend>
    <div class="choices">
      ${all.map(
        ({ id, name }) => html`<label key=${id} class=${id === chosen ? 'on' : ''}>
          <input type="radio" name="edition" value=${id} checked=${id === chosen} onChange=${() => onChoose(id)} />
          <span>${tPlain(name)}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}

/**
 * The rules of one edition.
 * @param {{edition: Edition, lesson?: boolean}} props `lesson` offers to learn them by playing
 */
export function Rules({ edition, lesson = false }) {
  return html`<article class="rules-text" aria-live="off">
    <div class="rules-intro">
      <p class="rules-summary">${tPlain(edition.summary)}</p>
      ${lesson && html`<a class="btn main" href="#/tutorial">${t('Learn it by playing')}</a>`}
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
