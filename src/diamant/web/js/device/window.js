// @ts-check
/** The browser window: keeping it awake, noticing other tabs, timers, painted frames, and reliable presses. */

/** @returns {() => void} lets it sleep again */
export function keepAwake() {
  const locks = /** @type {any} */ (navigator).wakeLock;
  if (!locks) return () => {};
  /** @type {any} */
  let held = null;
  let wanted = true;
  const hold = async () => {
    if (!wanted || document.visibilityState !== 'visible') return;
    try {
      held = await locks.request('screen');
    } catch {
      held = null; // The browser may refuse on low battery; the game continues.
    }
  };
  document.addEventListener('visibilitychange', hold);
  void hold();
  return () => {
    wanted = false;
    document.removeEventListener('visibilitychange', hold);
    held?.release().catch(() => {});
  };
}

/**
 * @param {string} table
 * @param {() => void} onOther called once, when another tab shows up
 * @returns {() => void} stops watching
 */
export function watchTabs(table, onOther) {
  if (typeof BroadcastChannel !== 'function') return () => {};
  const channel = new BroadcastChannel('diamant');
  const tab = randomWord(8);
  let told = false;
  channel.onmessage = ({ data }) => {
    if (data?.table !== table || data.tab === tab) return;
    if (data.hello) channel.postMessage({ table, tab });
    if (!told) onOther();
    told = true;
  };
  channel.postMessage({ table, tab, hello: true });
  return () => channel.close();
}

/**
 * Call a function later.
 * @param {number} ms
 * @param {() => void} call
 * @returns {() => void} cancels it
 */
export function after(ms, call) {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
}

/** A screen that paints nothing for this long is not visible. */
const LONGEST_MS = 500;

/**
 * Call a function as soon as the current page has been painted; at once if nothing is painted.
 * @param {() => void} done
 */
export function whenPainted(done) {
  if (document.visibilityState === 'hidden') {
    done();
    return;
  }
  const end = () => {
    clearTimeout(late);
    if (!isOver) done();
    isOver = true;
  };
  let isOver = false;
  const late = setTimeout(end, LONGEST_MS);
  // The next frame paints the page, and the function runs after it.
  requestAnimationFrame(() => setTimeout(end, 0));
}

const CONTROLS = 'a[href], button, label, summary';
const MOST_SLIP = 12; // Pixels. A user who slides farther has changed their mind.

/**
 * Watch all presses. A browser sends the click to the element under the pointer at its release: a new row in a list, or
 * a dialog that is still opening, would swallow the press or pass it to another button.
 */
export function keepPresses() {
  /** @type {{control: HTMLElement, x: number, y: number} | null} */
  let pressed = null;
  const onDown = (/** @type {PointerEvent} */ { target, clientX: x, clientY: y }) => {
    const control = /** @type {Element} */ (target).closest(CONTROLS);
    pressed = control && { control: /** @type {HTMLElement} */ (control), x, y };
  };
  const onClick = (/** @type {MouseEvent} */ click) => {
    if (!pressed) return;
    const { control, x, y } = pressed;
    pressed = null; // A label's click is followed by one on its field, and `click()` below by another one.
    const slipped = Math.hypot(click.clientX - x, click.clientY - y) > MOST_SLIP;
    if (slipped || !click.detail || control.contains(/** @type {Node} */ (click.target))) return;
    click.preventDefault();
    click.stopPropagation();
    if (control.isConnected) control.click();
  };
  addEventListener('pointerdown', onDown, true);
  addEventListener('click', onClick, true);
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

/** @param {number} length */
export function randomBytes(length) {
  return globalThis.crypto.getRandomValues(new Uint8Array(length));
}

/**
 * Return a random word of letters that are valid in any address.
 * @param {number} [length]
 * @returns {string}
 */
export function randomWord(length = 16) {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte & 63]).join('');
}
