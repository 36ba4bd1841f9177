// @ts-check
/** Why one is not at a table, or not yet, and a way on for each reason. */
import { html } from '../html.js';
import { NO_TABLE, NONSENSE, OTHER_PROTOCOL, TOO_MANY_CONNECTIONS } from '../net/close-codes.js';
import { Problem } from '../ui/problem.js';
import { t, tRefusal } from '../words/i18n.js';
import { JoinForm } from './join-form.js';

const home = () => html`<a class="btn" href="#/">${t('Start page')}</a>`;
const again = () =>
  html`<button class="btn main" type="button" onClick=${() => location.reload()}>${t('Load the page again')}</button>`;

/**
 * Why a table cannot be played at any more.
 * @param {{end: import('../net/connection.js').End, onAgain: () => void}} props
 */
export function TableProblem({ end, onAgain }) {
  const { code, problem } = end;
  const retry = html`<button class="btn main" type="button" onClick=${onAgain}>${t('Come in again')}</button>`;
  if (code === NO_TABLE) {
    return html`<${Problem}
      title=${t('No such table')}
      text=${t(
        'There is no table with this code, or it was closed. Ask for the code again, or open ' + 'a table of your own.',
      )}
    ><${JoinForm} />${home()}<//>`;
  }
  if (code === OTHER_PROTOCOL) {
    return html`<${Problem}
      title=${t('Another version')}
      text=${t('This page and the server are of different versions. Load the page again to get the right one.')}
    >${again()}<//>`;
  }
  if (code === TOO_MANY_CONNECTIONS) {
    return html`<${Problem}
      title=${t('Open elsewhere')}
      text=${t(
        'You have this table open in too many tabs, so this one was closed. Play on in ' +
          'another one, or come in again here.',
      )}
    >${retry}${home()}<//>`;
  }
  if (code === NONSENSE) {
    return html`<${Problem}
      title=${t('That went wrong')}
      text=${t('This page and the server did not understand each other. Load the page again.')}
    >${again()}<//>`;
  }
  const why = problem?.code;
  if (why === 'locked') {
    return html`<${Problem}
      title=${t('The table is locked')}
      text=${t('The host lets nobody new in. Ask the host to unlock the table, then try again.')}
    >${retry}${home()}<//>`;
  }
  if (why === 'table-full') {
    return html`<${Problem}
      title=${t('The table is full')}
      text=${t('No more people fit around this table. Try again when somebody has left.')}
    >${retry}${home()}<//>`;
  }
  if (why === 'no-spectators') {
    return html`<${Problem}
      title=${t('Players only')}
      text=${t('A game is going on, and this table has no spectators. Come back for the next game.')}
    >${retry}${home()}<//>`;
  }
  if (problem && why === 'wrong-code') {
    return html`<${Problem} title=${t('Code of the seat')} text=${tRefusal(problem)}>${retry}${home()}<//>`;
  }
  if (why === 'blocked') {
    return html`<${Problem}
      title=${t('You cannot come in')}
      text=${t('The host sent this device away, or one like it. Ask the host to let you in again, then try once more.')}
    >${retry}${home()}<//>`;
  }
  if (why === 'left' || why === 'kicked' || why === 'token-retired' || why === 'wrong-token') {
    return html`<${Problem}
      title=${t('You are not at this table any more')}
      text=${t('You left, or the host sent you away. You can come in once more.')}
    >${retry}${home()}<//>`;
  }
  return html`<${Problem}
    title=${t('The table is closed to you')}
    text=${problem ? tRefusal(problem) : t('The server ended the connection.')}
  >${retry}${home()}<//>`;
}

/** @param {{onRetry: () => void}} props */
export function ServerAway({ onRetry }) {
  return html`<${Problem}
    title=${t('The server does not answer')}
    text=${t('Is this device in the right network, and is the computer of the host still on? We keep trying.')}
  >
    <button class="btn main" type="button" onClick=${onRetry}>${t('Try now')}</button>
    <a class="btn" href="#/">${t('Start page')}</a>
  <//>`;
}

/**
 * The server is there, but lets nobody in just now; the page comes back by itself.
 * @param {{refusal: import('../model/types.js').Refusal, onRetry: () => void}} props
 */
export function Hold({ refusal, onRetry }) {
  return html`<${Problem} title=${t('A moment, please')} text=${tRefusal(refusal)}>
    <button class="btn main" type="button" onClick=${onRetry}>${t('Try now')}</button>
    <a class="btn" href="#/">${t('Start page')}</a>
  <//>`;
}
