// @ts-check
/**
 * The types of a cave's picture.
 *
 * @typedef {Pick<GameView, 'round' | 'rounds' | 'phase' | 'in_cave' | 'cards' | 'gems' | 'relics' | 'hazards'
 *   | 'hazards_left' | 'carried' | 'history'> & {closed?: boolean}} PicturedGame the part of a game that can be seen
 *
 * @typedef {{color: number, shape: number, letter?: string, chosen: boolean | null, name?: string}} Figure
 *   the visible part of a seat
 * @typedef {'table' | 'tv' | 'hand' | 'replay'} Mode
 *
 * @typedef {{stayers: number[], leavers: number[], open?: boolean, gains?: Record<number, number>}} Revealed
 *   all choices, with what leavers bring home if visible
 *
 * @typedef {object} Frame a still picture
 * @property {PicturedGame | null} game
 * @property {(Figure | null)[]} [seats]
 * @property {Revealed | null} [reveal]
 * @property {number} [fresh] the card being turned
 * @property {string} [bust] the kind of hazard that ends the expedition
 * @property {'off'} [lanterns]
 * @property {Record<number, Mood>} [moods]
 *
 * @typedef {object} Scene the input of each part of the picture
 * @property {PicturedGame} game
 * @property {(Figure | null)[]} seats
 * @property {Edition} [edition]
 * @property {Mode} mode
 * @property {number[]} you
 * @property {Record<number, string>} [emotes]
 * @property {Layout} layout
 * @property {Frame} frame
 *
 * @typedef {object} Canvas what a director draws on
 * @property {HTMLElement} element the picture's root, `.cave`
 * @property {() => Edition | undefined} edition
 * @property {() => Layout | null} layout null while the picture has no size
 * @property {(frame: Frame | null) => Promise<void>} show
 *   draws a frame, or with null what the page's props say; resolves when drawn
 */
/** @import { Mood } from '../art/explorers.js' */
/** @import { Edition, GameView } from '../model/types.js' */
/** @import { Layout } from './layout.js' */

export {};
