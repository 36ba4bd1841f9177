// @ts-check
/**
 * The part of a hand, next to a shared screen, above its numbers: the last card and the hazards so far, losses at the
 * moment at which the shared screen shows them, and a small cave for players in the camp.
 */
import { Card, HazardSign } from '../../art/cards.js';
import { Gem } from '../../art/gems.js';
import { Cave } from '../../cave/cave.js';
import { html } from '../../html.js';
import { editions } from '../../session/editions.js';
import { t } from '../../words/i18n.js';

/** @import { TableView } from '../../model/types.js' */
/** @import { CurrentTable } from '../../session/current-table.js' */

const MOST_GEMS = 9;

/**
 * @param {{current: CurrentTable, seat: number, view: TableView}} props
 *   view: as far as visible here
 */
export function Hand({ current, seat, view }) {
  const { session, stage } = current;
  const { game } = view;
  const bust = stage.bust.value;
  if (bust) return html`<${Lost} bust=${bust} mine=${bust.seats.includes(seat)} />`;
  if (!game) return null;
  if (!game.in_cave.includes(seat)) {
    return html`<div class="hand-cave">
      <${Cave} game=${game} seats=${view.seats} edition=${editions.value[view.settings.edition]} mode="hand"
        you=${[seat]} emotes=${session.emotes.value} />
    </div>`;
  }
  const card = game.cards[game.cards.length - 1];
  return html`<div class="hand-met" aria-hidden="true">
    ${card !== undefined && html`<${Card} key=${game.cards.length} card=${card} size="100%" />`}
    <p class="hand-dangers">
      ${[...new Set(game.hazards)].map((kind) => html`<${HazardSign} key=${kind} kind=${kind} size="2.6rem" />`)}
    </p>
  </div>`;
}

/** @param {{bust: {kind: string, lost: number}, mine: boolean}} props */
function Lost({ bust: { kind, lost }, mine }) {
  const gems = mine ? Math.min(lost, MOST_GEMS) : 0;
  const words = lost ? t('You lose {n}', { n: lost }) : t('You lose nothing');
  return html`<div class="hand-lost" aria-hidden="true">
    <${HazardSign} kind=${kind} size="7rem" state="fatal" />
    ${mine && html`<p class="hand-lose number" style=${`--all:${words.length}`}>${words}</p>`}
    ${Array.from(
      { length: gems },
      (_, i) => html`<span key=${i} class="hand-gem"
        style=${{ left: `${8 + (i * 84) / Math.max(gems - 1, 1)}%`, animationDelay: `${(i * 5) % 7}00ms` }}>
        <${Gem} size="1.7rem" />
      </span>`,
    )}
  </div>`;
}
