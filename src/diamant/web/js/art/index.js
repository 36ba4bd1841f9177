// @ts-check
/** All pictures, in one place. Every one of them is hidden from screen readers: say it in words beside it. */

export { Barricade, Chest, Fire, Mouth, Tent } from './camp.js';
export { Card } from './cards.js';
export { EMOTES, Emote } from './emotes.js';
export { Badge, EXPLORERS, Explorer, Lantern } from './explorers.js';
export { Gem, GemShape, Jewels, stoneFor } from './gems.js';
export { ChoiceCard, Fist } from './hands.js';
export { HAZARD_KINDS, HazardSign, SignShape } from './hazards.js';
export { ICON_NAMES, Icon } from './icons.js';
export { Relic, RelicShape } from './relics.js';
