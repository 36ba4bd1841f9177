// @ts-check
/** How much time is left, as a burning fuse; the number appears only when it matters. */

import { play } from '../../device/sound.js';
import { html, useEffect, useState } from '../../html.js';
import { choiceSeconds } from '../../model/clock.js';
import { t } from '../../words/i18n.js';

const URGENT = 10;

/** @param {{current: import('../../session/current-table.js').CurrentTable}} props */
export function Clock({ current: { session, stage } }) {
  const view = /** @type {import('../../model/types.js').TableView} */ (session.view.value);
  const { deadline, paused, phase, settings } = view;
  const running = deadline !== null && phase === 'cave' && !paused && !stage.behind.value;
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (!running) return undefined;
    let last = -1;
    const tick = () => {
      const seconds = Math.max(0, (deadline - session.now()) / 1000);
      setLeft(seconds);
      const whole = Math.ceil(seconds);
      if (whole !== last && whole <= 5 && whole > 0 && last !== -1) play('tick');
      last = whole;
    };
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [running, deadline]);
  if (!running) return html`<div class="fuse"></div>`;
  const share = Math.min(1, left / choiceSeconds(settings));
  const urgent = left <= URGENT;
  return html`<div class=${`fuse ${urgent ? 'urgent' : ''}`} role="timer" aria-label=${t('Time to choose')}>
    <div class="fuse-rope" style=${`transform:scaleX(${share})`}></div>
    ${urgent && html`<span class="fuse-number number">${Math.ceil(left)}</span>`}
  </div>`;
}
