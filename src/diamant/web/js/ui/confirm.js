// @ts-check
/** Something that cannot be undone is asked for twice. */
import { html, useLayoutEffect, useRef, useState } from '../html.js';
import { t } from '../words/i18n.js';

/**
 * @param {{label: string, onConfirm: () => void, kind?: string}} props `kind` is how the first button looks
 */
export function Confirm({ label, onConfirm, kind = 'warn wide' }) {
  const [asked, setAsked] = useState(false);
  const here = useRef(/** @type {HTMLElement | null} */ (null));
  const before = useRef(asked);
  // The button that was pressed is gone; the focus stays with what came for it, and not on what cannot be undone.
  useLayoutEffect(() => {
    if (before.current !== asked) {
      here.current?.focus({ preventScroll: true });
      here.current?.scrollIntoView({ block: 'nearest' });
    }
    before.current = asked;
  }, [asked]);
  if (!asked)
    return html`<button ref=${here} class=${`btn ${kind}`} type="button"
        onClick=${() => setAsked(true)}>${label}</button>`;
  return html`<div ref=${here} class="confirm" role="alert" tabindex="-1">
    <p>${t('Are you sure?')}</p>
    <div class="row">
      <button class="btn warn" type="button" onClick=${onConfirm}>${label}</button>
      <button class="btn" type="button" onClick=${() => setAsked(false)}>${t('No')}</button>
    </div>
  </div>`;
}
