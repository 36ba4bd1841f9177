// @ts-check
/**
 * A button that checks every card of a finished game in this browser.
 *
 *   html`<${FairCheck} record=${text} edition=${edition} where=${{table, shuffle}} />`
 *
 * `record` is the text, or its JSON form; `where` is the table and shuffle as this device knows them.
 * A broken game shows without a tap. On a shared screen every verdict does, because no one taps there.
 */
/** @import { Edition, Verdict } from '../fair/verify.js' */
/** @import { GameRecord } from '../model/record.js' */
/** @import { TableView } from '../model/types.js' */
/** @import { Where } from '../session/check-game.js' */
import { Icon } from '../art/icons.js';
import { html, useMemo, useState } from '../html.js';
import { checkGame, seenRecord, witnessFile } from '../session/check-game.js';
import { t, tn } from '../words/i18n.js';
import { save } from './copy.js';

/**
 * Show the check of a game that has just ended here; without its record, use this device's own observations.
 * @param {{view: TableView, record: string | undefined, edition: Edition | undefined, untapped?: boolean}} props
 */
export function EndCheck({ view, record, edition, untapped = false }) {
  const seen = useMemo(() => seenRecord(view), [view]);
  if (!edition || view.game?.phase !== 'over') return null;
  const where = { table: view.table, shuffle: view.fairness.shuffle };
  return html`<${FairCheck} record=${record ?? seen} edition=${edition} where=${where} untapped=${untapped} />`;
}

/** @param {{record: string | GameRecord, edition: Edition, where?: Where, untapped?: boolean}} props */
export function FairCheck({ record, edition, where = {}, untapped = false }) {
  const verdict = useMemo(() => checkGame(record, edition, where), [record, edition, where.table, where.shuffle]);
  const [asked, setAsked] = useState(false);
  const said = asked || untapped || verdict.level === 'broken';
  return html`<section class="fair-check">
    ${
      !untapped &&
      html`<button class="btn" type="button" onClick=${() => setAsked(true)}>
        <${Icon} name="verify" /> <span>${t('Check the cards')}</span>
      </button>`
    }
    <div role="status">${said && html`<${Told} verdict=${verdict} short=${untapped} />`}</div>
  </section>`;
}

/** @param {{verdict: ReturnType<typeof checkGame>, short: boolean}} props */
function Told({ verdict, short }) {
  const { level, restarts } = verdict;
  const kind = level === 'proved' && !restarts ? 'fair-yes' : level === 'broken' ? 'fair-no' : 'fair-open';
  const [first, ...others] = sayVerdict(verdict);
  return html`<p class=${kind}>${first}</p>
    ${others.map((sentence) => html`<p key=${sentence} class="fair-more">${sentence}</p>`)}
    ${!short && verdict.seed && html`<${Details} verdict=${verdict} />`}
    ${!short && level === 'broken' && html`<${SaveNotes} witness=${verdict.witness} />`}`;
}

/**
 * Save this device's witness, for others to check.
 * @param {{witness: ReturnType<typeof checkGame>['witness']}} props
 */
function SaveNotes({ witness }) {
  if (!witness) return null;
  return html`<button class="btn fair-more" type="button"
      onClick=${() => save(witnessFile(witness), 'diamant-notes.json')}>
    <${Icon} name="save" /> <span>${t("Save this device's notes")}</span>
  </button>`;
}

/** @param {{verdict: ReturnType<typeof checkGame>}} props */
function Details({ verdict }) {
  return html`<details class="fair-details small">
    <summary>${t('How can you tell?')}</summary>
    <p>
      ${t(
        'Before the first card, the table showed the fingerprint of a secret seed. Now the seed is ' +
          'revealed. Your browser computed its fingerprint, shuffled every deck again from the seed, ' +
          'and compared everything.',
      )}
    </p>
    ${
      verdict.nonces > 0 &&
      html`<p>
      ${tn(
        '{n} player added their own random number to the shuffle.',
        '{n} players added their own random numbers to the shuffle.',
        verdict.nonces,
      )}
      ${' '}${
        verdict.level === 'proved' &&
        verdict.own > 0 &&
        t('This device added a number too, so no one could have chosen the deck.')
      }
    </p>`
    }
    <dl>
      <dt>${t('Fingerprint')}</dt>
      <dd><code>${verdict.commitment}</code></dd>
      <dt>${t('Seed')}</dt>
      <dd><code>${verdict.seed}</code></dd>
    </dl>
    <${SaveNotes} witness=${verdict.witness} />
  </details>`;
}

/**
 * Return a verdict as sentences, most important first; `fairness.py` returns the same.
 * @param {Verdict} verdict
 * @returns {string[]}
 */
export function sayVerdict(verdict) {
  const { level, cards, own, restarts } = verdict;
  if (level === 'unknown') return [sayUnknown(verdict)];
  if (level === 'broken') return [sayBroken(verdict)];
  const proved = level === 'proved';
  const said = proved
    ? [
        tn(
          'Proved on this device: {n} card follows from the seed that was set before the shuffle.',
          'Proved on this device: all {n} cards follow from the seed that was set before the shuffle.',
          cards,
        ),
      ]
    : [
        tn(
          'Consistent with the file: {n} card follows from its seed.',
          'Consistent with the file: all {n} cards follow from its seed.',
          cards,
        ),
        sayDoubt(verdict),
      ];
  if (restarts) {
    said.push(
      tn(
        'The shuffle restarted {n} time after players had revealed their numbers: the server ' +
          'operator could have rejected that deck.',
        'The shuffle restarted {n} times after players had revealed their numbers: the server ' +
          'operator could have rejected those decks.',
        restarts,
      ),
    );
  }
  if (proved && !own) {
    said.push(
      t(
        "None of the players' numbers came from this device. If all the players conspired with the server " +
          'operator, they could have chosen the deck.',
      ),
    );
  }
  return said;
}

/** @param {Verdict} verdict */
function sayDoubt({ code }) {
  switch (code) {
    case 'no-numbers':
      return t('No player added a number, so the server operator could have chosen the seed.');
    case 'missing':
      return t(
        "This device was at the table but has no notes on this shuffle, so it can't tell whether the seed was " +
          'set beforehand.',
      );
    case 'late':
      return t(
        "This device joined after players had revealed their numbers, so it can't tell whether the " +
          'seed was set beforehand.',
      );
    case 'numbers-unseen':
      return t("The seed is correct, but this device didn't see every player's number.");
    default:
      return t("This device didn't see the shuffle, so it can't tell whether the seed was set beforehand.");
  }
}

/** @param {Verdict} verdict */
function sayBroken({ code, seat = '', round = 0, step = 0 }) {
  switch (code) {
    case 'edition':
      return t('Check failed: this device saw a different edition or different cards.');
    case 'commitment':
      return t('Check failed: before the game, this device saw a different fingerprint.');
    case 'seed':
      return t("Check failed: the seed doesn't match its fingerprint.");
    case 'order':
      return t('Check failed: this device saw the players in a different order.');
    case 'nonce':
      return t("Check failed: the random number from seat {seat} isn't the one this device saw.", { seat });
    case 'hash':
      return t("Check failed: the random number from seat {seat} doesn't match its fingerprint.", { seat });
    case 'card':
      return t("Check failed: in cave {round}, card {card} doesn't follow from the seed.", { round, card: step });
    case 'shown':
      return t("Check failed: in cave {round}, card {card} isn't the one this device saw.", { round, card: step });
    case 'given-up':
      return t('Check failed: this shuffle was abandoned while this device was watching.');
    default:
      return t('Check failed: this device saw more shuffle restarts than the file lists.');
  }
}

/** @param {Verdict} verdict */
function sayUnknown({ code }) {
  switch (code) {
    case 'unfinished':
      return t("The game isn't over, so its seed is still secret.");
    case 'no-shuffle':
      return t("This saved game has no seed, so its cards can't be checked.");
    case 'dealer':
      return t('These cards were dealt by a newer method. Reload the page and try again.');
    default:
      return t("Can't read the data needed to check the cards.");
  }
}
