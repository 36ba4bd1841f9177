// @ts-check
/** A press counts for the control under the finger when it came down, even if the page moves that control. */

const CONTROLS = 'a[href], button, label, summary';
const MOST_SLIP = 12; // Pixels. Someone who slides farther has changed their mind.

/**
 * Watch all presses. A browser sends the click to whatever is under the pointer when it goes up: a row that appears in
 * a list, or a dialog that is still opening, would swallow the press or give it to another button.
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
