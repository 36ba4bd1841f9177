// @ts-check
/** Which edition is played: a built-in one, or one of the host's own from a file. */
import { html, useRef, useState } from '../../html.js';
import { tooLarge } from '../../net/connection.js';
import { editions } from '../../session/editions.js';
import { t, tMessage, tPlain, tRefusal } from '../../words/i18n.js';

/** @typedef {import('../../net/connection.js').Answer} Answer */

/** @typedef {import('../../model/types.js').Settings} Settings */

/** @typedef {import('../../model/types.js').Refusal} Refusal */

/**
 * @typedef {{refusal: Refusal | null, reason?: Refusal['params'][string]}} Problem `reason`: what is wrong with the
 *   file of one's own, if the server sent it
 */

/** The protocol takes no longer text. */
const MOST = 32_000;

/**
 * @param {{settings: Settings, own: boolean,
 *   change: (part: Partial<Settings>) => Promise<Answer>}} props `own` offers to open a file
 */
export function EditionChoice({ settings, own, change }) {
  const [problem, setProblem] = useState(/** @type {Problem | null} */ (null));
  const pick = useRef(/** @type {HTMLInputElement | null} */ (null));
  const played = editions.value[settings.edition];
  const offered = Object.values(editions.value).filter((edition) => !edition.own || edition.id === settings.edition);
  /** @param {Partial<Settings>} part */
  const choose = async (part) => {
    const { refusal } = await change(part);
    const mine = refusal?.code === 'bad-setting' && refusal.params.setting === 'edition' && part.edition_text;
    if (!refusal) setProblem(null);
    else setProblem(mine ? { refusal: null, reason: refusal.params.reason } : { refusal });
  };
  /** @param {File} file */
  const open = async (file) => {
    const text = file.size > MOST ? '' : await file.text();
    if (text) await choose({ edition: '', edition_text: text });
    else setProblem({ refusal: file.size > MOST ? tooLarge(MOST) : null });
  };
  return html`<div class="field">
    <label for="edition">${t('Edition')}</label>
    <select id="edition" class="select" value=${settings.edition}
      onChange=${(/** @type {any} */ picked) => choose({ edition: picked.currentTarget.value, edition_text: null })}>
      ${offered.map(({ id, name }) => html`<option key=${id} value=${id}>${tPlain(name)}</option>`)}
      ${!played && html`<option value=${settings.edition}>${settings.edition}</option>`}
    </select>
    ${played && html`<p class="small soft">${tPlain(played.summary)}</p>`}
    ${
      own &&
      html`<button class="btn" type="button"
          onClick=${() => pick.current?.click()}>${t('Open an edition of your own')}</button>
      <input ref=${pick} type="file" hidden accept=".toml,text/plain"
        onChange=${(/** @type {any} */ event) => {
          const [file] = event.target.files;
          event.target.value = '';
          if (file) void open(file);
        }} />`
    }
    <p class="bad-note" role="alert">${problem && sayWrong(problem)}</p>
  </div>`;
}

/** @param {Problem} problem */
function sayWrong({ refusal, reason }) {
  if (refusal) return tRefusal(refusal);
  return html`${t('This file is not an edition that can be played.')}
    ${typeof reason === 'object' && html`<br />${tMessage(reason)}`}`;
}
