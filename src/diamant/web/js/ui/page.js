// @ts-check
/** The frame of every page: its heading, the back button, the switches, notes, problems, and the game's title. */

import { Fire, Mouth, Tent } from '../art/camp.js';
import { Explorer } from '../art/explorers.js';
import { Gem } from '../art/gems.js';
import { Icon } from '../art/icons.js';
import { announced, notes, toast } from '../device/notices.js';
import { prefer, prefs } from '../device/prefs.js';
import { goBack } from '../device/route.js';
import { setSound, soundOn } from '../device/sound.js';
import { html, useEffect, useRef, useState } from '../html.js';
import { SEAT_LETTERS } from '../model/seats.js';
import { currentCode } from '../session/current-table.js';
import { LANGUAGES, language, setLanguage, t } from '../words/i18n.js';
import { Dialog } from './dialog.js';
import { Choice, Switch } from './fields.js';

/**
 * Move the focus to the heading of a new page, so that a screen reader starts there.
 * @param {unknown} what
 */
export function useHeadingFocus(what) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement === null) {
      heading.current?.focus({ preventScroll: true });
    }
  }, [what]);
  return heading;
}

/** Return the address of the open table, or else of the start page. */
function backAddress() {
  const open = currentCode();
  return open ? `#/t/${open}` : '#/';
}

/** @param {{title: string, back?: string, children?: any, wide?: boolean}} props */
export function Page({ title, back = backAddress(), children, wide }) {
  const heading = useHeadingFocus(title);
  useEffect(() => {
    document.title = title ? `${title} – Diamant` : 'Diamant';
  }, [title]);
  return html`<div class="frame">
    <header class="topbar">
      <a class="btn quiet icon" href=${back} aria-label=${t('Back')} onClick=${goBack}><${Icon} name="back" /></a>
      <h1 class="topbar-title" ref=${heading} tabindex="-1">${title}</h1>
      <${Switches} />
    </header>
    <main class=${`frame-body ${wide ? 'wide' : ''}`}>${children}</main>
  </div>`;
}

// Sound, theme and language: one tap away on every page.

/** @param {{few?: boolean}} props few: only the sound switch, in a small space */
export function Switches({ few }) {
  const [open, setOpen] = useState(false);
  return html`<div class="switches">
    <${SoundSwitch} />
    ${
      !few &&
      html`<button class="btn quiet icon" type="button" aria-label=${t('Language and display')}
          onClick=${() => setOpen(true)}>
      <${Icon} name="language" />
    </button>`
    }
    ${open && html`<${Dialog} title=${t('Language and display')} onClose=${() => setOpen(false)}><${Habits} /><//>`}
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

/** Show the preferences of this device: language, theme, vibration, keys. */
export function Habits() {
  const { theme, haptics, keys } = prefs.value;
  /** @param {string} tag */
  const speak = async (tag) => {
    if (!(await setLanguage(tag))) toast(t("Can't load this language right now."), 'bad');
  };
  return html`<div class="stack">
    <${Choice} name="language" label=${t('Language')} value=${language.value} onChange=${speak}
      options=${Object.entries(LANGUAGES).map(([tag, name]) => [tag, name, tag])} />
    <${Choice} name="theme" label=${t('Theme')} value=${theme}
      onChange=${(/** @type {typeof theme} */ picked) => prefer({ theme: picked })}
      options=${[['auto', t('Same as device')], ['dark', t('Dark')], ['light', t('Light')]]} />
    ${
      typeof navigator.vibrate === 'function' &&
      html`<${Switch} label=${t('Vibrate for new cards and hazards')} on=${haptics}
        onChange=${() => prefer({ haptics: !haptics })} />`
    }
    <${Switch} label=${t('Keyboard shortcuts')} on=${keys} onChange=${() => prefer({ keys: !keys })} />
  </div>`;
}

/** @param {{title: string, text: string, children?: any}} props */
export function Problem({ title, text, children }) {
  return html`<${Page} title=${title} back="#/">
    <div class="problem sheet stack">
      <div class="problem-sign" aria-hidden="true"><${Explorer} letter="?" size="6rem" mood="sad" /></div>
      <p class="problem-text" role="alert">${text}</p>
      <div class="row">${children ?? html`<a class="btn main" href="#/">${t('Start page')}</a>`}</div>
    </div>
  <//>`;
}

/** @param {{text: string}} props */
export function Waiting({ text }) {
  return html`<main class="waiting" aria-busy="true">
    <div class="waiting-lantern"></div>
    <p role="status">${text}</p>
  </main>`;
}

/** The live region; it must be in the page before the first announcement. */
export function LiveRegion() {
  return html`<div class="hidden-visually" role="status" aria-live="polite" aria-atomic="true">
    ${announced.value}
  </div>`;
}

export function Toasts() {
  // The live region announces the notes already.
  return html`<div class="toasts" aria-hidden="true">
    ${notes.value.map((note) => html`<p key=${note.id} class=${`toast ${note.tone}`}>${note.text}</p>`)}
  </div>`;
}

/** @param {{heading?: {current: any}}} props */
export function Title({ heading }) {
  return html`<h1 class="title" ref=${heading} tabindex="-1">
    <span class="title-gem"><${Gem} kind="diamond" size="0.92em" /></span>
    <span>Diamant</span>
  </h1>`;
}

/** Draw five explorers on their way from the camp into the cave. */
export function Parade() {
  return html`<div class="parade" aria-hidden="true">
    <div class="parade-ground"></div>
    <div class="parade-row">
      <span class="parade-camp"><${Tent} size="1em" /></span>
      <span class="parade-fire"><${Fire} size="1em" /></span>
      ${[4, 1, 2, 0, 3].map(
        (look, place) => html`<span key=${look} class="parade-one" style=${`animation-delay:${-place * 0.37}s`}>
          <${Explorer} color=${look} letter=${SEAT_LETTERS[look]} size="1em"
              lantern=${place > 2 ? 'steady' : 'flicker'} mood=${place === 3 ? 'happy' : 'calm'} />
        </span>`,
      )}
      <span class="parade-mouth"><${Mouth} number=${1} state="open" size="1em" /></span>
    </div>
  </div>`;
}
