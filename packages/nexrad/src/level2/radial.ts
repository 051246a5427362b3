/** The names of the moments, as the format has them. */
export const MOMENTS = ['REF', 'VEL', 'SW', 'ZDR', 'PHI', 'RHO', 'CFP'] as const;

/**
 * REF reflectivity (dBZ), VEL radial velocity (m/s, outbound positive), SW spectrum width (m/s), ZDR differential
 * reflectivity (dB), PHI differential phase (degrees), RHO correlation coefficient, CFP power removed by the clutter
 * filter (dB; of its codes, those below 8 are flags, and 2 to 7 read as -6 to -1).
 */
export type MomentName = (typeof MOMENTS)[number];

/** The units of each, for people; none for a ratio. */
export const MOMENT_UNITS: Record<MomentName, string> = {
  REF: 'dBZ',
  VEL: 'm/s',
  SW: 'm/s',
  ZDR: 'dB',
  PHI: 'deg',
  RHO: '',
  CFP: 'dB',
};

/** How the gates of a moment lie and how their codes are read: value = (code - offset) / scale. */
export interface GateLayout {
  gates: number;
  /** Slant range to the centre of the first gate. */
  firstGateM: number;
  gateM: number;
  wordBits: 8 | 16;
  scale: number;
  offset: number;
}

/** One moment of one radial: codes as the file holds them, big-endian where they have two bytes. */
export interface RadialMoment extends GateLayout {
  name: MomentName;
  codes: Uint8Array;
}

/** What a radial's status says of its place in the volume. */
export type RadialStatus = 'start-of-elevation' | 'within' | 'end-of-elevation' | 'start-of-volume' | 'end-of-volume';

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
  /** What the radial says of itself beyond its gates; older volumes say less. */
  about: RadialFacts;
}

/** Facts of a radial that hold for its cut, or for the volume. */
export interface RadialFacts {
  vcp?: number;
  nyquistMps?: number;
  unambiguousRangeM?: number;
  azimuthStepDeg?: number;
  station?: string;
  site?: SitePosition;
}

/** Where the antenna stands: the ground's height above sea level and the antenna's above the ground. */
export interface SitePosition {
  lat: number;
  lon: number;
  elevationM: number;
  towerM: number;
}

const STATUSES: RadialStatus[] = [
  'start-of-elevation',
  'within',
  'end-of-elevation',
  'start-of-volume',
  'end-of-volume',
  'start-of-elevation', // 5: of the last cut of the pattern
];

/** @param code the status halfword or byte; bit 7 marks a radial whose data are bad, which some radars set at will */
export function statusOf(code: number): RadialStatus {
  return STATUSES[code & 0x7f] ?? 'within';
}
