// @ts-check
/**
 * The two choices, with the time left and the odds of the next card.
 *
 * The buttons never move, count as soon as the card has been shown here, and can be changed until the reveal. A press
 * before that shows the card at once, and does not count. A choice looks open exactly while a press counts.
 */
import { Tent } from '../../art/camp.js';
import { HazardSign } from '../../art/cards.js';
import { Lantern } from '../../art/explorers.js';
import { toast } from '../../device/notices.js';
import { buzz, prefs } from '../../device/prefs.js';
import { play } from '../../device/sound.js';
import { html, useEffect, useLayoutEffect, useRef, useState } from '../../html.js';
import { choiceSeconds } from '../../model/clock.js';
import { nextShare } from '../../model/odds.js';
import { Lazy } from '../../ui/lazy.js';
import { number, percent, t, tn, tRefusal } from '../../words/i18n.js';
import { COACH } from './parts.js';

/** @import { GameView, TableView } from '../../model/types.js' */
/** @import { CurrentTable } from '../../session/current-table.js' */
/** @import { Session } from '../../session/session.js' */

/** A tap meant for the last card must not count for the next one. */
const LATE_TAP_MS = 350;

/**
 * @param {{current: CurrentTable, seat: number, secret?: boolean, onChosen?: () => void}} props
 *   secret: the choice is hidden, because others look at this device too
 */
export function Choices({ current, seat, secret = false, onChosen }) {
  const { session, stage } = current;
  const view = /** @type {TableView} */ (session.view.value);
  const inside = view.game?.in_cave.includes(seat) ?? false;
  const asked = view.phase === 'cave' && inside && session.status.value !== 'ended';
  const { open, onEarly } = useOpening(asked && stage.shownTurn.value === view.turn, view.turn);
  const pending = session.pendingChoice.value;
  const hand = view.hands.find((one) => one.seat === seat);
  const pressed = pending !== null && pending.seat === seat && pending.turn === view.turn ? pending.leave : null;
  const chosen = secret || !open ? null : (pressed ?? hand?.choice ?? null);

  /** @param {boolean} leave */
  const choose = async (leave) => {
    if (!open) {
      onEarly();
      if (asked) stage.skip();
      return;
    }
    play('chosen');
    buzz(10);
    onChosen?.();
    const answer = await session.choose(seat, leave);
    if (answer.refusal) toast(tRefusal(answer.refusal), 'bad');
  };

  const [goKey, leaveKey] = prefs.value.keys ? choiceKeys(t('Go on'), t('Leave')) : [];
  useChoiceKeys(choose, asked, goKey, leaveKey);
  return html`<div class=${`choices-two ${chosen === null ? '' : 'made'}`} role="group" tabindex="-1"
      aria-label=${t('Your choice')}>
    <${Big} kind="go" label=${t('Go on')} key1=${goKey} on=${chosen === false} open=${open}
        onPress=${() => choose(false)}>
      <${Lantern} lantern="steady" />
    <//>
    <${Big} kind="leave" label=${t('Leave')} key1=${leaveKey} on=${chosen === true} open=${open}
        onPress=${() => choose(true)}>
      <${Tent} />
    <//>
  </div>`;
}

/**
 * Return whether the choices are open: at once if they were closed for a while, else as soon as a tap can no longer
 * be meant for the card before. Until then they look closed, because a press does not count.
 * @param {boolean} shown whether this turn's card has been shown here
 * @param {number} turn
 */
function useOpening(shown, turn) {
  const [opened, setOpened] = useState(-1);
  /** The last moment at which a tap could be meant for something else: the choices closed, or a tap came too early. */
  const closed = useRef(Date.now());
  useLayoutEffect(() => {
    if (!shown) return undefined;
    const wait = LATE_TAP_MS - (Date.now() - closed.current);
    const timer = wait > 0 ? setTimeout(() => setOpened(turn), wait) : undefined;
    if (wait <= 0) setOpened(turn);
    return () => {
      clearTimeout(timer);
      closed.current = Date.now();
      setOpened(-1);
    };
  }, [shown, turn]);
  const onEarly = () => {
    closed.current = Date.now();
  };
  return { open: shown && opened === turn, onEarly };
}

/**
 * @param {{
 *   kind: string, label: string, key1?: string, on: boolean, open: boolean, onPress: () => void, children?: any,
 * }} props
 */
function Big({ kind, label, key1, on, open, onPress, children }) {
  return html`<button
    class=${`btn choice ${kind} ${on ? 'on' : ''}`}
    type="button"
    aria-pressed=${on}
    aria-disabled=${!open}
    aria-keyshortcuts=${key1}
    onClick=${onPress}
  >
    <span class="choice-art">${children}</span>
    <span class="choice-word">${label}</span>
    ${key1 && html`<kbd class="choice-key" aria-hidden="true">${key1}</kbd>`}
  </button>`;
}

/**
 * Return the first letters of both labels; if they are equal, a later letter of the second. G is go on, L is leave.
 * @param {string} go
 * @param {string} leave
 * @returns {string[]}
 */
function choiceKeys(go, leave) {
  const [key] = go.toLocaleUpperCase();
  return [key, [...leave.toLocaleUpperCase()].find((letter) => letter !== key) ?? ''];
}

/**
 * Handle the keys for the choices. Users of voice input may turn them off.
 * @param {(leave: boolean) => void} choose
 * @param {boolean} asked
 * @param {string} [goKey]
 * @param {string} [leaveKey]
 */
function useChoiceKeys(choose, asked, goKey, leaveKey) {
  const latest = useRef(choose);
  latest.current = choose;
  useEffect(() => {
    if (!asked || !goKey) return undefined;
    /** @param {KeyboardEvent} key */
    const press = (key) => {
      const at = /** @type {HTMLElement | null} */ (key.target);
      if (key.repeat || key.ctrlKey || key.metaKey || key.altKey) return;
      if (at?.closest?.('input, select, textarea, [role="dialog"]')) return;
      const letter = key.key.toLocaleUpperCase();
      if (letter === goKey) latest.current(false);
      if (letter === leaveKey) latest.current(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [asked, goKey, leaveKey]);
}

// The time left, as a burning fuse; the number appears only when time is short.

const URGENT = 10;

/** @param {{current: CurrentTable}} props */
export function Clock({ current: { session, stage } }) {
  const view = /** @type {TableView} */ (session.view.value);
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

// The odds of the next card, on request.

/**
 * Return the value of a fraction as the server writes it, such as `3/17`.
 * @param {string | null} text
 * @returns {number | null}
 */
export function chanceOf(text) {
  if (text === null) return null;
  const [over, under = '1'] = text.split('/');
  const chance = Number(over) / Number(under);
  return Number.isFinite(chance) ? chance : null;
}

/**
 * Show one line for children, the bar, and the hazards that would end the expedition, with the coach's advice below.
 * @param {{view: TableView, camp?: boolean,
 *   session?: Session, seat?: number}} props `session` and `seat` of a player in the cave
 */
export function Odds({ view, camp = false, session, seat }) {
  const game = view.game;
  const bust = chanceOf(view.odds);
  if (!game || bust === null) {
    const words = camp
      ? t("You'll see the odds while the others choose.")
      : t("You'll see the odds when it's time to choose.");
    return html`<div class="odds"><p class="small soft">${words}</p></div>`;
  }
  const kinds = [...new Set(game.hazards)].filter((kind) => game.hazards_left[kind]);
  return html`<div class="odds" role="group" aria-label=${t('Odds')}>
    <p class="odds-line">${sayOdds(game, bust, camp)}</p>
    <div class="odds-bar" aria-hidden="true"><div class="odds-bust" style=${`width:${bust * 100}%`}></div></div>
    ${
      kinds.length > 0 &&
      html`<p class="odds-kinds" aria-hidden="true">
      ${kinds.map(
        (kind) => html`<span key=${kind}><${HazardSign} kind=${kind} size="1.4em" />${game.hazards_left[kind]}</span>`,
      )}
    </p>`
    }
    ${
      session &&
      view.settings.coach &&
      !camp &&
      html`<${Lazy} part=${COACH} quiet view=${view} session=${session} seat=${seat} />`
    }
  </div>`;
}

/**
 * @param {GameView} game
 * @param {number} bust the probability that the next card ends the expedition
 * @param {boolean} camp whether the viewer is in the camp
 */
function sayOdds(game, bust, camp) {
  const share = number(nextShare(game), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const said = { chance: percent(bust), share };
  if (camp)
    return t(
      '{chance} chance that the next card ends the expedition; staying earns each player about ' + '{share} gems.',
      said,
    );
  if (!game.carried)
    return t(
      '{chance} chance that the next card ends the expedition, but you have nothing to lose; ' +
        'staying earns about {share} gems.',
      said,
    );
  return tn(
    '{chance} chance of losing your {n} gem; staying earns about {share} more.',
    '{chance} chance of losing your {n} gems; staying earns about {share} more.',
    game.carried,
    said,
  );
}
