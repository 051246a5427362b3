/** Width of the world in the units of places of gates. */
export const worldUnits = 2 ** 32;

/** Directions per turn, clockwise from north. */
export const turnUnits = 2 ** 32;

/** Radial of a sector in which nothing was scanned. */
export const noRadial = -1;

/** Highest rank of a gate. */
export const maxRank = 254;

/**
 * Places of gates on the map, in whole units of the world from its north-western corner. Radials are divided into segments;
 * the place of gate `g` of a segment is `x + x1 g + x2 g² + x3 g³`, likewise `y`.
 */
export interface GateSegments {
  /** Segments per radial, and gates per segment; the last one of a radial has fewer gates. */
  perRadial: number;
  each: number;
  /** Maximum extent of a segment along x or y. */
  extent: number;
  x: Int32Array;
  y: Int32Array;
  x1: Float32Array;
  x2: Float32Array;
  x3: Float32Array;
  y1: Float32Array;
  y2: Float32Array;
  y3: Float32Array;
}

/** A range of directions and the radial nearest to it. */
export interface Sector {
  /** The last direction in it. */
  last: number;
  /** `noRadial` if none is near enough. */
  radial: number;
}

/** A sweep as one octet per gate, with the positions of its gates. */
export interface SweepGates {
  /** Radial by radial, at most `maxRank`; a pixel shows the highest rank of its gates. */
  ranks: Uint8Array;
  radials: number;
  gates: number;
  segments: GateSegments;
  /** In the order of their directions, without gaps; the last one ends with the turn. */
  sectors: Sector[];
  /** Six factors of the polynomial from the ground range, divided by `reachM`, to the number of the gate. */
  ranges: Float32Array;
  /** Ground range at which the gates end. */
  reachM: number;
}
