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

// Every page is about Diamant. The second word of each pair finds what the first one does.
const EVERYWHERE = 'diamant';
const SAME = new Map([
  ['strength', 'strong'],
  ['probability', 'chance'],
  ['setup', 'install'],
]);

/** Return the terms of a query, with one word for each meaning, and without the name of the project. */
const meant = (terms) => {
  const stemmer = new Stemmer();
  const same = new Map([...SAME].map((pair) => pair.map((word) => stemmer.stemWord(word))));
  const own = [...terms].filter((term) => term !== stemmer.stemWord(EVERYWHERE));
  return new Set((own.length ? own : [...terms]).map((term) => same.get(term) ?? term));
};

/** Return the stems of the words that say what a text is about. */
const stemsOf = (text) => {
  const stemmer = new Stemmer();
  const words = splitQuery(text.toLowerCase()).filter((word) => !stopwords.has(word) && !/^\d+$/.test(word));
  return new Set(words.map((word) => stemmer.stemWord(word)));
};

/** Return the headings that, with the title of their page, have most words of the query, each as a result. */
const headingsAbout = (terms) => {
  const option = asked?.match(/^--[a-z-]+$/)?.[0];
  const { docnames, filenames, titles, alltitles } = Search._index;
  const titleStems = titles.map(stemsOf);
  const found = [];
  for (const [heading, places] of Object.entries(alltitles)) {
    const stems = stemsOf(heading);
    const named = option !== undefined && heading.split(' ').includes(option);
    const own = [...terms].filter((term) => stems.has(term)).length;
    if (own === 0 && !named) continue;
    for (const [file, id] of places) {
      const shared = [...terms].filter((term) => stems.has(term) || titleStems[file].has(term)).length;
      if (shared < 0.6 * terms.size) continue;
      const isPage = titles[file] === heading;
      const score = named ? 100 : (20 * shared) / terms.size + (10 * own) / stems.size + (isPage ? 5 : 0);
      const title = isPage ? heading : `${titles[file]} > ${heading}`;
      const anchor = id === null ? '' : `#${id}`;
      found.push([docnames[file], title, anchor, null, Math.round(score), filenames[file], 'title']);
    }
  }
  return found;
};

// Sphinx finds a heading only if it contains the query as it was typed.
const pagesAbout = Search.performTermsSearch;
Search.performTermsSearch = (terms, excluded) => [...headingsAbout(meant(terms)), ...pagesAbout(terms, excluded)];

// A query such as "diamant odds" is about a command, not about all names in the package `diamant`.
const objectsAbout = Search.performObjectSearch;
Search.performObjectSearch = (term, terms) => (term === EVERYWHERE && terms.size > 1 ? [] : objectsAbout(term, terms));

// Names of the API have dots, which a selector would take for classes.
const textAt = Search.htmlToText;
Search.htmlToText = (page, anchor) => textAt(page, anchor && `#${CSS.escape(anchor.slice(1))}`);
