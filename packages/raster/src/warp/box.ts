import { rounding } from './spans.ts';

/**
 * The cells of a pixel along one axis of a grid whose axes differ from the map's: every cell that the box around its four
 * corners touches if the box is wider than a cell, otherwise the cell under its centre.
 */
export interface Interval {
  centre: number;
  low: number;
  high: number;
}

/**
 * Whether a pixel takes more than the cell under its centre. A pixel with corners at both ends of the plane, where the
 * projection is discontinuous, does not: its centre is far from the middle of its box.
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

/** Whether an error of up to `error` in all three numbers could change the cells. */
export function isDoubtful({ centre, low, high }: Interval, error: number): boolean {
  const size = high - low;
  if (size < 1 - 2 * error) return isNearEdge(centre, error);
  return size < 1 + 2 * error + rounding || isNearEdge(low, error) || isNearEdge(high, error);
}

/** Whether a coordinate is within `error` of the edge of a cell. */
function isNearEdge(place: number, error: number): boolean {
  return Math.abs(place - Math.round(place)) <= error + rounding;
}
