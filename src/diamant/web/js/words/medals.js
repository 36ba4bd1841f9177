// @ts-check
/** What the medals are called, and what each is given for. */
import { mark } from './i18n.js';

/** @type {Readonly<Record<string, readonly [string, string]>>} */
export const MEDAL_WORDS = {
  first: [mark('Into the dark'), mark('Finish a game.')],
  win: [mark('Rich!'), mark('Win a game.')],
  regular: [mark('Regular guest'), mark('Finish ten games.')],
  furniture: [mark('Part of the furniture'), mark('Finish fifty games.')],
  row: [mark('Three in a row'), mark('Win three games running.')],
  sack: [mark('A heavy sack'), mark('Have 30 points at the end of a game.')],
  hands: [mark('Two hands are not enough'), mark('Have 50 points at the end of a game.')],
  hoard: [mark('Where do you put it all?'), mark('Have 80 points at the end of a game.')],
  nothing: [mark('Light luggage'), mark('Finish a game without a single point.')],
  poor: [mark('Poor, but first'), mark('Win with fewer than 15 points.')],
  photo: [mark('Photo finish'), mark('Win by a single point.')],
  home: [mark('On cat’s paws'), mark('Come home every time in a game.')],
  warm: [mark('But it was so cosy in there'), mark('Be caught inside every time in a game.')],
  whisker: [mark('By a whisker'), mark('Leave just before the card that ends it.')],
  sense: [mark('Sixth sense'), mark('Leave just in time, three times in one game.')],
  alone: [mark('All mine'), mark('Leave alone.')],
  nobody: [mark('Nobody follows me'), mark('Leave alone three times in one game.')],
  relic: [mark('Museum piece'), mark('Take a relic.')],
  curator: [mark('Curator'), mark('Take three relics in one game.')],
  lantern: [mark('The last lantern'), mark('Be the last one inside, deep down, and come home.')],
  deep: [mark('A deep breath'), mark('Leave after ten cards or more.')],
  looking: [mark('Just looking'), mark('Leave after the very first card.')],
  traveled: [mark('Well traveled'), mark('Play four different editions.')],
  night: [mark('Night shift'), mark('Finish a game between midnight and five.')],
};
