// @ts-check
/** A page's frame: where one is, the way back, and the switches that are always at hand. */
import { Icon } from '../art/icons.js';
import { goBack } from '../device/route.js';
import { html, useEffect, useRef } from '../html.js';
import { currentCode } from '../session/current-table.js';
import { t } from '../words/i18n.js';
import { Switches } from './switches.js';

/**
 * Move the focus to a page's heading when the page is new, so that a screen reader begins there.
 * @param {unknown} what
 */
export function useHeadingFocus(what) {
  /** @type {{current: HTMLElement | null}} */
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement === null) {
      heading.current?.focus({ preventScroll: true });
    }
  }, [what]);
  return heading;
}

/** Where one came from: the table that is still open, else the start. */
function backAddress() {
  const open = currentCode();
  return open ? `#/t/${open}` : '#/';
}

/**
 * @param {{title: string, back?: string, children?: any, wide?: boolean}} props
 */
export function Page({ title, back = backAddress(), children, wide }) {
  const heading = useHeadingFocus(title);
  useEffect(() => {
    document.title = title ? `${title} – Diamant` : 'Diamant';
  }, [title]);
  return html`<div class="frame">
    <header class="topbar">
      <a class="btn quiet icon" href=${back} aria-label=${t('Back')} onClick=${goBack}><${Icon} name="back" /></a>
      <h1 class="topbar-title" ref=${heading} tabindex="-1">${title}</h1>
      <${Switches} />
    </header>
    <main class=${`frame-body ${wide ? 'wide' : ''}`}>${children}</main>
  </div>`;
}
