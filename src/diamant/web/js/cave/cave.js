// @ts-check
/**
 * The cave: the picture of one expedition, drawn from a table's view.
 *
 * HOW TO USE IT
 *
 *   html`<${Cave} game=${view.game} seats=${view.seats} edition=${edition} mode="table"
 *          you=${[0]} emotes=${{ 2: 'wave' }} onDirector=${(d) => { director = d; }} />`
 *
 * It fills its parent: give that a size (320x240 and up). Nothing in it takes focus or clicks, and
 * all of it is hidden from screen readers; say things in words elsewhere. Load css/art.css and
 * css/cave.css.
 *
 *   game     `view.game`; null before the first card (an empty cave, everybody at the mouth)
 *   seats    `view.seats` (null for an empty one); `chosen` makes a lantern steady
 *   edition  what `api/editions` tells of it; read are `ritual` ('fist' or 'card'), `gems`, `rounds`
 *   mode     'table' | 'tv' | 'hand' | 'replay'; the hand is a small picture without the row of dangers
 *   you      seats of this device: drawn with a ring
 *   emotes   seat -> emote, shown above the explorer until you take it away
 *   reveal   {stayers, leavers}: shows hands or cards at the explorers, as in the reveal;
 *            the director does this by itself, so only a still picture needs it
 *   onDirector(director) is called once the scene stands, and with null when it goes
 *
 * THE DIRECTOR plays what happened, in the time that EXPERIENCE gives it:
 *
 *   director.play(events, before, after) -> Promise<boolean>   false if it was cut short
 *   director.skip()                                            at once to how things stand
 *   director.playing                                           whether something is going on
 *   director.onCue = (name, detail) => {…}                     the moment for a sound or a buzz
 *
 * `events` are those of one `Events` message (or of one step of a replay: facts will do too),
 * `before` and `after` the views, or their games, around them. Call `play` in the same task
 * in which you give the new view to the page: until the scene is done it shows its own
 * pictures, then what its props say. A `play` during another one cuts the first short. Events that
 * change nothing in the cave are ignored. It never holds up anything: enable the choices as soon
 * as the view says so. `createDirector(element)` makes the same thing for a scene's root element
 * (`.cave`).
 *
 * Cues, in order of a turn: `dark`, `reveal` {stayers, leavers}, `walk` {seats}, `bank` {seats},
 * `card` {card} (slides out), `turn` {card} (is seen), then one of `treasure` {share, seats}, `hazard`
 * {kind}, `relic` {card} or `bust` {kind, seats}; `begin` {round} at a new cave.
 *
 * With reduced motion the pictures follow each other without any movement, and keep their time
 * only where something would be missed (the reveal and a bust).
 */
import { html, useRef, useState, useLayoutEffect, useMemo } from '../html.js';
import { layoutPath } from './layout.js';
import { Scenery } from './scenery.js';
import { Path } from './path.js';
import { Actors } from './actors.js';
import { Reveal } from './reveal.js';
import { Dangers } from './dangers.js';
import { createDirector } from './animate.js';

export { createDirector };

/**
 * @typedef {import('./frames.js').Frame} Frame
 * @param {{
 *   game: any, seats?: any[], edition?: any, mode?: string, you?: number[],
 *   emotes?: Record<number, string>, reveal?: any, onDirector?: (director: any) => void,
 * }} props
 */
export function Cave(props) {
  const { mode = 'table', edition, you = [], emotes, onDirector } = props;
  /** @type {{current: any}} */
  const root = useRef(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  /** @type {{current: any}} */
  const latest = useRef({});
  /** @type {{current: (() => void)[]}} */
  const waiting = useRef([]);
  const [staged, setStaged] = useState(/** @type {Frame|null} */ (null));

  useLayoutEffect(() => {
    const element = root.current;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const element = root.current;
    element.stage = {
      edition: () => latest.current.edition,
      layout: () => latest.current.layout,
      /** Show a picture, or null for what the props say; done when it stands on the page. @param {Frame|null} next */
      show: (next) =>
        new Promise((/** @type {(value?: any) => void} */ done) => {
          waiting.current.push(done);
          setStaged(next ? { ...next } : null);
          // A scene that is not drawn any more (the page is going) must not hold up its director.
          setTimeout(done, 250);
        }),
    };
    const director = createDirector(element);
    onDirector?.(director);
    return () => {
      director.skip();
      onDirector?.(null);
    };
  }, []);

  /** @type {Frame} */
  const frame = staged ?? { game: props.game, reveal: props.reveal };
  const seats = frame.seats ?? props.seats ?? [];
  const game = frame.game ?? emptyGame(seats, edition);
  const players = seats.filter(Boolean).length;
  const inside = game.in_cave.filter((/** @type {number} */ seat) => seats[seat]).length;
  const layout = useMemo(
    () =>
      size.width < 40 || size.height < 40
        ? null
        : layoutPath(game.cards, size.width, size.height, {
            round: game.round,
            rounds: game.rounds,
            row: mode !== 'hand',
            players,
            inside,
            far: mode === 'tv',
          }),
    [game.cards.join(' '), size.width, size.height, game.round, game.rounds, players, inside, mode],
  );
  latest.current = { edition, layout };
  useLayoutEffect(() => {
    for (const done of waiting.current.splice(0)) done();
  });
  const scene = { game, seats, edition, mode, you, emotes, layout, reveal: frame.reveal, frame };
  return html`<div class=${`cave ${mode}`} ref=${root} aria-hidden="true">
    ${layout &&
    html`<${Scenery} ...${scene} />
      <${Path} ...${scene} />
      <${Actors} ...${scene} />
      <div class=${`cave-dark ${frame.reveal ? 'hush' : ''}`}></div>
      ${frame.reveal && html`<${Reveal} ...${scene} />`}
      ${mode !== 'hand' && html`<${Dangers} ...${scene} />`}
      <div class="cave-flights"></div>`}
  </div>`;
}

/** The cave before the first card: everybody stands at the first mouth. @param {any[]} seats @param {any} edition */
function emptyGame(seats, edition) {
  return {
    round: 1,
    rounds: edition?.rounds ?? 5,
    cards: [],
    gems: [],
    relics: [],
    hazards: [],
    hazards_left: edition?.hazards ?? {},
    carried: 0,
    in_cave: seats.flatMap((seat, at) => (seat ? [at] : [])),
  };
}
