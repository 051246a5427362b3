import type { OutlookArea } from '@severe/db';
import type { Area } from '@severe/geo';

export type EroCategory = 'MRGL' | 'SLGT' | 'MDT' | 'HIGH';

/** One area of an excessive rainfall outlook of the Weather Prediction Center. */
export interface EroRow {
  /** 1 to 5. */
  day: number;
  category: EroCategory;
  /** 1 to 4. */
  categoryRank: number;
  /** Minimum probability of rain above flash flood guidance within 25 miles, 0 to 1. */
  probability: number;
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

/** The colours of a category, for texts, which have none. */
export function coloursOf(category: EroCategory): Pick<EroRow, 'colour' | 'fill'> {
  const [colour, fill] = colours[category];
  return { colour, fill };
}

/** The category at the begin of a text, `Marginal (At Least 5%)`; undefined if there is none. */
export function eroCategoryOf(words: string): Pick<EroRow, 'category' | 'categoryRank' | 'probability'> | undefined {
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
