// @ts-check
/** Something that cannot be undone is asked for twice. */
import { html, useState } from '../html.js';
import { t } from '../words/i18n.js';

/**
 * @param {{label: string, onSure: () => void, kind?: string}} props `kind` is how the first button looks
 */
export function Sure({ label, onSure, kind = 'warn wide' }) {
  const [asked, setAsked] = useState(false);
  if (!asked) return html`<button class=${`btn ${kind}`} type="button" onClick=${() => setAsked(true)}>${label}</button>`;
  return html`<div class="sure" role="alert">
    <p>${t('Are you sure?')}</p>
    <div class="row">
      <button class="btn warn" type="button" onClick=${onSure}>${label}</button>
      <button class="btn" type="button" onClick=${() => setAsked(false)}>${t('No')}</button>
    </div>
  </div>`;
}
