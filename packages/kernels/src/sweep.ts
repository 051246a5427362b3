import type { Part, Workspace } from './workspace.ts';

/** Pixels of a side of a tile. */
const side = 256;

/** Parts of a turn in a table of azimuths: a hundredth of a degree, 35 m at 200 km. */
export const turnParts = 36_000;

/** In a table: nothing is near. */
export const noneNear = 0xffff;

/** Of places along an axis, how many radials or gates have their centres before each, and which one is nearest to it. */
export interface Centres {
  before: Uint16Array;
  /** `noneNear` where none is near enough. */
  nearest: Uint16Array;
}

/** A sweep as one octet a gate, and where its gates are. */
export interface SweepGates {
  /** Radial after radial; of several gates under a pixel the highest is shown. */
  ranks: Uint8Array;
  radials: number;
  gates: number;
  /** By parts of a turn, the whole turn included: `turnParts + 1` places. */
  azimuths: Centres;
  /** By the distance over the ground, in steps. */
  ranges: Centres;
  stepM: number;
  /** The distance over the ground at which the gates end. */
  reachM: number;
  /** Length of a gate, and parts of a turn from one radial to the next: smaller pixels may lie between two centres. */
  gateM: number;
  apart: number;
}

/**
 * Where the pixels of a tile lie, in metres from the radar: east = `across[y] * sin[x]`, north = `up[y] + down[y] * versine[x]`.
 * A column whose versine (1 − cosine) is above 1 sees nothing, nor do rows outside of `rowFrom` up to `rowTo`.
 */
export interface SweepView {
  sin: Float32Array;
  versine: Float32Array;
  across: Float32Array;
  up: Float32Array;
  down: Float32Array;
  /** Half the side of a pixel. */
  half: Float32Array;
  rowFrom: number;
  rowTo: number;
}

/** The octets that the parts of a sweep take. */
export function sweepRoom({ ranks, azimuths, ranges }: SweepGates) {
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

export type SweepParts = Record<keyof ReturnType<typeof sweepRoom>, Part>;

/** Lays a sweep where `sweepTile` looks for it. */
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
 * Draws a tile of a sweep that lies in its place.
 *
 * @returns a rank for each pixel, until the next call; undefined where all are 0
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
