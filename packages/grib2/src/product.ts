import { readTime } from './identification.ts';
import type { Section } from './section.ts';

/** The quantity of a field, as numbers of the code tables, and its times. */
export interface Product {
  /** `4.` and the number of the template in table 4.0. */
  template: string;
  category: number;
  number: number;
  /** The surface, or the two bounds of the layer; empty if the template has none or is not known. */
  surfaces: Surface[];
  /** From the reference time to the valid time, or to the start of the interval. */
  forecastSeconds: number;
  /** The valid time: an instant, or the end of an interval. */
  validAt: Date;
  /** For a statistic over an interval: its start, and table 4.10 (0 average, 1 sum, 2 maximum, 3 minimum). */
  over?: { from: Date; statistic: number };
}

/** A surface of table 4.5 and its value in the unit of that table; undefined if the surface has none. */
export interface Surface {
  type: number;
  value?: number;
}

/** Octets of the common parts of a template of section 4. */
interface Layout {
  /** Unit of time and forecast time. */
  time: number;
  /** Whether the surfaces follow the time. */
  surfaces: boolean;
  /** End of the interval. */
  spanEnd?: number;
}

/** Templates with these octets. Templates with lists of variable length before them are left out. */
const layoutRows: [templates: number[], time: number, spanEnd?: number][] = [
  [[0, 1, 2, 3, 4, 5, 6, 7, 15, 32, 33, 51, 60, 86, 117, 119, 121, 128, 129, 130, 131, 132, 137, 1000, 1100], 18],
  [[34], 18, 27],
  [[1001], 18, 23],
  [[8, 105, 106, 107, 112, 123], 18, 35],
  [[10], 18, 36],
  [[12], 18, 37],
  [[11], 18, 38],
  [[87, 134], 18, 39],
  [[118], 18, 44],
  [[61], 18, 45],
  [[138], 18, 47],
  [[9], 18, 48],
  [[120, 122], 18, 53],
  [[14], 18, 65],
  [[13], 18, 69],
  [[40, 41], 20],
  [[42], 20, 37],
  [[43], 20, 40],
  [[76, 77], 21],
  [[78], 21, 38],
  [[79], 21, 41],
  [[70, 71, 89, 133], 23],
  [[72], 23, 40],
  [[73], 23, 43],
  [[90, 135], 23, 44],
  [[55, 56, 59], 24],
  [[62], 24, 41],
  [[63], 24, 44],
  [[99, 100, 101, 102, 142], 26],
  [[103, 104, 108, 109, 139], 29],
  [[110], 29, 46],
  [[111], 29, 49],
  [[45, 50], 31],
  [[46], 31, 48],
  [[47, 85], 31, 51],
  [[82], 32, 49],
  [[83, 84], 32, 52],
  [[48, 49], 42],
  [[80, 81, 113, 115, 124, 125], 43],
  [[114, 126], 43, 60],
  [[127], 43, 63],
  [[116], 43, 69],
];

/** Products of satellites, spectra of waves, and sections. */
const templatesWithoutSurfaces = [32, 33, 34, 99, 100, 101, 102, 142, 1000, 1001];

/** Layouts by template; of other templates only category and number are read. */
const layouts = new Map(
  layoutRows.flatMap(([templates, time, spanEnd]) =>
    templates.map((template): [number, Layout] => {
      return [template, { time, surfaces: !templatesWithoutSurfaces.includes(template), spanEnd }];
    }),
  ),
);

/** Reads section 4 of a message with reference time `referenceAt`. */
export function readProduct(section4: Section, referenceAt: Date): Product {
  const template = section4.u16(8);
  const identity = { template: `4.${template}`, category: section4.u8(10), number: section4.u8(11) };
  const layout = layouts.get(template);
  if (!layout) return { ...identity, surfaces: [], forecastSeconds: 0, validAt: referenceAt };

  const startsAt = addTime(referenceAt, section4.u8(layout.time), section4.s32(layout.time + 1));
  const surfaces = layout.surfaces ? readSurfaces(section4, layout.time + 5) : [];
  const forecastSeconds = (startsAt.getTime() - referenceAt.getTime()) / 1000;
  if (!layout.spanEnd) return { ...identity, surfaces, forecastSeconds, validAt: startsAt };

  const validAt = readTime(section4, layout.spanEnd);
  // After the end of the interval: number of ranges (1 octet), number of missing values (4), statistic of the first range
  const statistic = section4.u8(layout.spanEnd + 12);
  return { ...identity, surfaces, forecastSeconds, validAt, over: { from: startsAt, statistic } };
}

const noSurface = 255;

function readSurfaces(section4: Section, octet: number): Surface[] {
  return [octet, octet + 6]
    .map((at) => ({ type: section4.u8(at), value: readSurfaceValue(section4, at + 1) }))
    .filter(({ type }) => type !== noSurface);
}

function readSurfaceValue(section4: Section, octet: number): number | undefined {
  if (section4.optionalU8(octet) === undefined || section4.optionalU32(octet + 1) === undefined) return undefined;
  const decimals = section4.s8(octet);
  const value = section4.s32(octet + 1);
  return decimals >= 0 ? value / 10 ** decimals : value * 10 ** -decimals;
}

/** Units of table 4.4 with a fixed length, in seconds. */
const secondsPerUnit: Record<number, number> = { 0: 60, 1: 3600, 2: 86400, 10: 10800, 11: 21600, 12: 43200, 13: 1 };
/** Units of table 4.4 in calendar months. */
const monthsPerUnit: Record<number, number> = { 3: 1, 4: 12, 5: 120, 6: 360, 7: 1200 };

function addTime(from: Date, unit: number, amount: number): Date {
  if (monthsPerUnit[unit]) {
    const later = new Date(from);
    later.setUTCMonth(later.getUTCMonth() + amount * monthsPerUnit[unit]);
    return Number.isNaN(later.getTime()) ? from : later;
  }
  const later = new Date(from.getTime() + amount * (secondsPerUnit[unit] ?? 0) * 1000);
  return Number.isNaN(later.getTime()) ? from : later;
}
