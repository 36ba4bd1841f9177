// Says what a list of cases asks for, with the page's own i18n.js: a case is [name, ...arguments].
import { readFileSync } from 'node:fs';
import * as i18n from '../../src/diamant/web/js/words/i18n.js';

globalThis.document = { documentElement: { lang: '' } };
globalThis.localStorage = {
  getItem: () => null,
  setItem: () => {
    throw new Error('storage is switched off');
  },
};
const { catalogues, cases } = JSON.parse(readFileSync(0, 'utf-8'));
globalThis.fetch = async (address) => {
  const tag = /\/locales\/([\w.-]+)\.json$/.exec(address)?.[1] ?? '';
  return { ok: tag in catalogues, json: async () => catalogues[tag] };
};
const answers = [];
for (const [name, ...given] of cases) {
  const said = i18n[name];
  const answer = typeof said === 'function' ? await said(...given) : (said.value ?? said);
  answers.push(answer ?? null);
}
answers.push(document.documentElement.lang);
console.log(JSON.stringify(answers));
