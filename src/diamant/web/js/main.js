// @ts-check
/** Where the page begins. */
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

// What nobody waits for: letters of our own, and the explorers' faces, hats and gear.
const FINERY = { load: () => import('./art/characters.js'), styles: ['css/letters.css', 'css/characters.css'] };
const FINERY_MS = 1000;
const WORKER_MS = 5000; // Then it copies everything, over a line that the first page needs for itself.

followTheme();
followAddress();
keepPresses();
prepareSound();
const root = document.getElementById('app');
// What everybody needs next comes while they look at the first page. Whoever comes to a table is connected meanwhile.
const table = loadPart(TABLE).catch(() => {});
const { name, code, params } = route.peek();
const coming = root && (name === 't' || name === 'tv') && code !== '' && !params.has('seat');
if (coming) enterTable(code, { screen: name === 'tv' });
// Words in the wrong language would flash up; a catalogue that is slow to come is not waited for.
const words = Promise.race([startLanguage(), new Promise((done) => setTimeout(done, 1500))]);
void words.finally(() => {
  if (!root) return; // This browser is too old, and old.js has said so.
  root.textContent = '';
  render(html`<${App} />`, root);
  if (coming) loadPart(name === 'tv' ? TV : LOBBY).catch(() => {}); // The table says if it does not come.
  void table.then(() => setTimeout(() => loadPart(FINERY).catch(() => {}), FINERY_MS));
  if (isSecureContext && 'serviceWorker' in navigator) setTimeout(startWorker, WORKER_MS);
});

/** Keep a copy of the page on this device, with the words of its language, and then of the others. */
function startWorker() {
  const workers = navigator.serviceWorker;
  const worker = new URL(`../worker.js?${language.peek()}`, import.meta.url).href;
  workers.register(worker).catch(() => {}); // Only a convenience.
  void workers.ready.then(({ active }) => active?.postMessage(Object.keys(LANGUAGES)));
}
