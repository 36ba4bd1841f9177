// @ts-check
/** The first page: play now, host, join, continue, watch. */
import { Icon } from '../art/icons.js';
import { forgetTable, recall, rememberedName, remembers, savedTables } from '../device/memory.js';
import { prefs } from '../device/prefs.js';
import { html, useEffect, useState } from '../html.js';
import { publicTables, RefusedError, tableSummary } from '../net/api.js';
import { leaveTable } from '../session/current-table.js';
import { editions, loadEditions } from '../session/editions.js';
import { Lazy } from '../ui/lazy.js';
import { Parade, Switches, Title, useHeadingFocus } from '../ui/page.js';
import { t, tn, tPlain } from '../words/i18n.js';
import { strengthWord } from '../words/people.js';
import { hostTable, playNow } from './begin.js';
import { JoinForm, sayProblem } from './join-form.js';
import { ALONE_SETUP } from './table-screens.js';

export function StartScreen() {
  const [busy, setBusy] = useState('');
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  const heading = useHeadingFocus('start');
  // A new user who has not been at a table sees the tutorial first.
  const [first] = useState(() => !savedTables().length && !recall('learned', false));
  useEffect(() => {
    leaveTable();
    loadEditions().catch(() => {}); // The next table requests them again.
    document.title = 'Diamant';
  }, []);

  /** @param {string} what @param {() => Promise<void>} begin */
  const start = async (what, begin) => {
    if (busy) return;
    setBusy(what);
    setProblem(null);
    try {
      await begin();
    } catch (error) {
      setBusy('');
      setProblem(error);
    }
  };

  return html`<div class="start">
    <header class="start-head">
      <${Title} heading=${heading} />
      <${Switches} />
    </header>
    <main class="start-body">
      <section class="start-main stack" aria-label=${t('Get started')}>
        <p class="start-lead">${t('Go deeper for more gems, or leave while you can?')}</p>
        ${
          first &&
          html`<a class="btn main big wide start-play" href="#/tutorial">
            <${Icon} name="help" /><span>${t('Learn by playing')}</span>
          </a>`
        }
        <button class=${`btn big wide ${first ? '' : 'main start-play'}`} type="button" disabled=${busy !== ''}
            onClick=${() => start('play', playNow)}>
          <${Icon} name="play" />
          <span>${busy === 'play' ? t('Into the cave…') : t('Play now')}</span>
        </button>
        <${Alone} />
        <p class="small soft start-note">${t('Play solo against four bots. No account, nothing to install.')}</p>
        <button class="btn big wide" type="button" disabled=${busy !== ''} onClick=${() => start('host', hostTable)}>
          <${Icon} name="people" />
          <span>${t('Host for friends')}</span>
        </button>
        ${problem && html`<p class="bad-note" role="alert">${sayProblem(problem)}</p>`}
        <${JoinForm} />
      </section>
      <section class="start-side stack">
        <${Continue} />
        <${PublicTables} />
        <nav class="start-links" aria-label=${t('More')}>
          <a class="btn" href="#/daily"><${Icon} name="sun" /><span>${t('The daily cave')}</span></a>
          ${
            !first &&
            html`<a class="btn" href="#/tutorial">
              <${Icon} name="help" /><span>${t('Learn by playing')}</span>
            </a>`
          }
          <a class="btn" href="#/rules"><${Icon} name="book" /><span>${t('Rules')}</span></a>
          <a class="btn" href="#/history"><${Icon} name="history" /><span>${t('Your games')}</span></a>
          <a class="btn" href="#/replay"><${Icon} name="step" /><span>${t('Replay a saved game')}</span></a>
        </nav>
        ${
          !remembers.value &&
          html`<p class="small soft">
            ${t("This browser doesn't save anything: your seat and your games last only until you close the page.")}
          </p>`
        }
      </section>
    </main>
    <${Parade} />
  </div>`;
}

/** Show the settings of a solo game, level, name and edition, and let the user change them. */
function Alone() {
  const [open, setOpen] = useState(false);
  const { bots, edition } = prefs.value;
  const found = editions.value[edition];
  const close = () => setOpen(false);
  return html`<button class="btn quiet start-alone" type="button" aria-haspopup="dialog" onClick=${() => setOpen(true)}>
      <${Icon} name="settings" size="1.2em" />
      <span>${[strengthWord(bots), rememberedName(), found && tPlain(found.name)].filter(Boolean).join(' · ')}</span>
    </button>
    ${open && html`<${Lazy} part=${ALONE_SETUP} onMissing=${close} onClose=${close} />`}`;
}

/** Show this device's tables that still exist. */
function Continue() {
  const [found, setFound] = useState(/** @type {import('../net/api.js').Summary[]} */ ([]));
  useEffect(() => {
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
      setFound(/** @type {import('../net/api.js').Summary[]} */ (open).slice(0, 3));
    });
  }, []);
  const here = recall('alone', /** @type {any} */ (null))?.going === true;
  if (!found.length && !here) return null;
  return html`<section class="stack">
    <h2>${t('Pick up where you left off')}</h2>
    <ul class="table-list">
      ${
        here &&
        html`<li><a class="table-link" href="#/alone">
          <span class="soft small">${t('Your game on this device')}</span><${Icon} name="forward" size="1.2em" />
        </a></li>`
      }
      ${found.map((table) => html`<li key=${table.table}><${TableLink} table=${table} /></li>`)}
    </ul>
  </section>`;
}

function PublicTables() {
  const [found, setFound] = useState(/** @type {import('../net/api.js').Summary[]} */ ([]));
  useEffect(() => {
    publicTables()
      .then((tables) => setFound(tables.slice(0, 8)))
      .catch(() => {});
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
      ${lobby ? ` ${t('about to start')}` : ` ${t('game in progress')}`}
    </span>
    <${Icon} name=${lobby ? 'forward' : 'eye'} size="1.2em" />
  </a>`;
}
