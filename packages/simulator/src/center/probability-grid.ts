import { roundTo } from '../model/curves.ts';
import type { MultiPolygon, Point, Position } from '@severe/geo';
import { contours } from 'd3-contour';
import { kmPerDegree, radian } from '../model/plane.ts';

/** The probability grid: degrees, from the south-west corner. */
const grid = { west: -108, south: 26, step: 0.35, width: 72, height: 56 };

/** Probabilities from 0 to 1, row by row from the south-west. */
export type ProbabilityGrid = Float64Array;

/** An event at a place, with its weight. */
export interface WeightedEvent {
  place: Point;
  weight: number;
}

/**
 * The probability of an event near each point: the known events, smoothed. The smoothing grows with the lead time,
 * since a forecaster does not know the exact place.
 *
 * @param blurKm standard deviation of the smoothing, km
 * @param peak   probability at the maximum
 */
export function probabilityGrid(events: WeightedEvent[], blurKm: number, peak: number): ProbabilityGrid {
  const { west, south, step, width, height } = grid;
  const counts = new Float64Array(width * height);
  for (const { place, weight } of events) {
    const column = Math.floor((place.lon - west) / step);
    const row = Math.floor((place.lat - south) / step);
    if (column >= 0 && column < width && row >= 0 && row < height) counts[row * width + column] += weight;
  }
  const middle = south + (height * step) / 2;
  const rowBlur = blurKm / (kmPerDegree * step);
  const smooth = smoothed(smoothed(counts, width, 1, rowBlur / Math.cos(middle * radian)), height, width, rowBlur);
  const most = Math.max(...smooth, Number.MIN_VALUE);
  return smooth.map((value) => (peak * value) / most);
}

/**
 * The area where the probability is at least `least`, rounded to a hundredth of a degree; undefined if there is none.
 */
export function areaAbove(probabilities: ProbabilityGrid, least: number): MultiPolygon | undefined {
  const { west, south, step, width, height } = grid;
  const [{ coordinates }] = contours().size([width, height]).thresholds([least])([...probabilities]);
  const place = ([x, y]: number[]): Position => [roundTo(west + x * step, 100), roundTo(south + y * step, 100)];
  const parts = coordinates.map((rings) => rings.map((ring) => ring.map(place)));
  return parts.length > 0 ? { type: 'MultiPolygon', coordinates: parts } : undefined;
}

/** Smooths along one axis with a Gaussian of `cells` cells. */
function smoothed(values: Float64Array, length: number, stride: number, cells: number): Float64Array {
  const reach = Math.ceil(3 * cells);
  const bell = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-(((i - reach) / cells) ** 2) / 2));
  return values.map((_, at) => {
    const here = Math.floor(at / stride) % length;
    let sum = 0;
    for (let k = Math.max(-reach, -here); k <= Math.min(reach, length - 1 - here); k++) {
      sum += bell[k + reach] * values[at + k * stride];
    }
    return sum;
  });
}
