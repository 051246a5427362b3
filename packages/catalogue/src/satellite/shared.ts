import type { PaletteStop, RasterProduct } from '../product.ts';

/** Common properties of satellite imagery: the sector over the United States, 2 km at nadir. */
export const imagery = {
  family: 'satellite',
  everySeconds: 300,
  bounds: [-180, 14.5, -52.9, 56.8], // sectors of both satellites, up to the antimeridian
  nothing: [],
  missing: [],
  maxPrerenderedZoom: 6, // pixels are as large as cells
  minSmoothZoom: 7,
  reduce: 'mean',
} satisfies Partial<RasterProduct>;

/** Common properties of composites, which have no values. */
export const composite = { ...imagery, units: null, min: 0, max: 255, palette: [] } satisfies Partial<RasterProduct>;

/** Stops from `from` to `to` (exclusive) in steps of `step`, with interpolated colours. */
export function ramp(from: number, to: number, step: number, first: string, last: string): PaletteStop[] {
  const count = Math.round((to - from) / step);
  const parts = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const [start, end] = [parts(first), parts(last)];
  return Array.from({ length: count }, (_, i) => {
    const mixed = start.map((part, k) => Math.round(part + ((end[k] - part) * i) / count));
    return [from + i * step, `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`];
  });
}
