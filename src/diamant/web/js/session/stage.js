// @ts-check
/**
 * Between the table and the picture of it: plays what happened, with its sounds, and keeps numbers, words and
 * choices back until their card is seen: beside a shared screen, by the whole room. Whoever does not want to wait
 * skips what the room has seen.
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

const RECAP_MS = 4200; // Four seconds in which the end of a cave can be read, and a moment in which it is drawn.
const HURRIED = 0.35;
const LINE = 130; // More letters than these have no room below the cave on the smallest phones.
const SLOW_MS = 9000; // No scene is longer; a picture that hangs must not hide how things stand.

/**
 * Says what happened, in the language of the moment.
 * @typedef {() => string} Narration
 * @typedef {object} Scene
 * @property {GameEvent[]} facts
 * @property {Map<GameEvent | null, number>} numbers the public number of each fact's event
 * @property {number} last the last of them
 * @property {TableView} before
 * @property {TableView} after
 * @property {TableEvent[]} events
 * @property {(events: TableEvent[]) => string} say tells some of them
 * @property {(events: TableEvent[]) => string} sayLast tells the last of some, as far as there is room in the line
 * @property {number} told how many of them have been
 * @property {Narration} outcome who has won, if the game is over
 * @property {string[]} bets what is said of bets that the choices decide
 *
 * What plays a scene; `onCue` is told of the moments at which something is heard or felt.
 * @typedef {{seats?: number[], share?: number, stayers?: number[], leavers?: number[], card?: string,
 *   kind?: string, round?: number}} CueDetail
 * @typedef {(name: string, detail: CueDetail | undefined, fact: GameEvent | null) => void} OnCue
 * @typedef {(time: number, name: string, fact: GameEvent | null, done: () => void) => () => void} Wait
 *   waits for a cue, or for nothing but the time; gives up if called
 * @typedef {{game: TableView['game'], seats?: TableView['seats'], pace?: number}} Before how things stood, and which
 *   part of its usual time the scene takes
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
    /** What the picture stands for: the end of the scene that is played, else how things are. */
    this.pictured = signal(/** @type {TableView | null} */ (session.view.peek()));
    /** What the numbers beside the cave show: how things were at the end of the last scene. */
    this.shown = signal(/** @type {TableView | null} */ (session.view.peek()));
    /** Whether something has happened that is not shown yet. */
    this.behind = signal(false);
    /** All that may be known here: how things are, once that has been shown. */
    this.seen = computed(() => (this.behind.value ? this.shown.value : session.view.value));
    this.narration = signal(/** @type {Narration} */ (() => ''));
    /** The line that says what happened last; another language says it anew. */
    this.line = computed(() => this.narration.value());
    this.playing = signal(false);
    /** The turn whose card has been shown here: before that nobody can mean a choice. */
    this.shownTurn = signal(session.view.peek()?.turn ?? 0);
    /** How things stood at the end of a cave, while it is told; null at any other time. */
    this.recap = signal(/** @type {TableView | null} */ (null));
    /** What is being lost, while that is shown. */
    this.bust = signal(/** @type {Extract<GameEvent, {event: 'Bust'}> | null} */ (null));
    this.following = new Following();
    session.onCued = ({ public_number: number, moment }) => this.following.heard(number, moment);
    this.unfollow = effect(() => {
      const guests = session.view.value?.guests ?? [];
      const beside = !session.isScreen.value && guests.some(({ screen, present }) => screen && present);
      untracked(() => this.following.stand(beside));
    });
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
    if (!view || this.line.peek() !== '') return;
    this.narration.value = () => lastLine(view);
    if (view.game) this.say(view.public_number, 'end');
  }

  /** At once to how things stand, if a shared screen has shown that. */
  skip() {
    const moment = this.wake ? 'done' : 'end';
    if (this.scene && !this.following.may(this.scene.last, moment)) return;
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
    if (!director) return;
    director.onCue = (name, detail, fact) => this.cued(name, detail, fact);
    director.wait = (time, name, fact, done) =>
      this.following.wait(time, this.scene?.numbers.get(fact) ?? 0, name, done);
  }

  /** The page goes away from the table. */
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
    // Who has won, and what was in closed chests, is for the end to tell.
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
    else if (events.some((event) => event.at < (before.deadline ?? 0))) this.wake?.(); // The host goes on.
  }

  /** Play what waits, one scene after the other. */
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
   * Leave the end of a cave on the screen. A tap cuts it short, and so does a host who goes on; a tap that skipped
   * the scene does not skip this as well.
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
   * Wait for some time, or until a shared screen has shown as much.
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
      // The table hurries by as much where nobody inside has to be waited for.
      const pace = isHurried(before) ? HURRIED : 1;
      Promise.resolve(director.play(facts, { game, seats, pace })).then(end, end);
    });
  }

  /** Everything as it is now. */
  catchUp() {
    const view = this.session.view.peek();
    this.behind.value = false;
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
    this.behind.value = this.waiting.length > 0;
    this.bust.value = null;
    this.tellRest(scene);
  }

  /**
   * @param {string} name
   * @param {CueDetail} [detail]
   * @param {GameEvent | null} [fact] what it is about
   */
  cued(name, detail, fact = null) {
    const scene = this.scene;
    const number = scene?.numbers.get(fact) ?? 0;
    if (scene && isMoment(name)) this.say(number, name);
    playCue(name, detail);
    if (name in BUZZES) buzz(BUZZES[name]);
    if (!scene) return;
    // The line tells what is seen now: choices with their names, a bust, and the end before the next cave opens.
    if (name === 'reveal') {
      // Where nobody is left inside, the end of the cave is for the recap to show.
      const ends = endsCave(scene.facts.filter((one) => scene.numbers.get(one) === number));
      // Who stays is told what the next card may be: the deck is as it was.
      if (!ends) this.shown.value = { ...viewUpTo(scene, number), odds: viewUpTo(scene, number - 1).odds };
      this.tellChoices(scene, fact);
    }
    if (name === 'bust') {
      this.bust.value = findFact(scene.facts, 'Bust') ?? null;
      // Who went home in time has been seen to: the numbers say so, too.
      this.shown.value = viewUpTo(scene, number - 1);
      this.tellRest(scene);
    }
    if (name === 'begin' && endsCave(scene.facts)) {
      this.bust.value = null;
      this.recap.value = scene.after;
    }
    if (name !== 'turn') return;
    this.unturned -= 1;
    // Its gems may still fly, but the card can be read. A bust is for the picture to tell.
    if (this.unturned === 0 && scene.after.phase === 'cave') this.reached(scene);
  }

  /**
   * Tell choices, in the line and to screen readers, and what has come before them, unless that has been done.
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
   * Tell what is left, which may be all of it.
   * @param {Scene} scene
   */
  tellRest(scene) {
    this.tell(() => scene.sayLast(scene.events));
    if (scene.told < scene.events.length) this.speak(scene, scene.events.length, whereOf(scene.facts, scene.after));
  }

  /**
   * Say what is left of a scene up to some event to screen readers, and with its first words what became of bets.
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
   * Note that a moment is shown here; a shared screen gives its cue to the others, once it can be seen there.
   * @param {number} number of the event
   * @param {string} moment
   */
  say(number, moment) {
    this.following.told(number, moment);
    if (this.session.isScreen.peek() && number) whenPainted(() => this.session.connection.cue(number, moment));
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
 * The last of what happened, event by event, as much as the line has room for: where nobody waits between two caves,
 * bots may play several cards at once.
 * @param {TableEvent[]} events
 * @param {TableView} view
 * @param {(fact: GameEvent) => boolean} told which facts
 */
function narrateLast(events, view, told) {
  const each = narrateEach(events, view, told);
  while (each.length > 1 && each.join(' ').length > LINE) each.shift();
  return each.join(' ');
}

/**
 * @param {TableEvent[]} events
 * @param {TableView} view
 * @param {(fact: GameEvent) => boolean} [told] which facts
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
 * Which cave it is, said with its first card; the heading tells it to those who see.
 * @param {GameEvent[]} facts
 * @param {TableView} view
 */
function whereOf(facts, { game }) {
  const begins = game?.cards.length === 1 && findFact(facts, 'CardTurned') && !endsCave(facts);
  return begins ? `${caveTitle(game)}. ` : '';
}

/**
 * How things stood in the middle of a scene.
 * @param {Scene} scene
 * @param {number} number of the last event that counts
 * @returns {TableView}
 */
function viewUpTo({ events, before }, number) {
  const earlier = events.filter((event) => event.public_number <= number);
  return earlier.reduce((view, event) => fold(view, event, editions.peek()), before);
}

/**
 * How a phone buzzes at a cue.
 * @type {Record<string, number | number[]>}
 */
const BUZZES = { reveal: 15, hazard: 40, bust: [60, 40, 160] };
