import { gateKm, offsetKm, positionErrorKm } from './motion.ts';
import type { Sighting, Track } from './tracker-state.ts';

/** A cell farther from where its track is expected is another one, km. */
const farthestKm = 15;
/** The same in standard errors of the expectation. */
const farthestErrors = 3.5;
/** Least search radius: the centre of a cell jumps when it splits or merges, km. */
const leastReachKm = 7;
/** Standard errors of distance that a doubling of the area weighs. */
const weightOfDoubling = 0.5;

/**
 * Assigns cells to tracks, the best pair first: near where the track is expected, with a similar area. Of equal pairs the
 * older track wins (Lakshmanan and Smith, 2010). With frames every two minutes the expectation errs by a kilometre and
 * cells are ten apart, so that a global assignment gives the same pairs.
 *
 * @param tracks predicted to the time of the cells
 * @returns the track of each cell that has one, by index of the cell
 */
export function match<T extends Track>(tracks: T[], cells: Sighting[]): Map<number, T> {
  const pairs: { cell: number; track: T; cost: number }[] = [];
  for (const track of tracks) {
    const errorKm = gateKm(track.motion, positionErrorKm(track.areaKm2));
    const reachKm = Math.min(farthestKm, Math.max(leastReachKm, farthestErrors * errorKm));
    cells.forEach((cell, i) => {
      if (Math.abs(cell.lat - track.motion.lat) * 111 > reachKm) return;
      const { eastKm, northKm } = offsetKm(track.motion, cell);
      const distanceKm = Math.hypot(eastKm, northKm);
      if (distanceKm > reachKm) return;
      const growth = Math.abs(Math.log2(cell.areaKm2 / track.areaKm2));
      pairs.push({ cell: i, track, cost: distanceKm / errorKm + weightOfDoubling * growth });
    });
  }
  pairs.sort((a, b) => a.cost - b.cost || a.track.firstSeenAt - b.track.firstSeenAt);
  const assigned = new Map<number, T>();
  const taken = new Set<T>();
  for (const { cell, track } of pairs) {
    if (assigned.has(cell) || taken.has(track)) continue;
    assigned.set(cell, track);
    taken.add(track);
  }
  return assigned;
}
