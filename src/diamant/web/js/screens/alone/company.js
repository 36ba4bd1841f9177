// @ts-check
/**
 * Characters at a table act like people: they greet when a game begins, and react to good and bad luck with emotes
 * after it has been shown.
 */
import { after } from '../../device/window.js';
import { html, useEffect, useRef, useState } from '../../html.js';
import { SeatBadge } from '../../ui/seat.js';
import { characterOf } from '../../words/company.js';
import { t } from '../../words/i18n.js';

/** @import { GameEvent } from '../../model/events.js' */
/** @import { TableView } from '../../model/types.js' */
/** @import { CurrentTable } from '../../session/current-table.js' */

const GREETING_MS = 2600;
const RICH = 8; // Gems that are worth a reaction.

/** @param {{current: CurrentTable}} props */
export function Company({ current }) {
  const { session, stage } = current;
  const shown = stage.shown.value;
  const told = useRef(shown?.game?.history.length ?? 0);
  useEffect(() => {
    const history = shown?.game?.history ?? [];
    const fresh = history.slice(Math.min(told.current, history.length));
    told.current = history.length;
    if (shown) for (const [seat, emote] of gestures(fresh, shown)) session.emoted(seat, emote);
  }, [shown]);
  return html`<${Greetings} key=${shown?.games} view=${shown} />`;
}

/**
 * One after the other, while the first card of a game is visible.
 * @param {{view: TableView | null}} props
 */
function Greetings({ view }) {
  const [at, setAt] = useState(0);
  const seats = (view?.seats ?? []).filter((seat) => characterOf(seat));
  const beginning = view?.game?.round === 1 && view.game.cards.length <= 1;
  const seat = beginning ? seats[at] : undefined;
  useEffect(() => {
    if (!seat) return undefined;
    return after(GREETING_MS, () => setAt(at + 1));
  }, [seat?.name]);
  const one = characterOf(seat);
  if (!seat || !one) return null;
  return html`<p class="greeting" key=${at}><${SeatBadge} seat=${seat} size="1.6rem" />
    <span><strong>${one.name}</strong> ${t(one.hello)}</span></p>`;
}

/**
 * Return the emotes for some facts: from a player who brought much home, and from one who lost everything.
 * @param {GameEvent[]} facts
 * @param {TableView} view
 * @returns {[number, string][]}
 */
export function gestures(facts, view) {
  /** @type {[number, string][]} */
  const found = [];
  for (const fact of facts) {
    if (fact.event === 'RelicsTaken' || (fact.event === 'Banked' && fact.carried + fact.share >= RICH)) {
      const one = characterOf(view.seats[fact.seat]);
      if (one) found.push([fact.seat, one.glad]);
    }
    if (fact.event === 'Bust' && fact.lost > 0) {
      const losers = fact.seats.filter((seat) => characterOf(view.seats[seat]));
      const seat = losers[view.turn % losers.length];
      const one = characterOf(view.seats[seat]);
      if (one) found.push([seat, one.sad]);
    }
  }
  return found;
}
