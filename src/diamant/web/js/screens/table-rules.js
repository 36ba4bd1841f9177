// @ts-check
/** The rules of a table over the game, which goes on; they have an address, so that the way back leads to it. */
import { closeRules } from '../device/route.js';
import { html } from '../html.js';
import { Dialog } from '../ui/dialog.js';
import { Lazy } from '../ui/lazy.js';
import { tPlain } from '../words/i18n.js';

const RULES = { load: () => import('./rules/screen.js').then((module) => module.Rules), styles: ['css/rules.css'] };

/** @param {{edition: import('../model/types.js').Edition}} props */
export function TableRules({ edition }) {
  return html`<${Dialog} title=${tPlain(edition.name)} onClose=${closeRules} wide>
    <${Lazy} part=${RULES} edition=${edition} />
  <//>`;
}
