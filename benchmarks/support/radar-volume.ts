import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeVolume, type SweepToWrite } from '@severe/nexrad/write';
import { seededNumbers } from './frame-files.ts';

const file = 'data/raster/nexrad/KLBB20160601_150025_V06';

/** A Level II volume: a real one of a stormy day if it exists, otherwise a synthetic one. */
export function benchmarkVolume(shared: string | undefined): { bytes: Uint8Array; real: boolean } {
  const path = shared && join(shared, file);
  const real = path !== undefined && existsSync(path);
  return { bytes: real ? readFileSync(path) : seededVolume(), real };
}

/** A storm with noise, on four tilts in super-resolution. */
function seededVolume(): Uint8Array {
  const random = seededNumbers(3);
  const [radials, gates] = [720, 1200];
  const startedAt = new Date('2026-05-20T22:18:39Z');
  const sweeps = [0.5, 0.9, 1.3, 1.8].map((elevationDeg): SweepToWrite => {
    const packed = Uint8Array.from({ length: radials * gates }, (_, i) => {
      const distance = Math.hypot((i % gates) - 500, Math.floor(i / gates) - 300);
      return distance < 300 ? 66 + 2 * (60 - distance / 5) + random() * 8 : 0;
    });
    const layout = { gates, firstGateM: 2125, gateM: 250, wordBits: 8 as const, scale: 2, offset: 66 };
    const azimuthsDeg = Float32Array.from({ length: radials }, (_, i) => i / 2);
    const scan = { elevationDeg, startedAt, seconds: 20, azimuthsDeg, azimuthStepDeg: 0.5 as const };
    return { ...scan, nyquistMps: 26, unambiguousRangeM: 150_000, moments: [{ name: 'REF', ...layout, packed }] };
  });
  const site = { lat: 35.3333, lon: -97.2778, elevationM: 370, towerM: 19 };
  return encodeVolume({ station: 'KTLX', site, startedAt, number: 1, vcp: 212, sweeps }, 'records');
}
