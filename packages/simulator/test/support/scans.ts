import { distanceM } from '@severe/geo';
import { mosaicGrid } from '../../src/radar/grid.ts';

/** Latitude and longitude of a cell of the mosaic. */
export function placeOf(index: number): { lat: number; lon: number } {
  const { width, step, north, west } = mosaicGrid;
  return { lat: north - Math.floor(index / width) * step, lon: west + (index % width) * step };
}

/** The cell of the mosaic that is nearest to a place. */
export function indexOf({ lat, lon }: { lat: number; lon: number }): number {
  const { width, step, north, west } = mosaicGrid;
  return Math.round((north - lat) / step) * width + Math.round((lon - west) / step);
}

/** Kilometres between two cells of the mosaic. */
export function kmBetween(a: number, b: number): number {
  return distanceM(placeOf(a), placeOf(b)) / 1000;
}

/** The values that codes of a mosaic stand for, in an array of their own. */
export function valuesFrom(codes: Uint16Array, outside: number): Float32Array {
  const values = new Float32Array(codes.length);
  for (let i = 0; i < codes.length; i++) values[i] = outside + codes[i] / 10;
  return values;
}
