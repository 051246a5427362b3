/** The moment names of the format. */
export const momentNames = ['REF', 'VEL', 'SW', 'ZDR', 'PHI', 'RHO', 'CFP'] as const;

/**
 * REF reflectivity (dBZ), VEL radial velocity (m/s, outbound positive), SW spectrum width (m/s), ZDR differential
 * reflectivity (dB), PHI differential phase (degrees), RHO correlation coefficient, CFP power removed by the clutter
 * filter (dB; of its codes, those below 8 are flags, and 2 to 7 read as -6 to -1).
 */
export type MomentName = (typeof momentNames)[number];

/** Unit symbols by moment; empty for a ratio. */
export const momentUnits: Record<MomentName, string> = {
  REF: 'dBZ',
  VEL: 'm/s',
  SW: 'm/s',
  ZDR: 'dB',
  PHI: 'deg',
  RHO: '',
  CFP: 'dB',
};

/** Layout of a moment's gates and coding of its values: value = (code - offset) / scale. */
export interface GateLayout {
  gates: number;
  /** Slant range to the centre of the first gate, metres. */
  firstGateM: number;
  gateM: number;
  wordBits: 8 | 16;
  scale: number;
  offset: number;
}

/** One moment of one radial: codes as in the file, big-endian if they have two bytes. */
export interface RadialMoment extends GateLayout {
  name: MomentName;
  codes: Uint8Array;
}

/** Position of a radial in the volume. */
type RadialStatus = 'start-of-elevation' | 'within' | 'end-of-elevation' | 'start-of-volume' | 'end-of-volume';

/** One radial, from message 1 or 31. */
export interface Radial {
  /** Milliseconds since 1970. */
  at: number;
  azimuthDeg: number;
  elevationDeg: number;
  /** Number of the cut in the volume coverage pattern, from 1. */
  elevationNumber: number;
  status: RadialStatus;
  moments: RadialMoment[];
  /** Metadata of the radial; older volumes have less. */
  about: RadialFacts;
}

/** Metadata of a radial that applies to its cut or to the volume. */
export interface RadialFacts {
  vcp?: number;
  nyquistMps?: number;
  unambiguousRangeM?: number;
  azimuthStepDeg?: number;
  station?: string;
  site?: SitePosition;
}

/** Antenna position: height of the ground above sea level and of the antenna above the ground. */
export interface SitePosition {
  lat: number;
  lon: number;
  elevationM: number;
  towerM: number;
}

const statuses: RadialStatus[] = [
  'start-of-elevation',
  'within',
  'end-of-elevation',
  'start-of-volume',
  'end-of-volume',
  'start-of-elevation', // 5: start of the last cut of the pattern
];

/** @param code the status halfword or byte. Bit 7 marks bad data; it is ignored, since some radars set it at random */
export function statusOf(code: number): RadialStatus {
  return statuses[code & 0x7f] ?? 'within';
}
