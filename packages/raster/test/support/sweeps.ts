import type { Moment, Sweep } from '@severe/nexrad';

export const site = { lat: 35.33336, lon: -97.27776, elevationM: 370, towerM: 20 };

const codings = {
  REF: { units: 'dBZ', scale: 2, offset: 66 },
  VEL: { units: 'm/s', scale: 2, offset: 129 },
} as const;

/** The code of a value. */
export function codeOf(name: keyof typeof codings, value: number): number {
  return value * codings[name].scale + codings[name].offset;
}

export interface SweepOptions {
  name?: keyof typeof codings;
  index?: number;
  elevationDeg?: number;
  radials?: number;
  gates?: number;
  /** Azimuth of the first radial. */
  firstDeg?: number;
}

/** A sweep of one moment; the code of each gate comes from a function of azimuth and slant range. */
export function sweepOf(
  code: (azimuthDeg: number, slantM: number) => number,
  options: SweepOptions = {},
): Sweep & { moment: Moment } {
  const { name = 'REF', index = 0, elevationDeg = 0.5, radials = 720, gates = 1832, firstDeg = 0.25 } = options;
  const [firstGateM, gateM] = [2125, 250];
  const azimuthsDeg = Float32Array.from({ length: radials }, (_, i) => (firstDeg + (i * 360) / radials) % 360);
  const packed = new Uint8Array(radials * gates);
  for (let i = 0; i < packed.length; i++) {
    packed[i] = code(azimuthsDeg[Math.floor(i / gates)], firstGateM + (i % gates) * gateM);
  }
  const moment: Moment = { name, ...codings[name], gates, firstGateM, gateM, wordBits: 8, packed };
  return {
    index,
    elevationNumber: index + 1,
    elevationDeg,
    radials: {
      count: radials,
      azimuthsDeg,
      elevationsDeg: new Float32Array(radials).fill(elevationDeg),
      timesMs: new Float64Array(radials).fill(Date.UTC(2026, 4, 20, 22, 18, 39)),
    },
    moments: new Map([[name, moment]]),
    nyquistMps: 26.5,
    azimuthStepDeg: 360 / radials,
    isComplete: true,
    moment,
  };
}
