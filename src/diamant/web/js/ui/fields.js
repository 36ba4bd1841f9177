// @ts-check
/** Form fields: one of a few, a switch, a list, a file, and a text. */
import { html, useRef } from '../html.js';

/**
 * Return a handler that passes on a field's value.
 * @param {(value: string) => void} set
 */
export function typed(set) {
  return (/** @type {any} */ event) => set(event.currentTarget.value);
}

/**
 * Show a choice of one of a few values.
 * @param {{name: string, label: string, value: string | undefined, options: [string, any, string?][],
 *   onChange: (value: string) => void, kind?: string}} props `options`: value, label and language of the label
 */
export function Choice({ name, label, value, options, onChange, kind = 'plain' }) {
  return html`<fieldset class=${kind}>
    <legend class="label">${label}</legend>
    <div class="choices">
      ${options.map(
        ([key, word, lang]) => html`<label key=${key} class=${value === key ? 'on' : ''} lang=${lang}>
          <input type="radio" name=${name} value=${key} checked=${value === key} onChange=${() => onChange(key)} />
          <span>${word}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}

/** @param {{label: string, note?: string, on: boolean, onChange: (on: boolean) => void}} props */
export function Switch({ label, note, on, onChange }) {
  return html`<label class="switch">
    <input type="checkbox" checked=${on} onChange=${() => onChange(!on)} />
    <span>${label}${note && html`<span class="small soft switch-note">${note}</span>`}</span>
  </label>`;
}

/** @param {{id?: string, value: any, options: any[][], onChange: (value: string) => void}} props */
export function Select({ id, value, options, onChange }) {
  return html`<select id=${id} class="select" value=${value} onChange=${typed(onChange)}>
    ${options.map(([key, word]) => html`<option key=${key} value=${key}>${word}</option>`)}
  </select>`;
}

/**
 * Show a button that opens a file.
 * @param {{accept: string, onFile: (file: File) => void, kind?: string, children?: any}} props
 */
export function FileButton({ accept, onFile, kind = '', children }) {
  const pick = useRef(/** @type {HTMLInputElement | null} */ (null));
  return html`<button class=${`btn ${kind}`} type="button" onClick=${() => pick.current?.click()}>${children}</button>
    <input ref=${pick} type="file" hidden accept=${accept} onChange=${(/** @type {any} */ event) => {
      const [file] = event.target.files;
      event.target.value = ''; // So that the same file can be opened again.
      if (file) onFile(file);
    }} />`;
}
