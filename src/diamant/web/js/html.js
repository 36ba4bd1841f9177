// @ts-check
/**
 * The one door to the vendored libraries: everything that draws imports from here.
 *
 * What `html` makes are nodes, never markup, so nothing that a player typed can become a tag.
 */
import { h, render, Component, Fragment, createContext, createPortal } from '../vendor/preact.js';
import {
  useState,
  useEffect,
  useRef,
  useMemo,
  useLayoutEffect,
  useCallback,
  useContext,
  useId,
  useErrorBoundary,
} from '../vendor/preact-hooks.js';
import {
  signal,
  computed,
  effect,
  batch,
  untracked,
  useSignal,
  useComputed,
  useSignalEffect,
} from '../vendor/preact-signals.js';
import htm from '../vendor/htm.js';

/**
 * A node that can be drawn.
 * @typedef {any} Node
 */

/** @type {(strings: TemplateStringsArray, ...values: any[]) => Node} */
export const html = htm.bind(h);

export {
  h,
  render,
  Component,
  Fragment,
  createContext,
  createPortal,
  useState,
  useEffect,
  useRef,
  useMemo,
  useLayoutEffect,
  useCallback,
  useContext,
  useId,
  useErrorBoundary,
  signal,
  computed,
  effect,
  batch,
  untracked,
  useSignal,
  useComputed,
  useSignalEffect,
};
