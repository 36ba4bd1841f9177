// @ts-check
/** The whole page: the screen for the current address, the live region and the notes. PAGES lists the screens. */
import { rememberTable } from './device/memory.js';
import { go, route } from './device/route.js';
import { html, useEffect, useErrorBoundary, useState } from './html.js';
import { claim, RefusedError } from './net/api.js';
import { LOCAL, takeFirstSeat } from './screens/begin.js';
import { StartScreen } from './screens/start.js';
import { Lazy } from './ui/lazy.js';
import { LiveRegion, Problem, Toasts, Waiting } from './ui/page.js';
import { t, tRefusal } from './words/i18n.js';

/** @import { Route } from './device/route.js' */
/** @import { LazyPart } from './ui/lazy.js' */

/**
 * A table, requested as soon as the page itself has loaded. Its texts are in the first catalog.
 * @type {LazyPart}
 */
export const TABLE = { load: () => import('./screens/table.js').then((module) => module.TableScreen), soon: true };

export function App() {
  const [error, reset] = useErrorBoundary((problem) => console.error(problem));
  const at = route.value;
  useEffect(() => {
    if (error) reset();
  }, [at]);
  return html`<${LiveRegion} /><${Toasts} />${error ? html`<${Broken} />` : html`<${Screen} at=${at} />`}`;
}

/** @param {{at: Route}} props */
function Screen({ at }) {
  if (at.name === 'start') return html`<${StartScreen} />`;
  if (at.name === 'claim') return html`<${Claim} word=${at.code} />`;
  if ((at.name === 't' || at.name === 'tv') && at.code) {
    return html`<${Lazy} part=${TABLE} key=${at.name} code=${at.code} screen=${at.name === 'tv'}
        seatCode=${at.params.get('seat') ?? ''} rules=${at.params.has('rules')} />`;
  }
  if (at.name === 'alone') return html`<${Lazy} part=${LOCAL} />`;
  const part = pageOf(at.name);
  // These screens have their own frame with a back button.
  if (part) return html`<${Lazy} key=${`${at.name}/${at.code}/${at.rest}`} part=${part} />`;
  return html`<${Problem} title=${t('Page not found')}
      text=${t("There's no page at this address. Maybe a letter is missing.")} />`;
}

/**
 * Make this page the host's with the one-time word that `diamant host` puts into its address.
 * @param {{word: string}} props
 */
function Claim({ word }) {
  const [problem, setProblem] = useState('');
  useEffect(() => {
    claim(word).then(
      (made) => {
        rememberTable({ ...made, at: Date.now() });
        takeFirstSeat(made.code);
        go(`/t/${made.code}`, true);
      },
      (error) => {
        const told = error instanceof RefusedError ? tRefusal(error.refusal) : '';
        setProblem(told || t("Can't reach the server. Check your connection and try again."));
      },
    );
  }, [word]);
  if (!problem) return html`<${Waiting} text=${t('Joining the table…')} />`;
  return html`<${Problem} title=${t('This link has already been used')} text=${problem} />`;
}

function Broken() {
  return html`<${Problem} title=${t('Something went wrong')}
      text=${t('This page ran into a problem. Your game is safe on the server; reload the page.')}>
    <button class="btn main" type="button" onClick=${() => location.reload()}>${t('Reload the page')}</button>
  <//>`;
}

const RECORD = 'css/record.css';
const RULES = 'css/rules.css';
const COMPANY = 'css/alone.css';

/**
 * The screens with an address of their own, `#/NAME`.
 * @type {Record<string, LazyPart>}
 */
const PAGES = {
  replay: {
    load: () => import('./screens/replay/screen.js').then((module) => module.ReplayScreen),
    styles: [RECORD, 'css/replay.css'],
  },
  rules: { load: () => import('./screens/rules/screen.js').then((module) => module.RulesScreen), styles: [RULES] },
  tutorial: {
    load: () => import('./screens/tutorial/screen.js').then((module) => module.TutorialScreen),
    styles: [RULES, 'css/tutorial.css'],
  },
  daily: {
    load: () => import('./screens/daily.js').then((module) => module.DailyScreen),
    styles: [RECORD, 'css/daily.css'],
  },
  history: {
    load: () => import('./screens/history.js').then((module) => module.HistoryScreen),
    styles: [RECORD, COMPANY, 'css/history.css'],
  },
};

/**
 * @param {string} name as in the address; may be anything
 * @returns {LazyPart | undefined}
 */
function pageOf(name) {
  return Object.keys(PAGES).includes(name) ? PAGES[name] : undefined;
}
