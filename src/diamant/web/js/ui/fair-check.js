// @ts-check
/**
 * One tap that checks every card of a finished game in this browser.
 *
 *   html`<${FairCheck} record=${text} edition=${edition} witness=${{commitment, nonces}} />`
 *
 * `record` is the text, or its JSON form; `witness` is what this device saw before the first card.
 */
/** @import { Edition, Verdict, Witness } from '../fair/verify.js' */
/** @import { GameRecord } from '../model/record.js' */
import { Icon } from '../art/icons.js';
import { verify } from '../fair/verify.js';
import { html, useState } from '../html.js';
import { letterOf } from '../model/seats.js';
import { t, tn } from '../words/i18n.js';

/**
 * @param {{record: string | GameRecord,
 *   edition: Edition, witness?: Witness}} props
 */
export function FairCheck({ record, edition, witness }) {
  const [verdict, setVerdict] = useState(/** @type {Verdict | null} */ (null));
  return html`<section class="fair-check">
    <button class="btn" type="button" onClick=${() => setVerdict(verify(record, edition, witness))}>
      <${Icon} name="verify" /> <span>${t('Check the cards')}</span>
    </button>
    <div role="status">${verdict && html`<${Told} verdict=${verdict} />`}</div>
  </section>`;
}

/** @param {{verdict: Verdict}} props */
function Told({ verdict }) {
  return html`<p class=${isProved(verdict) ? 'fair-yes' : 'fair-no'}>${sayVerdict(verdict)}</p>
    ${
      verdict.fair &&
      html`<details class="fair-details small">
      <summary>${t('How can you tell?')}</summary>
      <p>
        ${t(
          'Before the first card the table showed the fingerprint of a secret seed. Now the ' +
            'seed is open: your browser took its fingerprint, shuffled every deck again from it, ' +
            'and compared.',
        )}
      </p>
      ${
        verdict.nonces > 0 &&
        html`<p>
        ${tn(
          '{n} player mixed a number of their own into the shuffle.',
          '{n} players mixed a number of their own into the shuffle.',
          verdict.nonces,
        )}
      </p>`
      }
      <dl>
        <dt>${t('Fingerprint')}</dt>
        <dd><code>${verdict.commitment}</code></dd>
        <dt>${t('Seed')}</dt>
        <dd><code>${verdict.seed}</code></dd>
      </dl>
    </details>`
    }`;
}

/**
 * Whether the cards are right, and somebody but the server had a part in their order.
 * @param {Verdict} verdict
 */
function isProved(verdict) {
  return verdict.fair && verdict.nonces > 0;
}

/**
 * A verdict in one sentence.
 * @param {Verdict} verdict
 * @returns {string}
 */
function sayVerdict(verdict) {
  if (verdict.fair && !isProved(verdict)) {
    return t(
      'All {cards} cards follow from the seed, but no player mixed a number of their own in: ' +
        'whoever runs the server could have chosen it.',
      { cards: verdict.cards },
    );
  }
  if (verdict.fair) {
    return t('Fair: all {cards} cards follow from the seed that was settled before the first one.', {
      cards: verdict.cards,
    });
  }
  switch (verdict.code) {
    case 'card':
      return t('Not fair: in cave {round}, card {card} is not the one that the seed deals.', {
        round: verdict.round ?? 0,
        card: verdict.step ?? 0,
      });
    case 'seed':
      return t('Not fair: the seed is not the one that was promised before the game.');
    case 'other-commitment':
      return t('Not fair: the table promised this device another seed before the game.');
    case 'nonce':
      return t('Not fair: the number that seat {seat} mixed in is not the one in the record.', {
        seat: letterOf(verdict, verdict.seat ?? 0),
      });
    case 'unfinished':
      return t('The game is not over, so its seed is still secret.');
    case 'no-shuffle':
      return t('This record carries no seed, so its cards cannot be checked.');
    case 'dealer':
      return t('These cards were dealt by a newer method. Load the page again, then try once more.');
    default:
      return t('What is needed to check the cards cannot be read.');
  }
}
