// @ts-check
/** The button that starts a solo game with one tap. */
import { html, useState } from '../html.js';
import { t } from '../words/i18n.js';
import { playNow } from './begin.js';
import { sayProblem } from './join-form.js';

/** Show the button, and the error if it failed. @param {{big?: boolean}} props */
export function PlayNow({ big = false }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  const begin = () => {
    setBusy(true);
    setProblem(null);
    playNow().catch((error) => {
      setBusy(false);
      setProblem(error);
    });
  };
  return html`<button class=${`btn main ${big ? 'big' : ''}`} type="button" disabled=${busy} onClick=${begin}>
      ${busy ? t('Into the cave…') : t('Play now')}
    </button>
    ${problem && html`<p class="bad-note" role="alert">${sayProblem(problem)}</p>`}`;
}
