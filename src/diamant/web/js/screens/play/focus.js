// @ts-check
/**
 * Where the keyboard is when what it was on goes away: choices give way to the camp, both to the end of a cave, and
 * that to the next cave. Without this the focus would fall back to the beginning of the page.
 */
import { useEffect, useRef } from '../../html.js';

/** What takes the focus, the likeliest first; of the choices neither one, so that no key chooses by accident. */
const REFUGES = ['.recap button', '.recap h2', '.camp-ask', '.choices-two', '.pass-cover button', '.play-title'];

/** @returns {{current: HTMLElement | null}} for the frame of the game's screen */
export function useKeptFocus() {
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const root = /** @type {HTMLElement} */ (frame.current);
    let last = /** @type {Element | null} */ (document.activeElement);
    let recap = root.querySelector('.recap');
    const came = () => {
      last = document.activeElement;
    };
    // Whoever clicks beside everything has put the focus there.
    const clicked = () => {
      if (document.activeElement === document.body) last = null;
    };
    const changed = () => {
      const told = root.querySelector('.recap');
      const opens = told !== null && told !== recap;
      recap = told;
      const at = document.activeElement;
      const lost = (at === null || at === document.body) && last !== null && !last.isConnected;
      // What one played with is closed while the end of a cave is told. A dialog, or the bar above, keeps the focus.
      const idle = opens && at?.matches('.play-side *, .play-title');
      if (!lost && !idle) return;
      const found = REFUGES.map((one) => /** @type {HTMLElement | null} */ (root.querySelector(one)));
      found.find((one) => one !== null)?.focus({ preventScroll: true });
    };
    const watch = new MutationObserver(changed);
    watch.observe(root, { childList: true, subtree: true });
    document.addEventListener('focusin', came);
    document.addEventListener('click', clicked, true);
    return () => {
      watch.disconnect();
      document.removeEventListener('focusin', came);
      document.removeEventListener('click', clicked, true);
    };
  }, []);
  return frame;
}
