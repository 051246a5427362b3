import type { Bounds } from '@severe/geo';

/** Numerical models, the one of summaries first. */
export const modelIds = ['hrrr', 'rrfs'] as const;
export type ModelId = (typeof modelIds)[number];

/** A numerical model: where its files are, how they are named, what they hold, and when. */
export interface Model {
  /** Family of its frames, id of its source, and part of URLs. */
  id: ModelId;
  name: string;
  provider: string;
  attribution: string;
  resolutionKm: number;
  /** Extent of the grid, in degrees. */
  bounds: Bounds;
  /** Interval between runs; the first is that of 00 UTC. */
  cycleHours: number;
  /** Last forecast hour of the long runs. */
  maxHours: number;
  /** Last forecast hour of the other runs. */
  shortRunHours: number;
  /** A long run every so many hours, counted from 00 UTC. */
  longRunEveryHours: number;
  /** Public bucket of its files. */
  bucket: string;
  /** Key of the file of an hour. `{date}` and `{run}` are those of the run, `{lead}` is the forecast hour. */
  fileName: string;
  /** Digits of `{lead}`. */
  leadDigits: number;
  /** Names of levels that differ from those of HRRR, by parameter. */
  levels: Readonly<Record<string, string>>;
}

/** The grid of both models is the same, point by point. */
const conus = { resolutionKm: 3, bounds: [-134.1, 21.1, -60.9, 52.6] as Bounds };

export const models: Readonly<Record<ModelId, Model>> = {
  hrrr: {
    id: 'hrrr',
    name: 'HRRR',
    provider: 'NOAA/NCEP',
    attribution: 'NOAA/NCEP HRRR',
    ...conus,
    cycleHours: 1,
    maxHours: 48,
    shortRunHours: 18,
    longRunEveryHours: 6,
    bucket: 'https://noaa-hrrr-bdp-pds.s3.amazonaws.com',
    fileName: 'hrrr.{date}/conus/hrrr.t{run}z.wrfsfcf{lead}.grib2',
    leadDigits: 2,
    levels: {},
  },
  rrfs: {
    id: 'rrfs',
    name: 'RRFS',
    provider: 'NOAA/NCEP',
    attribution: 'NOAA/NCEP RRFS',
    ...conus,
    cycleHours: 3, // the runs between have files of quarter hours only
    maxHours: 84,
    shortRunHours: 18,
    longRunEveryHours: 6,
    bucket: 'https://noaa-rrfs-ops-pds.s3.amazonaws.com',
    fileName: 'rrfs.{date}/{run}/rrfs.t{run}z.2dfld.3km.f{lead}.conus.grib2',
    leadDigits: 3,
    levels: { REFC: 'entire atmosphere (considered as a single layer)' },
  },
};

/** The model with that id, or undefined. */
export function findModel(id: string): Model | undefined {
  return modelIds.includes(id as ModelId) ? models[id as ModelId] : undefined;
}

/** Last forecast hour of the run of a model that begins at a time. */
export function lastHourOf({ longRunEveryHours, maxHours, shortRunHours }: Model, runAt: Date): number {
  return runAt.getUTCHours() % longRunEveryHours === 0 ? maxHours : shortRunHours;
}
