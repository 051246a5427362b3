import {
  advected,
  coarsenEcho,
  coarseningOf,
  faded,
  type EchoFrame,
  type EchoScale,
  type Origins,
} from '@severe/nowcast';
import { releaseField, type Field } from '@severe/raster';

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

/** Size of a cell from north to south. */
export function cellSizeKm(geometry: Field['geometry']): number {
  if (geometry.kind === 'latlon') return geometry.stepLat * kmInDegree;
  const inDegrees = geometry.kind === 'projected' && /\+proj=(longlat|latlong|lonlat|latlon)\b/.test(geometry.proj4);
  return inDegrees ? geometry.stepY * kmInDegree : geometry.stepY / 1000;
}

/** A frame prepared for the estimate of motion. @param minutes after the newest frame: zero or negative */
export function echoOf(
  field: Field,
  { coarsening, scale, minutes }: { coarsening: number; scale: EchoScale; minutes: number },
): EchoFrame {
  return coarsenEcho(field, { factor: coarsening, scale, minutes }, valueTable(field));
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

/**
 * Moves a field without the scales that cannot be predicted.
 *
 * @returns the field of each of the origins, whose cells the next one may overwrite
 */
export function* extrapolated(
  given: Field,
  origins: Iterable<Origins>,
  { cellKm, coarsening }: NowcastGrid,
): Generator<Field> {
  const { field, outside } = withMissingCode(given);
  const codes = { ...field, absent: field.absent.map(({ code }) => code) };
  const smooth = faded(codes, cellKm);
  for (const packed of advected({ ...codes, packed: smooth }, origins, { coarsening, outside }))
    yield { ...field, packed };
  releaseField({ ...field, packed: smooth });
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
