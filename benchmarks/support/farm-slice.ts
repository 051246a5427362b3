/** The families of frames that the farm makes. */
export const farmFamilies = ['radar', 'hrrr', 'satellite', 'nexrad'] as const;
export type FarmFamily = (typeof farmFamilies)[number];

/** Which part of the simulated day is replayed; milliseconds since 1970. */
export interface Slice {
  from: number;
  to: number;
  /** The radars that are followed. */
  sites: string[];
}

/** A frame that must come, and when its provider has what it is made of. */
export interface Due {
  family: FarmFamily;
  frame: string;
  at: number;
}

/** What a spell is told to all processes: how fast time runs, where it begins, and which families there are. */
export interface Go {
  startAt: number;
  /** 0 stands still. */
  speed: number;
  families: FarmFamily[];
}

/** The name of a frame that all sides agree on. */
export function frameKey(family: string, product: string, validAt: Date): string {
  return `${family}/${product}/${validAt.toISOString()}`;
}
