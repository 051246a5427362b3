import { collectGarbage } from '@severe/async/collect-garbage';

/** Fields with more points are collected at once: two of them exceed the allowed memory. */
const largePoints = 30e6;

/**
 * Releases the memory of a field that is no longer referenced. The engine sees only small objects and would keep hundreds of
 * megabytes while the next field allocates as much again.
 *
 * @param points number of points of the field
 */
export function collectAfter(points: number): void {
  if (points >= largePoints) collectGarbage();
}
