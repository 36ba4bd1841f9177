// @ts-check
/** An edition's own names in any message: if its relics are called artifacts, every sentence says so. */

/** The things, besides hazards, that an edition may rename. */
export const THINGS = ['treasure', 'hazard', 'relic', 'gem', 'explorer', 'chest', 'cave'];

const NAMED = new RegExp(`(\\{\\w+\\})|\\b(an? )?(${THINGS.join('|')})(s?)\\b`, 'gi');

/**
 * Return an English message with an edition's own names; the catalogs contain such messages too
 * (`in_own_words` in `locales/extract.py` does the same).
 * @param {string} message
 * @param {Readonly<Record<string, string>>} names
 * @returns {string}
 */
export function inOwnWords(message, names) {
  return message.replace(NAMED, (whole, gap, article = '', thing = '', plural = '') => {
    const own = gap ? undefined : names[thing.toLowerCase()];
    if (own === undefined) return whole;
    const word = thing[0] === thing[0].toUpperCase() ? own.charAt(0).toUpperCase() + own.slice(1) : own;
    const before = article && `${article[0]}${/^[aeiou]/i.test(own) ? 'n' : ''} `;
    return before + word + plural;
  });
}
