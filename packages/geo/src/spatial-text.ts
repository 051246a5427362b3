import type { Point } from './distance.ts';
import { AreaError } from './error.ts';
import type { Bounds } from './tile.ts';
import { metresPerMile, metresPerNauticalMile } from './units.ts';

/** The largest accepted radius, metres. */
const maxRadiusM = 1_000_000;

const metresOf: Record<string, number> = { m: 1, km: 1000, mi: metresPerMile, nmi: metresPerNauticalMile };
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * Reads `west,south,east,north`; a box whose west is greater than its east crosses the antimeridian.
 *
 * @throws {AreaError} not four finite numbers, out of range, or the south above the north
 */
export function parseBbox(text: string): Bounds {
  const needed = 'expected west,south,east,north as four numbers';
  const parts = text.split(',');
  if (parts.length !== 4) throw new AreaError(`Invalid bbox: ${needed}, got ${parts.length}`);
  const [west, south, east, north] = parts.map((part) => {
    const value = numberOf(part);
    if (value === undefined) throw new AreaError(`Invalid bbox: ${needed}, got ${shown(part)}`);
    return value;
  });
  for (const lat of [south, north]) {
    if (Math.abs(lat) > 90) {
      const swapped =
        Math.max(Math.abs(west), Math.abs(east)) <= 90 && Math.max(Math.abs(south), Math.abs(north)) <= 180;
      const hint = swapped
        ? `; the order is west,south,east,north: did you mean ${[south, west, north, east].join()}?`
        : '';
      throw new AreaError(`Invalid bbox: latitude ${lat} is not between -90 and 90${hint}`);
    }
  }
  for (const lon of [west, east]) {
    if (Math.abs(lon) > 180) throw new AreaError(`Invalid bbox: longitude ${lon} is not between -180 and 180`);
  }
  if (south > north) throw new AreaError(`Invalid bbox: south ${south} is greater than north ${north}`);
  return [west, south, east, north];
}

/**
 * Reads `lat,lon`.
 *
 * @throws {AreaError} not two finite numbers, or out of range; the message notes numbers that seem to be swapped
 */
export function parsePoint(text: string): Point {
  const needed = 'expected lat,lon as two numbers';
  const parts = text.split(',');
  if (parts.length !== 2) throw new AreaError(`Invalid point: ${needed}, got ${parts.length}`);
  const [lat, lon] = parts.map((part) => {
    const value = numberOf(part);
    if (value === undefined) throw new AreaError(`Invalid point: ${needed}, got ${shown(part)}`);
    return value;
  });
  if (Math.abs(lat) > 90) {
    const swapped = Math.abs(lat) <= 180 && Math.abs(lon) <= 90;
    const hint = swapped ? `; the order is lat,lon: did you mean ${lon},${lat}?` : '';
    throw new AreaError(`Invalid point: latitude ${lat} is not between -90 and 90${hint}`);
  }
  if (Math.abs(lon) > 180) throw new AreaError(`Invalid point: longitude ${lon} is not between -180 and 180`);
  return { lat, lon };
}

/**
 * Reads a distance with a unit, such as `50km` or `30 mi`, in metres.
 *
 * @throws {AreaError} no number, an unknown unit, zero or less, or more than 1000 km
 */
export function parseRadius(text: string): number {
  const needed = 'expected a number with a unit (km, mi, nmi or m), such as 50km';
  const [, number = '', unit = ''] = /^([^a-z\s]*(?:e[+-]?\d+)?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const value = numberOf(number);
  const factor = Object.hasOwn(metresOf, unit.toLowerCase()) ? metresOf[unit.toLowerCase()] : undefined;
  if (value === undefined || factor === undefined) throw new AreaError(`Invalid radius: ${needed}, got ${shown(text)}`);
  const metres = value * factor;
  if (!(metres > 0 && metres <= maxRadiusM)) {
    throw new AreaError(`Invalid radius: expected more than 0 and at most ${maxRadiusM / 1000} km, got ${shown(text)}`);
  }
  return metres;
}

function numberOf(text: string): number | undefined {
  const trimmed = text.trim();
  const value = decimal.test(trimmed) ? Number(trimmed) : Number.NaN;
  return Number.isFinite(value) ? value + 0 : undefined; // -0 + 0 is 0
}

/** Quotes a text in a message, only if it consists of words and numbers: anything else could be interpreted as code. */
function shown(text: string): string {
  const beginning = text.slice(0, 40);
  return /^[\w.+-]*( [\w.+-]+)?$/.test(beginning) ? JSON.stringify(beginning) : `text of ${text.length} characters`;
}
