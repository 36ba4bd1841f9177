// @ts-check
/**
 * A bot plays for somebody on this device; with one tap they play themselves again.
 *
 * @typedef {import('../../session/session.js').Session} Session
 * @typedef {import('../../model/types.js').TableView} TableView
 */
import { html } from '../../html.js';
import { act } from '../../ui/act.js';
import { t } from '../../words/i18n.js';

/** @param {{session: Session, view: TableView, own: number[]}} props */
export function StandIn({ session, view, own }) {
  return own.map((at) => {
    const seat = view.seats[at];
    if (!seat?.stand_in) return null;
    return html`<p key=${at} class="stand-in">
      <span>${own.length > 1 ? t('A bot plays for {name}.', { name: seat.name }) : t('A bot plays for you.')}</span>
      <button class="btn main" type="button"
          onClick=${() => act(session, 'TakeBack', { seat: at })}>${t('I play myself')}</button>
    </p>`;
  });
}
