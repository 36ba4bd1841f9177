// @ts-check
/** A solo game on this device, without a server: the screens of a table, connected to a local table. */

import { toast } from '../../device/notices.js';
import { route } from '../../device/route.js';
import { keepAwake } from '../../device/window.js';
import { html, useEffect, useState } from '../../html.js';
import { act, enterTable } from '../../session/current-table.js';
import { loadEditions } from '../../session/editions.js';
import { ALONE, areChampionsAway, LocalSocket, loadChampion, localTable } from '../../session/local-game.js';
import { Problem, Waiting } from '../../ui/page.js';
import { t } from '../../words/i18n.js';
import { AtTable } from '../table.js';

/** @import { LocalTable } from '../../local/table.js' */
/** @import { CurrentTable } from '../../session/current-table.js' */

export function LocalScreen() {
  const [current, setCurrent] = useState(/** @type {CurrentTable | null} */ (null));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let here = true;
    const champion = loadChampion().catch(() => {}); // Other bots play instead.
    Promise.all([loadEditions(), champion]).then(
      () => {
        if (!here) return;
        if (areChampionsAway()) toast(t("The champions couldn't be loaded, so other bots are playing instead."));
        setCurrent(enter());
      },
      () => here && setFailed(true),
    );
    return () => {
      here = false;
    };
  }, []);
  useEffect(() => keepAwake(), []);
  const view = current?.session.view.value;
  const fresh = view?.phase === 'lobby' && view.games === 0;
  useEffect(() => {
    if (current && fresh) void act(current.session, 'Start');
  }, [current, fresh]);
  if (failed) {
    return html`<${Problem} title=${t("Can't reach the server")}
        text=${t("Can't reach the server. Check your connection and try again.")} />`;
  }
  if (!current) return html`<${Waiting} text=${t('Into the cave…')} />`;
  return html`<${AtTable} current=${current} screen=${false} rules=${route.value.params.has('rules')}
      onAgain=${() => location.reload()} />`;
}

/** @returns {CurrentTable} */
function enter() {
  /** @type {LocalTable | null} */
  let opened = null;
  const open = () => {
    opened ??= localTable();
    return opened;
  };
  return enterTable(ALONE, { quick: true, socket: () => new LocalSocket(open()), record: () => open().record() });
}
