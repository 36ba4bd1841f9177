// @ts-check
/** The camp, for players who left: bet for fun on who leaves next, send emotes, and watch. */
import { EMOTES, Emote } from '../../art/hands.js';
import { html } from '../../html.js';
import { act } from '../../session/current-table.js';
import { SeatBadge } from '../../ui/seat.js';
import { mark, t } from '../../words/i18n.js';
import { betsWon } from '../../words/people.js';

/** @import { TableView } from '../../model/types.js' */
/** @import { Session } from '../../session/session.js' */

/** @type {Record<string, string>} */
const EMOTE_WORDS = {
  bravo: mark('Bravo!'),
  cheer: mark('Hooray!'),
  gasp: mark('Oh!'),
  hurry: mark('Hurry up!'),
  laugh: mark('Ha ha!'),
  sad: mark('Oh no…'),
  think: mark('Hmm…'),
  wave: mark('Hello!'),
};

/** @param {{session: Session, view: TableView, seat: number}} props */
export function Camp({ session, view, seat }) {
  const me = view.seats[seat];
  const inside = view.game?.in_cave ?? [];
  const betting = ['cave', 'break'].includes(view.phase) && inside.length > 1;
  const open = view.phase === 'cave'; // While a card is turned, bets cannot change.
  return html`<div class="camp-panel">
    <p class="camp-ask" tabindex="-1">${
      betting ? t("Who'll leave next? Bet just for fun:") : t("You're back at camp. Everything in your chest is safe.")
    }</p>
    ${
      betting &&
      html`<div class=${`camp-bets ${inside.length > 4 ? 'many' : ''}`} role="group" aria-label=${t('Bets')}>
        ${inside.map((at) => {
          const other = view.seats[at];
          if (!other) return null;
          const on = me?.bet === at;
          return html`<button key=${at} class=${`bet ${on ? 'on' : ''}`} type="button" aria-pressed=${on}
            aria-disabled=${!open} onClick=${() => open && act(session, 'Bet', { seat, on: at })}>
            <${SeatBadge} seat=${other} size="2rem" /><span>${other.name}</span>
          </button>`;
        })}
      </div>`
    }
    <${Emotes} session=${session} seat=${seat} />
    ${me && me.bets_made > 0 && html`<p class="small soft">${betsWon(me)}</p>`}
  </div>`;
}

/** @param {{session: Session, seat?: number, onSent?: () => void}} props `seat`: undefined for a spectator */
export function Emotes({ session, seat, onSent }) {
  /** @param {string} emote */
  const send = (emote) => {
    onSent?.();
    void act(session, 'SendEmote', { seat, emote });
  };
  return html`<div class="emotes" role="group" aria-label=${t('Say something')}>
    ${EMOTES.map(
      (emote) => html`<button key=${emote} class="emote-btn" type="button" aria-label=${t(EMOTE_WORDS[emote] ?? emote)}
          title=${t(EMOTE_WORDS[emote] ?? emote)}
        onClick=${() => send(emote)}><${Emote} emote=${emote} size="2rem" /></button>`,
    )}
  </div>`;
}
