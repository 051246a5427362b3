import { readTime } from './identification.ts';
import type { Section } from './section.ts';

/** What a field is of: numbers of the code tables named, and times. */
export interface Product {
  /** `4.` and the number of the template in table 4.0. */
  template: string;
  category: number;
  number: number;
  /** The surface or layer it is at; empty where the template has none or is not known. */
  surfaces: Surface[];
  /** From the reference time to the field, or to the start of its span. */
  forecastSeconds: number;
  /** What the field is valid for: a moment, or the end of a span of time. */
  validAt: Date;
  /** Where the field is one number for a span of time: its start and table 4.10 (0 average, 1 sum, 2 max, 3 min). */
  over?: { from: Date; statistic: number };
}

/** Table 4.5, and the value in the unit of that table; undefined where the surface needs none. */
export interface Surface {
  type: number;
  value?: number;
}

/** Octets at which a template of section 4 holds what several share. */
interface Layout {
  /** Unit of time and forecast time. */
  time: number;
  surfaces?: number;
  /** End of the span of time. */
  spanEnd?: number;
}

/** The templates whose octets are known; of others only category and number are read. */
const LAYOUTS: Record<number, Layout> = {
  0: { time: 18, surfaces: 23 },
  1: { time: 18, surfaces: 23 },
  2: { time: 18, surfaces: 23 },
  3: { time: 18, surfaces: 23 },
  4: { time: 18, surfaces: 23 },
  5: { time: 18, surfaces: 23 },
  6: { time: 18, surfaces: 23 },
  7: { time: 18, surfaces: 23 },
  8: { time: 18, surfaces: 23, spanEnd: 35 },
  9: { time: 18, surfaces: 23, spanEnd: 48 },
  10: { time: 18, surfaces: 23, spanEnd: 36 },
  11: { time: 18, surfaces: 23, spanEnd: 38 },
  12: { time: 18, surfaces: 23, spanEnd: 37 },
  15: { time: 18, surfaces: 23 },
  32: { time: 18 },
  40: { time: 20, surfaces: 25 },
  42: { time: 20, surfaces: 25, spanEnd: 37 },
  60: { time: 18, surfaces: 23 },
  61: { time: 18, surfaces: 23, spanEnd: 45 },
};

/** Reads section 4 for a message whose reference time is `referenceAt`. */
export function readProduct(section4: Section, referenceAt: Date): Product {
  const template = section4.u16(8);
  const identity = { template: `4.${template}`, category: section4.u8(10), number: section4.u8(11) };
  const layout = LAYOUTS[template];
  if (!layout) return { ...identity, surfaces: [], forecastSeconds: 0, validAt: referenceAt };

  const startsAt = addTime(referenceAt, section4.u8(layout.time), section4.s32(layout.time + 1));
  const surfaces = layout.surfaces ? readSurfaces(section4, layout.surfaces) : [];
  const forecastSeconds = (startsAt.getTime() - referenceAt.getTime()) / 1000;
  if (!layout.spanEnd) return { ...identity, surfaces, forecastSeconds, validAt: startsAt };

  const validAt = readTime(section4, layout.spanEnd);
  // After the end of the span: how many ranges (1), how many values are missing (4), then the first range's statistic
  const statistic = section4.u8(layout.spanEnd + 12);
  return { ...identity, surfaces, forecastSeconds, validAt, over: { from: startsAt, statistic } };
}

const NO_SURFACE = 255;

function readSurfaces(section4: Section, octet: number): Surface[] {
  return [octet, octet + 6]
    .map((at) => ({ type: section4.u8(at), value: readSurfaceValue(section4, at + 1) }))
    .filter(({ type }) => type !== NO_SURFACE);
}

function readSurfaceValue(section4: Section, octet: number): number | undefined {
  if (section4.optionalU8(octet) === undefined || section4.optionalU32(octet + 1) === undefined) return undefined;
  const decimals = section4.s8(octet);
  const value = section4.s32(octet + 1);
  return decimals >= 0 ? value / 10 ** decimals : value * 10 ** -decimals;
}

/** Table 4.4 in seconds, where a unit has a fixed length. */
const SECONDS: Record<number, number> = { 0: 60, 1: 3600, 2: 86400, 10: 10800, 11: 21600, 12: 43200, 13: 1 };
/** Table 4.4 in months of the calendar. */
const MONTHS: Record<number, number> = { 3: 1, 4: 12, 5: 120, 6: 360, 7: 1200 };

function addTime(from: Date, unit: number, amount: number): Date {
  if (MONTHS[unit]) {
    const later = new Date(from);
    later.setUTCMonth(later.getUTCMonth() + amount * MONTHS[unit]);
    return Number.isNaN(later.getTime()) ? from : later;
  }
  const later = new Date(from.getTime() + amount * (SECONDS[unit] ?? 0) * 1000);
  return Number.isNaN(later.getTime()) ? from : later;
}
