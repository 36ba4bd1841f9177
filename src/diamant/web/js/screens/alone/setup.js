// @ts-check
/** How one plays alone: against whom, by which name, with which edition. Kept on this device. */
import { Badge } from '../../art/explorers.js';
import { Icon } from '../../art/icons.js';
import { rememberedName, rememberName } from '../../device/memory.js';
import { prefer, prefs } from '../../device/prefs.js';
import { html, useState } from '../../html.js';
import { editions } from '../../session/editions.js';
import { Dialog } from '../../ui/dialog.js';
import { botIcon } from '../../ui/seat.js';
import { CHARACTERS, LEVELS } from '../../words/characters.js';
import { t, tPlain } from '../../words/i18n.js';
import { strengthWord } from '../../words/people.js';

const MOST_CHARACTERS = 24;

/** @param {{onClose: () => void}} props */
export function Setup({ onClose }) {
  const { bots, edition } = prefs.value;
  const [name, setName] = useState(rememberedName());
  const done = () => {
    if (name.trim()) rememberName(name.trim());
    onClose();
  };
  const offered = Object.values(editions.value).filter(({ own }) => !own);
  return html`<${Dialog} title=${t('Playing alone')} onClose=${done}>
    <form class="stack" onSubmit=${(/** @type {Event} */ submit) => {
      submit.preventDefault();
      done();
    }}>
      <div class="field">
        <label for="alone-name">${t('Your name')}</label>
        <input id="alone-name" class="input" value=${name} maxlength=${MOST_CHARACTERS} autocomplete="off"
          spellcheck="false" onInput=${(/** @type {any} */ typed) => setName(typed.currentTarget.value)} />
      </div>
      <fieldset class="plain">
        <legend class="label">${t('Your company')}</legend>
        <div class="choices">
          ${LEVELS.map(
            (level) => html`<label key=${level} class=${bots === level ? 'on' : ''}>
              <input type="radio" name="bots" value=${level} checked=${bots === level}
                  onChange=${() => prefer({ bots: level })} />
              <span><${Icon} name=${botIcon(level)} /> ${strengthWord(level)}</span>
            </label>`,
          )}
        </div>
        <${Company} level=${bots} />
      </fieldset>
      <div class="field">
        <label for="alone-edition">${t('Edition')}</label>
        <select id="alone-edition" class="select" value=${edition}
            onChange=${(/** @type {any} */ picked) => prefer({ edition: picked.currentTarget.value })}>
          ${offered.map(({ id, name: called }) => html`<option key=${id} value=${id}>${tPlain(called)}</option>`)}
        </select>
      </div>
      <button class="btn main wide" type="submit">${t('Done')}</button>
    </form>
  <//>`;
}

/** @param {{level: string}} props */
function Company({ level }) {
  return html`<ul class="company-list">
    ${CHARACTERS.filter((one) => one.level === level).map(
      (one, at) => html`<li key=${one.name}>
        <${Badge} color=${at + 1} shape=${at + 1} size="2.2rem" />
        <span><strong>${one.name}</strong> <span class="small soft">${t(one.habit)}</span></span>
      </li>`,
    )}
  </ul>`;
}
