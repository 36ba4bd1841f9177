// How the search ranks its results. Sphinx puts this file behind its own search tools.

// Guides come first. The API, which repeats their names, follows; then what maintainers keep.
const BEHIND = [
  [/^(genindex|api\/)/, 10],
  [/^(decisions|research)\//, 100],
  [/^changelog$/, 200],
];

const asked = new URLSearchParams(location.search).get('q')?.trim().toLowerCase();

Scorer.score = ([docname, title, , , score]) => {
  const [, behind] = BEHIND.find(([pattern]) => pattern.test(docname)) ?? [null, 0];
  return title.toLowerCase() === asked ? score : score - behind;
};

const stemsOf = (words) => {
  const stemmer = new Stemmer();
  return new Set(splitQuery(words.toLowerCase()).map((word) => stemmer.stemWord(word)));
};

/** Return the headings that share most of their words with the query, each as a result. */
const headingsAbout = (terms) => {
  const { docnames, filenames, titles, alltitles } = Search._index;
  const found = [];
  for (const [heading, places] of Object.entries(alltitles)) {
    const stems = stemsOf(heading);
    const shared = [...terms].filter((term) => stems.has(term)).length;
    if (shared === 0 || shared < 0.6 * terms.size) continue;
    const score = Math.round((20 * shared) / terms.size + (10 * shared) / stems.size);
    for (const [file, id] of places) {
      const title = titles[file] === heading ? heading : `${titles[file]} > ${heading}`;
      const anchor = id === null ? '' : `#${id}`;
      found.push([docnames[file], title, anchor, null, score, filenames[file], 'title']);
    }
  }
  return found;
};

// Sphinx finds a heading only if it contains the query as it was typed.
const pagesAbout = Search.performTermsSearch;
Search.performTermsSearch = (terms, excluded) => [
  ...headingsAbout(terms),
  ...pagesAbout(terms, excluded),
];

// Names of the API have dots, which a selector would take for classes.
const textAt = Search.htmlToText;
Search.htmlToText = (page, anchor) => textAt(page, anchor && `#${CSS.escape(anchor.slice(1))}`);
