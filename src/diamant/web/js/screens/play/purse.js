// @ts-check
/** What one carries, what lies on the path, what is safe: three numbers, large and calm. */
import { Chest } from '../../art/camp.js';
import { Gem } from '../../art/gems.js';
import { Relic } from '../../art/relics.js';
import { html } from '../../html.js';
import { t } from '../../words/i18n.js';

/**
 * @param {{view: import('../../model/types.js').TableView, seat: number}} props
 */
export function Purse({ view, seat }) {
  const game = view.game;
  const hand = view.hands.find((one) => one.seat === seat);
  const relics = game?.relics.length ?? 0;
  return html`<dl class="purse">
    <div>
      <dt>${t('You carry')}</dt>
      <dd><${Gem} size="0.8em" /><span class="number">${hand?.carried ?? 0}</span></dd>
    </div>
    <div>
      <dt>${t('On the path')}</dt>
      <dd>
        <span class="number">${game?.path ?? 0}</span>
        ${
          relics > 0 &&
          html`<${Relic} card="relic" size="0.9em" />
            <span class="purse-relics">
              ${relics > 1 ? relics : ''}<span class="hidden-visually">${t('Relics: {n}', { n: relics })}</span>
            </span>`
        }
      </dd>
    </div>
    <div>
      <dt>${t('Your chest')}</dt>
      <dd>
        <${Chest} size="0.95em" full=${(hand?.chest ?? 0) > 0} />
        ${
          // Somebody else may have filled it: whoever goes on with a closed chest is not told what is in it.
          // Before the first card nobody has anything, and there is no secret.
          game && hand?.chest === null
            ? html`<span class="purse-secret">${t('secret until the end')}</span>`
            : html`<span class="number">${hand?.chest ?? 0}</span>`
        }
      </dd>
    </div>
  </dl>`;
}
