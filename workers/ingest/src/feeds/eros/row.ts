import type { OutlookArea } from '@severe/db';
import type { Area } from '@severe/geo';
import { lookUp, numberOf } from '../../parse/fields.ts';
import { noteUnknownWord } from '../../parse/unknown-words.ts';

type EroCategory = 'MRGL' | 'SLGT' | 'MDT' | 'HIGH';

/** One area of an excessive rainfall outlook of the Weather Prediction Center. */
export interface EroRow {
  /** 1 to 5. */
  day: number;
  /** Any other word as it is. */
  category: string;
  /** 1 to 4; null for another word. */
  categoryRank: number | null;
  /** Minimum probability of rain above flash flood guidance within 25 miles, 0 to 1; null for another word. */
  probability: number | null;
  issuedAt: Date | null;
  validFrom: Date;
  validTo: Date;
  colour: string | null;
  fill: string | null;
  area: Area;
  /** Lines of the text product, each with its area on the right; empty for other sources. */
  lines: Waypoint[][];
}

/** `20 N CYSC`: statute miles and direction from an airport; 0 and null for the airport itself. */
export interface Waypoint {
  distanceMi: number;
  direction: string | null;
  station: string;
}

const categories: [word: string, category: EroCategory, probability: number][] = [
  ['MARGINAL', 'MRGL', 0.05],
  ['SLIGHT', 'SLGT', 0.15],
  ['MODERATE', 'MDT', 0.4],
  ['HIGH', 'HIGH', 0.7],
];

/** Colours of the lines and areas of each category. */
const colours: Record<EroCategory, [line: string, fill: string]> = {
  MRGL: ['#008B00', '#00FF00'],
  SLGT: ['#FFD700', '#FFFF00'],
  MDT: ['#CD0000', '#FF0000'],
  HIGH: ['#CD00CD', '#FF00FF'],
};

/** The colours of a category, for texts, which have none; null for another word. */
export function coloursOf(category: string): Pick<EroRow, 'colour' | 'fill'> {
  const [colour, fill] = lookUp(colours, category) ?? [null, null];
  return { colour, fill };
}

type Category = Pick<EroRow, 'category' | 'categoryRank' | 'probability'>;

/** The category at the start of a text, `Marginal (At Least 5%)`; another word, which is counted, as it is. */
export function eroCategoryOf(words: string): Category {
  const known = knownCategoryOf(words);
  if (known) return known;
  noteUnknownWord('OUTLOOK', words);
  const percent = numberOf(/(\d{1,3}) ?%/.exec(words)?.[1]);
  const word = words.split('(', 1)[0].trim();
  return { category: word.toUpperCase(), categoryRank: null, probability: percent === null ? null : percent / 100 };
}

/** The category at the start of a text; undefined if there is none. */
export function knownCategoryOf(words: string): Category | undefined {
  const rank = categories.findIndex(([word, short]) => new RegExp(`^(${word}|${short})\\b`, 'i').test(words.trim()));
  if (rank < 0) return undefined;
  const [, category, probability] = categories[rank];
  return { category, categoryRank: rank + 1, probability };
}

/** The name of the provider's file of a day. */
export function fileOfDay(day: number): string {
  return `Day${day}_Latest`;
}

/** A row as an outlook area. */
export function areaOf(row: EroRow): OutlookArea {
  const { day, category, categoryRank, probability, issuedAt, validFrom, validTo, colour, fill, area } = row;
  const risk = { risk: category, riskRank: categoryRank, probability, significant: false };
  return { day, type: 'rainfall', ...risk, issuedAt, validFrom, validTo, colour, fill, area };
}
