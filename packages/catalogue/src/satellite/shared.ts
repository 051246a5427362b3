import type { PaletteStop, RasterProduct } from '../product.ts';

/** What all pictures from the satellite have in common: the sector over the United States, at 2 km below the satellite. */
export const imagery = {
  family: 'satellite',
  everySeconds: 300,
  bounds: [-180, 14.5, -52.9, 56.8], // of the sectors of both satellites, as far as the antimeridian
  nothing: [],
  missing: [],
  maxPrerenderedZoom: 6, // where pixels are as large as cells
  reduce: 'mean',
} satisfies Partial<RasterProduct>;

/** What is a picture and has no values. */
export const picture = { ...imagery, units: null, min: 0, max: 255, palette: [] } satisfies Partial<RasterProduct>;

/** Stops of `step` from `from` up to but not including `to`, the colours between those of both ends. */
export function ramp(from: number, to: number, step: number, first: string, last: string): PaletteStop[] {
  const count = Math.round((to - from) / step);
  const parts = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const [start, end] = [parts(first), parts(last)];
  return Array.from({ length: count }, (_, i) => {
    const mixed = start.map((part, k) => Math.round(part + ((end[k] - part) * i) / count));
    return [from + i * step, `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`];
  });
}
