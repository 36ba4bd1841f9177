// @ts-check
/** Join a table by its code. */

import { go } from '../device/route.js';
import { html, useState } from '../html.js';
import { RefusedError, tableSummary } from '../net/api.js';
import { typed } from '../ui/fields.js';
import { t, tRefusal } from '../words/i18n.js';

/** A seat's code is longer than a table's: `server/tables/tokens.py`. */
const SEAT_CODE = /^[2-9B-DF-HJKMNP-TV-XZ]{8}$/;

/** @param {unknown} error */
export function sayProblem(error) {
  if (error instanceof RefusedError) return tRefusal(error.refusal);
  return t("Can't reach the server. Check your connection and try again.");
}

export function JoinForm() {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  const [ofSeat, setOfSeat] = useState(false);
  /** @param {Event} submit */
  const join = async (submit) => {
    submit.preventDefault();
    const word = code.trim();
    if (!word) return;
    setProblem(null);
    setOfSeat(SEAT_CODE.test(word.toUpperCase().replace(/\s/g, '')));
    try {
      const found = await tableSummary(word);
      go(`/t/${found.code}`);
    } catch (error) {
      setProblem(error);
    }
  };
  const unknown = problem instanceof RefusedError && problem.refusal.code === 'no-such-table';
  const unknownWords = ofSeat
    ? t('This is a seat code. Join the table first, then open “{label}” there.', {
        label: t('I have a seat code'),
      })
    : t("There's no table with this code. Table codes have six letters and digits.");
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
          placeholder="QK4MXB"
          aria-describedby="join-problem"
          onInput=${typed(setCode)}
        />
        <button class="btn" type="submit">${t('Join')}</button>
      </div>
      <p id="join-problem" class="bad-note" role="alert">${unknown ? unknownWords : problem && sayProblem(problem)}</p>
    </div>
  </form>`;
}
