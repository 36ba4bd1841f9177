// @ts-check
/**
 * Between the table and the picture of it: plays what happened, with its sounds, and keeps the
 * numbers and choices back until their card is seen. Whoever does not want to wait skips it.
 *
 * @typedef {import('./session.js').Session} Session
 * @typedef {import('../model/types.js').TableView} TableView
 */
import { computed, signal } from '../html.js';
import { narrate } from '../words/narration.js';
import { play, playFacts } from '../device/sound.js';
import { announce, toast } from '../device/notices.js';
import { buzz } from '../device/prefs.js';
import { sayEvent } from '../words/people.js';
import { editions } from './editions.js';

const SLOW_MS = 9000; // No scene is longer; a picture that hangs must not hide how things stand.

/**
 * Says what happened, in the language of the moment.
 * @typedef {() => string} Narration
 * @typedef {import('./session.js').News & {narration: Narration}} Scene
 */

export class Stage {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** What the picture stands for: the end of the scene that is played, else how things are. */
    this.pictured = signal(/** @type {TableView | null} */ (session.view.peek()));
    /** What the numbers beside the cave show: how things were at the end of the last scene. */
    this.shown = signal(/** @type {TableView | null} */ (session.view.peek()));
    this.narration = signal(/** @type {Narration} */ (() => ''));
    /** The line that says what happened last; another language says it anew. */
    this.line = computed(() => this.narration.value());
    this.playing = signal(false);
    /** The turn whose card has been shown here: before that nobody can mean a choice. */
    this.known = signal(session.view.peek()?.turn ?? 0);
    /** Whether what is left to play is skipped. */
    this.rushing = false;
    /** @type {Scene | null} */
    this.scene = null;
    /** How many cards the scene has still to turn. */
    this.unturned = 0;
    /** @type {any} */
    this.director = null;
    /** Scenes that wait for the one before: a bust must be seen, also when the next cave is open. */
    /** @type {Scene[]} */
    this.waiting = [];
    this.unlisten = session.listen((news) => this.happened(news));
  }

  /** The view changed without anything to play: a welcome, or the answer to a look. */
  settle() {
    if (this.playing.peek()) return;
    this.catchUp();
    const view = this.session.view.peek();
    if (view && this.line.peek() === '') this.narration.value = () => lastLine(view);
  }

  /** At once to how things stand. */
  skip() {
    this.rushing = this.playing.peek();
    this.director?.skip();
  }

  /** @param {any} director */
  direct(director) {
    this.director = director;
    if (director) director.onCue = (/** @type {string} */ name, /** @type {any} */ detail) => this.cued(name, detail);
  }

  leave() {
    this.unlisten();
    this.waiting = [];
    this.director = null;
  }

  /** @param {import('./session.js').News} news */
  happened(news) {
    const { events, before, after } = news;
    for (const event of events) toast(sayEvent(event, before, after));
    const facts = events.flatMap((event) => event.facts ?? []);
    const narration = () =>
      events
        .map((event) => narrateAt(after, event.facts ?? []))
        .filter(Boolean)
        .join(' ');
    announce(narration());
    if (!facts.length && !events.some((event) => event.event === 'PlayBegan')) {
      this.settle();
      return;
    }
    if (!this.director || document.visibilityState === 'hidden') {
      playFacts(facts);
      this.waiting = [];
      this.skip();
      if (!this.playing.peek()) {
        this.catchUp();
        this.tell(narration);
      }
      return;
    }
    this.waiting.push({ ...news, narration });
    if (!this.playing.peek()) void this.playAll();
    else if (this.waiting.length > 1) this.director.skip(); // The picture must not fall further behind.
  }

  /** Play what waits, one scene after the other. */
  async playAll() {
    this.playing.value = true;
    for (let scene = this.waiting.shift(); scene; scene = this.waiting.shift()) {
      this.scene = scene;
      this.unturned = scene.events.filter((event) => event.event === 'CardTurned').length;
      this.pictured.value = scene.after;
      if (!this.rushing) await this.playOne(scene);
      this.reached(scene);
    }
    this.scene = null;
    this.rushing = false;
    this.playing.value = false;
    this.catchUp();
  }

  /** @param {Scene} scene */
  playOne({ events, before, after }) {
    const director = this.director;
    if (!director) return Promise.resolve();
    return new Promise((done) => {
      const slow = setTimeout(done, SLOW_MS);
      const end = () => {
        clearTimeout(slow);
        done(undefined);
      };
      Promise.resolve(director.play(events, before, after)).then(end, end);
    });
  }

  /** Everything as it is now. */
  catchUp() {
    const view = this.session.view.peek();
    this.pictured.value = view;
    this.shown.value = view;
    this.known.value = view?.turn ?? 0;
  }

  /**
   * The picture shows how a scene ends.
   * @param {Scene} scene
   */
  reached(scene) {
    this.shown.value = scene.after;
    this.known.value = scene.after.turn;
    this.tell(scene.narration);
  }

  /**
   * @param {string} name
   * @param {any} detail
   */
  cued(name, detail) {
    CUES[name]?.(detail ?? {});
    if (name !== 'turn' || !this.scene) return;
    this.unturned -= 1;
    // Its gems may still fly, but the card can be read. A bust is for the picture to tell.
    if (this.unturned === 0 && this.scene.after.phase === 'cave') this.reached(this.scene);
  }

  /** @param {Narration} narration */
  tell(narration) {
    if (narration()) this.narration.value = narration; // What cannot be told leaves the last word standing.
  }
}

/**
 * What happened last, for somebody who has just come.
 * @param {TableView} view
 */
function lastLine(view) {
  const history = view.game?.history ?? [];
  const at = history.map((fact) => fact.event).lastIndexOf('CardTurned');
  return at < 0 ? '' : narrateAt(view, history.slice(at));
}

/**
 * @param {TableView} view
 * @param {import('../model/types.js').GameEvent[]} facts
 */
function narrateAt(view, facts) {
  const names = view.seats.map((seat) => seat?.name ?? '');
  return narrate(facts, names, editions.peek()[view.settings.edition]);
}

/** The moments of a scene at which something is heard or felt. */
/** @type {Record<string, (detail: any) => void>} */
const CUES = {
  reveal: () => {
    play('reveal');
    buzz(15);
  },
  walk: ({ seats }) => play('leave', seats?.length ?? 1),
  bank: () => play('chest'),
  card: () => play('card'),
  treasure: ({ share }) => {
    if (share > 0) play('gems', share);
  },
  hazard: () => {
    play('hazard');
    buzz(40);
  },
  relic: () => play('relic'),
  bust: () => {
    play('bust');
    buzz([60, 40, 160]);
  },
};
