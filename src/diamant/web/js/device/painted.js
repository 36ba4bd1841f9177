// @ts-check
/** When what has been drawn can be seen. */

/** A screen that paints nothing for so long is not being looked at. */
const LONGEST_MS = 500;

/**
 * Do something as soon as the page as it now is has been painted; at once where nothing is.
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
  // The next frame paints it, and whatever is to be done then waits for that.
  requestAnimationFrame(() => setTimeout(end, 0));
}
