// @ts-check
/** Notices when the same table is open in another tab of this browser, and says that both work. */
import { t } from '../words/i18n.js';
import { randomWord } from './ids.js';
import { toast } from '../ui/toast.js';

/**
 * @param {string} table
 * @returns {() => void} stops it
 */
export function watchTabs(table) {
  if (typeof BroadcastChannel !== 'function') return () => {};
  const channel = new BroadcastChannel('diamant');
  const tab = randomWord(8);
  let told = false;
  channel.onmessage = ({ data }) => {
    if (data?.table !== table || data.tab === tab) return;
    if (data.hello) channel.postMessage({ table, tab });
    if (!told) toast(t('This table is open in another tab too. Both work, with the same seat.'));
    told = true;
  };
  channel.postMessage({ table, tab, hello: true });
  return () => channel.close();
}
