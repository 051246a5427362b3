import type { Part, Workspace } from './workspace.ts';

/** Side of a tile in pixels. */
const side = 256;

/** Entries per turn in a table of azimuths: a hundredth of a degree, 35 m at 200 km. */
export const turnParts = 36_000;

/** Table value: no centre is near. */
export const noneNear = 0xffff;

/** For each position on an axis, the number of radials or gates with centres before it, and the index of the nearest one. */
export interface Centres {
  before: Uint16Array;
  /** `noneNear` if none is near enough. */
  nearest: Uint16Array;
}

/** A sweep as one octet per gate, with the positions of its gates. */
export interface SweepGates {
  /** Radial by radial; a pixel shows the highest rank of its gates. */
  ranks: Uint8Array;
  radials: number;
  gates: number;
  /** By azimuth, including the full turn: `turnParts + 1` entries. */
  azimuths: Centres;
  /** By ground range, in steps of `stepM`. */
  ranges: Centres;
  stepM: number;
  /** Ground range at which the gates end. */
  reachM: number;
  /** Length of a gate, and spacing of radials in parts of a turn; smaller pixels can be between two centres. */
  gateM: number;
  apart: number;
}

/**
 * Positions of a tile's pixels, in metres from the radar: east = `across[y] * sin[x]`, north = `up[y] + down[y] * versine[x]`.
 * Columns with a versine (1 − cosine) above 1 are out of sight, as are rows outside of `rowFrom` to `rowTo` (exclusive).
 */
export interface SweepView {
  sin: Float32Array;
  versine: Float32Array;
  across: Float32Array;
  up: Float32Array;
  down: Float32Array;
  /** Half of a pixel's side. */
  half: Float32Array;
  rowFrom: number;
  rowTo: number;
}

/** Sizes in octets of the parts of a sweep. */
export function sweepSizes({ ranks, azimuths, ranges }: SweepGates) {
  const octetsOf = ({ before, nearest }: Centres) => before.byteLength + nearest.byteLength;
  return {
    ranks: ranks.length,
    azimuths: octetsOf(azimuths),
    ranges: octetsOf(ranges),
    view: 6 * 4 * side,
    line: 6 * 4 * side,
    tile: side * side,
  };
}

export type SweepParts = Record<keyof ReturnType<typeof sweepSizes>, Part>;

/** Writes a sweep into the parts that `sweepTile` reads. */
export function putSweep(space: Workspace, { ranks, azimuths, ranges }: SweepGates, parts: SweepParts): void {
  space.octets(parts.ranks).set(ranks);
  for (const [{ before, nearest }, part] of [
    [azimuths, parts.azimuths],
    [ranges, parts.ranges],
  ] as const) {
    const places = space.shorts(part);
    places.set(before);
    places.set(nearest, before.length);
  }
}

/**
 * Draws a tile of a sweep that `putSweep` has written.
 *
 * @returns a rank per pixel, valid until the next call; undefined if all are 0
 */
export function sweepTile(
  space: Workspace,
  { radials, gates, ranges, stepM, reachM, gateM, apart }: SweepGates,
  { rowFrom, rowTo, ...lists }: SweepView,
  parts: SweepParts,
): Uint8Array | undefined {
  const tables = space.floats(parts.view);
  const { sin, versine, across, up, down, half } = lists;
  [sin, versine, across, up, down, half].forEach((list, i) => tables.set(list, i * side));
  const tile = space.octets(parts.tile);
  tile.fill(0, 0, rowFrom * side);
  tile.fill(0, rowTo * side);
  const highest = space.run.sweepTile(
    parts.view.at,
    rowFrom,
    rowTo,
    parts.azimuths.at,
    parts.ranges.at,
    ranges.before.length,
    1 / stepM,
    parts.ranks.at,
    radials,
    gates,
    reachM,
    gateM,
    apart,
    parts.line.at,
    parts.tile.at,
  );
  return highest > 0 ? tile : undefined;
}
