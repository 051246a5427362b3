import { turnUnits, type Sector, type SweepGates } from './sweep-gates.ts';
import { canvasOf, marksOctets, SweepMarks } from './sweep-marks.ts';
import type { Workspace } from './workspace.ts';

/** Side of a tile in pixels. */
const side = 256;

/** Directions with the same place in the index of sectors. */
const indexUnits = 2 ** 20;

/**
 * A tile, and positions of its pixels in metres from the radar: east = `across[y] * sin[x]`, north =
 * `up[y] + down[y] * versine[x]`. Columns with a versine (1 − cosine) above 1 are out of sight, as are rows outside of `rowFrom`
 * to `rowTo` (exclusive).
 */
export interface SweepView {
  z: number;
  x: number;
  y: number;
  sin: Float32Array;
  versine: Float32Array;
  across: Float32Array;
  up: Float32Array;
  down: Float32Array;
  rowFrom: number;
  rowTo: number;
}

const lists = ['x', 'y', 'x1', 'x2', 'x3', 'y1', 'y2', 'y3'] as const;

/**
 * Draws tiles of a sweep, in a workspace that is used for nothing else meanwhile. A pixel shows the highest rank of the gates
 * whose centres it contains, or the rank of the gate that contains the centre of the pixel if it contains none.
 *
 * @returns a function that gives a rank per pixel of a tile, valid until the next call; undefined if all are 0
 */
export function sweepTiles(space: Workspace, sweep: SweepGates): (view: SweepView) => Uint8Array | undefined {
  const { ranks, gates, segments, sectors, ranges, reachM } = sweep;
  const canvas = canvasOf(segments);
  const listLength = Math.ceil(segments.x.length / 4) * 4; // the kernel takes four segments at a time
  const parts = space.layOut({
    ranks: ranks.length,
    segments: lists.length * 4 * listLength,
    index: 2 * (turnUnits / indexUnits),
    sectors: 8 * sectors.length,
    ranges: ranges.byteLength,
    view: 5 * 4 * side,
    tile: side * side,
    canvas: marksOctets(canvas),
  });
  space.octets(parts.ranks).set(ranks);
  space.floats(parts.ranges).set(ranges);
  const [words, floats] = [space.words(parts.segments), space.floats(parts.segments)];
  lists.forEach((list, i) => (list === 'x' || list === 'y' ? words : floats).set(segments[list], i * listLength));
  space.words(parts.sectors).set(sectors.flatMap(({ last, radial }) => [last | 0, radial]));
  space.shorts(parts.index).set(indexOf(sectors));
  const marks = new SweepMarks(space, sweep, canvas, { ...parts, listLength });

  return ({ z, x, y, rowFrom, rowTo, ...columnsAndRows }) => {
    if (rowFrom >= rowTo) return undefined;
    marks.put(z, x, y);
    const tables = space.floats(parts.view);
    const { sin, versine, across, up, down } = columnsAndRows;
    [sin, versine, across, up, down].forEach((list, i) => tables.set(list, i * side));
    const isVisible = space.run.fillPixels(
      parts.view.at,
      rowFrom,
      rowTo,
      parts.index.at,
      parts.sectors.at,
      parts.ranges.at,
      reachM,
      parts.ranks.at,
      gates,
      parts.tile.at,
    );
    return isVisible ? space.octets(parts.tile) : undefined;
  };
}

/** For every `indexUnits` directions the first sector that ends in or after them. */
function indexOf(sectors: readonly Sector[]): number[] {
  let sector = 0;
  return Array.from({ length: turnUnits / indexUnits }, (_, i) => {
    while (sectors[sector].last < i * indexUnits) sector++;
    return sector;
  });
}
