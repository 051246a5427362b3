import type { Scene } from '../scene.ts';
import type { Patch } from './patch.ts';
import { hailPatch, rotationPatch } from './patch.ts';
import type { StormCell } from '../model/cell.ts';

/** How a mosaic is computed and encoded. */
export interface Mosaic {
  /** Folder of the bucket and part of the file name. */
  folder: string;
  /** Category and number in the provider's table for discipline 209. */
  category: number;
  number: number;
  /** Value outside the coverage. */
  outside: number;
  /** Value inside the coverage where nothing is detected. */
  nothing: number;
  /** Computed from the columns at scan time, or as the maximum of the patches of the last half hour. */
  from:
    | { kind: 'scene'; valueAt: (scene: Scene, i: number) => number | undefined }
    | { kind: 'swath'; patch: (cell: StormCell, time: number) => Patch | undefined };
}

/** Quality control removes weaker echoes, dBZ. */
const weakestEcho = 0;

const echo = (dbz: number): number | undefined => (dbz >= weakestEcho ? dbz : undefined);

/** Every mosaic. */
export const mosaics: Mosaic[] = [
  {
    folder: 'MergedReflectivityQCComposite_00.50',
    category: 10,
    number: 0,
    outside: -999,
    nothing: -99,
    from: { kind: 'scene', valueAt: ({ composite }, i) => echo(composite[i]) },
  },
  {
    folder: 'MergedBaseReflectivityQC_00.50',
    category: 11,
    number: 0,
    outside: -999,
    nothing: -99,
    from: { kind: 'scene', valueAt: ({ base }, i) => echo(base[i]) },
  },
  {
    folder: 'MESH_Max_30min_00.50',
    category: 3,
    number: 29,
    outside: -3,
    nothing: -1,
    from: { kind: 'swath', patch: hailPatch },
  },
  {
    folder: 'RotationTrack30min_00.50',
    category: 3,
    number: 2,
    outside: 0,
    nothing: 0,
    from: { kind: 'swath', patch: rotationPatch },
  },
  {
    folder: 'VIL_00.50',
    category: 3,
    number: 41,
    outside: -3,
    nothing: -1,
    from: { kind: 'scene', valueAt: ({ composite, top }, i) => liquid(composite[i], top[i]) },
  },
  {
    folder: 'EchoTop_18_00.50',
    category: 3,
    number: 44,
    outside: -3,
    nothing: -1,
    from: { kind: 'scene', valueAt: ({ top }, i) => (top[i] > 0 ? top[i] : undefined) },
  },
];

/**
 * Vertically integrated liquid, kg/m²: the sum of 3.44e-6 Z^(4/7) over the filled part of the column (Greene and Clark,
 * 1972). The echo is limited to 57 dBZ so that hail does not count as rain.
 */
function liquid(dbz: number, topKm: number): number | undefined {
  if (dbz < weakestEcho) return undefined;
  const depthM = 1000 * Math.max(1.5, 0.62 * topKm);
  return 3.44e-6 * 10 ** ((Math.min(dbz, 57) / 10) * (4 / 7)) * depthM;
}
