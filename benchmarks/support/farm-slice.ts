/** Families of frames in the farm benchmark. */
export const farmFamilies = ['radar', 'hrrr', 'satellite', 'nexrad'] as const;
export type FarmFamily = (typeof farmFamilies)[number];

/** The replayed period of the simulated day; milliseconds since 1970. */
export interface Slice {
  from: number;
  to: number;
  /** Radar sites. */
  sites: string[];
}

/** An expected frame, and the time when its file appears at the provider. */
export interface Due {
  family: FarmFamily;
  frame: string;
  at: number;
}

/** Message to all processes at the start of a replay: speed, start time and families. */
export interface Go {
  startAt: number;
  /** 0: time does not run. */
  speed: number;
  families: FarmFamily[];
}

/** Identifier of a frame in all processes. */
export function frameKey(family: string, product: string, validAt: Date): string {
  return `${family}/${product}/${validAt.toISOString()}`;
}
