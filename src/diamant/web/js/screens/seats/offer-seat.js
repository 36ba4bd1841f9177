// @ts-check
/** Giving a seat to another device, by a code that its owner or the host shows. */
import { Icon } from '../../art/icons.js';
import { html, useEffect, useRef, useState } from '../../html.js';
import { tableAddress } from '../../net/api.js';
import { act } from '../../ui/act.js';
import { t } from '../../words/i18n.js';
import { QrCode, useHome } from '../lobby/invite.js';

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
  if (code) return html`<${Offered} table=${session.code.value} code=${code} />`;
  return html`<button class="btn" type="button" onClick=${offer}>
    <${Icon} name="phone" /> ${t('Move to another device')}
  </button>`;
}

/**
 * What the other device scans, or types at the table.
 * @param {{table: string, code: string}} props
 */
function Offered({ table, code }) {
  const { home } = useHome();
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  // It comes in place of the button that was pressed, and is larger.
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return html`<div ref=${box} class="offer" tabindex="-1">
    <${QrCode} text=${`${tableAddress(table, home)}?seat=${code}`} />
    <p>${t('Scan the picture with the other device, or join this table there and type:')}</p>
    <p class="number offer-code" translate="no">${code}</p>
    <p class="small soft">${t('The code is valid for five minutes.')}</p>
  </div>`;
}
