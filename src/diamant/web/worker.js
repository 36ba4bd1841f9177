// @ts-check
/**
 * What makes the page an app: its own files are asked for from the server first, so that everybody
 * always has the newest, and from this device's copy where the server does not answer. All of them
 * are copied at the first visit, with the words of the language that the page names behind a `?`;
 * when the page asks for it, those of other languages follow.
 *
 * Nothing of a game is kept here: tables and records go past it.
 */
const FILES = /** @type {string[]} */ ([]); // The server names them here,
const KEPT = 'diamant-1'; // and puts their fingerprint here, so that what is changed is copied anew.

self.addEventListener('install', (/** @type {any} */ event) => {
  void (/** @type {any} */ (self).skipWaiting());
  const parts = wordsOf(self.location.search.slice(1));
  const copy = async () => {
    const cache = await caches.open(KEPT);
    // One after the other: a game may be going on over the same line.
    for (const path of [...FILES, ...parts]) {
      const answer = await fetch(path, { cache: 'no-cache' });
      if (answer.ok) await cache.put(path, answer);
      else if (answer.status !== 404) throw new Error(path); // Half a copy is none: the next visit tries again.
    }
  };
  event.waitUntil(copy());
});

/** @param {string} language */
function wordsOf(language) {
  return language && language !== 'en' ? [`locales/${language}.json`, `locales/${language}.later.json`] : [];
}

self.addEventListener('message', (/** @type {any} */ event) => {
  const copy = async () => {
    const cache = await caches.open(KEPT);
    for (const path of /** @type {string[]} */ (event.data).flatMap(wordsOf)) {
      if (!(await cache.match(path))) await cache.add(path);
    }
  };
  event.waitUntil(copy().catch(() => {})); // The next visit goes on with it.
});

self.addEventListener('activate', (/** @type {any} */ event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
    await /** @type {any} */ (self).clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const address = new URL(request.url);
  const home = new URL('./', self.location.href);
  if (request.method !== 'GET' || !address.href.startsWith(home.href)) return;
  const path = address.pathname.slice(home.pathname.length);
  if (/^(admin|api|metrics|ws)(\/|$)/.test(path) && path !== 'api/editions') return;
  const answer = async () => {
    const fresh = await fetch(request).catch((error) => error);
    if (fresh.ok) {
      const copy = fresh.clone();
      event.waitUntil(caches.open(KEPT).then((cache) => cache.put(request, copy)));
    } else if (!(fresh.status < 500)) {
      // Nobody answers, or only whoever stands before the server.
      const kept = await caches.match(request, { ignoreSearch: true });
      if (kept) return kept;
      if (fresh instanceof Error) throw fresh;
    }
    return fresh;
  };
  event.respondWith(answer());
});
