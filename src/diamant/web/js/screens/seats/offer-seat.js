// @ts-check
/** Giving a seat to another device, by a code that its owner or the host shows. */
import { Icon } from '../../art/icons.js';
import { html, useState } from '../../html.js';
import { act } from '../../ui/act.js';
import { t } from '../../words/i18n.js';

/**
 * A code with which another device takes the seat over.
 * @param {{session: import('../../session/session.js').Session, seat: import('../../model/types.js').Seat}} props
 */
export function OfferSeat({ session, seat }) {
  const [code, setCode] = useState('');
  const offer = async () => {
    const answer = await act(session, 'OfferSeat', { seat: seat.seat });
    if (answer.code) setCode(answer.code);
  };
  if (code) {
    return html`<div class="offer">
      <p>${t('On the other device, join this table and type:')}</p>
      <p class="number offer-code" translate="no">${code}</p>
      <p class="small soft">${t('The code is valid for five minutes.')}</p>
    </div>`;
  }
  return html`<button class="btn" type="button" onClick=${offer}>
    <${Icon} name="phone" /> ${t('Move to another device')}
  </button>`;
}
