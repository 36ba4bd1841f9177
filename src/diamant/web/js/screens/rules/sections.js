// @ts-check
/** The rules that every edition shares, each with its picture. */

import { Badge, Card, Chest, ChoiceCard, Explorer, Fist, Gem, Mouth, Relic } from '../../art/index.js';
import { html } from '../../html.js';
import { relicWord } from '../../model/cards.js';
import { t, tn } from '../../words/i18n.js';

/** @import { Edition } from '../../model/types.js' */

/** @typedef {NonNullable<Edition['relics']>} Relics */

/**
 * A heading, its picture and its sentences.
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
 * A picture beside what it means.
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
        'You explore {n} cave, all together. The deeper you go, the more you find, and the ' +
          'likelier it is that the cave drives you out.',
        'You explore {n} caves, all together, one after the other. The deeper you go, ' +
          'the more you find, and the likelier it is that the cave drives you out.',
        edition.rounds,
      )}
    </p>
    <p><strong>${t('Only what you bring home to your chest is yours.')}</strong></p>
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
  return html`<${Section} title=${t('A card is turned')}>
    <div class="rules-rows">
      <${Row} title=${t('Treasure')} art=${html`<${Card} card="11" size="104" /><${Share} />`}>
        <p>${t(
          'Everyone inside gets the same number of gems and carries them. What cannot be ' +
            'shared stays on the card.',
        )}</p>
        <p class="soft">${t('11 gems, 3 explorers: each gets 3, and 2 stay.')}</p>
      <//>
      <${Row} title=${t('A first hazard')} art=${html`<${Card} card=${kind} size="104" />`}>
        <p>${t('A warning. Nothing happens, yet.')}</p>
      <//>
      <${Row} title=${t('The same hazard again')}
          art=${[0, 1].map(() => html`<${Card} card=${kind} size="104" />`)}>
        <p>${t(
          'The expedition is over at once. Everyone still inside loses all that they carry. ' +
            'One of the two cards leaves the game.',
        )}</p>
      <//>
    </div>
    <p class="soft">${t('The first card of a cave is turned before anybody can choose.')}</p>
  <//>`;
}

/** Three explorers and their shares, and what stays. */
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
  return html`<${Section} title=${t('Go on, or leave?')}>
    <p>${t('After each card everyone inside chooses in secret. All choices are shown at once.')}</p>
    <p>
      ${
        fist
          ? t(
              'At a real table you hold out a fist: your explorer in it means that you leave, an ' +
                'empty fist that you go on.',
            )
          : t('At a real table you lay a card face down: the way on, or the way home.')
      }
    </p>
    <div class="rules-rows two">
      <${Row} title=${t('Go on')} art=${html`<${Hand} open color=${3} size="72" />`}>
        <p>${t('You stay inside and get your share of what comes.')}</p>
      <//>
      <${Row} title=${t('Leave')} art=${html`<${Hand} open leave color=${0} size="72" /><${Chest} open full
            size="56" />`}>
        <p>${t('All that you carry goes into your chest. On the way you pick up the gems on the path.')}</p>
      <//>
    </div>
    <p>
      ${
        edition.sharing === 'pooled'
          ? t(
              'If several leave at the same moment, they put the gems of the whole path together ' +
                'and share them evenly. What cannot be shared stays behind.',
            )
          : t(
              'If several leave at the same moment, they share the gems of each card evenly. What ' +
                'cannot be shared stays on it.',
            )
      }
    </p>
    ${edition.rounds > 1 && html`<p>${t('Whoever has left waits in the camp for the next cave.')}</p>`}
  <//>`;
}

/**
 * When relics come into the deck, as far as there is a choice: an edition may have one cave, or one relic.
 * @param {Edition} edition
 * @param {Relics} relics
 */
function whenRelicsCome({ rounds }, { enter, points }) {
  if (points.length === 1 || (rounds === 1 && enter !== 'start')) return t('One relic is shuffled into the deck.');
  return enter === 'start'
    ? t('All relics are in the deck from the start.')
    : t('Before every cave one more relic is shuffled into the deck.');
}

/** @param {{edition: Edition, relics: Relics}} props */
export function RelicSection({ edition, relics }) {
  // What the only one is worth depends on no other.
  const printed = relics.worth === 'printed' || relics.points.length === 1;
  return html`<${Section} title=${t('Relics')}>
    <div class="rules-row">
      <div class="rules-art" aria-hidden="true">
        <${Card} card=${relicWord(relics, relics.points[0])} size="104" />
        <${Explorer} color=${3} mood="happy" lantern="steady" size="88" />
      </div>
      <div class="stack">
        <p>${t(
          'A relic stays on the path. Whoever leaves alone takes every relic that lies there. ' +
            'If two or more leave at the same moment, nobody takes one.',
        )}</p>
        <p>${whenRelicsCome(edition, relics)}</p>
      </div>
    </div>
    ${
      !printed && html`<p>${t('What a relic is worth is settled when it is taken, by how many were taken before:')}</p>`
    }
    <ol class="rules-worths" aria-label=${t('What relics are worth')}>
      ${relics.points.map(
        (points, at) => html`<li>
          <${Relic} card=${relicWord(relics, points)} size="44" />
          <strong class="number">${points}</strong>
          ${!printed && html`<span class="small soft">${at + 1}.</span>`}
        </li>`,
      )}
    </ol>
    <p>${t('Relics that are turned and not taken leave the game when the expedition ends.')}</p>
  <//>`;
}

/** @param {{edition: Edition}} props */
export function EndSection({ edition }) {
  const only = edition.rounds === 1;
  return html`<${Section} title=${only ? t('The end') : t('The next cave, and the end')}>
    <p>
      ${
        only
          ? t('When nobody is inside any more, what still lies on the path is lost.')
          : t(
              'When nobody is inside any more, what still lies on the path is lost. The cards are ' +
                'shuffled together again and everybody goes into the next cave.',
            )
      }
    </p>
    <p>
      ${
        only
          ? t('Then the chests are counted. Whoever has the most points wins.')
          : t('After cave {rounds} the chests are counted. Whoever has the most points wins.', {
              rounds: edition.rounds,
            })
      }
      ${' '}
      ${
        edition.tie_break === 'relics'
          ? t('In a tie, whoever has more relics wins; if those are equal too, the victory is shared.')
          : t('In a tie, the victory is shared.')
      }
    </p>
    <p class="soft">
      ${t(
        'Chests lie open, unless the table agrees on closed ones: then you alone know what ' +
          'is in yours until the end. What you carry can always be seen.',
      )}
    </p>
  <//>`;
}
