// @ts-check
/** The edition of the current screen: texts and gems use it wherever none is given. */
/** @import { Edition } from '../model/types.js' */
import { stoneFor } from '../art/gems.js';
import { useLayoutEffect } from '../html.js';
import { speakAs } from '../words/i18n.js';
import { THINGS } from '../words/own-words.js';

const TONES = ['light', 'middle', 'dark', 'table'];

/**
 * Use this edition while the screen is open.
 * @param {Edition | undefined} edition
 */
export function useEditionInView(edition) {
  const own = edition && THINGS.some((thing) => thing in edition.names) ? edition.names : null;
  const stone = stoneFor(1, edition?.gems);
  // Compared as text, because every event brings a new object for a custom edition.
  useLayoutEffect(() => {
    speakAs(own);
    colorGems(stone);
    return () => {
      speakAs(null);
      colorGems('ruby');
    };
  }, [JSON.stringify(own), stone]);
}

/**
 * Give the gem that is worth one, a ruby in most boxes, the colors of another stone.
 * @param {string} stone
 */
function colorGems(stone) {
  const { style } = document.documentElement;
  for (const tone of TONES) {
    if (stone === 'ruby') style.removeProperty(`--gem-ruby-${tone}`);
    else style.setProperty(`--gem-ruby-${tone}`, `var(--gem-${stone}-${tone})`);
  }
}
