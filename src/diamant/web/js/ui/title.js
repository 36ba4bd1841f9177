// @ts-check
/** The name of the game with the one thing that shines, and the picture of what it is about. */
import { Fire, Mouth, Tent } from '../art/camp.js';
import { Explorer } from '../art/explorers.js';
import { Gem } from '../art/gems.js';
import { html } from '../html.js';
import { SEAT_LETTERS } from '../model/seats.js';

/** @param {{heading?: {current: any}}} props */
export function Title({ heading }) {
  return html`<h1 class="title" ref=${heading} tabindex="-1">
    <span class="title-gem"><${Gem} kind="diamond" size="0.92em" /></span>
    <span>Diamant</span>
  </h1>`;
}

/** Five explorers on their way from the camp into the cave. */
export function Parade() {
  return html`<div class="parade" aria-hidden="true">
    <div class="parade-ground"></div>
    <div class="parade-row">
      <span class="parade-camp"><${Tent} size="1em" /></span>
      <span class="parade-fire"><${Fire} size="1em" /></span>
      ${[4, 1, 2, 0, 3].map(
        (look, place) => html`<span key=${look} class="parade-one" style=${`animation-delay:${-place * 0.37}s`}>
          <${Explorer} color=${look} letter=${SEAT_LETTERS[look]} size="1em"
              lantern=${place > 2 ? 'steady' : 'flicker'} mood=${place === 3 ? 'happy' : 'calm'} />
        </span>`,
      )}
      <span class="parade-mouth"><${Mouth} number=${1} state="open" size="1em" /></span>
    </div>
  </div>`;
}
