// @ts-check
/** Opening a record: dropped, picked or pasted, with a friendly word where it goes wrong. */

import { html, useRef, useState } from '../../html.js';
import { t, tMessage, tRefusal } from '../../words/i18n.js';
import { EXAMPLE } from './example.js';

/** @typedef {import('./load.js').ReplayProblem} ReplayProblem */

/** A file larger than this is no record; reading it would only freeze the page. */
const MOST_BYTES = 8_000_000;

/**
 * What a file says, or null if it is too large to be a record.
 * @param {File} file
 * @returns {Promise<string | null>}
 */
export async function readFile(file) {
  return file.size > MOST_BYTES ? null : file.text();
}

/**
 * @param {{text: string, problem: ReplayProblem | null, busy: boolean,
 *   onText: (text: string) => void, onFile: (file: File) => void}} props
 */
export function OpenRecord({ text, problem, busy, onText, onFile }) {
  const [draft, setDraft] = useState(/** @type {string | null} */ (null));
  const [over, setOver] = useState(false);
  const pick = useRef(/** @type {HTMLInputElement | null} */ (null));
  const written = draft ?? text;
  /** @param {DragEvent} event */
  const drop = (event) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer?.files[0];
    if (file) onFile(file);
    else if (event.dataTransfer) onText(event.dataTransfer.getData('text/plain'));
  };
  return html`<div class="record-open stack">
    ${problem && html`<${Problem} problem=${problem} text=${text} />`}
    <div
      class=${`record-drop ${over ? 'over' : ''}`}
      onDragOver=${(/** @type {DragEvent} */ event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave=${() => setOver(false)}
      onDrop=${drop}
    >
      <p class="record-drop-words">${t('Drop a record here')}</p>
      <button class="btn main" type="button" onClick=${() => pick.current?.click()}>${t('Choose a file')}</button>
      <input
        ref=${pick}
        type="file"
        hidden
        accept=".dia,.txt,text/plain"
        onChange=${(/** @type {any} */ event) => {
          const [file] = event.target.files;
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </div>
    <form
      class="field"
      onSubmit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        onText(written);
      }}
    >
      <label for="record-text">${t('Or paste it')}</label>
      <textarea
        id="record-text"
        class="input record-text"
        rows="7"
        spellcheck="false"
        autocomplete="off"
        autocapitalize="off"
        value=${written}
        onInput=${(/** @type {any} */ event) => setDraft(event.target.value)}
      ></textarea>
      <div class="row">
        <button class="btn" type="submit" aria-disabled=${busy || written.trim() === ''}>
          ${busy ? t('One moment…') : t('Show it')}
        </button>
        <button class="btn quiet" type="button" onClick=${() => onText(EXAMPLE)}>${t('Look at an example')}</button>
      </div>
    </form>
    <p class="soft small">
      ${t('A record is a whole game as text. You can save one at the end of every game.')}
    </p>
  </div>`;
}

/** @param {{problem: ReplayProblem, text: string}} props */
function Problem({ problem, text }) {
  return html`<div class="record-problem sheet" role="alert">
    <p>${sayReplayProblem(problem)}</p>
    ${problem.code === 'record' && html`<${Excerpt} problem=${problem} text=${text} />`}
    ${problem.code === 'record' && html`<p class="soft small">${t('Correct it below, or open another one.')}</p>`}
  </div>`;
}

/**
 * Why there is nothing to see, and what to do.
 * @param {ReplayProblem} problem
 * @returns {string}
 */
function sayReplayProblem({ code, line, column, refusal }) {
  switch (code) {
    case 'gone':
      return t('This game is not on the server any more. If you saved its record, open it here.');
    case 'forgotten':
      return t('This device does not have this game any more. If you saved its record, open it here.');
    case 'empty':
      return t('There is no game in this text.');
    case 'too-long':
      return t('This is too long for a record. Did you pick another file?');
    case 'busy':
      return t('Too many records at once. Wait a moment, then try again.');
    case 'refused':
      return refusal ? tRefusal(refusal) : t('This record cannot be read.');
    case 'offline':
      return t('The server does not answer. Check the network, then try again.');
    default:
      if (line === undefined || column === undefined) return t('This record cannot be read.');
      return t('This record goes wrong in line {line}, at character {column}.', { line, column });
  }
}

/**
 * The reason, and the line that is meant, with a mark below where it goes wrong.
 * @param {{problem: ReplayProblem, text: string}} props
 */
function Excerpt({ problem, text }) {
  const line = problem.line === undefined ? undefined : text.split('\n')[problem.line - 1];
  const column = problem.column ?? 1;
  // A long line is cut so that the mark is in sight.
  const from = Math.max(0, column - 30);
  const before = `${from > 0 ? '…' : ''}${line?.slice(from, column - 1) ?? ''}`;
  const wrong = line?.slice(column - 1, column + 30) || ' ';
  const mark = `\n${' '.repeat(before.length)}`;
  const excerpt = () => html`<pre class="record-line" aria-hidden="true">${before}<b>${wrong}</b>${mark}<b>^</b></pre>`;
  return html`
    ${problem.reason && html`<p class="record-reason">${tMessage(problem.reason)}</p>`}
    ${line !== undefined && excerpt()}
  `;
}
