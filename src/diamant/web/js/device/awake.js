// @ts-check
/** Keeps the screen on at a table, where the page is secure and the browser can. */

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
      held = null; // An empty battery may say no; the game goes on.
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
