import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { momentStatistics, readSweeps, readVolume, type Volume } from '@severe/nexrad';
import type { Benchmark, Measurement } from './benchmark.ts';
import { cpuRounds } from './support/cpu.ts';
import { benchmarkVolume } from './support/radar-volume.ts';
import { has, inFolder } from './support/rounds.ts';
import { inWords, median } from './support/statistics.ts';

const copies = 4; // copies in the peer's file, so that the start of its process does not count

/**
 * A volume of 46 records and 29 MB uncompressed, read in a warm process with the statistics of every moment. The peer, a C
 * program, only decompresses the records; the difference is the cost of everything else.
 */
export const radar: Benchmark = {
  name: 'radar',
  question: 'How much CPU time does it take to read a NEXRAD Level II volume?',
  leavesOut: 'The network, and the Level III products of the same radar.',
  run: (context) =>
    inFolder((folder) => {
      const { bytes, real } = benchmarkVolume(context.shared);
      const whole = cpuRounds(() => describe(readVolume(bytes)));
      const lowest = cpuRounds(() => describe(readSweeps(bytes, { sweeps: [0] })));
      const unpacked = has('bzip2') ? cpuRounds(nativeUnpack(bytes, folder)).map((ms) => ms / copies) : undefined;
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
          target: {
            ratio: 0.5,
            text: 'within twice',
            whyMissed: 'bzip2 only decompresses; severe also reads seven moments',
          },
        },
        { what: 'its lowest sweep alone', value: median(lowest), unit, better: 'lower' },
      ];
      return Promise.resolve(measurements);
    }),
};

function describe({ sweeps }: Volume): void {
  for (const { moments } of sweeps) moments.forEach(momentStatistics);
}

/** The records as concatenated bzip2 streams, as the program reads them. */
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

/** CPU milliseconds of decompressing a file, user and system, measured by the shell. */
function childCpu(path: string): number {
  const script = `TIMEFORMAT='%3U %3S'; time bzip2 -dc "$1" > /dev/null`;
  const { status, stderr } = spawnSync('bash', ['-c', script, 'bash', path], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`bzip2 failed: ${stderr}`);
  const [user, system] = stderr.trim().split('\n').at(-1)!.split(' ').map(Number);
  return (user + system) * 1000;
}
