// @ts-check
/** A text to copy, share or save: with the clipboard on a secure page, else from a selected field. */
import { Icon } from '../art/icons.js';
import { html, useRef, useState } from '../html.js';
import { t } from '../words/i18n.js';

/** @param {{text: string, label: string, kind?: 'url' | 'text'}} props */
export function CopyField({ text, label, kind = 'url' }) {
  const field = useRef(/** @type {HTMLInputElement & HTMLTextAreaElement | null} */ (null));
  const [note, setNote] = useState('');
  const copy = async () => {
    field.current?.select();
    try {
      if (navigator.clipboard && isSecureContext) await navigator.clipboard.writeText(text);
      else if (!document.execCommand('copy')) throw new Error('not allowed');
      setNote(t('Copied.'));
    } catch {
      setNote(t('The text is selected: copy it with your keyboard or a long press.'));
    }
  };
  const share = () => {
    navigator.share({ title: 'Diamant', [kind]: text }).catch(() => {}); // Canceling is no error.
  };
  // For an address the beginning is enough; a text is meant to be read.
  const Field = kind === 'url' ? 'input' : 'textarea';
  return html`<div class="copy">
    <${Field} class="input" ref=${field} readonly value=${text} aria-label=${label} rows="2"
        onFocus=${() => field.current?.select()} />
    <button class="btn icon" type="button" aria-label=${t('Copy')} onClick=${copy}><${Icon} name="copy" /></button>
    ${
      typeof navigator.share === 'function' &&
      html`<button class="btn icon" type="button" aria-label=${t('Share')} onClick=${share}>
        <${Icon} name="open" />
      </button>`
    }
    <p class="small soft copy-note" role="status">${note}</p>
  </div>`;
}

/** @param {string} text @param {string} name */
export function save(text, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
