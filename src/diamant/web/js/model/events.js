// @ts-check
/**
 * The events that the server sends: docs/protocol.md as types.
 *
 * A game event follows from the rules. A table event happens at a table; if it belongs to a game,
 * it carries the resulting game events as its `facts`.
 *
 * @typedef {{card: string, worth: number}} TakenRelic
 *
 * @typedef {{event: 'ExpeditionBegan', round: number, relic: string | null}
 *   | {event: 'CardTurned', card: string}
 *   | {event: 'TreasureShared', seats: number[], share: number, remainder: number}
 *   | {event: 'Bust', kind: string, seats: number[], lost: number}
 *   | {event: 'ChoicesRevealed', stayers: number[], leavers: number[]}
 *   | {event: 'RelicsTaken', seat: number, relics: TakenRelic[]}
 *   | {event: 'Banked', seat: number, carried: number, share: number}
 *   | {event: 'StandInsNeeded', worth: number}
 *   | {event: 'ExpeditionEnded', round: number, bust: boolean, removed: string[]}
 *   | {event: 'GameEnded', scores: number[], winners: number[]}} GameEvent
 *
 * @typedef {{event: 'GuestJoined', guest: string, screen: boolean}
 *   | {event: 'GuestGone', guest: string, why: string}
 *   | {event: 'Unblocked'}
 *   | {event: 'ScreenSet', guest: string, screen: boolean}
 *   | {event: 'Connected', guest: string}
 *   | {event: 'Disconnected', guest: string}
 *   | {event: 'HostChanged', guest: string | null, lent: boolean}
 *   | {event: 'SeatTaken', seat: number, guest: string, name: string, color: number, shape: number}
 *   | {event: 'SeatPromised', seat: number, guest: string, name: string}
 *   | {event: 'SeatLeft', seat: number}
 *   | {event: 'BotRemoved', seat: number}
 *   | {event: 'SeatHandedBack', seat: number}
 *   | {event: 'SeatRenamed', seat: number, name: string}
 *   | {event: 'SeatDressed', seat: number, color: number, shape: number}
 *   | {event: 'SeatMoved', seat: number, guest: string, by_other: boolean}
 *   | {event: 'BotSat', seat: number, level: string | null, name: string, color: number, shape: number}
 *   | {event: 'SeatTakenOver', seat: number, why: string}
 *   | {event: 'Emoted', seat: number | null, emote: string}} PeopleEvent
 *
 * @typedef {{event: 'GameStarted', order: number[], deadline: number}
 *   | {event: 'NoncePromised', seat: number, hash: string}
 *   | {event: 'NoncesAwaited', deadline: number}
 *   | {event: 'NonceShown', seat: number, nonce: string}} ShuffleEvent
 *
 * @typedef {{event: 'SettingsChanged', settings: Settings}
 *   | {event: 'ShuffleAbandoned', seats: number[], commitment: string}
 *   | {event: 'PlayBegan'}
 *   | {event: 'Paused', asking: boolean}
 *   | {event: 'TableClosed'}
 *   | {event: 'CardTurned', card: string, turn: number | null, deadline: number | null, facts: GameEvent[]}
 *   | {event: 'ChoiceMade', seat: number, leave?: boolean}
 *   | {event: 'ChoiceMissed', seat: number}
 *   | {event: 'ChoicesRevealed', leavers: number[], bets_won: number[], facts: GameEvent[]}
 *   | {event: 'BreakBegan', deadline: number}
 *   | {event: 'BetMade', seat: number, on: number}
 *   | {event: 'GameFinished', seed: string}
 *   | {event: 'GameAbandoned', commitment: string | null}
 *   | {event: 'RematchBegan', commitment: string}
 *   | {event: 'Resumed', deadline: number | null}
 *   | {event: 'ClockMoved', back: number, deadline: number | null}} CourseEvent
 *
 * @typedef {(PeopleEvent | ShuffleEvent | CourseEvent) & {public_number: number, at: number}} TableEvent
 */
/** @import { Settings } from './types.js' */

export {};
