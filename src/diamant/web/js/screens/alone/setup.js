// @ts-check
/** The settings of a solo game: opponents, name and edition, saved on this device. */
import { Badge } from '../../art/explorers.js';
import { Icon } from '../../art/icons.js';
import { rememberedName, rememberName } from '../../device/memory.js';
import { prefer, prefs } from '../../device/prefs.js';
import { html, useState } from '../../html.js';
import { editions } from '../../session/editions.js';
import { Dialog } from '../../ui/dialog.js';
import { Choice, Select, typed } from '../../ui/fields.js';
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
          spellcheck="false" onInput=${typed(setName)} />
      </div>
      <div>
        <${Choice} name="bots" label=${t('Your opponents')} value=${bots}
          onChange=${(/** @type {string} */ level) => prefer({ bots: level })}
          options=${LEVELS.map((level) => [level, html`<${Icon} name=${botIcon(level)} /> ${strengthWord(level)}`])} />
        <${Company} level=${bots} />
      </div>
      <div class="field">
        <label for="alone-edition">${t('Edition')}</label>
        <${Select} id="alone-edition" value=${edition}
          onChange=${(/** @type {string} */ picked) => prefer({ edition: picked })}
          options=${offered.map(({ id, name: called }) => [id, tPlain(called)])} />
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
