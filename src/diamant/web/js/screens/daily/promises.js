// @ts-check
/** What was promised before each day, and the proof after it, which this device checks by what it saw itself. */
import { checkDay } from '../../fair/daily.js';
import { html } from '../../html.js';
import { editions } from '../../session/editions.js';
import { t, tn } from '../../words/i18n.js';
import { seenDays } from './seen.js';

/** @param {{day: import('../../net/daily.js').Today}} props */
export function Promises({ day }) {
  const proved = Object.entries(day.proved);
  return html`<details class="daily-proof">
    <summary>${t('How do I know that the cards were not chosen for me?')}</summary>
    <p class="small">
      ${t('The fingerprint of each day’s shuffle is shown two weeks ahead; after the day, the seed itself proves it.')}
    </p>
    <ul class="small">
      ${Object.entries(day.promised).map(
        ([date, hash]) => html`<li key=${date}><b>${date}</b> <code translate="no">${hash}</code></li>`,
      )}
    </ul>
    ${
      proved.length > 0 &&
      html`<h2>${t('Proved')}</h2>
      <ul class="small">
        ${proved.map(([date, seed]) => html`<${Proof} key=${date} day=${day} date=${date} seed=${seed} />`)}
      </ul>`
    }
  </details>`;
}

/** @param {{day: import('../../net/daily.js').Today, date: string, seed: string}} props */
function Proof({ day, date, seed }) {
  const proof = checkDay(seed, seenDays()[date], editions.value[day.edition], day.company.length + 1);
  const look = proof.kept === null ? 'soft' : proof.kept ? 'fair-yes' : 'fair-no';
  return html`<li>
    <b>${date}</b> <code translate="no">${seed}</code>
    <span class=${`daily-verdict ${look}`}>${sayProof(proof)}</span>
  </li>`;
}

/**
 * @param {import('../../fair/daily.js').Proof} proof
 * @returns {string}
 */
function sayProof({ kept, cards }) {
  if (kept === null) return t('This device did not see the promise of that day, so it cannot tell.');
  if (!kept) return t('This is not what was promised.');
  if (cards === 0) return t('As promised.');
  return tn(
    'As promised, and so was the {n} card that you saw.',
    'As promised, and so were all {n} cards that you saw.',
    cards,
  );
}
