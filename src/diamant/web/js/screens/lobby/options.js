// @ts-check
/** The settings of the next game: the host's switches and the edition, and the same as text for everyone else. */
import { html, useState } from '../../html.js';
import { choiceSeconds } from '../../model/clock.js';
import { tooLarge } from '../../net/connection.js';
import { act } from '../../session/current-table.js';
import { editions } from '../../session/editions.js';
import { Choice, FileButton, Select, Switch } from '../../ui/fields.js';
import { t, tMessage, tn, tPlain, tRefusal } from '../../words/i18n.js';
import { STRENGTHS, strengthWord } from '../../words/people.js';

/** @import { Refusal, Settings, TableView } from '../../model/types.js' */
/** @import { Answer } from '../../net/connection.js' */
/** @import { Session } from '../../session/session.js' */

/** Seconds for a choice, from brisk to very slow. */
const SECONDS = [10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600];
/** Seconds between two caves. */
const PAUSES = [0, 4, 8, 20];
const NETWORKS = ['24', '50', '100', '200'];

/** @param {{session: Session, view: TableView}} props */
export function Options({ session, view }) {
  const settings = view.settings;
  const [more, setMore] = useState(false);
  /** @param {Partial<Settings>} part */
  const changed = (part) => ({ settings: { ...settings, ...part } });
  /** @param {Partial<Settings>} part */
  const change = (part) => void act(session, 'ChangeSettings', changed(part));
  return html`<div class="stack">
    <${EditionChoice} settings=${settings} own=${more}
      change=${(/** @type {Partial<Settings>} */ part) => session.send('ChangeSettings', changed(part))} />
    <${Clock} settings=${settings} change=${change} />
    <${Choice} name="bots" label=${t('Bots')} value=${settings.bots}
        onChange=${(/** @type {string} */ bots) => change({ bots })}
      options=${Object.entries(STRENGTHS).map(([level, word]) => [level, t(word)])} />
    <${Switch} label=${t('Closed chests')} note=${t("You can't see other players' chests until the end.")}
      on=${settings.closed} onChange=${(/** @type {boolean} */ closed) => change({ closed })} />
    <button class="btn quiet" type="button" aria-expanded=${more} onClick=${() => setMore(!more)}>
      ${more ? t('Fewer options') : t('More options')}
    </button>
    ${
      more &&
      html`<div class="stack">
      <${Switch} label=${t('Odds on request')}
          note=${t('Players can check how likely the next card is to end the expedition.')}
        on=${settings.odds} onChange=${(/** @type {boolean} */ odds) => change({ odds })} />
      <${Switch} label=${t('Coach on request')}
          note=${t('Players in the cave can ask whether to go on or leave.')}
        on=${settings.coach} onChange=${(/** @type {boolean} */ coach) => change({ coach })} />
      <${Switch} label=${t('Show who has chosen')} on=${settings.show_chosen}
        onChange=${(/** @type {boolean} */ show_chosen) => change({ show_chosen })} />
      <${Switch} label=${t('Bots take their time')} on=${settings.thinking}
        onChange=${(/** @type {boolean} */ thinking) => change({ thinking })} />
      <${Switch} label=${t('Allow spectators')} on=${settings.spectators}
        onChange=${(/** @type {boolean} */ spectators) => change({ spectators })} />
      <${Choice} name="visibility" label=${t('Who can join')} value=${settings.visibility}
        onChange=${(/** @type {string} */ visibility) => act(session, 'SetVisibility', { visibility })}
        options=${[['private', t('Anyone with the code')], ['public', t('Everyone')], ['locked', t('Nobody new')]]} />
      <${Choice} name="network" label=${t('Spectators per network')} value=${String(settings.guests_per_network)}
        onChange=${(/** @type {string} */ most) => change({ guests_per_network: Number(most) })}
        options=${NETWORKS.map((n) => [n, n])} />
      <${Choice} name="pause" label=${t('Between caves')} value=${String(settings.break_seconds)}
        onChange=${(/** @type {string} */ seconds) => change({ break_seconds: Number(seconds) })}
        options=${PAUSES.map((n) => [String(n), n === 0 ? t('no break') : tn('{n} second', '{n} seconds', n)])} />
    </div>`
    }
  </div>`;
}

/** @param {{settings: Settings, change: (part: Partial<Settings>) => void}} props */
function Clock({ settings, change }) {
  const { clock, timeout } = settings;
  const now = choiceSeconds(settings);
  const at = SECONDS.reduce(
    (best, value, place) => (Math.abs(value - now) < Math.abs(SECONDS[best] - now) ? place : best),
    0,
  );
  return html`<div class="stack tight">
    <${Choice} name="clock" label=${t('Time to choose')} value=${clock}
      onChange=${(/** @type {string} */ picked) => change({ clock: picked, seconds: null })}
      options=${[['off', t('no clock')], ['relaxed', t('relaxed')], ['brisk', t('brisk')]]} />
    ${
      clock !== 'off' &&
      html`<div class="field">
        <label for="seconds">${tn('{n} second', '{n} seconds', now)}</label>
        <input id="seconds" class="slider" type="range" min="0" max=${SECONDS.length - 1} value=${at}
          aria-valuetext=${tn('{n} second', '{n} seconds', now)}
          style=${`--done: ${(at / (SECONDS.length - 1)) * 100}%`}
          onChange=${(/** @type {any} */ slid) => change({ seconds: SECONDS[Number(slid.currentTarget.value)] })} />
      </div>
      <${Choice} name="timeout" label=${t('A player who runs out of time')} value=${timeout}
        onChange=${(/** @type {string} */ picked) => change({ timeout: picked })}
        options=${[['leave', t('leaves')], ['stay', t('goes on')]]} />`
    }
  </div>`;
}

/**
 * Return the settings that apply, one line each.
 * @param {Settings} settings
 * @returns {string[]}
 */
function summaryOf(settings) {
  const timed = settings.clock !== 'off';
  const leaves = settings.timeout === 'leave';
  const pause = settings.break_seconds;
  const doors = {
    private: t('Anyone with the code can join.'),
    public: t('Anyone can join.'),
    locked: t('Nobody new can join.'),
  };
  const lines = [
    timed
      ? tn('{n} second per choice', '{n} seconds per choice', choiceSeconds(settings))
      : t('No clock: take your time.'),
    timed && leaves && t('If you run out of time, you leave.'),
    timed && !leaves && t('If you run out of time, you go on.'),
    pause ? tn('{n} second between caves', '{n} seconds between caves', pause) : t('No break between caves.'),
    settings.closed ? t('Chests stay closed until the end.') : t('Chests are open for everyone to see.'),
    !settings.show_chosen && t("You can't see who has already chosen."),
    settings.odds ? t('You can check the odds.') : t('Odds are hidden at this table.'),
    settings.coach ? t('You can ask the coach.') : t("There's no coach at this table."),
    t('Bots: {strength}', { strength: strengthWord(settings.bots) }),
    doors[/** @type {keyof typeof doors} */ (settings.visibility)],
    settings.spectators ? t('Spectators can watch the game.') : t("Spectators can't watch the game."),
  ];
  return lines.filter((line) => typeof line === 'string');
}

/** @param {{settings: Settings}} props */
export function SettingsSummary({ settings }) {
  const edition = editions.value[settings.edition];
  const lines = summaryOf(settings);
  return html`<div class="stack tight">
    <h2>${t('Game settings')}</h2>
    <p class="label">${edition ? tPlain(edition.name) : settings.edition}</p>
    ${edition && html`<p class="small soft">${tPlain(edition.summary)}</p>`}
    <ul class="plain-list">${lines.map((line) => html`<li key=${line}>${line}</li>`)}</ul>
  </div>`;
}

/**
 * @typedef {{refusal: Refusal | null, reason?: Refusal['params'][string]}} Problem `reason`: the error in the
 *   custom edition's file, if the server sent it
 */

/** The longest text that the protocol allows. */
const MOST = 32_000;

/**
 * @param {{settings: Settings, own: boolean,
 *   change: (part: Partial<Settings>) => Promise<Answer>}} props `own` offers to open a file
 */
function EditionChoice({ settings, own, change }) {
  const [problem, setProblem] = useState(/** @type {Problem | null} */ (null));
  const played = editions.value[settings.edition];
  const offered = Object.values(editions.value).filter((edition) => !edition.own || edition.id === settings.edition);
  /** @param {Partial<Settings>} part */
  const choose = async (part) => {
    const { refusal } = await change(part);
    const mine = refusal?.code === 'bad-setting' && refusal.params.setting === 'edition' && part.edition_text;
    if (!refusal) setProblem(null);
    else setProblem(mine ? { refusal: null, reason: refusal.params.reason } : { refusal });
  };
  /** @param {File} file */
  const open = async (file) => {
    const text = file.size > MOST ? '' : await file.text();
    if (text) await choose({ edition: '', edition_text: text });
    else setProblem({ refusal: file.size > MOST ? tooLarge(MOST) : null });
  };
  return html`<div class="field">
    <label for="edition">${t('Edition')}</label>
    <${Select} id="edition" value=${settings.edition}
      onChange=${(/** @type {string} */ edition) => choose({ edition, edition_text: null })}
      options=${[
        ...offered.map(({ id, name }) => [id, tPlain(name)]),
        ...(played ? [] : [[settings.edition, settings.edition]]),
      ]} />
    ${played && html`<p class="small soft">${tPlain(played.summary)}</p>`}
    ${own && html`<${FileButton} accept=".toml,text/plain" onFile=${open}>${t('Open your own edition')}<//>`}
    <p class="bad-note" role="alert">${problem && sayWrong(problem)}</p>
  </div>`;
}

/** @param {Problem} problem */
function sayWrong({ refusal, reason }) {
  if (refusal) return tRefusal(refusal);
  return html`${t("This file isn't a playable edition.")}
    ${typeof reason === 'object' && html`<br />${tMessage(reason)}`}`;
}
