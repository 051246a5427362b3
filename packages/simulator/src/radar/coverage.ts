import { kmPerDegree, radian } from '../model/plane.ts';
import { mosaicGrid } from './grid.ts';
import { radarSites } from './sites.ts';

/** Range of a radar, km. */
const rangeKm = 320;

/** Columns of one row within the range of a radar, as pairs of first and one past the last, from west to east. */
type Runs = Int32Array;

let rows: Runs[] | undefined;

/** The coverage of the network, row by row of the mosaic. Computed once. */
export function coverage(): Runs[] {
  rows ??= Array.from({ length: mosaicGrid.height }, (_, row) => runsOf(mosaicGrid.north - row * mosaicGrid.step));
  return rows;
}

function runsOf(lat: number): Runs {
  const spans: [number, number][] = [];
  const { west, step, width } = mosaicGrid;
  for (const [siteLat, siteLon] of radarSites) {
    const north = (lat - siteLat) * kmPerDegree;
    if (Math.abs(north) >= rangeKm) continue;
    const half = Math.sqrt(rangeKm ** 2 - north ** 2) / (kmPerDegree * Math.cos(((lat + siteLat) / 2) * radian));
    const first = Math.max(0, Math.ceil((siteLon - half - west) / step));
    const end = Math.min(width, Math.floor((siteLon + half - west) / step) + 1);
    if (first < end) spans.push([first, end]);
  }
  return Int32Array.from(merged(spans).flat());
}

function merged(spans: [number, number][]): [number, number][] {
  spans.sort(([a], [b]) => a - b);
  const runs: [number, number][] = [];
  for (const [first, end] of spans) {
    const last = runs.at(-1);
    if (last && first <= last[1]) last[1] = Math.max(last[1], end);
    else runs.push([first, end]);
  }
  return runs;
}
