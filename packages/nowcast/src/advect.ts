import { borrowParts, forgetMoved, giveBack, moveGrid, moveSizes, prepareMove } from '@severe/kernels';
import type { Codes, Packed } from './codes.ts';
import { movedPlainly } from './moved-plainly.ts';
import { nodesOf, type Origins } from './trajectories.ts';

interface MoveOptions {
  /** Cells of the grid in one of the frames from which the motion was found. */
  coarsening: number;
  /** Code of what comes from beyond the grid. */
  outside: number;
}

/**
 * Moves a grid: each cell takes the value of its origin, between four cells by bilinear interpolation; where one of them has no
 * value, the nearest cell decides.
 *
 * @returns the codes of each of the origins, not to be changed, which the next ones overwrite
 */
export function advected<T extends Packed>(
  codes: Codes<T>,
  origins: Iterable<Origins>,
  options: MoveOptions,
): Generator<T> {
  const { packed } = codes;
  const moved =
    packed instanceof Uint16Array ? inKernel(codes, packed, origins, options) : movedPlainly(codes, origins, options);
  return moved as Generator<T>;
}

function* inKernel(
  { width, height, absent }: Codes,
  packed: Uint16Array,
  origins: Iterable<Origins>,
  { coarsening, outside }: MoveOptions,
): Generator<Uint16Array> {
  const most = [width, height].map((cells) => Math.ceil(cells / coarsening)) as [number, number];
  const sizes = { codes: packed.byteLength, ...moveSizes({ width, height }, most) };
  const { space, parts } = borrowParts(sizes);
  const codes = { ...parts.codes, width, height };
  space.shorts(parts.codes).set(packed);
  prepareMove(space, codes, absent, parts);
  forgetMoved(space, parts);
  for (const each of origins) {
    moveGrid(space, codes, { ...nodesOf(each, { width, height }, coarsening), scale: coarsening, outside }, parts);
    yield space.shorts(parts.moved);
  }
  giveBack(space);
}
