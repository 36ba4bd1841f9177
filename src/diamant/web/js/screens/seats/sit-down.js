// @ts-check
/**
 * Taking a seat: in the lobby a free one, in a game a bot's.
 *
 * @typedef {import('../../session/session.js').Session} Session
 * @typedef {import('../../model/types.js').TableView} TableView
 */

import { rememberedFigure, rememberedName, rememberFigure, rememberName } from '../../device/names.js';
import { html, useState } from '../../html.js';
import { namesAt } from '../../model/seats.js';
import { t, tRefusal } from '../../words/i18n.js';

/**
 * The first thing a guest sees: their name is there already, and where there is time for it, explorers to pick from.
 * @param {{session: Session, view: TableView, figures?: any}} props `figures` draws these
 */
export function SitDown({ session, view, figures }) {
  // A bot gives way, so its name may be one's own: whoever was sent away comes back to their seat.
  const [name, setName] = useState(() => rememberedName(namesAt(view, { people: true })));
  const [problem, setProblem] = useState(/** @type {import('../../model/types.js').Refusal | null} */ (null));
  const [wanted, setWanted] = useState(rememberedFigure);
  const [busy, setBusy] = useState(false);
  /** @param {'color' | 'shape'} what */
  const taken = (what) => view.seats.flatMap((seat) => (seat ? [seat[what]] : []));
  const figure = wanted !== null && !taken('shape').includes(wanted) ? wanted : null;
  // Whoever picks none gets the first that is free, or what they wore here before.
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
          onInput=${(/** @type {any} */ typed) => setName(typed.currentTarget.value)}
        />
        <button class="btn main" type="submit"
            aria-disabled=${busy}>${full ? t('Take a bot’s seat') : t('Sit down')}</button>
      </div>
      <p id="sit-problem" class="bad-note" role="alert">${problem && tRefusal(problem)}</p>
      ${!game && html`<p class="small soft">${t('Or stay standing and watch.')}</p>`}
    </div>
  </form>`;
}
