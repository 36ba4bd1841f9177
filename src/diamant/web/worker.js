// @ts-check
/**
 * The service worker, which makes the page an app. It fetches the page's files from the server first, so that everyone
 * gets the newest version, and uses this device's copy if the server does not answer. The first visit copies all of
 * them, with the catalogs of the language that the page names after `?`. Other languages are copied when the page asks.
 *
 * The worker stores no game data: requests for tables and saved games bypass it.
 */
const FILES = /** @type {string[]} */ ([]); // The server inserts the file names here,
const KEPT = 'diamant-1'; // and their fingerprint here, so that changed files are copied again.

self.addEventListener('install', (/** @type {any} */ event) => {
  void (/** @type {any} */ (self).skipWaiting());
  const parts = wordsOf(self.location.search.slice(1));
  const copy = async () => {
    const cache = await caches.open(KEPT);
    // One after the other, because a game may be using the same connection.
    for (const path of [...FILES, ...parts]) {
      const answer = await fetch(path, { cache: 'no-cache' });
      if (answer.ok) await cache.put(path, answer);
      else if (answer.status !== 404) throw new Error(path); // Half a copy is useless: the next visit tries again.
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
  event.waitUntil(copy().catch(() => {})); // The next visit continues.
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
      // The server does not answer, or only a proxy in front of it does.
      const kept = await caches.match(request, { ignoreSearch: true });
      if (kept) return kept;
      if (fresh instanceof Error) throw fresh;
    }
    return fresh;
  };
  event.respondWith(answer());
});
