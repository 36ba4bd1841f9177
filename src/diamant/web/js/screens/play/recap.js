// @ts-check
/**
 * The recap after a cave: what each explorer brought home or lost, and the chests now.
 * The host continues with one tap; after the last cave, everyone continues separately.
 */
import { Chest } from '../../art/camp.js';
import { Relic } from '../../art/cards.js';
import { Gem } from '../../art/gems.js';
import { Icon } from '../../art/icons.js';
import { toast } from '../../device/notices.js';
import { after } from '../../device/window.js';
import { html, useEffect, useState } from '../../html.js';
import { recapOf } from '../../model/recap.js';
import { SeatBadge, You } from '../../ui/seat.js';
import { t, tRefusal } from '../../words/i18n.js';

/** @import { Ending } from '../../model/recap.js' */
/** @import { Seat } from '../../model/types.js' */
/** @import { CurrentTable } from '../../session/current-table.js' */

/** A press meant for a choice must not end the break, so the button is enabled a little later. */
const LATE_PRESS_MS = 600;

/** @param {{current: CurrentTable, own?: number[]}} props own: the seats of this screen's viewer */
export function Recap({ current, own = [] }) {
  const { session, stage } = current;
  const view = stage.recap.value;
  const recap = view?.game ? recapOf(view.game, own.length === 1 ? own[0] : null) : null;
  const round = recap?.round ?? 0;
  const [ready, setReady] = useState(0);
  useEffect(() => {
    if (!round) return undefined;
    setReady(0);
    return after(LATE_PRESS_MS, () => setReady(round));
  }, [round]);
  if (!view || !recap) return null;
  const open = ready === round;

  const goOn = async () => {
    if (!open) return;
    if (recap.last) {
      stage.skip();
      return;
    }
    const answer = await session.send('EndBreak', { turn: view.turn });
    // If the break has already ended, the goal is reached.
    if (answer.refusal && session.view.peek()?.phase === 'break') toast(tRefusal(answer.refusal), 'bad');
  };

  const host = session.hosting.value && !session.view.value?.paused;
  // Beside a shared screen, everyone in the room sees the winner at the same time.
  const waits = recap.last && stage.following.active;
  return html`<section class=${`recap ${recap.endings.length > 4 ? 'many' : ''}`} onClick=${() => stage.skip()}
      aria-label=${t('Back from cave {round}', { round })}>
    <div class="recap-sheet sheet">
      <h2 tabindex="-1">${t('Back from cave {round}', { round })}</h2>
      <p class="recap-line soft">${stage.line.value}</p>
      <ul class="recap-rows">
        ${recap.endings.map((ending) => {
          const seat = view.seats[ending.seat];
          return (
            seat &&
            html`<${Row} key=${ending.seat} seat=${seat} ending=${ending}
              mine=${own.includes(ending.seat)} />`
          );
        })}
      </ul>
      ${
        !waits && (recap.last || host)
          ? html`<button class="btn main recap-on" type="button" aria-disabled=${!open} onClick=${goOn}>
              ${recap.last ? t('See who won') : t('On to cave {round}', { round: round + 1 })} <${Icon} name="play" />
            </button>`
          : html`<p class="recap-on small soft">${
              waits ? t('The shared screen will show who won.') : t('The next cave is about to open.')
            }</p>`
      }
    </div>
  </section>`;
}

/** @param {{seat: Seat, ending: Ending, mine: boolean}} props */
function Row({ seat, ending, mine }) {
  const { lost, gained, relics, chest } = ending;
  const word = lost === null ? (gained === 0 ? t('came home empty-handed') : t('brought home')) : t('lost');
  return html`<li class=${`recap-row ${lost === null ? 'home' : 'gone'} ${mine ? 'mine' : ''}`}>
    <${SeatBadge} seat=${seat} size="2.2rem" />
    <span class="recap-who">
      <span class="recap-name">${seat.name}${mine && html`<${You} />`}</span>
      ${' '}<span class="recap-word">${word}</span>
    </span>
    <span class="recap-change">
      ${relics > 0 && html`<${Relic} card="relic" size="1em" />`}
      ${relics > 0 && html`<span class="hidden-visually">${t('Relics: {n}', { n: relics })}</span>`}
      ${lost !== null && html`<span class="number">${lost === 0 ? 0 : `−${lost}`}</span>`}
      ${lost === null && gained !== null && gained > 0 && html`<span class="number">+${gained}</span>`}
      ${(lost !== null || (gained ?? 0) > 0) && html`<${Gem} kind="ruby" size="0.8em" />`}
    </span>
    <span class="recap-chest">
      <${Chest} size="1em" open=${chest !== null} full=${chest !== null && chest > 0} />
      ${
        chest === null
          ? html`<span class="hidden-visually">${t('closed chest')}</span>`
          : html`<span class="number">${chest}</span><span class="hidden-visually">${t('in the chest')}</span>`
      }
    </span>
  </li>`;
}
