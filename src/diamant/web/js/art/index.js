// @ts-check
/** All pictures. Screen readers skip every one of them, so always say the same in text beside it. */

export { Chest, Fire, Mouth, Tent } from './camp.js';
export { Card, HAZARD_KINDS, HazardSign, Relic, RelicShape, SignShape } from './cards.js';
export { Badge, EXPLORERS, Explorer, Lantern } from './explorers.js';
export { Gem, GemShape, stoneFor } from './gems.js';
export { ChoiceCard, EMOTES, Emote, Fist } from './hands.js';
export { ICON_NAMES, Icon } from './icons.js';
