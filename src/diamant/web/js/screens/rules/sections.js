// @ts-check
/** The rules that every edition shares, each with its picture. */

import { Badge, Card, Chest, ChoiceCard, Explorer, Fist, Gem, Mouth, Relic } from '../../art/index.js';
import { html } from '../../html.js';
import { relicWord } from '../../model/cards.js';
import { t, tn } from '../../words/i18n.js';

/** @import { Edition } from '../../model/types.js' */

/** @typedef {NonNullable<Edition['relics']>} Relics */

/**
 * Show a heading, its picture and its sentences.
 * @param {{title: string, picture?: any, children?: any}} props
 */
export function Section({ title, picture, children }) {
  return html`<section class="rules-section sheet">
    <h2>${title}</h2>
    ${picture && html`<div class="rules-picture" aria-hidden="true">${picture}</div>`}
    <div class="rules-words">${children}</div>
  </section>`;
}

/**
 * Show a picture next to its meaning.
 * @param {{title: string, art: any, children?: any}} props
 */
function Row({ title, art, children }) {
  return html`<div class="rules-row">
    <div class="rules-art" aria-hidden="true">${art}</div>
    <div>
      <h3>${title}</h3>
      ${children}
    </div>
  </div>`;
}

/** @param {{edition: Edition}} props */
export function IdeaSection({ edition }) {
  const mouths = Array.from({ length: Math.min(edition.rounds, 8) }, (_, at) => at + 1);
  const open = Math.min(3, edition.rounds);
  const state = (/** @type {number} */ cave) => (cave < open ? 'done' : cave === open ? 'open' : 'next');
  const { least, most } = edition.players;
  return html`<${Section}
    title=${t('The idea')}
    picture=${html`<div class="rules-mouths">
      ${mouths.map((cave) => html`<${Mouth} number=${cave} state=${state(cave)} size="64" />`)}
    </div>`}
  >
    <p>
      ${tn(
        'You explore {n} cave together. The deeper you go, the more you find, and the more likely ' +
          'the cave is to drive you out.',
        'You explore {n} caves together, one after the other. The deeper you go, the more you find, ' +
          'and the more likely the cave is to drive you out.',
        edition.rounds,
      )}
    </p>
    <p><strong>${t('You only keep what you bring home to your chest.')}</strong></p>
    <p class="soft">
      ${
        least === most
          ? tn('For {n} player.', 'For {n} players.', most)
          : t('For {least} to {most} players.', { least, most })
      }
    </p>
  <//>`;
}

/** @param {{edition: Edition}} props */
export function CardSection({ edition }) {
  const kind = Object.keys(edition.hazards)[0];
  return html`<${Section} title=${t('Turning a card')}>
    <div class="rules-rows">
      <${Row} title=${t('Treasure')} art=${html`<${Card} card="11" size="104" /><${Share} />`}>
        <p>${t('Everyone in the cave gets the same number of gems to carry. Leftovers stay on the card.')}</p>
        <p class="soft">${t('11 gems, 3 explorers: each gets 3, and 2 stay on the card.')}</p>
      <//>
      <${Row} title=${t('A new hazard')} art=${html`<${Card} card=${kind} size="104" />`}>
        <p>${t('Just a warning. Nothing happens yet.')}</p>
      <//>
      <${Row} title=${t('The same hazard again')}
          art=${[0, 1].map(() => html`<${Card} card=${kind} size="104" />`)}>
        <p>${t(
          "The expedition ends at once. Everyone still inside loses everything they're carrying. One " +
            'of the two cards is removed from the game.',
        )}</p>
      <//>
    </div>
    <p class="soft">${t('The first card of each cave is turned before anyone can choose.')}</p>
  <//>`;
}

/** Show three explorers with their shares, and the rest. */
function Share() {
  return html`<div class="rules-share">
    ${[0, 3, 6].map(
      (color) => html`<span>
        <${Badge} color=${color} size="26" />
        ${[0, 1, 2].map(() => html`<${Gem} size="15" />`)}
      </span>`,
    )}
    <span class="rules-rest"><${Gem} size="15" /><${Gem} size="15" /></span>
  </div>`;
}

/** @param {{edition: Edition}} props */
export function ChoiceSection({ edition }) {
  const fist = edition.ritual === 'fist';
  const Hand = fist ? Fist : ChoiceCard;
  return html`<${Section} title=${t('Go on or leave?')}>
    <p>${t('After each card, everyone inside chooses in secret. All choices are revealed at once.')}</p>
    <p>
      ${
        fist
          ? t('At a real table, you hold out your fist: with your explorer inside to leave, or empty to go on.')
          : t('At a real table, you place a card face down: one to go on, or one to go home.')
      }
    </p>
    <div class="rules-rows two">
      <${Row} title=${t('Go on')} art=${html`<${Hand} open color=${3} size="72" />`}>
        <p>${t('You stay inside and get your share of whatever comes next.')}</p>
      <//>
      <${Row} title=${t('Leave')} art=${html`<${Hand} open leave color=${0} size="72" /><${Chest} open full
            size="56" />`}>
        <p>${t(
          "You put everything you're carrying into your chest. On the way out, you also pick up the " +
            'gems on the path.',
        )}</p>
      <//>
    </div>
    <p>
      ${
        edition.sharing === 'pooled'
          ? t(
              'If several players leave at the same time, they pool all the gems on the path and share ' +
                'them evenly. Leftovers stay behind.',
            )
          : t(
              'If several players leave at the same time, they share the gems on each card evenly. ' +
                'Leftovers stay on the card.',
            )
      }
    </p>
    ${edition.rounds > 1 && html`<p>${t("Once you're out, you wait at camp for the next cave.")}</p>`}
  <//>`;
}

/**
 * Return when relics enter the deck, if that varies: an edition may have only one cave, or only one relic.
 * @param {Edition} edition
 * @param {Relics} relics
 */
function whenRelicsCome({ rounds }, { enter, points }) {
  if (points.length === 1 || (rounds === 1 && enter !== 'start')) return t('One relic is shuffled into the deck.');
  return enter === 'start'
    ? t('All relics are in the deck from the start.')
    : t('Before every cave, one more relic is shuffled into the deck.');
}

/** @param {{edition: Edition, relics: Relics}} props */
export function RelicSection({ edition, relics }) {
  // The worth of the only relic depends on no other.
  const printed = relics.worth === 'printed' || relics.points.length === 1;
  return html`<${Section} title=${t('Relics')}>
    <div class="rules-row">
      <div class="rules-art" aria-hidden="true">
        <${Card} card=${relicWord(relics, relics.points[0])} size="104" />
        <${Explorer} color=${3} mood="happy" lantern="steady" size="88" />
      </div>
      <div class="stack">
        <p>${t(
          'Relics stay on the path. If you leave alone, you take every relic there. If two or more ' +
            'players leave at the same time, nobody gets a relic.',
        )}</p>
        <p>${whenRelicsCome(edition, relics)}</p>
      </div>
    </div>
    ${!printed && html`<p>${t("A relic's value depends on how many were taken before it:")}</p>`}
    <ol class="rules-worths" aria-label=${t('Relic values')}>
      ${relics.points.map(
        (points, at) => html`<li>
          <${Relic} card=${relicWord(relics, points)} size="44" />
          <strong class="number">${points}</strong>
          ${!printed && html`<span class="small soft">${at + 1}.</span>`}
        </li>`,
      )}
    </ol>
    <p>${t('Relics left on the path are removed from the game when the expedition ends.')}</p>
  <//>`;
}

/** @param {{edition: Edition}} props */
export function EndSection({ edition }) {
  const only = edition.rounds === 1;
  return html`<${Section} title=${only ? t('The end') : t('The next cave and the end of the game')}>
    <p>
      ${
        only
          ? t('Once the cave is empty, anything left on the path is lost.')
          : t(
              'Once the cave is empty, anything left on the path is lost. All the cards are shuffled ' +
                'again, and everyone goes into the next cave.',
            )
      }
    </p>
    <p>
      ${
        only
          ? t("Then everyone counts what's in their chest. The player with the most points wins.")
          : t("After cave {rounds}, everyone counts what's in their chest. The player with the most points wins.", {
              rounds: edition.rounds,
            })
      }
      ${' '}
      ${
        edition.tie_break === 'relics'
          ? t(
              'In a tie, the player with the most relics wins. If the relics are tied too, the tied ' +
                'players share the victory.',
            )
          : t('In a tie, the tied players share the victory.')
      }
    </p>
    <p class="soft">
      ${t(
        'Chests are open unless the table agrees on closed ones. With closed chests, only you know ' +
          "what's in yours until the end. Everyone can always see what you're carrying.",
      )}
    </p>
  <//>`;
}
