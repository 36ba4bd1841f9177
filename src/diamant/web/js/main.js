// @ts-check
/** Where the page begins. */
import { App } from './app.js';
import { followTheme } from './device/prefs.js';
import { followAddress } from './device/route.js';
import { prepareSound } from './device/sound.js';
import { html, render } from './html.js';
import { startLanguage } from './words/i18n.js';

followTheme();
followAddress();
prepareSound();
const root = /** @type {HTMLElement} */ (document.getElementById('app'));
// Words in the wrong language would flash up; a catalogue that is slow to come is not waited for.
void Promise.race([startLanguage(), new Promise((done) => setTimeout(done, 1500))]).finally(() => {
  root.textContent = '';
  render(html`<${App} />`, root);
});

if (isSecureContext && 'serviceWorker' in navigator) {
  const worker = new URL('../worker.js', import.meta.url).href;
  navigator.serviceWorker.register(worker).catch(() => {}); // Only a convenience.
}
