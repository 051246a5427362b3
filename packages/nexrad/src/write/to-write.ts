import type { GateLayout, MomentName, SitePosition } from '../level2/radial.ts';

/** A volume to encode. */
export interface VolumeToWrite {
  /** Four letters. */
  station: string;
  site: SitePosition;
  startedAt: Date;
  /** 1 to 999. */
  number: number;
  vcp: number;
  sweeps: SweepToWrite[];
}

/** One cut of the volume. */
export interface SweepToWrite {
  elevationDeg: number;
  startedAt: Date;
  /** Duration of the rotation. */
  seconds: number;
  /** Azimuths of the radials' centres, clockwise from north, in scan order. */
  azimuthsDeg: ArrayLike<number>;
  azimuthStepDeg: 0.5 | 1;
  nyquistMps: number;
  unambiguousRangeM: number;
  moments: MomentToWrite[];
}

/** Codes of all its radials: `packed[radial * gates + gate]`. */
export interface MomentToWrite extends GateLayout {
  name: MomentName;
  packed: Uint8Array | Uint16Array;
}
