import type { Point } from '@severe/geo';
import type { Motion } from './plane.ts';

/** What a cell is: it decides the shape of its echo. */
export type CellKind = 'supercell' | 'left-mover' | 'ordinary' | 'line-element';

/** One convective cell as it is at one moment. */
export interface StormCell {
  /** The same for all of its life, and never used again: `generation/number`, with an `L` for the left half of a split. */
  id: string;
  kind: CellKind;
  /** Centre of the precipitation core. */
  position: Point;
  motion: Motion;
  /** Where the wind aloft carries the anvil, degrees clockwise from north. */
  shearTowardDeg: number;
  /** 0 unborn, 1 at its height. */
  intensity: number;
  phase: 'growing' | 'mature' | 'decaying';
  ageMinutes: number;
  /** Radius of the core, km. */
  coreKm: number;
  /** Strongest echo, dBZ. */
  peakDbz: number;
  /** Height of the 18 dBZ echo over the core, km above sea level. */
  topKm: number;
  /** Cyclonic azimuthal shear of the mesocyclone at 0–2 km, 0.001/s; 0 where there is none. */
  rotation: number;
  /** Where the mesocyclone is: right and a little to the rear of the core, seen along the motion. */
  mesocyclone: Point;
  /** Picks the cell's own texture. */
  grain: number;
}

/** A squall line as it is at one moment. */
export interface SquallLine {
  id: string;
  /** Middle of the leading edge, at the apex of the bow. */
  position: Point;
  motion: Motion;
  /** Of the convective edge: 0 unborn, 1 at its height. */
  intensity: number;
  /** Of the rain behind it, which comes later and lasts longer. */
  stratiform: number;
  /** From end to end, km. */
  lengthKm: number;
  /** How far the ends trail behind the apex, km. */
  bowKm: number;
  /** Depth of the trailing stratiform rain, km. */
  stratiformKm: number;
  grain: number;
}

/** Rain that is lifted over the warm front: wide, weak, and patchy. */
export interface RainShield {
  id: string;
  position: Point;
  motion: Motion;
  intensity: number;
  /** Half axes, km. */
  eastKm: number;
  northKm: number;
  grain: number;
}

/** Everything that precipitates at one moment. */
export interface Storms {
  cells: StormCell[];
  lines: SquallLine[];
  shields: RainShield[];
}
