// @ts-check
/** Print the browser's pictures as JSON, for programs without a browser. `python -m tests.web.art` stores them. */
import { readFileSync } from 'node:fs';
import { Chest } from '../../src/diamant/web/js/art/camp.js';
import { BackFace, CardFace, GemsLying, HAZARD_KINDS } from '../../src/diamant/web/js/art/cards.js';
import { Badge, EXPLORERS, Explorer } from '../../src/diamant/web/js/art/explorers.js';

const css = (/** @type {string} */ name) =>
  readFileSync(new URL(`../../src/diamant/web/css/${name}.css`, import.meta.url), 'utf8').replace(
    /\/\*[\s\S]*?\*\//g,
    '',
  );

// The first block of the tokens is the dark theme, which the cave uses.
const tokens = new Map(
  [
    ...css('tokens')
      .split('}')[0]
      .matchAll(/(--[\w-]+):\s*([^;]+);/g),
  ].map(([, name, value]) => [name, value]),
);

/** @param {string} text @returns {string} */
function resolved(text) {
  const done = text.replace(/var\((--[\w-]+)\)/g, (_, name) => tokens.get(name) ?? '');
  return done.includes('var(--') ? resolved(done) : done;
}

/** Return the rules that color the pictures, for classes inside a single picture and without motion. */
function style() {
  const still = css('art').replace(/@[\w-]+[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
  return [...still.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
    .map(([, selectors, body]) => {
      const kept = body.split(';').filter((line) => line.trim() && !/animation|transition|transform/.test(line));
      const scoped = selectors.split(',').map((selector) => `.diamant-picture ${selector.trim()}`);
      return kept.length ? `${scoped.join(',')}{${kept.map((line) => line.trim()).join(';')}}` : '';
    })
    .join('');
}

const escaped = (/** @type {any} */ text) =>
  String(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

/** @param {any} node @returns {string} */
function markup(node) {
  if (node === null || node === undefined || typeof node === 'boolean') return '';
  if (Array.isArray(node)) return node.map(markup).join('');
  if (typeof node !== 'object') return escaped(node);
  if (typeof node.type === 'function') return markup(node.type(node.props));
  const { children, ...rest } = node.props;
  const attributes = Object.entries(rest).map(([name, value]) => {
    const text = name === 'style' ? `color:${value.color}` : String(value);
    return text ? ` ${name}="${escaped(text.replace(/\s+/g, ' '))}"` : '';
  });
  // A picture inside a picture is a group, placed by the outer one.
  const tag = node.type === 'svg' ? 'g' : node.type;
  const own = node.type === 'svg' ? ` class="${escaped(rest.class)}"` : attributes.join('');
  return `<${tag}${own}>${markup(children)}</${tag}>`;
}

const draw = (/** @type {any} */ node) => resolved(markup(node));
const each = (/** @type {any[]} */ names, /** @type {(name: any) => any} */ make) =>
  Object.fromEntries(names.map((name) => [name, draw(make(name))]));
const count = (/** @type {number} */ length, first = 0) => Array.from({ length }, (_, i) => i + first);

console.log(
  JSON.stringify(
    {
      style: resolved(style()),
      colors: Object.fromEntries(
        ['night', 'rock-2', 'text', 'soft', 'amber', 'danger', 'serif', 'sans'].map((name) => [
          name,
          resolved(tokens.get(`--${name}`) ?? '')
            .replace(/\s+/g, ' ')
            .replace(/"/g, "'"),
        ]),
      ),
      back: draw(BackFace()),
      treasures: each(count(17, 1), (value) => CardFace({ card: String(value) })),
      // The sign of a custom hazard shows an initial, which is inserted later.
      hazards: each([...HAZARD_KINDS, '?'], (kind) => CardFace({ card: kind })),
      relics: each(['relic', ...[5, 7, 8, 10, 12, ...count(5, 100)].map((worth) => `relic${worth}`)], (card) =>
        CardFace({ card }),
      ),
      gems: each(count(9, 1), (lying) => GemsLying({ count: lying })),
      explorers: EXPLORERS.map((_, i) => draw(Explorer({ color: i, letter: 'ABCDEFGH'[i], lantern: 'flicker' }))),
      badges: EXPLORERS.map((_, i) => draw(Badge({ color: i, letter: 'ABCDEFGH'[i] }))),
      chests: { closed: draw(Chest({})), open: draw(Chest({ open: true, full: true })) },
    },
    null,
    1,
  ),
);
