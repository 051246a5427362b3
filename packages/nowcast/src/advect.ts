import { borrow, giveBack, moveGrid, moveSizes, prepareMove } from '@severe/kernels';
import type { Codes, Packed } from './codes.ts';
import { samplesOf } from './grids.ts';
import { movedPlainly } from './moved-plainly.ts';
import type { Origins } from './trajectories.ts';

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
 * @returns the codes of each of the origins, which the next ones may overwrite
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
  const space = borrow(Object.values(sizes).reduce((sum, size) => sum + size));
  const parts = space.layOut(sizes);
  const codes = { ...parts.codes, width, height };
  space.shorts(parts.codes).set(packed);
  prepareMove(space, codes, absent, parts);
  for (const each of origins) {
    moveGrid(space, codes, { ...nodesOf(each, { width, height }, coarsening), scale: coarsening, outside }, parts);
    yield space.shorts(parts.moved);
  }
  giveBack(space);
}

/** Origins as the kernel reads them, and where the cells of a grid are between them. */
export function nodesOf({ x, y, factor }: Origins, grid: { width: number; height: number }, coarsening: number) {
  const node = coarsening * factor;
  const [columns, rows] = [samplesOf(grid.width, node, x.width), samplesOf(grid.height, node, x.height)];
  return { x: x.values, y: y.values, nodes: x.width, columns, rows };
}
