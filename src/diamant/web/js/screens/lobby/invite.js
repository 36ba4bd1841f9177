// @ts-check
/** Invitations: a QR code to scan, a code to type, a link, a seat's code, and unblocking guests. */

import { Icon } from '../../art/icons.js';
import { html, useEffect, useRef, useState } from '../../html.js';
import { addresses, HOME, qrAddress, tableAddress } from '../../net/api.js';
import { act } from '../../session/current-table.js';
import { CopyField } from '../../ui/copy.js';
import { Select } from '../../ui/fields.js';
import { list, t } from '../../words/i18n.js';

/** @import { Seat, TableView } from '../../model/types.js' */
/** @import { Session } from '../../session/session.js' */

/** @typedef {{url: string, device?: string, likely?: boolean}} Address */

const LOCAL = /^(localhost|127\.|\[::1\])/;

/**
 * Return the address for other devices: the page's own, or a network address on the host's machine.
 * @returns {{home: string, all: Address[], choose: (url: string) => void}}
 */
export function useHome() {
  const [all, setAll] = useState(/** @type {Address[]} */ ([]));
  const [home, setHome] = useState(HOME.href);
  useEffect(() => {
    addresses()
      .then((found) => {
        if (!found.length) return;
        setAll(found);
        if (LOCAL.test(HOME.hostname)) setHome(found[0].url);
      })
      .catch(() => {}); // A server on the internet sends none: there the page's own address works.
  }, []);
  return { home, all, choose: setHome };
}

/**
 * Return an address as a user would type it: the page that opens asks for the table's code.
 * @param {string} home
 */
export function typedAddress(home) {
  return home.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

/** @param {{text: string}} props */
export function QrCode({ text }) {
  const [missing, setMissing] = useState(false);
  if (missing) return null;
  return html`<img class="qr" src=${qrAddress(text)} alt=${t('QR code for this address')}
      onError=${() => setMissing(true)} />`;
}

/** @param {{session: Session, view: TableView}} props */
export function Invite({ session, view }) {
  const { home, all, choose } = useHome();
  const code = session.code.value;
  const link = tableAddress(code, home);
  const unreachable = LOCAL.test(new URL(home).hostname);
  return html`<div class="invite">
    <div class="invite-qr"><${QrCode} text=${link} /></div>
    <div class="stack invite-words">
      ${
        !unreachable &&
        html`<div>
        <p class="small soft">${t('Scan the code or open this address:')}</p>
        <p class="invite-home" translate="no">${typedAddress(home)}</p>
      </div>`
      }
      <div>
        <p class="label">${t('Table code')}</p>
        <p class="invite-code number" translate="no">${code}</p>
      </div>
      ${
        view.settings.visibility === 'locked' &&
        html`<p class="bad-note">${t('The table is locked. Nobody new can join.')}</p>`
      }
    </div>
    <div class="invite-link stack">
      <${CopyField} text=${link} label=${t('Table address')} />
      ${
        all.length > 1 &&
        html`<div class="field">
        <label for="home">${t("Phones can't connect? Try a different address for this computer.")}</label>
        <${Select} id="home" value=${home} onChange=${choose}
          options=${all.map(({ url, device }) => [url, device ? `${url} (${device})` : url])} />
      </div>`
      }
      <p class="small soft">
        ${
          unreachable
            ? t('Only this computer can open this address.')
            : t('Phones must be on the same network as the host, unless the server is on the internet.')
        }
      </p>
    </div>
  </div>`;
}

// Hand a seat to another device, with a code that its owner or the host shows.

/**
 * Show a code with which another device takes over the seat.
 * @param {{session: Session, seat: Seat}} props
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
 * Show the code for the other device to scan or type.
 * @param {{table: string, code: string}} props
 */
function Offered({ table, code }) {
  const { home } = useHome();
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  // It replaces the button that was pressed, and is larger.
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return html`<div ref=${box} class="offer" tabindex="-1">
    <${QrCode} text=${`${tableAddress(table, home)}?seat=${code}`} />
    <p>${t('Scan the QR code with the other device, or join this table there and enter this code:')}</p>
    <p class="number offer-code" translate="no">${code}</p>
    <p class="small soft">${t('The code is valid for five minutes.')}</p>
  </div>`;
}

// The guests whom the host has blocked, and how to unblock them.

/**
 * Unblock all at once, because the server can hardly distinguish the devices of one family.
 * @param {{session: Session, view: TableView}} props
 */
export function SentAway({ session, view }) {
  if (!view.blocked.length) return null;
  const names = list(view.blocked.map((name) => name ?? t('a spectator')));
  return html`<div class="row sent-away">
    <p class="small soft">${t('Blocked: {names}', { names })}</p>
    <button class="btn" type="button" onClick=${() => act(session, 'Unblock')}>${t('Unblock')}</button>
  </div>`;
}
