// @ts-check
/** Sound, theme and language: one tap away on every page. */
import { Icon } from '../art/icons.js';
import { toast } from '../device/notices.js';
import { prefer, prefs } from '../device/prefs.js';
import { setSound, soundOn } from '../device/sound.js';
import { html, useState } from '../html.js';
import { LANGUAGES, language, setLanguage, t } from '../words/i18n.js';
import { Dialog } from './dialog.js';

/** @param {{few?: boolean}} props few: the sound alone, where there is little room */
export function Switches({ few }) {
  const [open, setOpen] = useState(false);
  return html`<div class="switches">
    <${SoundSwitch} />
    ${
      !few &&
      html`<button class="btn quiet icon" type="button" aria-label=${t('Language and look')}
          onClick=${() => setOpen(true)}>
      <${Icon} name="language" />
    </button>`
    }
    ${open && html`<${Dialog} title=${t('Language and look')} onClose=${() => setOpen(false)}><${Habits} /><//>`}
  </div>`;
}

export function SoundSwitch() {
  const on = soundOn.value;
  return html`<button
    class="btn quiet icon"
    type="button"
    aria-pressed=${on}
    aria-label=${t('Sound')}
    onClick=${() => setSound(!on)}
  >
    <${Icon} name=${on ? 'sound-on' : 'sound-off'} />
  </button>`;
}

/** What this device likes: the language, the theme, the buzzing, the keys. */
export function Habits() {
  const { theme, haptics, keys } = prefs.value;
  /** @param {string} tag */
  const speak = async (tag) => {
    if (!(await setLanguage(tag))) toast(t('This language cannot be loaded just now.'), 'bad');
  };
  return html`<div class="stack">
    <fieldset class="plain">
      <legend class="label">${t('Language')}</legend>
      <div class="choices">
        ${Object.entries(LANGUAGES).map(
          ([tag, name]) => html`<label key=${tag} class=${language.value === tag ? 'on' : ''} lang=${tag}>
            <input type="radio" name="language" value=${tag} checked=${language.value === tag}
                onChange=${() => speak(tag)} />
            <span>${name}</span>
          </label>`,
        )}
      </div>
    </fieldset>
    <fieldset class="plain">
      <legend class="label">${t('Look')}</legend>
      <div class="choices">
        ${
          /** @type {const} */ ([
            ['auto', t('Same as the device')],
            ['dark', t('Dark')],
            ['light', t('Light')],
          ]).map(
            ([value, name]) => html`<label key=${value} class=${theme === value ? 'on' : ''}>
            <input type="radio" name="theme" value=${value} checked=${theme === value}
                onChange=${() => prefer({ theme: value })} />
            <span>${name}</span>
          </label>`,
          )
        }
      </div>
    </fieldset>
    ${
      typeof navigator.vibrate === 'function' &&
      html`<label class="switch">
      <input type="checkbox" checked=${haptics} onChange=${() => prefer({ haptics: !haptics })} />
      <span>${t('Vibrate when cards are revealed and in danger')}</span>
    </label>`
    }
    <label class="switch">
      <input type="checkbox" checked=${keys} onChange=${() => prefer({ keys: !keys })} />
      <span>${t('Choose with single keys')}</span>
    </label>
  </div>`;
}
