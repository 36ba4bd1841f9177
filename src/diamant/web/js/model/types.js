// @ts-check
/**
 * The state that the server sends: docs/protocol.md as types. The events are in events.js.
 *
 * @typedef {{guest: string, present: boolean, away_since: number | null, screen: boolean}} Guest
 *
 * @typedef {object} Seat
 * @property {number} seat its number, which may change in a game
 * @property {string} letter its letter, the same in the lobby and in games
 * @property {string} name
 * @property {number} color
 * @property {number} shape
 * @property {string | null} guest
 * @property {string | null} bot its level while a bot plays
 * @property {string | null} stand_in why a bot plays for a person: away, missed, host, left (for good)
 * @property {{guest: string, name: string} | null} promised
 * @property {boolean | null} chosen null if the table does not show it
 * @property {number | null} bet
 * @property {number} bets_won
 * @property {number} bets_made
 *
 * @typedef {{seat: number, choice: boolean | null, carried: number | null, chest: number | null}} Hand
 *
 * @typedef {object} Settings
 * @property {string} edition
 * @property {string | null} edition_text
 * @property {boolean} closed
 * @property {string} clock
 * @property {number | null} seconds
 * @property {string} timeout
 * @property {string} bots
 * @property {boolean} thinking
 * @property {boolean} spectators
 * @property {string} visibility
 * @property {boolean} show_chosen
 * @property {boolean} odds
 * @property {boolean} coach
 * @property {number} break_seconds
 * @property {number} guests_per_network
 *
 * @typedef {object} GameView the game as a seat, or a spectator, may see it
 * @property {string} edition
 * @property {number} players
 * @property {number | null} seat
 * @property {number} round
 * @property {number} rounds
 * @property {string} phase turn, decide or over
 * @property {number[]} in_cave
 * @property {string | null} card
 * @property {string[]} cards
 * @property {number} carried
 * @property {number} path
 * @property {number[]} gems
 * @property {number[]} relics
 * @property {string[]} hazards
 * @property {Record<string, number>} deck
 * @property {number[]} treasures_left
 * @property {Record<string, number>} hazards_left
 * @property {number} relics_left
 * @property {number} deck_size
 * @property {boolean} closed
 * @property {number | null} chest
 * @property {(number | null)[]} chests
 * @property {number[][]} relics_taken
 * @property {number | null} stand_ins
 * @property {number[] | null} scores
 * @property {number[]} winners
 * @property {GameEvent[]} history
 *
 * @typedef {object} Fairness
 * @property {string} dealer
 * @property {number} shuffle the number of the table's shuffle, from 1; 0 if no table deals
 * @property {number} restarts shuffles since the last finished game that were abandoned after a nonce was shown
 * @property {string} commitment
 * @property {(string | null)[]} hashes
 * @property {(string | null)[]} nonces
 * @property {string | null} seed
 *
 * @typedef {object} TableView the table as a guest sees it
 * @property {string} table
 * @property {number} public_number
 * @property {string} phase lobby, hashes, nonces, cave, break, over or closed
 * @property {boolean} paused
 * @property {boolean} asking paused automatically because no one chose: the table asks whether anyone is there
 * @property {Settings} settings
 * @property {Edition | null} own_edition a custom edition, known only to this table
 * @property {string | null} host
 * @property {string | null} keeper the guest who owns the table, also while another one hosts it
 * @property {string | null} you
 * @property {(string | null)[]} blocked names of blocked guests; null for a spectator
 * @property {Guest[]} guests
 * @property {(Seat | null)[]} seats
 * @property {Hand[]} hands
 * @property {number} games
 * @property {number} turn
 * @property {number | null} deadline
 * @property {Fairness} fairness
 * @property {string | null} odds
 * @property {GameView | null} game
 *
 * @typedef {object} Edition
 * @property {string} id
 * @property {boolean} [own] whether it is a table's custom edition
 * @property {string} name
 * @property {string} summary
 * @property {number} rounds
 * @property {{least: number, most: number}} players
 * @property {number[]} treasures
 * @property {Record<string, number>} hazards
 * @property {null | {enter: string, worth: string, points: number[], supplied: boolean}} relics
 * @property {{name: string, worth: number, count: number}[]} gems
 * @property {string} sharing
 * @property {string} tie_break
 * @property {string} ritual fist or card
 * @property {string} caves
 * @property {Record<string, string>} names
 *
 * @typedef {Record<string, Edition>} Editions by id
 *
 * @typedef {{template: string, params: Record<string, string | number | Message>}} Message
 *   a sentence from the server: its English template and parameters, which may be such sentences too
 * @typedef {{code: string, params: Message['params'], text: string}} Refusal
 */
/** @import { GameEvent } from './events.js' */

export {};
