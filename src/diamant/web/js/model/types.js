// @ts-check
/**
 * How things stand, as the server tells it: docs/protocol.md in types. What happens is in events.js.
 *
 * @typedef {{guest: string, present: boolean, away_since: number | null, screen: boolean}} Guest
 *
 * @typedef {object} Seat
 * @property {number} seat its number, which may be another one in a game
 * @property {string} letter its letter, the same in the lobby and in games
 * @property {string} name
 * @property {number} color
 * @property {number} shape
 * @property {string | null} guest
 * @property {string | null} bot its strength while a bot plays
 * @property {string | null} stand_in why a bot plays for a person: away, missed, host, left (for good)
 * @property {{guest: string, name: string} | null} promised
 * @property {boolean | null} chosen null where the table does not show it
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
 * @typedef {object} GameView what a seat, or a spectator, may know of a game
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
 * @property {number} shuffle which shuffle at the table this is, from 1; 0 where no table deals
 * @property {number} restarts shuffles since the last finished game that were given up after a nonce was shown
 * @property {string} commitment
 * @property {(string | null)[]} hashes
 * @property {(string | null)[]} nonces
 * @property {string | null} seed
 *
 * @typedef {object} TableView what a guest sees of a table
 * @property {string} table
 * @property {number} public_number
 * @property {string} phase lobby, hashes, nonces, cave, break, over or closed
 * @property {boolean} paused
 * @property {boolean} asking paused by itself, since nobody chose: it asks whether anybody is there
 * @property {Settings} settings
 * @property {Edition | null} own_edition that nobody but this table knows
 * @property {string | null} host
 * @property {string | null} keeper whose table it is, also while another one hosts it
 * @property {string | null} you
 * @property {(string | null)[]} blocked names of those sent away for good; null for one who looked on
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
 * @property {boolean} [own] of a table's own
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
 * @typedef {Record<string, Edition>} Editions by their ids
 *
 * @typedef {{template: string, params: Record<string, string | number | Message>}} Message
 *   a sentence of the server's: its English template and parameters, which may be such sentences too
 * @typedef {{code: string, params: Message['params'], text: string}} Refusal
 */
/** @import { GameEvent } from './events.js' */

export {};
