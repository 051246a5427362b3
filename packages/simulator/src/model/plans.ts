import type { Point } from '@severe/geo';
import type { Motion } from './plane.ts';

/** The whole life of one cell, decided before it is born. */
export interface CellPlan {
  id: string;
  kind: 'supercell' | 'left-mover' | 'ordinary';
  birth: number;
  death: number;
  origin: Point;
  /** The motion before and after `turn`. */
  motions: [early: Motion, late: Motion];
  turn: number;
  /** Minutes to grow up, and to die away. */
  growMinutes: number;
  decayMinutes: number;
  peakDbz: number;
  topKm: number;
  coreKm: number;
  /** Strongest shear of the mesocyclone, 0.001/s. */
  rotation: number;
  /** Minutes from one mesocyclone to the next. */
  cycleMinutes: number;
  grain: number;
}

/** The whole life of a squall line. */
export interface LinePlan {
  id: string;
  birth: number;
  death: number;
  origin: Point;
  motion: Motion;
  lengthKm: number;
  bowKm: number;
  stratiformKm: number;
  grain: number;
}

/** The whole life of the rain north of the warm front. */
export interface ShieldPlan {
  id: string;
  birth: number;
  death: number;
  origin: Point;
  motion: Motion;
  eastKm: number;
  northKm: number;
  grain: number;
}

/** One round of convection: discrete storms on the dryline, then the line that they grow into. */
export interface Generation {
  cells: CellPlan[];
  line: LinePlan;
  shield: ShieldPlan;
}
