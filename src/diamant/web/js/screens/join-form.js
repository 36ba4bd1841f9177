// @ts-check
/** To a table by its code. */

import { go } from '../device/route.js';
import { html, useState } from '../html.js';
import { RefusedError, tableSummary } from '../net/api.js';
import { t, tRefusal } from '../words/i18n.js';

/** @param {unknown} error */
export function sayProblem(error) {
  if (error instanceof RefusedError) return tRefusal(error.refusal);
  return t('The server does not answer. Check the network, then try again.');
}

export function JoinForm() {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  /** @param {Event} submit */
  const join = async (submit) => {
    submit.preventDefault();
    const word = code.trim();
    if (!word) return;
    setProblem(null);
    try {
      const found = await tableSummary(word);
      go(`/t/${found.code}`);
    } catch (error) {
      setProblem(error);
    }
  };
  const unknown = problem instanceof RefusedError && problem.refusal.code === 'no-such-table';
  return html`<form class="join" onSubmit=${join}>
    <div class="field">
      <label for="join-code">${t('Join or watch with a code')}</label>
      <div class="join-row">
        <input
          id="join-code"
          class="input join-code"
          value=${code}
          maxlength="32"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
          placeholder="QK4MX"
          aria-describedby="join-problem"
          onInput=${(/** @type {any} */ typed) => setCode(typed.currentTarget.value)}
        />
        <button class="btn" type="submit">${t('Join')}</button>
      </div>
      <p id="join-problem" class="bad-note" role="alert">${
        unknown
          ? t('There is no table with this code. Codes have five letters and digits.')
          : problem && sayProblem(problem)
      }</p>
    </div>
  </form>`;
}
