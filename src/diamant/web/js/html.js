// @ts-check
/**
 * The vendored libraries, in one place: everything that draws imports from here.
 *
 * What `html` makes are nodes, never markup, so nothing that a player typed can become a tag.
 */

import htm from '../vendor/htm.js';
import { Component, createContext, createPortal, Fragment, h, render } from '../vendor/preact.js';
import {
  useCallback,
  useContext,
  useEffect,
  useErrorBoundary,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from '../vendor/preact-hooks.js';
import {
  batch,
  computed,
  effect,
  signal,
  untracked,
  useComputed,
  useSignal,
  useSignalEffect,
} from '../vendor/preact-signals.js';

/**
 * A node that can be drawn.
 * @typedef {any} Node
 */

/** @type {(strings: TemplateStringsArray, ...values: any[]) => Node} */
export const html = htm.bind(h);

export {
  batch,
  Component,
  computed,
  createContext,
  createPortal,
  effect,
  Fragment,
  h,
  render,
  signal,
  untracked,
  useCallback,
  useComputed,
  useContext,
  useEffect,
  useErrorBoundary,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useSignal,
  useSignalEffect,
  useState,
};
