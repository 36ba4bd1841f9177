// @ts-check
/**
 * A sheet over the page: it takes the focus and gives it back; Escape and a tap beside it close it.
 *
 * Some televisions do not support `<dialog>`.
 */
import { Icon } from '../art/icons.js';
import { createPortal, html, useId, useLayoutEffect, useRef, useState } from '../html.js';
import { t } from '../words/i18n.js';

const STOPS = 'a[href], button:not([disabled]), input:not([disabled]), select, textarea, [tabindex="0"]';

/** @param {{title: string, onClose: () => void, children?: any, wide?: boolean}} props */
export function Dialog({ title, onClose, children, wide }) {
  const sheet = useRef(/** @type {HTMLElement | null} */ (null));
  const label = useId();
  // At once, because the next key press is meant for the sheet.
  useLayoutEffect(() => {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    sheet.current?.focus();
    return () => before?.focus?.();
  }, []);

  /** @param {KeyboardEvent} key */
  const onKeyDown = (key) => {
    if (key.key === 'Escape') {
      key.stopPropagation();
      onClose();
    }
    if (key.key !== 'Tab' || !sheet.current) return;
    const stops = /** @type {NodeListOf<HTMLElement>} */ (sheet.current.querySelectorAll(STOPS));
    const first = stops[0];
    const last = stops[stops.length - 1];
    const at = document.activeElement;
    if (key.shiftKey && (at === first || at === sheet.current)) {
      key.preventDefault();
      last?.focus();
    } else if (!key.shiftKey && at === last) {
      key.preventDefault();
      first?.focus();
    }
  };

  /** @param {MouseEvent} click */
  const onClick = (click) => {
    if (click.target === click.currentTarget) onClose();
  };

  const sheetNode = html`<div class="veil" onClick=${onClick} onKeyDown=${onKeyDown}>
    <section
      ref=${sheet}
      class=${`dialog sheet ${wide ? 'wide' : ''}`}
      role="dialog"
      aria-modal="true"
      aria-labelledby=${label}
      tabindex="-1"
    >
      <div class="dialog-head">
        <h2 id=${label}>${title}</h2>
        <button class="btn quiet icon" type="button" aria-label=${t('Close')} onClick=${onClose}>
          <${Icon} name="close" />
        </button>
      </div>
      ${children}
    </section>
  </div>`;
  // Outside the page, so that no layer of the page can lie over it.
  return createPortal(sheetNode, document.getElementById('over') ?? document.body);
}

/** @param {{label: string, onConfirm: () => void, kind?: string}} props `kind` is the style of the first button */
export function Confirm({ label, onConfirm, kind = 'warn wide' }) {
  const [asked, setAsked] = useState(false);
  const here = useRef(/** @type {HTMLElement | null} */ (null));
  const before = useRef(asked);
  // The pressed button is gone; focus the question, and not the action that cannot be undone.
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
