// @ts-check
/**
 * The vendored libraries, in one place: everything that draws imports from here.
 *
 * What `html` makes are nodes, never markup, so nothing that a player typed can become a tag.
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
 * A node that can be drawn.
 * @typedef {any} Node
 */

/** @type {(strings: TemplateStringsArray, ...values: any[]) => Node} */
export const html = htm.bind(h);
