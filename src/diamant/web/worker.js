// @ts-check
/**
 * What makes the page an app: its own files are asked for from the server first, so that everybody
 * always has the newest, and from this device's copy where the server does not answer.
 *
 * Nothing of a game is kept here: tables and records go past it.
 */
const KEPT = 'diamant-1';

self.addEventListener('install', () => {
  void (/** @type {any} */ (self).skipWaiting());
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
  if (/^(api|metrics|ws)(\/|$)/.test(address.pathname.slice(home.pathname.length))) return;
  const answer = async () => {
    try {
      const fresh = await fetch(request);
      if (fresh.ok) {
        const copy = fresh.clone();
        event.waitUntil(caches.open(KEPT).then((cache) => cache.put(request, copy)));
      }
      return fresh;
    } catch (error) {
      const kept = await caches.match(request, { ignoreSearch: true });
      if (kept) return kept;
      throw error;
    }
  };
  event.respondWith(answer());
});
