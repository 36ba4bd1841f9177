// @ts-check
/** The page's entry point. */
import { App, TABLE } from './app.js';
import { followTheme } from './device/prefs.js';
import { followAddress, route } from './device/route.js';
import { prepareSound } from './device/sound.js';
import { keepPresses } from './device/window.js';
import { html, render } from './html.js';
import { LOBBY, TV } from './screens/table-screens.js';
import { enterTable } from './session/current-table.js';
import { loadPart } from './ui/lazy.js';
import { LANGUAGES, language, startLanguage } from './words/i18n.js';

// Parts that can wait: the web fonts, and the explorers' faces, hats and gear.
const FINERY = { load: () => import('./art/characters.js'), styles: ['css/letters.css', 'css/characters.css'] };
const FINERY_MS = 1000;
const WORKER_MS = 5000; // Then it copies everything, over a connection that the first page needs for itself.

followTheme();
followAddress();
keepPresses();
prepareSound();
const root = document.getElementById('app');
// Load the next parts while the user looks at the first page. If the address is a table, connect meanwhile.
const table = loadPart(TABLE).catch(() => {});
const { name, code, params } = route.peek();
const coming = root && (name === 't' || name === 'tv') && code !== '' && !params.has('seat');
if (coming) enterTable(code, { screen: name === 'tv' });
// Text in the wrong language would flash up, but the page does not wait for a slow catalog.
const words = Promise.race([startLanguage(), new Promise((done) => setTimeout(done, 1500))]);
void words.finally(() => {
  if (!root) return; // This browser is too old, and old.js has shown a message.
  root.textContent = '';
  render(html`<${App} />`, root);
  if (coming) loadPart(name === 'tv' ? TV : LOBBY).catch(() => {}); // The table reports a failed load.
  void table.then(() => setTimeout(() => loadPart(FINERY).catch(() => {}), FINERY_MS));
  if (isSecureContext && 'serviceWorker' in navigator) setTimeout(startWorker, WORKER_MS);
});

/** Copy the page to this device with the catalog of its language, and then those of the others. */
function startWorker() {
  const workers = navigator.serviceWorker;
  const worker = new URL(`../worker.js?${language.peek()}`, import.meta.url).href;
  workers.register(worker).catch(() => {}); // Offline use is optional.
  void workers.ready.then(({ active }) => active?.postMessage(Object.keys(LANGUAGES)));
}
