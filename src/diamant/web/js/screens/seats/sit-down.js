// @ts-check
/**
 * Taking a seat: in the lobby a free one, in a game a bot's.
 *
 * @typedef {import('../../session/session.js').Session} Session
 * @typedef {import('../../model/types.js').TableView} TableView
 */

import { rememberedName, rememberName } from '../../device/names.js';
import { html, useState } from '../../html.js';
import { namesAt } from '../../model/seats.js';
import { t, tRefusal } from '../../words/i18n.js';

/**
 * The first thing a guest sees: their name is there already.
 * @param {{session: Session, view: TableView}} props
 */
export function SitDown({ session, view }) {
  // A bot gives way, so its name may be one's own: whoever was sent away comes back to their seat.
  const [name, setName] = useState(() => rememberedName(namesAt(view, { people: true })));
  const [problem, setProblem] = useState('');
  /** @param {Event} submit */
  const sit = async (submit) => {
    submit.preventDefault();
    const answer = await session.send('TakeSeat', { name });
    if (!answer.refusal) {
      rememberName(name.trim());
      return;
    }
    setProblem(tRefusal(answer.refusal));
    const other = answer.refusal.params.suggestion;
    if (typeof other === 'string') setName(other);
  };
  const game = view.phase !== 'lobby';
  const full = !view.seats.includes(null);
  return html`<form class="sit stack" onSubmit=${sit}>
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
        <button class="btn main" type="submit">${full ? t('Take a bot’s seat') : t('Sit down')}</button>
      </div>
      <p id="sit-problem" class="bad-note" role="alert">${problem}</p>
      ${!game && html`<p class="small soft">${t('Or stay standing and watch.')}</p>`}
    </div>
  </form>`;
}
