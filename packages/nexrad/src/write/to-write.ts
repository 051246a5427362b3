import type { GateLayout, MomentName, SitePosition } from '../level2/radial.ts';

/** A volume to be written: what a radar would have sent. */
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

/** One cut of it. */
export interface SweepToWrite {
  elevationDeg: number;
  startedAt: Date;
  /** How long the antenna took. */
  seconds: number;
  /** Centres of the radials, clockwise from north, in the order of the scan. */
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
