// @ts-check
/** All pictures, behind one door. Every one of them is hidden from screen readers: say it in words beside it. */
export { EXPLORERS, Explorer, Badge, Lantern } from './explorers.js';
export { Gem, GemShape, Jewels, stoneFor } from './gems.js';
export { HazardSign, HAZARD_KINDS, SignShape } from './hazards.js';
export { Relic, RelicShape } from './relics.js';
export { Card } from './cards.js';
export { Tent, Fire, Chest, Barricade, Mouth } from './camp.js';
export { Fist, ChoiceCard } from './hands.js';
export { Emote, EMOTES } from './emotes.js';
export { Icon, ICON_NAMES } from './icons.js';
