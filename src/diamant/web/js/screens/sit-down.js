// @ts-check
/** Take a seat: a free one in the lobby, a bot's during a game, one's own back from a bot, or one by its code. */
import { rememberedFigure, rememberedName, rememberFigure, rememberName } from '../device/memory.js';
import { html, useState } from '../html.js';
import { namesAt } from '../model/seats.js';
import { act } from '../session/current-table.js';
import { typed } from '../ui/fields.js';
import { t, tRefusal } from '../words/i18n.js';

/** @import { Refusal, TableView } from '../model/types.js' */
/** @import { Session } from '../session/session.js' */

/**
 * Show a new guest a form with a suggested name and, if there is time, explorers to pick from.
 * @param {{session: Session, view: TableView, figures?: any}} props `figures` draws the explorers
 */
export function SitDown({ session, view, figures }) {
  // A bot gives way, so its name is allowed: it may be this guest's own from before.
  const [name, setName] = useState(() => rememberedName(namesAt(view, { people: true })));
  const [problem, setProblem] = useState(/** @type {Refusal | null} */ (null));
  const [wanted, setWanted] = useState(rememberedFigure);
  const [busy, setBusy] = useState(false);
  /** @param {'color' | 'shape'} what */
  const taken = (what) => view.seats.flatMap((seat) => (seat ? [seat[what]] : []));
  const figure = wanted !== null && !taken('shape').includes(wanted) ? wanted : null;
  // Without a choice, the guest gets the first free explorer, or the one used here before.
  const usual = view.seats.findIndex((_, shape) => !taken('shape').includes(shape));
  /** @param {Event} submit */
  const sit = async (submit) => {
    submit.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const shape = figures && figure !== null ? { shape: figure } : {};
    const color = figures && figure !== null && !taken('color').includes(figure) ? { color: figure } : {};
    const answer = await session.send('TakeSeat', { name, ...shape, ...color });
    setBusy(false);
    if (!answer.refusal) {
      rememberName(name.trim());
      return;
    }
    setProblem(answer.refusal);
    const other = answer.refusal.params.suggestion;
    if (typeof other === 'string') setName(other);
  };
  const game = view.phase !== 'lobby';
  const full = !view.seats.includes(null);
  /** @param {number} shape */
  const pick = (shape) => {
    setWanted(shape);
    rememberFigure(shape);
  };
  return html`<form class="sit stack" onSubmit=${sit}>
    ${
      figures &&
      html`<${figures} label=${t('Your explorer')} chosen=${figure ?? usual} taken=${taken('shape')} onPick=${pick} />`
    }
    <div class="field">
      <label for="sit-name">${t('Your name')}</label>
      <div class="join-row">
        <input
          id="sit-name"
          class="input"
          value=${name}
          maxlength="40"
          autocomplete="nickname"
          spellcheck="false"
          aria-describedby="sit-problem"
          onInput=${typed(setName)}
        />
        <button class="btn main" type="submit"
            aria-disabled=${busy}>${full ? t("Take a bot's seat") : t('Sit down')}</button>
      </div>
      <p id="sit-problem" class="bad-note" role="alert">${problem && tRefusal(problem)}</p>
      ${!game && html`<p class="small soft">${t('Or just watch.')}</p>`}
    </div>
  </form>`;
}

// A bot plays for a person on this device; one tap gives the seat back.

/** @param {{session: Session, view: TableView, own: number[]}} props */
export function StandIn({ session, view, own }) {
  return own.map((at) => {
    const seat = view.seats[at];
    if (!seat?.stand_in) return null;
    const { name } = seat;
    return html`<p key=${at} class="stand-in">
      <span>${own.length > 1 ? t('A bot is playing for {name}.', { name }) : t('A bot is playing for you.')}</span>
      <button class="btn main" type="button"
          onClick=${() => act(session, 'TakeBack', { seat: at })}>${t("I'll take over")}</button>
    </p>`;
  });
}

/**
 * Claim a seat for this device with the seat's code.
 * @param {{session: Session}} props
 */
export function ClaimSeat({ session }) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState(/** @type {Refusal | null} */ (null));
  /** @param {Event} submit */
  const claim = async (submit) => {
    submit.preventDefault();
    if (!code.trim()) return;
    setProblem(null);
    const answer = await session.send('ClaimSeat', { code: code.trim() });
    setProblem(answer.refusal ?? null); // Next to the field instead of in a note: it disappears when the seat is here.
  };
  return html`<details class="menu-more">
    <summary>${t('I have a seat code')}</summary>
    <form class="join-row" onSubmit=${claim}>
      <input class="input" value=${code} maxlength="32" autocomplete="off" spellcheck="false"
          aria-label=${t('Seat code')} aria-describedby="claim-problem"
        onInput=${typed(setCode)} />
      <button class="btn" type="submit">${t('Take the seat')}</button>
    </form>
    <p id="claim-problem" class="bad-note" role="alert">${problem && tRefusal(problem)}</p>
  </details>`;
}
