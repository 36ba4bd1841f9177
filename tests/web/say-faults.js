// Says what is wrong with records and editions, as the page does: a list of [language, reason] comes in.
import { readFileSync } from 'node:fs';
import { FAULTS, sayFault } from '../../src/diamant/web/js/screens/faults.js';
import { setLanguage } from '../../src/diamant/web/js/words/i18n.js';

globalThis.document = { documentElement: { lang: '' } };
globalThis.localStorage = { setItem: () => {} };
const { catalogues, reasons } = JSON.parse(readFileSync(0, 'utf-8'));
globalThis.fetch = async (address) => {
  const tag = /\/locales\/([\w-]+)\.json$/.exec(address)?.[1] ?? '';
  return { ok: tag in catalogues, json: async () => catalogues[tag] };
};
const said = [];
for (const [language, reason] of reasons) {
  await setLanguage(language);
  said.push(sayFault(reason));
}
console.log(JSON.stringify({ faults: FAULTS, said }));
