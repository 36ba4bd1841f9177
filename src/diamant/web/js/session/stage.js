// @ts-check
/**
 * Between the table and its picture: plays events with their sounds, and delays numbers, texts and choices until
 * their card is visible; next to a shared screen, until the screen shows it. Players may skip
 * what the screen has already shown.
 */
/** @import { GameEvent, TableEvent } from '../model/events.js' */
/** @import { TableView } from '../model/types.js' */
/** @import { News, Session } from './session.js' */
import { announce, toast } from '../device/notices.js';
import { buzz } from '../device/prefs.js';
import { playCue, playFacts } from '../device/sound.js';
import { whenPainted } from '../device/window.js';
import { computed, effect, signal, untracked } from '../html.js';
import { factsOf, findFact } from '../model/facts.js';
import { fold } from '../model/fold.js';
import { endsCave, recapOf } from '../model/recap.js';
import { isHurried, namesAt, ownSeat } from '../model/seats.js';
import { caveTitle, narrate } from '../words/narration.js';
import { sayBets, sayEvent } from '../words/people.js';
import { editions } from './editions.js';
import { Following, isMoment } from './following.js';

const RECAP_MS = 4200; // Four seconds for reading the recap, and a moment for drawing it.
const HURRIED = 0.35;
const LINE = 130; // A longer text does not fit below the cave on the smallest phones.
const SLOW_MS = 9000; // No scene is longer; a picture that hangs must not hide the game.

/**
 * Returns what happened in the current language.
 * @typedef {() => string} Narration
 * @typedef {object} Scene
 * @property {GameEvent[]} facts
 * @property {Map<GameEvent | null, number>} numbers the public number of each fact's event
 * @property {number} last the last of them
 * @property {TableView} before
 * @property {TableView} after
 * @property {TableEvent[]} events
 * @property {(events: TableEvent[]) => string} say returns some of them as text
 * @property {(events: TableEvent[]) => string} sayLast returns the last of some as text, as much as fits in the line
 * @property {number} told number of those announced
 * @property {Narration} outcome the winner, if the game is over
 * @property {string[]} bets the texts about bets that the choices decide
 *
 * Plays a scene; calls `onCue` when a sound or vibration is due.
 * @typedef {{seats?: number[], share?: number, stayers?: number[], leavers?: number[], card?: string,
 *   kind?: string, round?: number}} CueDetail
 * @typedef {(name: string, detail: CueDetail | undefined, fact: GameEvent | null) => void} OnCue
 * @typedef {(time: number, name: string, fact: GameEvent | null, done: () => void) => () => void} Wait
 *   waits for a cue, or only for the time; calling the result cancels it
 * @typedef {{game: TableView['game'], seats?: TableView['seats'], pace?: number}} Before the state before, and the
 *   fraction of its usual time for the scene
 * @typedef {object} Director
 * @property {(facts: GameEvent[], before: Before) => Promise<unknown>} play
 * @property {() => void} skip
 * @property {OnCue | null} onCue
 * @property {Wait | null} wait
 */

export class Stage {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** The view in the picture: the end of the scene being played, or the current view. */
    this.pictured = signal(/** @type {TableView | null} */ (session.view.peek()));
    /** The view of the numbers beside the cave: the end of the last scene. */
    this.shown = signal(/** @type {TableView | null} */ (session.view.peek()));
    /** Whether some events have not been shown yet. */
    this.behind = signal(false);
    /** The view that may be shown here: the current one, once it has been shown. */
    this.seen = computed(() => (this.behind.value ? this.shown.value : session.view.value));
    this.narration = signal(/** @type {Narration} */ (() => ''));
    /** The line with the latest events, in the current language. */
    this.line = computed(() => this.narration.value());
    this.playing = signal(false);
    /** The turn whose card has been shown here; before that, no choice can be meant for it. */
    this.shownTurn = signal(session.view.peek()?.turn ?? 0);
    /** The view at the end of a cave during its recap; null at any other time. */
    this.recap = signal(/** @type {TableView | null} */ (null));
    /** The current loss, while it is shown. */
    this.bust = signal(/** @type {Extract<GameEvent, {event: 'Bust'}> | null} */ (null));
    this.following = new Following();
    session.onCued = ({ public_number: number, moment }) => this.following.heard(number, moment);
    this.unfollow = effect(() => {
      const guests = session.view.value?.guests ?? [];
      const beside = !session.isScreen.value && guests.some(({ screen, present }) => screen && present);
      untracked(() => this.following.stand(beside));
    });
    /** Ends the recap. @type {(() => void) | null} */
    this.wake = null;
    /** Whether the remaining scenes are being skipped. */
    this.rushing = false;
    /** @type {Scene | null} */
    this.scene = null;
    /** How many cards the scene has yet to turn. */
    this.unturned = 0;
    /** @type {Director | null} */
    this.director = null;
    /** Scenes waiting for the one before: a bust must be visible, even if the next cave is open. */
    /** @type {Scene[]} */
    this.waiting = [];
    this.unlisten = session.listen((news) => this.happened(news));
  }

  /** Handle a new view without a scene: a welcome, or the answer to a look. */
  settle() {
    if (this.playing.peek()) return;
    this.catchUp();
    const view = this.session.view.peek();
    if (!view || this.line.peek() !== '') return;
    this.narration.value = () => lastLine(view);
    if (view.game) this.say(view.public_number, 'end');
  }

  /** Skip to the current view, as far as a shared screen has shown it. */
  skip() {
    const moment = this.wake ? 'done' : 'end';
    if (this.scene && !this.following.may(this.scene.last, moment)) return;
    this.rushing = this.playing.peek();
    this.director?.skip();
    this.wake?.();
  }

  /** Cut the current scene or recap short, and play the waiting ones. */
  skipOne() {
    this.director?.skip();
    this.wake?.();
  }

  /** @param {Director | null} director */
  direct(director) {
    this.director = director;
    if (!director) return;
    director.onCue = (name, detail, fact) => this.cued(name, detail, fact);
    director.wait = (time, name, fact, done) =>
      this.following.wait(time, this.scene?.numbers.get(fact) ?? 0, name, done);
  }

  /** Close the stage, because the page leaves the table. */
  close() {
    this.unlisten();
    this.unfollow();
    this.waiting = [];
    this.director = null;
    this.wake?.();
  }

  /** @param {News} news */
  happened(news) {
    const { events, before, after } = news;
    for (const event of events) toast(sayEvent(event, before, after));
    const facts = events.flatMap(factsOf);
    const { closed = false, seat = null } = after.game ?? {};
    // The end screen reveals the winner and the closed chests.
    const told = (/** @type {GameEvent} */ fact) =>
      fact.event !== 'GameEnded' && !(closed && fact.event === 'Banked' && fact.seat !== seat);
    const say = (/** @type {TableEvent[]} */ some) => narrateEach(some, after, told).join(' ');
    const sayLast = (/** @type {TableEvent[]} */ some) => narrateLast(some, after, told);
    if (!facts.length && !events.some((event) => event.event === 'PlayBegan')) {
      this.settle();
      return;
    }
    const bets = events.flatMap((event) => (event.event === 'ChoicesRevealed' ? sayBets(event, before) : []));
    const unseen = document.visibilityState === 'hidden' || (!this.director && !endsCave(facts));
    if (unseen || !this.director) playFacts(facts);
    if (unseen && !this.playing.peek()) {
      announce(whereOf(facts, after) + narrateEach(events, after).join(' '));
      for (const words of bets) toast(words);
      this.catchUp();
      this.tell(() => sayLast(events));
      return;
    }
    this.behind.value = true;
    this.waiting.push({
      facts,
      numbers: new Map(events.flatMap((event) => factsOf(event).map((fact) => [fact, event.public_number]))),
      last: events[events.length - 1].public_number,
      before,
      after,
      events,
      say,
      sayLast,
      told: 0,
      outcome: () => narrateEach(events, after, (fact) => fact.event === 'GameEnded').join(' '),
      bets,
    });
    if (!this.playing.peek()) void this.playAll();
    else if (unseen) this.skip();
    else if (this.waiting.length > 1 && !this.following.active)
      this.skipOne(); // The picture must not fall further behind.
    else if (events.some((event) => event.at < (before.deadline ?? 0))) this.wake?.(); // The host continues.
  }

  /** Play the waiting scenes, one after the other. */
  async playAll() {
    this.playing.value = true;
    for (let scene = this.waiting.shift(); scene; scene = this.waiting.shift()) {
      this.scene = scene;
      this.recap.value = null;
      this.bust.value = null;
      this.unturned = scene.facts.filter((fact) => fact.event === 'CardTurned').length;
      this.pictured.value = scene.after;
      if (!this.rushing) await this.playOne(scene);
      await this.allowed(0, scene, 'end');
      this.reached(scene);
      this.say(scene.last, 'end');
      if (endsCave(scene.facts) && !this.waiting.length) {
        await this.tellEnd(scene);
        this.say(scene.last, 'done');
      }
      announce(scene.outcome());
    }
    this.scene = null;
    this.rushing = false;
    this.playing.value = false;
    this.catchUp();
  }

  /**
   * Keep the recap on the screen. A tap or the host ends it early; a tap that skipped the scene does not
   * also skip the recap.
   * @param {Scene} scene
   * @returns {Promise<void>}
   */
  tellEnd(scene) {
    this.rushing = false;
    this.recap.value = scene.after;
    if (document.visibilityState === 'hidden') return Promise.resolve();
    return this.allowed(RECAP_MS, scene, 'done');
  }

  /**
   * Wait for some time, or until a shared screen has shown this moment.
   * @param {number} time in milliseconds
   * @param {Scene} scene
   * @param {string} moment
   * @returns {Promise<void>}
   */
  allowed(time, scene, moment) {
    if (!time && this.following.may(scene.last, moment)) return Promise.resolve();
    return new Promise((done) => {
      const end = () => {
        stop();
        this.wake = null;
        done();
      };
      const stop = this.following.wait(time, scene.last, moment, end);
      if (time) this.wake = end;
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
      const { game, seats } = before;
      // The table speeds up by the same factor if only bots are in the cave.
      const pace = isHurried(before) ? HURRIED : 1;
      Promise.resolve(director.play(facts, { game, seats, pace })).then(end, end);
    });
  }

  /** Show the current view everywhere. */
  catchUp() {
    const view = this.session.view.peek();
    this.behind.value = false;
    this.pictured.value = view;
    this.shown.value = view;
    this.shownTurn.value = view?.turn ?? 0;
    this.recap.value = view?.phase === 'break' && view.game && recapOf(view.game, null) ? view : null;
  }

  /**
   * Note that the picture shows the end of a scene.
   * @param {Scene} scene
   */
  reached(scene) {
    this.shown.value = scene.after;
    this.shownTurn.value = scene.after.turn;
    this.behind.value = this.waiting.length > 0;
    this.bust.value = null;
    this.tellRest(scene);
  }

  /**
   * @param {string} name
   * @param {CueDetail} [detail]
   * @param {GameEvent | null} [fact] the fact of the cue
   */
  cued(name, detail, fact = null) {
    const scene = this.scene;
    const number = scene?.numbers.get(fact) ?? 0;
    if (scene && isMoment(name)) this.say(number, name);
    playCue(name, detail);
    if (name in BUZZES) buzz(BUZZES[name]);
    if (!scene) return;
    // The line tells what is visible now: choices with names, a bust, and the end before the next cave opens.
    if (name === 'reveal') {
      // If no one is left in the cave, the recap shows its end.
      const ends = endsCave(scene.facts.filter((one) => scene.numbers.get(one) === number));
      // Players who stay see the odds of the next card: the deck is unchanged.
      if (!ends) this.shown.value = { ...viewUpTo(scene, number), odds: viewUpTo(scene, number - 1).odds };
      this.tellChoices(scene, fact);
    }
    if (name === 'bust') {
      this.bust.value = findFact(scene.facts, 'Bust') ?? null;
      // The leavers have been shown, so the numbers include them.
      this.shown.value = viewUpTo(scene, number - 1);
      this.tellRest(scene);
    }
    if (name === 'begin' && endsCave(scene.facts)) {
      this.bust.value = null;
      this.recap.value = scene.after;
    }
    if (name !== 'turn') return;
    this.unturned -= 1;
    // Gems may still fly, but the card is readable. The picture reveals a bust.
    if (this.unturned === 0 && scene.after.phase === 'cave') this.reached(scene);
  }

  /**
   * Tell the choices and everything before them, in the line and to screen readers, unless already done.
   * @param {Scene} scene
   * @param {GameEvent | null} fact
   */
  tellChoices(scene, fact) {
    const end = scene.events.findIndex((event) => fact && factsOf(event).includes(fact)) + 1;
    const events = scene.events.slice(scene.told, end);
    if (!events.length) return;
    this.tell(() => scene.sayLast(events));
    this.speak(scene, end);
  }

  /**
   * Tell the rest, which may be everything.
   * @param {Scene} scene
   */
  tellRest(scene) {
    this.tell(() => scene.sayLast(scene.events));
    if (scene.told < scene.events.length) this.speak(scene, scene.events.length, whereOf(scene.facts, scene.after));
  }

  /**
   * Announce the rest of a scene up to some event, with the result of bets before its first sentence.
   * @param {Scene} scene
   * @param {number} end
   * @param {string} [where]
   */
  speak(scene, end, where = '') {
    const events = scene.events.slice(scene.told, end);
    const bets = scene.told ? [] : scene.bets;
    scene.told = end;
    announce(where + scene.say(events));
    for (const words of bets) toast(words);
  }

  /**
   * Note that a moment is visible here; a shared screen sends its cue to the other devices.
   * @param {number} number of the event
   * @param {string} moment
   */
  say(number, moment) {
    this.following.told(number, moment);
    if (this.session.isScreen.peek() && number) whenPainted(() => this.session.connection.cue(number, moment));
  }

  /** @param {Narration} narration */
  tell(narration) {
    if (narration()) this.narration.value = narration; // Keep the last text if there is none for this.
  }
}

/**
 * Return the latest event as text, for a viewer who has just arrived.
 * @param {TableView} view
 */
function lastLine(view) {
  const history = view.game?.history ?? [];
  const at = history.map((fact) => fact.event).lastIndexOf('CardTurned');
  return at < 0 ? '' : narrateAt(view, history.slice(at));
}

/**
 * Return the latest events as text, event by event, as much as fits in the line: without a person to wait for, bots may
 * play several cards at once.
 * @param {TableEvent[]} events
 * @param {TableView} view
 * @param {(fact: GameEvent) => boolean} told selects the facts
 */
function narrateLast(events, view, told) {
  const each = narrateEach(events, view, told);
  while (each.length > 1 && each.join(' ').length > LINE) each.shift();
  return each.join(' ');
}

/**
 * @param {TableEvent[]} events
 * @param {TableView} view
 * @param {(fact: GameEvent) => boolean} [told] selects the facts
 * @returns {string[]}
 */
function narrateEach(events, view, told = () => true) {
  return events.map((event) => narrateAt(view, factsOf(event).filter(told))).filter(Boolean);
}

/** @param {TableView} view @param {GameEvent[]} facts */
function narrateAt(view, facts) {
  return narrate(facts, namesAt(view), editions.peek()[view.settings.edition], ownSeat(view));
}

/**
 * Return the number of the cave, announced with its first card; sighted users see it in the heading.
 * @param {GameEvent[]} facts
 * @param {TableView} view
 */
function whereOf(facts, { game }) {
  const begins = game?.cards.length === 1 && findFact(facts, 'CardTurned') && !endsCave(facts);
  return begins ? `${caveTitle(game)}. ` : '';
}

/**
 * Return the view in the middle of a scene.
 * @param {Scene} scene
 * @param {number} number of the last event included
 * @returns {TableView}
 */
function viewUpTo({ events, before }, number) {
  const earlier = events.filter((event) => event.public_number <= number);
  return earlier.reduce((view, event) => fold(view, event, editions.peek()), before);
}

/**
 * The vibration at each cue.
 * @type {Record<string, number | number[]>}
 */
const BUZZES = { reveal: 15, hazard: 40, bust: [60, 40, 160] };
