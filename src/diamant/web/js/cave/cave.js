// @ts-check
/**
 * The cave: a picture of one expedition, drawn from a table's view.
 *
 * USAGE
 *
 *   html`<${Cave} game=${view.game} seats=${view.seats} edition=${edition} mode="table"
 *          you=${[0]} emotes=${{ 2: 'wave' }} onDirector=${(d) => { director = d; }} />`
 *
 * The picture fills its parent, which needs a size (320x240 and up). Nothing in it takes focus or clicks,
 * and screen readers skip it: announce everything in text elsewhere. Load css/art.css and
 * css/cave.css.
 *
 *   game     `view.game`; null before the first card (an empty cave, everyone at the mouth)
 *   seats    `view.seats` (null for an empty seat); `chosen` makes a lantern steady
 *   edition  from `api/editions`; uses `ritual` ('fist' or 'card'), `gems`, `rounds`, `hazards`
 *   mode     'table' | 'tv' | 'hand' | 'replay'; the hand is a small picture without the hazard row
 *   you      seats of this device, drawn with a ring
 *   emotes   seat -> emote, shown above the explorer until you take it away
 *   reveal   {stayers, leavers}: shows the explorers' hands or cards, as in the reveal;
 *            only for still pictures, because the director does this itself
 *   onDirector(director) is called when the scene is ready, and with null when it is removed
 *
 * THE DIRECTOR plays events as a scene, with the durations in beats.js:
 *
 *   director.play(facts, {game, seats}) -> Promise<boolean>   false if it was cut short
 *   director.skip()                                           jump to the end
 *   director.playing                                          whether a scene is playing
 *   director.onCue = (name, detail, fact) => {…}              time to play a sound or vibrate
 *   director.wait = (time, name, fact, done) => cancel        can change when a cue is due
 *
 * `facts` are the game events of one `Events` message (or of one moment of a replay); `game` and
 * `seats` are the state before them. Call `play` in the same task in which you give the new view to
 * the page: the director shows its own pictures until the scene is done, then the props apply. Calling
 * `play` during a scene cuts that scene short. Facts that change nothing in the cave are ignored.
 *
 * The choices open with the cue `turn`, not earlier, so that no one chooses for a card that only the
 * server knows (see session/stage.js). Players who don't want to wait can skip the scene.
 *
 * Cues, in the order of a turn: `dark`, `reveal` {stayers, leavers}, `walk` {seats}, `bank` {seats},
 * `card` {card} (slides out), `turn` {card} (is visible), then one of `treasure` {share, seats}, `hazard`
 * {kind}, `relic` {card} or `bust` {kind, seats}; `begin` {round} starts a new cave.
 *
 * With reduced motion the pictures change without animation and keep their durations
 * only where viewers would miss something (the reveal and a bust).
 */
/** @import { Edition } from '../model/types.js' */
/** @import { Director } from './director.js' */
/** @import { Figure, Frame, Mode, PicturedGame } from './types.js' */
import { html, useLayoutEffect, useMemo, useRef, useState } from '../html.js';
import { newCave } from '../model/game.js';
import { Actors } from './actors.js';
import { createDirector } from './director.js';
import { layoutPath } from './layout.js';
import { Path } from './path.js';
import { Reveal } from './reveal.js';
import { Dangers, Scenery } from './scenery.js';

const LEAST = 40; // Pixels: a smaller picture belongs to a page that is still being laid out.
const DRAWN_MS = 250; // If the browser stops drawing (the page is closing), the director must not hang.

/**
 * @param {{
 *   game: PicturedGame | null, seats?: (Figure | null)[], edition?: Edition,
 *   mode?: Mode, you?: number[], emotes?: Record<number, string>, reveal?: Frame['reveal'],
 *   onDirector?: (director: Director | null) => void,
 * }} props
 */
export function Cave(props) {
  const { mode = 'table', edition, you = [], emotes, onDirector } = props;
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const [staged, setStaged] = useState(/** @type {Frame | null} */ (null));
  /** Callbacks waiting for a frame to be drawn. */
  const waiting = useRef(/** @type {(() => void)[]} */ ([]));

  /** @type {Frame} */
  const frame = staged ?? { game: props.game, reveal: props.reveal };
  const seats = frame.seats ?? props.seats ?? [];
  const game = frame.game ?? emptyGame(seats, edition);
  const players = seats.filter(Boolean).length;
  const inside = game.in_cave.filter((seat) => seats[seat]).length;
  const layOut = (/** @type {number} */ wide, /** @type {number} */ high) => {
    if (wide < LEAST || high < LEAST) return null;
    const { round, rounds } = game;
    const far = mode === 'tv';
    return layoutPath(game.cards, wide, high, { round, rounds, row: mode !== 'hand', players, inside, far });
  };
  const planned = useRef(layOut);
  planned.current = layOut;
  const { width, height } = useSize(root, (wide, high) => planned.current(wide, high));
  const layout = useMemo(
    () => layOut(width, height),
    [game.cards.join(' '), width, height, game.round, game.rounds, players, inside, mode],
  );

  const latest = useRef({ edition, layout });
  latest.current = { edition, layout };
  useLayoutEffect(() => {
    for (const done of waiting.current.splice(0)) done();
  });
  useLayoutEffect(() => {
    if (!root.current) return undefined;
    const director = createDirector({
      element: root.current,
      edition: () => latest.current.edition,
      layout: () => latest.current.layout,
      show: (next) =>
        new Promise((done) => {
          waiting.current.push(done);
          setStaged(next && { ...next });
          setTimeout(done, DRAWN_MS);
        }),
    });
    onDirector?.(director);
    return () => {
      director.skip();
      onDirector?.(null);
    };
  }, []);

  const scene = { game, seats, edition, mode, you, emotes, layout, frame };
  return html`<div class=${`cave ${mode}`} ref=${root} aria-hidden="true">
    ${
      layout &&
      html`<${Scenery} ...${scene} />
      <${Path} ...${scene} />
      <${Actors} ...${scene} />
      <div class=${`cave-dark ${frame.reveal ? 'hush' : ''}`}></div>
      ${frame.reveal && html`<${Reveal} ...${scene} />`}
      ${mode !== 'hand' && html`<${Dangers} ...${scene} />`}
      <div class="cave-flights"></div>`
    }
  </div>`;
}

/**
 * Call `plan` with an element's size now and whenever it changes.
 *
 * A new size first uses one task to plan its layout, which is cached, and then a frame of
 * its own, because the current frame has already been laid out.
 *
 * @param {{current: HTMLElement | null}} root
 * @param {(width: number, height: number) => void} plan
 */
function useSize(root, plan) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    let timer = 0;
    let frame = 0;
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      timer = setTimeout(() => {
        plan(element.clientWidth, element.clientHeight);
        frame = requestAnimationFrame(measure);
      });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, []);
  return size;
}

/**
 * Return the game before the first card: everyone is at the first mouth.
 * @param {(Figure | null)[]} seats
 * @param {Edition} [edition]
 * @returns {PicturedGame}
 */
function emptyGame(seats, edition) {
  return {
    ...newCave(0),
    round: 1,
    rounds: edition?.rounds ?? 5,
    hazards_left: edition?.hazards ?? {},
    in_cave: seats.flatMap((seat, at) => (seat ? [at] : [])),
    history: [],
  };
}
