// @ts-check
/**
 * The victory: chests open one by one, worst first; then third, second, first, and gems rain on the winner.
 *
 * One tap or key ends it. With reduced motion only the final podium appears.
 */
import { Chest } from '../art/camp.js';
import { Explorer } from '../art/explorers.js';
import { Gem, stoneFor } from '../art/gems.js';
import { recall, remember } from '../device/memory.js';
import { calm } from '../device/prefs.js';
import { play } from '../device/sound.js';
import { html, useEffect, useRef, useState } from '../html.js';
import { placesOf } from '../model/places.js';
import { letterOf } from '../model/seats.js';
import { t } from '../words/i18n.js';

/** @import { GameView, TableView } from '../model/types.js' */

/** @typedef {ReturnType<typeof placesOf>[number]} Placed */

const STORED = 'victory'; // The last one shown here: a reloaded page does not start it again.
const HUSH_MS = 900; // Before the first chest.
const CHEST_MS = 800;
const STEP_MS = 1600;
const CROWN_MS = 4500;
const PODIUM = 3;
/** As many as fit on the podium. */
const CROWD = 5;
const DROPS = 36;

/**
 * Return whether the victory has yet to be shown on this device.
 * @param {TableView} view
 */
export function useVictory(view) {
  const { game } = view;
  const key = `${view.table} ${view.games}`;
  const [open, setOpen] = useState(
    () => game?.phase === 'over' && game.winners.length > 0 && !calm() && recall(STORED, '') !== key,
  );
  useEffect(() => {
    if (game?.phase === 'over') remember(STORED, key);
  }, [key]);
  return { open, close: () => setOpen(false) };
}

/**
 * Return the players on the podium, best first. Tied players share it, unless there are too many.
 * @param {Placed[]} places
 */
export function podiumOf(places) {
  const top = places.filter(({ won, place }) => won || place <= PODIUM);
  const last = top.length > CROWD ? top[top.length - 1].place : Number.POSITIVE_INFINITY;
  return top.filter(({ won, place }) => won || place < last);
}

/**
 * Return the order of appearance: players off the podium, worst first; then third, second, and all winners at once.
 * @param {Placed[]} places best first
 */
export function stepsOf(places) {
  const top = podiumOf(places);
  const rest = places.filter((one) => !top.includes(one)).reverse();
  const losers = top.filter(({ won }) => !won).reverse();
  const winners = top.filter(({ won }) => won);
  return { top, rest, steps: [...[...rest, ...losers].map((one) => [one]), winners] };
}

/**
 * @param {{view: TableView, game: GameView, verdict: string, gems?: {name: string, worth: number}[],
 *   onDone: () => void}} props
 */
export function Victory({ view, game, verdict, gems, onDone }) {
  const places = placesOf(game);
  const { top, rest, steps } = stepsOf(places);
  const [told, setTold] = useState(0);
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
    return () => {
      // The victory's button disappears with it; its focus moves to the heading of the end.
      if (document.activeElement !== document.body) return;
      /** @type {HTMLElement | null} */ (document.querySelector('h1'))?.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => {
    const wait = told === 0 ? HUSH_MS : told === steps.length ? CROWN_MS : told <= rest.length ? CHEST_MS : STEP_MS;
    const timer = setTimeout(() => (told === steps.length ? onDone() : setTold(told + 1)), wait);
    if (told === steps.length) play('win');
    else if (told > rest.length) play('step', steps.length - told + 1);
    else if (told > 0) play('chest');
    return () => clearTimeout(timer);
  }, [told]);
  const shown = steps.slice(0, told).flatMap((step) => step.map(({ at }) => at));
  return html`<div class="victory" onClick=${onDone}>
    <div class="victory-stage" aria-hidden="true">
      <${Podium} view=${view} top=${top} shown=${shown} />
      ${
        rest.length > 0 &&
        html`<ol class="victory-rest">
          ${[...rest]
            .reverse()
            .map((one) => html`<${Other} key=${one.at} view=${view} one=${one} open=${shown.includes(one.at)} />`)}
        </ol>`
      }
      ${
        told === steps.length &&
        html`<p class="victory-word" style=${`--all:${verdict.length}`}>${verdict}</p>
          <${Rain} stone=${stoneFor(1, gems)} />`
      }
    </div>
    <button class="btn quiet victory-skip" type="button" ref=${button} onClick=${onDone}>${t('Skip')}</button>
  </div>`;
}

/**
 * Draw second, first, third, as on every podium; winners who share first place are together.
 * @param {{view: TableView, top: Placed[], shown: number[]}} props
 */
export function Podium({ view, top, shown }) {
  const [first, others] = [top.filter(({ won }) => won), top.filter(({ won }) => !won)];
  const blocks = [others.slice(0, 1), first, others.slice(1)].filter((block) => block.length > 0);
  return html`<div class=${`podium ${blocks.some((block) => block.length > 1) ? 'crowd' : ''}`}>
    ${blocks.map(
      (block) => html`<div key=${block[0].at} class=${`podium-block ${block === first ? 'first' : ''}`}>
        <div class="podium-figures">
          ${block.map(
            (one) => html`<${OnPodium} key=${one.at} view=${view} one=${one} open=${shown.includes(one.at)} />`,
          )}
        </div>
        <div class=${`podium-step place-${Math.min(block[0].place, PODIUM)}`}>
          <span class="number">${block[0].place}</span>
        </div>
      </div>`,
    )}
  </div>`;
}

/** @param {{view: TableView, one: Placed, open: boolean}} props */
function OnPodium({ view, one, open }) {
  const seat = view.seats[one.at];
  if (!seat) return null;
  return html`<div class=${`podium-one ${open ? 'open' : ''} ${one.won ? 'won' : ''}`}>
    <p class="podium-name">${open ? seat.name : ''}</p>
    <p class="podium-points number">${open ? (one.points ?? '?') : ''}</p>
    <div class="podium-who">
      <${Explorer} color=${seat.color} shape=${seat.shape} letter=${letterOf(seat, one.at)} size="7em"
          lantern=${open ? 'steady' : 'off'} mood=${one.won ? 'proud' : 'happy'} />
      <${Chest} open=${open} full=${open && (one.points ?? 0) > 0} size=${one.won ? '3.6em' : '2.6em'} />
    </div>
  </div>`;
}

/** @param {{view: TableView, one: Placed, open: boolean}} props */
function Other({ view, one, open }) {
  const seat = view.seats[one.at];
  if (!seat) return null;
  const mood = !open ? 'calm' : (one.points ?? 0) > 0 ? 'relieved' : 'poor';
  return html`<li class=${`victory-other ${open ? 'open' : ''}`}>
    <${Explorer} color=${seat.color} shape=${seat.shape} letter=${letterOf(seat, one.at)} size="4em" lantern="none"
        mood=${mood} />
    <${Chest} open=${open} full=${open && (one.points ?? 0) > 0} size="2em" />
    <span class="number">${open ? (one.points ?? '?') : ''}</span>
    <span class="victory-name">${seat.name}</span>
  </li>`;
}

/** Draw falling gems, no two alike. @param {{stone: string}} props */
function Rain({ stone }) {
  return html`<div class="victory-rain">
    ${Array.from({ length: DROPS }, (_, nth) => {
      // The golden ratio scatters them evenly without random numbers.
      const across = (nth * 61.8) % 100;
      const style = `left:${across.toFixed(1)}%;animation-delay:${((nth * nth * 0.31) % 2.4).toFixed(2)}s`;
      return html`<span key=${nth} style=${style}>
        <${Gem} kind=${nth % 7 ? stone : 'diamond'} size=${`${1 + (nth % 3) * 0.4}em`} />
      </span>`;
    })}
  </div>`;
}
