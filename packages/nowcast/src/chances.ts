import {
  borrowParts,
  classesSize,
  forgetMoved,
  giveBack,
  meansOfThree,
  meansOfThreeSize,
  moveGrid,
  moveSizes,
  percentages,
  prepareMove,
  shareBlocks,
  type Part,
  type Workspace,
} from '@severe/kernels';
import type { Codes } from './codes.ts';
import type { Plane } from './plane.ts';
import { nodesOf, type Origins } from './trajectories.ts';

/** Chances on a grid, in percent. */
type Chances = Codes<Uint16Array>;

/** Codes, and which of those without a value stand for cells that were not observed. */
export interface CodesWithUnknown extends Codes<Uint16Array> {
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
 * The chance that a value is reached in each cell: the share that reaches it now of the neighbourhood of where the echoes come from.
 * What an echo does in the next hour, echoes beside it do now; the farther in time, the farther beside.
 *
 * @param levels codes that are to be reached, ascending
 * @param leads  minutes, ascending
 * @returns for each lead time the chances of each level, on a grid whose cells are `coarsening` × `coarsening` of the codes; the next
 *          ones overwrite them
 * @see Theis, Hense and Damrath 2005, Meteorol. Appl. 12 (neighbourhood method)
 */
export function* chancesAfter(
  codes: CodesWithUnknown,
  levels: readonly number[],
  { coarsening, cellKm }: { coarsening: number; cellKm: number },
  leads: readonly { minutes: number; origins: Origins }[],
): Generator<Chances[]> {
  const [width, height] = [codes.width, codes.height].map((cells) => Math.ceil(cells / coarsening));
  const cells = width * height;
  const move = moveSizes({ width, height }, [width, height]);
  const sizes = {
    codes: codes.packed.byteLength,
    classes: classesSize,
    shares: 4 * cells * (1 + levels.length),
    neighbours: meansOfThreeSize(width),
    still: 2 * cells,
    ...move,
    moved: move.moved * levels.length,
    filled: move.filled * levels.length,
  };
  const { space, parts } = borrowParts(sizes);
  space.shorts(parts.codes).set(codes.packed);
  space.octets(parts.shares).fill(0);
  const given = { classes: classesOf(codes, levels), table: parts.classes };
  shareBlocks(space, { ...codes, ...parts.codes }, coarsening, given, parts.shares);
  const [observed, ...reached] = [0, ...levels].map((_, i) => partOf(parts.shares, i, 4 * cells));
  const still = { ...parts.still, width, height };
  const results = levels.map((_, level) => ({
    moved: partOf(parts.moved, level, move.moved),
    filled: partOf(parts.filled, level, move.filled),
  }));
  for (const result of results) forgetMoved(space, result);
  let variance = 0;
  for (const { minutes, origins } of leads) {
    const sigma = (neighbourhood.atOnce + neighbourhood.perMinute * minutes) / (cellKm * coarsening);
    for (const plane of [observed, ...reached]) widen(space, plane, still, sigma * sigma - variance, parts.neighbours);
    variance = sigma * sigma;
    const from = { ...nodesOf(origins, still, 1), scale: 1, outside: unknownChance };
    yield reached.map((plane, level) => {
      percentages(space, plane, observed, { least: leastObserved, unknown: unknownChance }, parts.still);
      prepareMove(space, still, [unknownChance], parts);
      moveGrid(space, still, from, { ...parts, ...results[level] });
      return { width, height, packed: space.shorts(results[level].moved), absent: [unknownChance] };
    });
  }
  giveBack(space);
}

const partOf = ({ at }: Part, i: number, length: number): Part => ({ at: at + i * length, length });

/** Bits of each code: whether it was observed, and whether it reaches each level. */
function classesOf({ unknown, absent }: CodesWithUnknown, levels: readonly number[]): Uint32Array {
  const classes = Uint32Array.from({ length: 0x10000 }, (_, code) =>
    levels.reduce((bits, level, i) => (code >= level ? bits | (2 << i) : bits), 1),
  );
  for (const code of absent) classes[code] = 1;
  for (const code of unknown) classes[code] = 0;
  return classes;
}

/** Largest weight of the neighbours on either side in one pass. */
const mostOfSide = 1 / 3;

/** Blurs in place by means of three cells. @param variance that is added, cells² */
function widen(
  space: Workspace,
  plane: Part,
  size: Pick<Plane, 'width' | 'height'>,
  variance: number,
  line: Part,
): void {
  const passes = Math.ceil(variance / (2 * mostOfSide));
  for (let pass = 0; pass < passes; pass++) meansOfThree(space, plane, size, variance / passes / 2, line);
}
