import type { MomentToWrite, SweepToWrite, VolumeToWrite } from '../../src/write/index.ts';

export const startedAt = new Date('2026-05-20T22:18:39.250Z');

export const site = { lat: 35.33336, lon: -97.27776, elevationM: 370, towerM: 19 };

const coding = {
  REF: { wordBits: 8, scale: 2, offset: 66 },
  VEL: { wordBits: 8, scale: 2, offset: 129 },
  SW: { wordBits: 8, scale: 2, offset: 129 },
  ZDR: { wordBits: 8, scale: 16, offset: 128 },
  PHI: { wordBits: 16, scale: 2.8361, offset: 2 },
  RHO: { wordBits: 8, scale: 300, offset: -60.5 },
  CFP: { wordBits: 8, scale: 1, offset: 8 },
} as const;

/** A moment of which the code of each gate comes from a function. */
export function moment(
  name: keyof typeof coding,
  radials: number,
  gates: number,
  code: (radial: number, gate: number) => number,
): MomentToWrite {
  const { wordBits, scale, offset } = coding[name];
  const packed = wordBits === 8 ? new Uint8Array(radials * gates) : new Uint16Array(radials * gates);
  packed.forEach((_, i) => (packed[i] = code(Math.floor(i / gates), i % gates)));
  return { name, gates, firstGateM: 2125, gateM: 250, wordBits, scale, offset, packed };
}

/** A sweep of a few wide radials, begun in the south-east as real ones begin anywhere. */
export function sweep(elevationDeg: number, radials: number, moments: MomentToWrite[]): SweepToWrite {
  return {
    elevationDeg,
    startedAt: startedAt,
    seconds: 20,
    azimuthsDeg: Float32Array.from({ length: radials }, (_, i) => (137.25 + (i * 360) / radials) % 360),
    azimuthStepDeg: 1,
    nyquistMps: 26.5,
    unambiguousRangeM: 148_000,
    moments,
  };
}

export function volume(...sweeps: SweepToWrite[]): VolumeToWrite {
  return { station: 'KTLX', site: site, startedAt: startedAt, number: 7, vcp: 212, sweeps };
}

/** A split cut and a tilt above it: codes that tell radial, gate and sweep. */
export function smallVolume(): VolumeToWrite {
  const code =
    (seed: number) =>
    (radial: number, gate: number): number =>
      (seed + 7 * radial + gate) % 251;
  return volume(
    sweep(0.48, 130, [
      moment('REF', 130, 20, code(1)),
      moment('PHI', 130, 12, (radial, gate) => radial * 300 + gate),
      moment('RHO', 130, 12, code(3)),
    ]),
    sweep(0.49, 130, [moment('VEL', 130, 16, code(4)), moment('SW', 130, 16, code(5))]),
    sweep(1.45, 100, [moment('REF', 100, 15, code(6))]),
  );
}
