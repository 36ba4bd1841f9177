// @ts-check
/**
 * Between the table and the picture of it: plays what happened, with its sounds, and keeps the
 * numbers and choices back until their card is seen. Whoever does not want to wait skips it.
 *
 * @typedef {import('./session.js').Session} Session
 * @typedef {import('../model/types.js').TableView} TableView
 * @typedef {import('../model/events.js').GameEvent} GameEvent
 */

import { announce, toast } from '../device/notices.js';
import { buzz } from '../device/prefs.js';
import { playCue, playFacts } from '../device/sound.js';
import { computed, signal } from '../html.js';
import { factsOf } from '../model/facts.js';
import { endsCave, recapOf } from '../model/recap.js';
import { narrate } from '../words/narration.js';
import { sayEvent } from '../words/people.js';
import { editions } from './editions.js';

const RECAP_MS = 4200; // Four seconds in which the end of a cave can be read, and a moment in which it is drawn.
const SLOW_MS = 9000; // No scene is longer; a picture that hangs must not hide how things stand.

/**
 * Says what happened, in the language of the moment.
 * @typedef {() => string} Narration
 * @typedef {{facts: GameEvent[], before: TableView, after: TableView, narration: Narration, choices: Narration}} Scene
 *   choices: the part of the narration that the reveal tells
 *
 * What plays a scene; `onCue` is told of the moments at which something is heard or felt.
 * @typedef {{seats?: number[], share?: number, stayers?: number[], leavers?: number[], card?: string,
 *   kind?: string, round?: number}} CueDetail
 * @typedef {(name: string, detail?: CueDetail) => void} OnCue
 * @typedef {{game: TableView['game'], seats?: TableView['seats']}} Before how things stood
 * @typedef {object} Director
 * @property {(facts: GameEvent[], before: Before) => Promise<unknown>} play
 * @property {() => void} skip
 * @property {OnCue | null} onCue
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
    this.shownTurn = signal(session.view.peek()?.turn ?? 0);
    /** How things stood at the end of a cave, while it is told; null at any other time. */
    this.recap = signal(/** @type {TableView | null} */ (null));
    /** Ends the time in which the end of a cave can be read. @type {(() => void) | null} */
    this.wake = null;
    /** Whether what is left to play is skipped. */
    this.rushing = false;
    /** @type {Scene | null} */
    this.scene = null;
    /** How many cards the scene has still to turn. */
    this.unturned = 0;
    /** @type {Director | null} */
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
    this.wake?.();
  }

  /** Cut short what is played or told just now, and play what waits after it. */
  skipOne() {
    this.director?.skip();
    this.wake?.();
  }

  /** @param {Director | null} director */
  direct(director) {
    this.director = director;
    if (director) director.onCue = (name, detail) => this.cued(name, detail);
  }

  leave() {
    this.unlisten();
    this.waiting = [];
    this.director = null;
    this.wake?.();
  }

  /** @param {import('./session.js').News} news */
  happened(news) {
    const { events, before, after } = news;
    for (const event of events) toast(sayEvent(event, before, after));
    const facts = events.flatMap(factsOf);
    announce(narrateAll(events, after));
    const { closed = false, seat = null } = after.game ?? {};
    // Who has won, and what was in closed chests, is for the end to tell.
    const told = (/** @type {GameEvent} */ fact) =>
      fact.event !== 'GameEnded' && !(closed && fact.event === 'Banked' && fact.seat !== seat);
    const narration = () => narrateAll(events, after, told);
    const reveals = events.filter((event) => event.event === 'ChoicesRevealed');
    const choices = () => narrateAll(reveals, after, told);
    if (!facts.length && !events.some((event) => event.event === 'PlayBegan')) {
      this.settle();
      return;
    }
    const unseen = document.visibilityState === 'hidden' || (!this.director && !endsCave(facts));
    if (unseen) {
      playFacts(facts);
      this.waiting = [];
      this.skip();
      if (!this.playing.peek()) {
        this.catchUp();
        this.tell(narration);
      }
      return;
    }
    if (!this.director) playFacts(facts);
    this.waiting.push({ facts, before, after, narration, choices });
    if (!this.playing.peek()) void this.playAll();
    else if (this.waiting.length > 1)
      this.skipOne(); // The picture must not fall further behind.
    else if (events.some((event) => event.at < (before.deadline ?? 0))) this.wake?.(); // The host goes on.
  }

  /** Play what waits, one scene after the other. */
  async playAll() {
    this.playing.value = true;
    for (let scene = this.waiting.shift(); scene; scene = this.waiting.shift()) {
      this.scene = scene;
      this.recap.value = null;
      this.unturned = scene.facts.filter((fact) => fact.event === 'CardTurned').length;
      this.pictured.value = scene.after;
      if (!this.rushing) await this.playOne(scene);
      this.reached(scene);
      if (endsCave(scene.facts) && !this.waiting.length) await this.tellEnd(scene);
    }
    this.scene = null;
    this.rushing = false;
    this.playing.value = false;
    this.catchUp();
  }

  /**
   * Leave the end of a cave on the screen. A tap cuts it short, and so does a host who goes on; a tap that skipped
   * the scene does not skip this as well.
   * @param {Scene} scene
   * @returns {Promise<void>}
   */
  tellEnd(scene) {
    this.rushing = false;
    this.recap.value = scene.after;
    if (document.visibilityState === 'hidden') return Promise.resolve();
    return new Promise((done) => {
      const end = () => {
        clearTimeout(timer);
        this.wake = null;
        done();
      };
      const timer = setTimeout(end, RECAP_MS);
      this.wake = end;
    });
  }

  /** @param {Scene} scene */
  playOne({ facts, before }) {
    const director = this.director;
    if (!director) return Promise.resolve();
    return new Promise((done) => {
      const slow = setTimeout(done, SLOW_MS);
      const end = () => {
        clearTimeout(slow);
        done(undefined);
      };
      Promise.resolve(director.play(facts, before)).then(end, end);
    });
  }

  /** Everything as it is now. */
  catchUp() {
    const view = this.session.view.peek();
    this.pictured.value = view;
    this.shown.value = view;
    this.shownTurn.value = view?.turn ?? 0;
    this.recap.value = view?.phase === 'break' && view.game && recapOf(view.game, null) ? view : null;
  }

  /**
   * The picture shows how a scene ends.
   * @param {Scene} scene
   */
  reached(scene) {
    this.shown.value = scene.after;
    this.shownTurn.value = scene.after.turn;
    this.tell(scene.narration);
  }

  /**
   * @param {string} name
   * @param {CueDetail} [detail]
   */
  cued(name, detail) {
    playCue(name, detail);
    if (name in BUZZES) buzz(BUZZES[name]);
    const scene = this.scene;
    if (!scene) return;
    // The line tells what is seen now: choices with their names, a bust, and the end before the next cave opens.
    if (name === 'reveal') this.tell(scene.choices);
    if (name === 'bust') this.tell(scene.narration);
    if (name === 'begin' && endsCave(scene.facts)) this.recap.value = scene.after;
    if (name !== 'turn') return;
    this.unturned -= 1;
    // Its gems may still fly, but the card can be read. A bust is for the picture to tell.
    if (this.unturned === 0 && scene.after.phase === 'cave') this.reached(scene);
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
 * @param {import('../model/events.js').TableEvent[]} events
 * @param {TableView} view
 * @param {(fact: GameEvent) => boolean} [told] which facts
 */
function narrateAll(events, view, told = () => true) {
  const sentences = events.map((event) => narrateAt(view, factsOf(event).filter(told)));
  return sentences.filter(Boolean).join(' ');
}

/**
 * @param {TableView} view
 * @param {GameEvent[]} facts
 */
function narrateAt(view, facts) {
  const names = view.seats.map((seat) => seat?.name ?? '');
  return narrate(facts, names, editions.peek()[view.settings.edition]);
}

/**
 * How a phone buzzes at a cue.
 * @type {Record<string, number | number[]>}
 */
const BUZZES = { reveal: 15, hazard: 40, bust: [60, 40, 160] };
