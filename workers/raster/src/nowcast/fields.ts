import {
  advection,
  coarsenEcho,
  coarseningOf,
  faded,
  type CodesWithUnknown,
  type EchoFrame,
  type EchoScale,
  type Origins,
} from '@severe/nowcast';
import type { Field } from '@severe/raster';

const kmInDegree = 111.2;

/** The grid of the frames of a nowcast. */
export interface NowcastGrid {
  /** Size of a cell from north to south. */
  cellKm: number;
  /** Cells, along each side, in one of the grid on which motion is found. */
  coarsening: number;
}

export const nowcastGridOf = ({ width, height, geometry }: Field): NowcastGrid => ({
  cellKm: cellSizeKm(geometry),
  coarsening: coarseningOf(width, height),
});

function cellSizeKm(geometry: Field['geometry']): number {
  if (geometry.kind === 'latlon') return geometry.stepLat * kmInDegree;
  const inDegrees = geometry.kind === 'projected' && /\+proj=(longlat|latlong|lonlat|latlon)\b/.test(geometry.proj4);
  return inDegrees ? geometry.stepY * kmInDegree : geometry.stepY / 1000;
}

/** A frame prepared for the estimate of motion. @param minutes after the newest frame: zero or negative */
export function echoOf(
  field: Field,
  { coarsening, scale, minutes }: { coarsening: number; scale: EchoScale; minutes: number },
): EchoFrame {
  const { width, height, packed } = field;
  const value = valueTable(field);
  const given = { width, height, factor: coarsening, scale, minutes };
  if (!(packed instanceof Uint16Array)) return coarsenEcho(given, (i) => value(packed[i]));
  const values = Float64Array.from({ length: 0x10000 }, (_, code) => value(code));
  return coarsenEcho(given, (i) => values[packed[i]]);
}

/** A frame without an observed cell is a radar that is away: nothing can be said of the next hour. */
export function isObserved({ known }: EchoFrame): boolean {
  return known.values.some((share) => share > 0);
}

/** The value of a code: NaN if it was not observed, minus infinity if nothing was there. */
export function valueTable({ scale, offset, absent }: Field): (code: number) => number {
  const absences = new Map(absent.map(({ code, means }) => [code, means === 'missing' ? NaN : -Infinity]));
  return (code) => absences.get(code) ?? offset + code * scale;
}

/** Prepares a field for being moved, without the scales that cannot be predicted. @returns the field of some origins */
export function extrapolation(given: Field, { cellKm, coarsening }: NowcastGrid): (origins: Origins) => Field {
  const { codes, field, outside } = codesOf(given);
  const move = advection({ ...codes, packed: faded(codes, cellKm) }, { coarsening, outside });
  return (origins) => ({ ...field, packed: move(origins) });
}

/** The codes of a field, with one for what comes from beyond it. */
export function codesOf(given: Field): { codes: CodesWithUnknown; field: Field; outside: number } {
  const { field, outside } = withMissingCode(given);
  const { width, height, packed, absent } = field;
  const unknown = absent.flatMap(({ code, means }) => (means === 'missing' ? [code] : []));
  return { field, outside, codes: { width, height, packed, absent: absent.map(({ code }) => code), unknown } };
}

/** A field that has a code for what is not known, which every extrapolation needs. */
function withMissingCode(field: Field): { field: Field; outside: number } {
  const known = field.absent.find(({ means }) => means === 'missing');
  if (known) return { field, outside: known.code };
  let greatest = 0;
  for (const code of field.packed) if (code > greatest) greatest = code;
  const outside = field.packed instanceof Uint16Array && greatest < 0xffff ? 0xffff : greatest + 1;
  const packed = outside > 0xffff ? Int32Array.from(field.packed) : field.packed;
  return { field: { ...field, packed, absent: [...field.absent, { code: outside, means: 'missing' }] }, outside };
}

/** Whether the cells of two fields are the same places. */
export function isOnGridOf({ width, height, geometry }: Field, other: Field): boolean {
  return (
    width === other.width && height === other.height && JSON.stringify(geometry) === JSON.stringify(other.geometry)
  );
}
