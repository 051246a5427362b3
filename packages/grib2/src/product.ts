import { readDerivation, type Derivation } from './derivation.ts';
import { addTime, readStatistic, type Statistic } from './interval.ts';
import { layouts } from './layouts.ts';
import { readScaled } from './scaled-value.ts';
import type { Section } from './section.ts';

/**
 * The identity of a field as numbers of the code tables: its quantity, what the values are of it, how they came about,
 * and when and where they apply. Fields that differ in one of them are different fields.
 */
export interface Product {
  /** `4.` and the number of the template in table 4.0. */
  template: string;
  category: number;
  number: number;
  /** The chemical or aerosol of tables 4.230 and 4.233, if the template has one. */
  constituent?: number;
  /** Type of generating process, table 4.3: 0 analysis, 2 forecast, 8 observation. Undefined if missing. */
  process?: number;
  /** The surface, or the two bounds of the layer; empty if the template has none or is not known. */
  surfaces: Surface[];
  /** From the reference time to the valid time, or to the start of the interval. Undefined if missing. */
  forecastSeconds?: number;
  /** The valid time: an instant, or the end of an interval. Undefined if missing or impossible. */
  validAt?: Date;
  /** A statistic over an interval; absent for an instant. */
  over?: Statistic;
  /** What the values are of the quantity: it itself, a member of an ensemble, a probability. */
  derivation: Derivation;
}

/** A surface of table 4.5 and its value in the unit of that table; undefined if the surface has none. */
export interface Surface {
  type: number;
  value?: number;
}

const octetsOfSurfaces = 12;
const octetsPerBand = 11;
const missingTime = -(2 ** 31 - 1); // all bits set, as sign and magnitude

/** Reads section 4 of a message with reference time `referenceAt`. */
export function readProduct(section4: Section, referenceAt: Date): Product {
  const template = section4.u16(8);
  const quantity = { template: `4.${template}`, category: section4.u8(10), number: section4.u8(11) };
  const layout = layouts.get(template);
  if (!layout) {
    return { ...quantity, surfaces: [], forecastSeconds: 0, validAt: referenceAt, derivation: { kind: 'other' } };
  }
  const { time, meaning, constituent } = layout;
  const surfacesAt = time + 5;
  const bandsOctets = layout.bands ? octetsPerBand * bandsOf(section4, surfacesAt) : 0;
  const derivationAt = surfacesAt + (layout.surfaces ? octetsOfSurfaces : layout.bands ? 1 + bandsOctets : 0);
  const forecast = section4.s32(time + 1);
  const startsAt = forecast === missingTime ? undefined : addTime(referenceAt, section4.u8(time), forecast);
  const product: Product = {
    ...quantity,
    ...(constituent ? { constituent: section4.u16(12) } : {}),
    process: section4.optionalU8(time - 6),
    surfaces: layout.surfaces ? readSurfaces(section4, surfacesAt) : [],
    forecastSeconds: startsAt && (startsAt.getTime() - referenceAt.getTime()) / 1000,
    validAt: startsAt,
    derivation: readDerivation(section4, meaning, derivationAt),
  };
  if (!layout.spanEnd) return product;
  const { over, until } = readStatistic(section4, layout.spanEnd + bandsOctets, startsAt);
  return { ...product, validAt: until, over };
}

/** Number of satellite bands; 0 if the section ends before it. */
function bandsOf(section4: Section, octet: number): number {
  return octet <= section4.length ? section4.u8(octet) : 0;
}

const noSurface = 255;

function readSurfaces(section4: Section, octet: number): Surface[] {
  return [octet, octet + 6]
    .map((at) => ({ type: section4.u8(at), value: readScaled(section4, at + 1) }))
    .filter(({ type }) => type !== noSurface);
}
