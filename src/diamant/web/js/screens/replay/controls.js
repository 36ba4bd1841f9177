// @ts-check
/** Step, scrub, speed: the bar below a replay. */

import { Icon } from '../../art/icons.js';
import { html } from '../../html.js';
import { t } from '../../words/i18n.js';
import { SPEEDS } from './playback.js';

/** @typedef {import('./playback.js').Playback} Playback */
/** @typedef {import('./playback.js').Speed} Speed */

const PACES = /** @type {Speed[]} */ (Object.keys(SPEEDS).map(Number));

/**
 * @param {{playback: Playback, starts: readonly number[], place: string}} props `place` says in
 *   words where the replay stands
 */
export function Controls({ playback, starts, place }) {
  const { at, last, playing, jump, toggle } = playback;
  const press = (
    /** @type {string} */ label,
    /** @type {string} */ icon,
    /** @type {() => void} */ act,
    off = false,
    far = false,
  ) =>
    html`<button class=${`btn icon quiet ${far ? 'far' : ''}`} type="button" aria-label=${label} title=${label}
        aria-disabled=${off} onClick=${act}>
      <${Icon} name=${icon} />
    </button>`;
  return html`<div class="replay-controls">
    <${Scrubber} playback=${playback} starts=${starts} place=${place} />
    <div class="replay-buttons">
      ${press(t('To the start'), 'first', () => jump(0), at === 0, true)}
      ${press(t('Back'), 'step-back', () => jump(at - 1), at === 0)}
      <button
        class="btn icon main replay-play"
        type="button"
        aria-label=${playing ? t('Pause') : t('Play')}
        title=${playing ? t('Pause') : t('Play')}
        onClick=${toggle}
      >
        <${Icon} name=${playing ? 'pause' : 'play'} />
      </button>
      ${press(t('Next'), 'step', () => jump(at + 1), at === last)}
      ${press(t('To the end'), 'last', () => jump(last), at === last, true)}
      <${Pace} playback=${playback} />
    </div>
  </div>`;
}

/** @param {{playback: Playback, starts: readonly number[], place: string}} props */
function Scrubber({ playback, starts, place }) {
  const { at, last, jump } = playback;
  const share = (/** @type {number} */ moment) => (last === 0 ? 0 : (moment / last) * 100);
  return html`<div class="replay-scrub">
    <input
      class="slider"
      type="range"
      min="0"
      max=${last}
      step="1"
      value=${at}
      aria-label=${t('Where in the game')}
      aria-valuetext=${place}
      style=${`--done: ${share(at)}%`}
      onInput=${(/** @type {any} */ event) => jump(Number(event.target.value))}
    />
    <div class="replay-marks" aria-hidden="true">
      ${starts.map(
        (start, index) =>
          html`<span class=${start <= at ? 'met' : ''} style=${`left: ${share(start)}%`}>${index + 1}</span>`,
      )}
    </div>
  </div>`;
}

/** @param {{playback: Playback}} props */
function Pace({ playback }) {
  const { speed, setSpeed } = playback;
  return html`<fieldset class="replay-pace choices">
    <legend class="hidden-visually">${t('Speed')}</legend>
    ${PACES.map(
      (pace) => html`<label class=${pace === speed ? 'on' : ''}>
        <input type="radio" name="pace" value=${pace} checked=${pace === speed} onChange=${() => setSpeed(pace)} />
        <span>${pace}×</span>
      </label>`,
    )}
  </fieldset>`;
}
