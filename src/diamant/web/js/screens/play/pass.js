// @ts-check
/**
 * One device for several players, passed from hand to hand: a cover between two players hides the
 * choice of the one before.
 */
import { Icon } from '../../art/icons.js';
import { prefs } from '../../device/prefs.js';
import { html, useEffect, useRef, useState } from '../../html.js';
import { SeatBadge } from '../../ui/seat.js';
import { t } from '../../words/i18n.js';
import { sayAwaited } from '../../words/people.js';
import { StandIn } from '../sit-down.js';
import { Choices, Clock, Odds } from './choices.js';
import { Purse } from './players.js';

/** @import { TableView } from '../../model/types.js' */
/** @import { CurrentTable } from '../../session/current-table.js' */

/** @param {{current: CurrentTable, own: number[], live: TableView}} props */
export function Pass({ current, own, live }) {
  const { session, stage } = current;
  const shown = stage.shownTurn.value === live.turn;
  const inside = own.filter((at) => live.game?.in_cave.includes(at));
  // The seats that chose here this turn: the server's answer arrives after the next player has the device.
  const [done, setDone] = useState(/** @type {number[]} */ ([]));
  const [open, setOpen] = useState(/** @type {number | null} */ (null));
  useEffect(() => {
    setDone([]);
    setOpen(null);
  }, [live.turn, live.phase === 'cave']);
  const still = inside.filter((at) => !done.includes(at) && !live.seats[at]?.chosen);
  // The last player to choose holds the device, so the next turn begins there and continues around the table.
  const holder = useRef(/** @type {number | null} */ (null));
  const from = holder.current ?? 0;
  const waiting = [...still.filter((at) => at >= from), ...still.filter((at) => at < from)];
  const next = open !== null && waiting.includes(open) ? open : waiting[0];
  const seat = next === undefined ? null : live.seats[next];
  const alone = inside.length === 1;
  const above = html`<${Clock} current=${current} /><${StandIn} session=${session} view=${live} own=${own} />`;

  if (live.phase !== 'cave' || !shown || seat === null) {
    const text =
      live.phase !== 'cave' || !shown
        ? ''
        : inside.length
          ? [t("You've all chosen. Now watch the cave."), sayAwaited(live, own)].filter(Boolean).join(' ')
          : t("You're all back at camp.");
    return html`${above}
      <div class="pass-cover"><p class="soft" role="status">${text}</p></div>`;
  }
  if (open !== next && !alone) {
    return html`${above}
      <div class="pass-cover">
        <${SeatBadge} seat=${seat} size="4rem" />
        <p class="pass-word">${
          holder.current === null
            ? t('The player holding the device goes first.')
            : holder.current === next
              ? t('{name} goes first.', { name: seat.name })
              : t('Pass the device to {name}.', { name: seat.name })
        }</p>
        <button class="btn main big" type="button" onClick=${() => setOpen(next)}>
          <${Icon} name="person" /> ${t("I'm {name}", { name: seat.name })}
        </button>
        <div class="row pass-others">
          ${waiting.slice(1).map(
            (at) => html`<button key=${at} class="btn quiet" type="button" onClick=${() => setOpen(at)}>
              ${t("I'm {name}", { name: live.seats[at]?.name ?? '' })}
            </button>`,
          )}
        </div>
      </div>`;
  }
  return html`${above}
    <p class="pass-who"><${SeatBadge} seat=${seat} size="1.8rem" /> <strong>${seat.name}</strong></p>
    <${Purse} view=${live} seat=${next} />
    ${prefs.value.odds && live.settings.odds && html`<${Odds} view=${live} session=${session} seat=${next} />`}
    <${Choices} key=${next} current=${current} seat=${next} secret onChosen=${() => {
      holder.current = next;
      setDone([...done, next]);
    }} />`;
}
