import type { Point } from '@severe/geo';
import type { Motion } from './plane.ts';

/** The kind of a cell. It decides the shape of the echo. */
export type CellKind = 'supercell' | 'left-mover' | 'ordinary' | 'line-element';

/** One convective cell at one time. */
export interface StormCell {
  /** Constant through the cell's life and unique: `generation/number`, with an `L` for the left half of a split. */
  id: string;
  kind: CellKind;
  /** Centre of the precipitation core. */
  position: Point;
  motion: Motion;
  /** Direction of the wind aloft, which carries the anvil, degrees clockwise from north. */
  shearTowardDeg: number;
  /** From 0 (not yet formed) to 1 (full intensity). */
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
  /** Position of the mesocyclone: right of the core and slightly to its rear, relative to the motion. */
  mesocyclone: Point;
  /** Seed of the cell's texture. */
  textureSeed: number;
}

/** A squall line at one time. */
export interface SquallLine {
  id: string;
  /** Middle of the leading edge, at the apex of the bow. */
  position: Point;
  motion: Motion;
  /** Intensity of the convective edge: 0 to 1. */
  intensity: number;
  /** Intensity of the trailing rain, which starts later and lasts longer: 0 to 1. */
  stratiform: number;
  /** Length from end to end, km. */
  lengthKm: number;
  /** Distance of the ends behind the apex, km. */
  bowKm: number;
  /** Depth of the trailing stratiform rain, km. */
  stratiformKm: number;
  textureSeed: number;
}

/** Rain lifted over the warm front: wide, weak and patchy. */
export interface RainShield {
  id: string;
  position: Point;
  motion: Motion;
  intensity: number;
  /** Half axes, km. */
  eastKm: number;
  northKm: number;
  textureSeed: number;
}

/** All precipitation systems at one time. */
export interface Storms {
  cells: StormCell[];
  lines: SquallLine[];
  shields: RainShield[];
}
