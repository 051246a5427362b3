import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { momentStatistics, readSweeps, readVolume, type Volume } from '@severe/nexrad';
import { encodeVolume, type SweepToWrite } from '@severe/nexrad/write';
import type { Benchmark, Measurement } from './benchmark.ts';
import { seededNumbers } from './support/frame-files.ts';
import { has, inFolder } from './support/rounds.ts';
import { inWords, median } from './support/statistics.ts';

const rounds = 9;
const copies = 4; // in a file for the peer, so that starting its process does not count

const FILE = 'data/raster/nexrad/KLBB20160601_150025_V06';

/**
 * A volume of 46 records and 29 MB unpacked, read in a warm process with the statistics of every moment. The peer only
 * unpacks the records, by the program that is written in C; what is above it is the price of all else.
 */
export const radar: Benchmark = {
  name: 'radar',
  question: 'How much CPU does it take to read a NEXRAD Level II volume?',
  run: (context) =>
    inFolder((folder) => {
      const real = context.shared && existsSync(join(context.shared, FILE));
      const bytes = real ? readFileSync(join(context.shared!, FILE)) : seededVolume();
      const whole = measure(() => describe(readVolume(bytes)));
      const lowest = measure(() => describe(readSweeps(bytes, { sweeps: [0] })));
      const unpacked = has('bzip2') ? measure(nativeUnpack(bytes, folder)).map((ms) => ms / copies) : undefined;
      context.log(
        `a volume${real ? '' : ' (seeded)'}: severe ${inWords(whole, 'ms')}; its lowest sweep ${inWords(lowest, 'ms')}`,
      );
      if (unpacked) context.log(`bzip2 -dc alone: ${inWords(unpacked, 'ms')}`);
      const unit = 'CPU ms';
      const measurements: Measurement[] = [
        {
          what: 'a whole volume, all moments',
          value: median(whole),
          unit,
          better: 'lower',
          peer: unpacked && { name: 'bzip2 -dc of its records', value: median(unpacked) },
          target: { ratio: 0.5, text: 'within twice' },
        },
        { what: 'its lowest sweep alone', value: median(lowest), unit, better: 'lower' },
      ];
      return Promise.resolve(measurements);
    }),
};

function describe({ sweeps }: Volume): void {
  for (const { moments } of sweeps) moments.forEach(momentStatistics);
}

/** Unpacks the records, each a stream, end to end as the program reads them. */
function nativeUnpack(volume: Uint8Array, folder: string): () => number {
  const view = new DataView(volume.buffer, volume.byteOffset, volume.length);
  const records: Uint8Array[] = [];
  for (let at = 24; at + 4 < volume.length;) {
    const length = Math.abs(view.getInt32(at));
    records.push(volume.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  const path = join(folder, 'records.bz2');
  writeFileSync(path, Buffer.concat(Array.from({ length: copies }, () => records).flat()));
  return () => childCpu(path);
}

/** CPU milliseconds of unpacking a file, user and system, as the shell counts them. */
function childCpu(path: string): number {
  const script = `TIMEFORMAT='%3U %3S'; time bzip2 -dc "$1" > /dev/null`;
  const { status, stderr } = spawnSync('bash', ['-c', script, 'bash', path], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`bzip2 failed: ${stderr}`);
  const [user, system] = stderr.trim().split('\n').at(-1)!.split(' ').map(Number);
  return (user + system) * 1000;
}

/** Milliseconds of CPU, in rounds after one that warms up; what gives a number has measured itself. */
function measure(work: () => number | void): number[] {
  const once = (): number => {
    const before = process.cpuUsage();
    const own = work();
    const { user, system } = process.cpuUsage(before);
    return own ?? (user + system) / 1000;
  };
  once();
  return Array.from({ length: rounds }, once);
}

/** A storm in noise, on four tilts in super-resolution. */
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
