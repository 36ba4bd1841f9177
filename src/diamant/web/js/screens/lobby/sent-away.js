// @ts-check
/** Whom the host has sent away for good, and the way back for them. */
import { html } from '../../html.js';
import { act } from '../../ui/act.js';
import { list, t } from '../../words/i18n.js';

/**
 * All at once, as the server tells devices of one family hardly apart.
 * @param {{
 *   session: import('../../session/session.js').Session,
 *   view: import('../../model/types.js').TableView,
 * }} props
 */
export function SentAway({ session, view }) {
  if (!view.blocked.length) return null;
  const names = list(view.blocked.map((name) => name ?? t('a spectator')));
  return html`<div class="row sent-away">
    <p class="small soft">${t('Sent away for good: {names}', { names })}</p>
    <button class="btn" type="button" onClick=${() => act(session, 'Unblock')}>${t('Let them in again')}</button>
  </div>`;
}
