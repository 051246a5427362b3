import { rounding } from './spans.ts';

/**
 * Which cells a pixel takes along one axis of a grid, where neither axis is the map's: where the box round its four
 * corners is wider than a cell, all that the box touches, else the one under its centre.
 */
export interface Interval {
  centre: number;
  low: number;
  high: number;
}

/**
 * Whether a pixel takes more than the cell under its centre. One that the projection tears apart, with corners at both
 * ends of the plane, does not: its centre is far from the middle of its box.
 */
function isWide(centre: number, low: number, high: number): boolean {
  return high - low > 1 + rounding && Math.abs(2 * centre - low - high) <= (high - low) / 2;
}

export function firstCell(interval: Interval): number {
  return Math.floor((isWide(interval.centre, interval.low, interval.high) ? interval.low : interval.centre) + rounding);
}

export function lastCell(interval: Interval): number {
  const { centre, low, high } = interval;
  return isWide(centre, low, high) ? Math.ceil(high - rounding) - 1 : Math.floor(centre + rounding);
}

/** Whether an error of at most `error` in all three could change which cells these are. */
export function isDoubtful({ centre, low, high }: Interval, error: number): boolean {
  const size = high - low;
  if (size < 1 - 2 * error) return isNearEdge(centre, error);
  return size < 1 + 2 * error + rounding || isNearEdge(low, error) || isNearEdge(high, error);
}

/** Whether a place lies on the edge of a cell, give or take an error. */
function isNearEdge(place: number, error: number): boolean {
  return Math.abs(place - Math.round(place)) <= error + rounding;
}
