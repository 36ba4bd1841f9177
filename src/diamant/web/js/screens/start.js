// @ts-check
/** The first page: play now, host, join, go on, watch. */
import { Icon } from '../art/icons.js';
import { forgetTable, remembers, savedTables } from '../device/memory.js';
import { html, useEffect, useState } from '../html.js';
import { publicTables, RefusedError, tableSummary } from '../net/api.js';
import { leaveTable } from '../session/current-table.js';
import { loadEditions } from '../session/editions.js';
import { useHeadingFocus } from '../ui/page.js';
import { Switches } from '../ui/switches.js';
import { Parade, Title } from '../ui/title.js';
import { t, tn } from '../words/i18n.js';
import { hostTable, playNow } from './begin.js';
import { JoinForm, sayProblem } from './join-form.js';

export function StartScreen() {
  const [busy, setBusy] = useState('');
  const [problem, setProblem] = useState('');
  const heading = useHeadingFocus('start');
  useEffect(() => {
    leaveTable();
    loadEditions().catch(() => {}); // They are asked for again with the next table.
    document.title = 'Diamant';
  }, []);

  /**
   * @param {string} what
   * @param {() => Promise<void>} begin
   */
  const start = async (what, begin) => {
    if (busy) return;
    setBusy(what);
    setProblem('');
    try {
      await begin();
    } catch (error) {
      setBusy('');
      setProblem(sayProblem(error));
    }
  };

  return html`<div class="start">
    <header class="start-head">
      <${Title} heading=${heading} />
      <${Switches} />
    </header>
    <main class="start-body">
      <section class="start-main stack" aria-label=${t('Begin')}>
        <p class="start-lead">${t('Go deeper for more gems, or leave in time with what you carry?')}</p>
        <button class="btn main big wide start-play" type="button" disabled=${busy !== ''}
            onClick=${() => start('play', playNow)}>
          <${Icon} name="play" />
          ${busy === 'play' ? t('Into the cave…') : t('Play now')}
        </button>
        <p class="small soft start-note">${t('Alone, against four bots. No account, nothing to install.')}</p>
        <button class="btn big wide" type="button" disabled=${busy !== ''} onClick=${() => start('host', hostTable)}>
          <${Icon} name="people" />
          ${t('Host for friends')}
        </button>
        ${problem && html`<p class="bad-note" role="alert">${problem}</p>`}
        <${JoinForm} />
      </section>
      <section class="start-side stack">
        <${Continue} />
        <${PublicTables} />
        <nav class="start-links" aria-label=${t('More')}>
          <a class="btn" href="#/tutorial"><${Icon} name="help" />${t('Learn it by playing')}</a>
          <a class="btn" href="#/rules"><${Icon} name="book" />${t('Rules')}</a>
          <a class="btn" href="#/history"><${Icon} name="history" />${t('Your games')}</a>
          <a class="btn" href="#/replay"><${Icon} name="step" />${t('Replay a record')}</a>
        </nav>
        ${
          !remembers.value &&
          html`<p class="small soft">
            ${t('This browser keeps nothing: your seat and your games last until you close the page.')}
          </p>`
        }
      </section>
    </main>
    <${Parade} />
  </div>`;
}

/** The tables that this device sat at and that are still there. */
function Continue() {
  const [found, setFound] = useState(/** @type {import('../net/api.js').Summary[]} */ ([]));
  useEffect(() => {
    let here = true;
    const saved = savedTables().slice(0, 4);
    void Promise.all(
      saved.map(({ table, code }) =>
        tableSummary(code || table).catch((error) => {
          if (error instanceof RefusedError && error.refusal.code === 'no-such-table') forgetTable(table);
          return null;
        }),
      ),
    ).then((all) => {
      const open = all.filter((one) => one !== null && one.phase !== 'closed' && one.phase !== 'over');
      if (here) setFound(/** @type {import('../net/api.js').Summary[]} */ (open).slice(0, 3));
    });
    return () => {
      here = false;
    };
  }, []);
  if (!found.length) return null;
  return html`<section class="stack">
    <h2>${t('Go on where you were')}</h2>
    <ul class="table-list">
      ${found.map((table) => html`<li key=${table.table}><${TableLink} table=${table} /></li>`)}
    </ul>
  </section>`;
}

function PublicTables() {
  const [found, setFound] = useState(/** @type {import('../net/api.js').Summary[]} */ ([]));
  useEffect(() => {
    let here = true;
    publicTables()
      .then((tables) => here && setFound(tables.slice(0, 8)))
      .catch(() => {});
    return () => {
      here = false;
    };
  }, []);
  if (!found.length) return null;
  return html`<section class="stack">
    <h2>${t('Public tables')}</h2>
    <ul class="table-list">
      ${found.map((table) => html`<li key=${table.table}><${TableLink} table=${table} /></li>`)}
    </ul>
  </section>`;
}

/** @param {{table: import('../net/api.js').Summary}} props */
function TableLink({ table }) {
  const lobby = table.phase === 'lobby';
  return html`<a class="table-link" href=${`#/t/${table.code}`}>
    <span class="table-code">${table.code}</span>
    <span class="soft small">
      ${tn('{n} player', '{n} players', table.players)} ·
      ${lobby ? ` ${t('about to begin')}` : ` ${t('a game is going on')}`}
    </span>
    <${Icon} name=${lobby ? 'forward' : 'eye'} size="1.2em" />
  </a>`;
}
