import type { Point } from '@severe/geo';
import type { Motion } from './plane.ts';

/** The life of one cell, planned before its birth. */
export interface CellPlan {
  id: string;
  kind: 'supercell' | 'left-mover' | 'ordinary';
  birth: number;
  death: number;
  origin: Point;
  /** The motion before and after `turn`. */
  motions: [early: Motion, late: Motion];
  turn: number;
  /** Duration of growth and of decay, minutes. */
  growMinutes: number;
  decayMinutes: number;
  peakDbz: number;
  topKm: number;
  coreKm: number;
  /** Maximum shear of the mesocyclone, 0.001/s. */
  rotation: number;
  /** Period of the mesocyclones, minutes. */
  cycleMinutes: number;
  textureSeed: number;
}

/** The life of a squall line. */
export interface LinePlan {
  id: string;
  birth: number;
  death: number;
  origin: Point;
  motion: Motion;
  lengthKm: number;
  bowKm: number;
  stratiformKm: number;
  textureSeed: number;
}

/** The life of the rain north of the warm front. */
export interface ShieldPlan {
  id: string;
  birth: number;
  death: number;
  origin: Point;
  motion: Motion;
  eastKm: number;
  northKm: number;
  textureSeed: number;
}

/** One generation of storms: discrete storms on the dryline, then the squall line that they merge into. */
export interface Generation {
  cells: CellPlan[];
  line: LinePlan;
  shield: ShieldPlan;
}
