// @ts-check
/** All players: where they are, their chests, and whether they have chosen; and this player's own purse. */
import { Chest, Tent } from '../../art/camp.js';
import { Relic } from '../../art/cards.js';
import { Lantern } from '../../art/explorers.js';
import { Gem } from '../../art/gems.js';
import { Icon } from '../../art/icons.js';
import { html } from '../../html.js';
import { longestWord } from '../../model/seats.js';
import { SeatBadge, You } from '../../ui/seat.js';
import { t } from '../../words/i18n.js';

/** @import { TableView } from '../../model/types.js' */

/** Letters that fit beside a relic and points when four players are in a row on the shared screen. */
const LONG = 8;

/** @param {{view: TableView, own?: number[], size?: string}} props view: as far as visible here */
export function Players({ view, own = [], size = '1.9rem' }) {
  const game = view.game;
  const count = view.seats.length;
  const longest = Math.max(...view.seats.map((seat) => (seat ? longestWord(seat.name) : 1)));
  const names = `players of-${count} ${longest > LONG ? 'long-names' : ''}`;
  return html`<ul class=${names} style=${`--abreast:${count > 5 ? 4 : count};--word:${longest}`}>
    ${view.seats.map((seat, at) => {
      if (!seat) return null;
      const inside = game?.in_cave.includes(at) ?? true;
      const points = game?.chests[at];
      const choosing = view.phase === 'cave' && (game?.in_cave.includes(at) ?? false);
      const relics = game?.relics_taken[at]?.length ?? 0;
      return html`<li key=${at} class=${`player ${inside ? 'inside' : 'camp'} ${own.includes(at) ? 'mine' : ''}`}>
        <${SeatBadge} seat=${seat} size=${size} />
        <span class="player-name"
          style=${`--letters:${seat.name.length};--word:${longestWord(seat.name)}`}>${seat.name}${
            own.includes(at) && html`<${You} />`
          }${
            seat.stand_in &&
            html` <${Icon} name="bot2" size="1em" />
              <span class="hidden-visually">${t('A bot is playing for {name}.', { name: seat.name })}</span>`
          }</span>
        <span class="player-state" title=${stateWord(inside, choosing, seat.chosen)}>
          ${
            inside
              ? html`<${Lantern} lantern=${choosing ? (seat.chosen ? 'steady' : 'flicker') : 'steady'} size="1.7em" />`
              : html`<${Tent} size="1.5em" />`
          }
          <span class="hidden-visually">${stateWord(inside, choosing, seat.chosen)}</span>
        </span>
        <span class="player-chest">
          ${
            relics > 0 &&
            html`<${Relic} card="relic" size="1em" />
              <span class="hidden-visually">${t('Relics: {n}', { n: relics })}</span>`
          }
          ${
            points === null || points === undefined
              ? html`<${Chest} size="1.2em" /><span class="hidden-visually">${t('closed chest')}</span>`
              : html`<span class="number">${points}</span><span class="hidden-visually">${t('in the chest')}</span>`
          }
        </span>
      </li>`;
    })}
  </ul>`;
}

/**
 * @param {boolean} inside
 * @param {boolean} choosing
 * @param {boolean | null} chosen
 */
function stateWord(inside, choosing, chosen) {
  if (!inside) return t('at camp');
  if (!choosing || chosen === null) return t('in the cave');
  return chosen ? t('has chosen') : t('is choosing');
}

// A player's gems in hand, gems on the path, and points in the chest: three large numbers.

/** @param {{view: TableView, seat: number}} props */
export function Purse({ view, seat }) {
  const game = view.game;
  const hand = view.hands.find((one) => one.seat === seat);
  const relics = game?.relics.length ?? 0;
  return html`<dl class="purse">
    <div>
      <dt>${t('Carrying')}</dt>
      <dd><${Gem} size="0.8em" /><span class="number">${hand?.carried ?? 0}</span></dd>
    </div>
    <div>
      <dt>${t('On the path')}</dt>
      <dd>
        <span class="number">${game?.path ?? 0}</span>
        ${
          relics > 0 &&
          html`<${Relic} card="relic" size="0.9em" />
            <span class="purse-relics">
              ${relics > 1 ? relics : ''}<span class="hidden-visually">${t('Relics: {n}', { n: relics })}</span>
            </span>`
        }
      </dd>
    </div>
    <div>
      <dt>${t('Your chest')}</dt>
      <dd>
        <${Chest} size="0.95em" full=${(hand?.chest ?? 0) > 0} />
        ${
          // Another player may have filled it: a player who takes over does not see a closed chest.
          // Before the first card every chest is empty, and nothing is secret.
          game && hand?.chest === null
            ? html`<span class="purse-secret">${t('secret until the end')}</span>`
            : html`<span class="number">${hand?.chest ?? 0}</span>`
        }
      </dd>
    </div>
  </dl>`;
}
