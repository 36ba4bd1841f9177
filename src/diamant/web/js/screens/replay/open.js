// @ts-check
/**
 * Open a record that was dropped, picked, pasted or fetched, with friendly error messages; have it replayed by the
 * server, or by this page if no server answers.
 */

import { html, useState } from '../../html.js';
import { HOME, RefusedError, record } from '../../net/api.js';
import { replayed } from '../../rules/replay.js';
import { editions, loadEditions } from '../../session/editions.js';
import { FileButton, typed } from '../../ui/fields.js';
import { t, tMessage, tRefusal } from '../../words/i18n.js';

/** @import { Replayed } from '../../model/moments.js' */
/** @import { Message, Refusal } from '../../model/types.js' */

/** The texts for every code except `record`, which has a position, and `refused`, which the server explains. */
const TROUBLES = {
  gone: () => t('This game is no longer on the server. If you saved a copy, open it here.'),
  forgotten: () => t('This game is no longer on this device. If you saved a copy, open it here.'),
  empty: () => t("This text doesn't contain a game."),
  'too-long': () => t('This is too long to be a saved game. Did you pick the wrong file?'),
  busy: () => t('Too many saved games at once. Wait a moment, then try again.'),
  offline: () => t("Can't reach the server. Check your connection and try again."),
};

/** The reason why a record cannot be shown. */
export class ReplayProblem extends Error {
  /**
   * @param {keyof typeof TROUBLES | 'record' | 'refused'} code
   * @param {{line?: number, column?: number, reason?: Message | string, refusal?: Refusal}} [more]
   */
  constructor(code, { line, column, reason, refusal } = {}) {
    super(code);
    this.code = code;
    this.line = line;
    this.column = column;
    this.reason = reason;
    this.refusal = refusal;
  }
}

/**
 * Fetch the record of a table's N-th finished game.
 * @param {string} table
 * @param {number} game
 * @returns {Promise<string>}
 */
export async function fetchRecord(table, game) {
  try {
    return await record(table, game);
  } catch (error) {
    throw new ReplayProblem(error instanceof RefusedError ? 'gone' : 'offline');
  }
}

/**
 * Have a record's games replayed.
 * @param {string} text
 * @returns {Promise<Replayed[]>}
 */
export async function askReplay(text) {
  if (text.trim() === '') throw new ReplayProblem('empty');
  let answer;
  try {
    answer = await fetch(new URL('api/replay', HOME).href, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      body: text,
    });
  } catch {
    return replayHere(text);
  }
  const data = await answer.json().catch(() => null);
  if (!answer.ok) throw problemOf(answer.status, data);
  if (!data?.games?.length) throw new ReplayProblem('empty');
  return data.games;
}

/**
 * Replay a record's games without a server, if their editions are known here.
 * @param {string} text
 * @returns {Promise<Replayed[]>}
 */
async function replayHere(text) {
  await loadEditions().catch(() => {}); // Then none is known.
  let games;
  try {
    games = replayed(text, editions.peek());
  } catch {
    throw new ReplayProblem('record');
  }
  if (games === null) throw new ReplayProblem('offline');
  if (games.length === 0) throw new ReplayProblem('empty');
  return games;
}

/**
 * @param {number} status
 * @param {any} refusal
 * @returns {ReplayProblem}
 */
export function problemOf(status, refusal) {
  if (status === 413) return new ReplayProblem('too-long');
  if (status === 429) return new ReplayProblem('busy');
  if (status >= 500 || refusal === null) return new ReplayProblem('offline');
  if (refusal.code !== 'record') return new ReplayProblem('refused', { refusal });
  const params = refusal.params ?? {};
  const line = typeof params.line === 'number' ? params.line : undefined;
  const column = typeof params.column === 'number' ? params.column : undefined;
  return new ReplayProblem('record', { line, column, reason: params.reason ?? refusal.text });
}

/** A larger file is not a record, and reading it would freeze the page. */
const MOST_BYTES = 8_000_000;

/**
 * Return the text of a file, or null if it is too large to be a record.
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
      <p class="record-drop-words">${t('Drop a saved game here')}</p>
      <${FileButton} kind="main" accept=".dia,.txt,text/plain" onFile=${onFile}>${t('Choose a file')}<//>
    </div>
    <form
      class="field"
      onSubmit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        onText(written);
      }}
    >
      <label for="record-text">${t('Or paste the text')}</label>
      <textarea
        id="record-text"
        class="input record-text"
        rows="7"
        spellcheck="false"
        autocomplete="off"
        autocapitalize="off"
        value=${written}
        onInput=${typed(setDraft)}
      ></textarea>
      <div class="row">
        <button class="btn" type="submit" aria-disabled=${busy || written.trim() === ''}>
          ${busy ? t('One moment…') : t('Show game')}
        </button>
        <button class="btn quiet" type="button" onClick=${() => onText(EXAMPLE)}>${t('See an example')}</button>
      </div>
    </form>
    <p class="soft small">
      ${t('A saved game is a whole game written as text. You can save every game when it ends.')}
    </p>
  </div>`;
}

/** @param {{problem: ReplayProblem, text: string}} props */
function Problem({ problem, text }) {
  return html`<div class="record-problem sheet" role="alert">
    <p>${sayReplayProblem(problem)}</p>
    ${problem.code === 'record' && html`<${Excerpt} problem=${problem} text=${text} />`}
    ${
      problem.code === 'record' &&
      html`<p class="soft small">${t('Fix the text below, or open another saved game.')}</p>`
    }
  </div>`;
}

/**
 * Return an error message that says what to do.
 * @param {ReplayProblem} problem
 * @returns {string}
 */
function sayReplayProblem({ code, line, column, refusal }) {
  if (code !== 'record' && code !== 'refused') return TROUBLES[code]();
  if (refusal) return tRefusal(refusal);
  if (line === undefined || column === undefined) return t("Can't read this saved game.");
  return t('This saved game has an error on line {line}, character {column}.', { line, column });
}

/**
 * Show the error with its line, and a mark below the position.
 * @param {{problem: ReplayProblem, text: string}} props
 */
function Excerpt({ problem, text }) {
  const line = problem.line === undefined ? undefined : text.split('\n')[problem.line - 1];
  const column = problem.column ?? 1;
  // A long line is cut so that the mark is visible.
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

export const EXAMPLE = `[Edition "iello-2016"]
[Players "Ana" "Ben" "Cem" "Dora"]
[Scores "7 14 8 0"]

1. snake/C 9/AB ram relic relic boulder 5 11 lava boulder ; Dora stayed too long
2. snake/C snake
3. 7/C 1/AB snake snake
4. snake/C 7/A ram/B 5 7 13 spider ram
5. 13 5 2/B ram/C ram
`;
