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

/** Return the stems of the words that say what a text is about. */
const stemsOf = (text) => {
  const stemmer = new Stemmer();
  const words = splitQuery(text.toLowerCase()).filter((word) => !stopwords.has(word) && !/^\d+$/.test(word));
  return new Set(words.map((word) => stemmer.stemWord(word)));
};

/** Return the headings that, with the title of their page, have most words of the query, each as a result. */
const headingsAbout = (terms) => {
  const { docnames, filenames, titles, alltitles } = Search._index;
  const titleStems = titles.map(stemsOf);
  const found = [];
  for (const [heading, places] of Object.entries(alltitles)) {
    const stems = stemsOf(heading);
    const own = [...terms].filter((term) => stems.has(term)).length;
    if (own === 0) continue;
    for (const [file, id] of places) {
      const shared = [...terms].filter((term) => stems.has(term) || titleStems[file].has(term)).length;
      if (shared < 0.6 * terms.size) continue;
      const isPage = titles[file] === heading;
      const score = (20 * shared) / terms.size + (10 * own) / stems.size + (isPage ? 5 : 0);
      const title = isPage ? heading : `${titles[file]} > ${heading}`;
      const anchor = id === null ? '' : `#${id}`;
      found.push([docnames[file], title, anchor, null, Math.round(score), filenames[file], 'title']);
    }
  }
  return found;
};

// Sphinx finds a heading only if it contains the query as it was typed.
const pagesAbout = Search.performTermsSearch;
Search.performTermsSearch = (terms, excluded) => [...headingsAbout(terms), ...pagesAbout(terms, excluded)];

// Names of the API have dots, which a selector would take for classes.
const textAt = Search.htmlToText;
Search.htmlToText = (page, anchor) => textAt(page, anchor && `#${CSS.escape(anchor.slice(1))}`);
