export { batch, computed, effect, signal, untracked } from './preact-signals.js';
export type { ReadonlySignal, Signal } from './preact-signals.js';
