// @ts-check
/** Notices when the same table is open in another tab of this browser. */
import { randomWord } from './ids.js';

/**
 * @param {string} table
 * @param {() => void} onOther called once, at the first sign of another tab
 * @returns {() => void} stops it
 */
export function watchTabs(table, onOther) {
  if (typeof BroadcastChannel !== 'function') return () => {};
  const channel = new BroadcastChannel('diamant');
  const tab = randomWord(8);
  let told = false;
  channel.onmessage = ({ data }) => {
    if (data?.table !== table || data.tab === tab) return;
    if (data.hello) channel.postMessage({ table, tab });
    if (!told) onOther();
    told = true;
  };
  channel.postMessage({ table, tab, hello: true });
  return () => channel.close();
}
