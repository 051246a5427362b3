import { absenceOf, type Codes } from './advect.ts';
import { emptyPlane, type Plane } from './plane.ts';

/** Chances on a grid, in percent. */
export type Chances = Codes<Uint16Array>;

/** Codes, and which of those without a value stand for cells that were not observed. */
export interface CodesWithUnknown extends Codes {
  unknown: readonly number[];
}

/** The code of a chance that is not known. */
export const unknownChance = 255;

/**
 * Standard deviation of the neighbourhood at the newest frame, and its growth, km and km a minute. With these the chances are as
 * frequent as they say on real mosaics, for weak and for strong rain alike: see docs/nowcast.md.
 */
const neighbourhood = { atOnce: 2.5, perMinute: 0.17 };

/** Share of a neighbourhood that must have been observed. */
const leastObserved = 0.5;

/**
 * The chance that a value is reached around each cell: the share of its neighbourhood that reaches it now. What an echo does in the
 * next hour, echoes beside it do now; the farther in time, the farther beside. Move them along the motion afterwards.
 *
 * @param levels  codes that are to be reached, ascending
 * @param minutes lead times, ascending
 * @returns for each lead time the chances of each level, on a grid whose cells are `coarsening` × `coarsening` of the codes
 * @see Theis, Hense and Damrath 2005, Meteorol. Appl. 12 (neighbourhood method)
 */
export function* chancesAfter(
  codes: CodesWithUnknown,
  levels: readonly number[],
  { coarsening, cellKm }: { coarsening: number; cellKm: number },
  minutes: readonly number[],
): Generator<Chances[]> {
  const { observed, reached } = sharesOf(codes, levels, coarsening);
  let variance = 0;
  for (const lead of minutes) {
    const cells = (neighbourhood.atOnce + neighbourhood.perMinute * lead) / (cellKm * coarsening);
    for (const plane of [observed, ...reached]) widen(plane, cells * cells - variance);
    variance = cells * cells;
    yield reached.map((plane) => percentOf(plane, observed));
  }
}

/** Shares of each coarse cell: observed, and with each level reached. */
function sharesOf(
  codes: CodesWithUnknown,
  levels: readonly number[],
  coarsening: number,
): { observed: Plane; reached: Plane[] } {
  const { width, height, packed, unknown } = codes;
  const isAbsent = absenceOf(codes);
  const [across, down] = [Math.ceil(width / coarsening), Math.ceil(height / coarsening)];
  const observed = emptyPlane(across, down);
  const reached = levels.map(() => emptyPlane(across, down));
  const share = 1 / coarsening ** 2;
  for (let row = 0, i = 0; row < height; row++) {
    const start = Math.floor(row / coarsening) * across;
    for (let column = 0; column < width; column++, i++) {
      const code = packed[i];
      if (unknown.includes(code)) continue;
      const at = start + Math.floor(column / coarsening);
      observed.values[at] += share;
      if (isAbsent(code)) continue;
      for (let level = 0; level < levels.length && code >= levels[level]; level++) reached[level].values[at] += share;
    }
  }
  return { observed, reached };
}

function percentOf({ width, height, values }: Plane, observed: Plane): Chances {
  const packed = new Uint16Array(values.length);
  for (let i = 0; i < packed.length; i++) {
    const known = observed.values[i];
    packed[i] = known < leastObserved ? unknownChance : Math.round(Math.min(1, values[i] / known) * 100);
  }
  return { width, height, packed, absent: [unknownChance] };
}

/** Largest weight of the neighbours on either side in one pass. */
const mostOfSide = 1 / 3;

/** Blurs in place by means of three cells. Beyond the edge is what is at it. @param variance that is added, cells² */
function widen(plane: Plane, variance: number): void {
  const passes = Math.ceil(variance / (2 * mostOfSide));
  for (let pass = 0; pass < passes; pass++) meanOfThree(plane, variance / passes / 2);
}

function meanOfThree({ width, height, values }: Plane, side: number): void {
  const middle = 1 - 2 * side;
  for (let row = 0, start = 0; row < height; row++, start += width) {
    const end = start + width - 1;
    let before = values[start];
    let own = before;
    for (let i = start; i < end; i++) {
      const after = values[i + 1];
      values[i] = middle * own + side * (before + after);
      before = own;
      own = after;
    }
    values[end] = middle * own + side * (before + own);
  }
  const above = values.slice(0, width);
  for (let row = 0, start = 0; row < height; row++, start += width) {
    const down = row === height - 1 ? 0 : width;
    for (let column = 0, i = start; column < width; column++, i++) {
      const own = values[i];
      values[i] = middle * own + side * (above[column] + values[i + down]);
      above[column] = own;
    }
  }
}
