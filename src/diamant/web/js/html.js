// @ts-check
/**
 * The vendored libraries in one place: all drawing modules import from here.
 *
 * `html` creates nodes, never markup, so a player's input cannot become a tag.
 */
import htm from '../vendor/htm.js';
import { h } from '../vendor/preact.js';

export { createPortal, h, render } from '../vendor/preact.js';
export {
  useCallback,
  useEffect,
  useErrorBoundary,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from '../vendor/preact-hooks.js';
export { batch, computed, effect, signal, untracked } from '../vendor/preact-signals.js';

/**
 * The type of a node that can be drawn.
 * @typedef {any} Node
 */

/** @type {(strings: TemplateStringsArray, ...values: any[]) => Node} */
export const html = htm.bind(h);
