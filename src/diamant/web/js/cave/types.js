// @ts-check
/**
 * What the picture of a cave is drawn from.
 *
 * @typedef {Pick<GameView, 'round' | 'rounds' | 'phase' | 'in_cave' | 'cards' | 'gems' | 'relics' | 'hazards'
 *   | 'hazards_left' | 'carried' | 'history'> & {closed?: boolean}} PicturedGame the part of a game that can be seen
 *
 * @typedef {{color: number, shape: number, letter?: string, chosen: boolean | null, name?: string}} Figure
 *   the part of a seat that can be seen
 * @typedef {'table' | 'tv' | 'hand' | 'replay'} Mode
 *
 * @typedef {{stayers: number[], leavers: number[], open?: boolean, gains?: Record<number, number>}} Revealed
 *   choices, all at once, with what leavers bring home where it may be told
 *
 * @typedef {object} Frame a still picture
 * @property {PicturedGame | null} game
 * @property {(Figure | null)[]} [seats]
 * @property {Revealed | null} [reveal]
 * @property {number} [fresh] the card that is being turned
 * @property {string} [bust] the kind of hazard that ends it all
 * @property {'off'} [lanterns]
 * @property {Record<number, Mood>} [moods]
 *
 * @typedef {object} Scene what each part of the picture is given
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
 *   draws a frame, or null for what the page says; done when it stands
 */
/** @import { Mood } from '../art/explorers.js' */
/** @import { Edition, GameView } from '../model/types.js' */
/** @import { Layout } from './layout.js' */

export {};
