// @ts-check
/** Something that cannot be undone is asked for twice. */
import { html, useState } from '../html.js';
import { t } from '../words/i18n.js';

/**
 * @param {{label: string, onConfirm: () => void, kind?: string}} props `kind` is how the first button looks
 */
export function Confirm({ label, onConfirm, kind = 'warn wide' }) {
  const [asked, setAsked] = useState(false);
  if (!asked)
    return html`<button class=${`btn ${kind}`} type="button" onClick=${() => setAsked(true)}>${label}</button>`;
  return html`<div class="confirm" role="alert">
    <p>${t('Are you sure?')}</p>
    <div class="row">
      <button class="btn warn" type="button" onClick=${onConfirm}>${label}</button>
      <button class="btn" type="button" onClick=${() => setAsked(false)}>${t('No')}</button>
    </div>
  </div>`;
}
