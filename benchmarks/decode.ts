import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isField, readFields } from '@severe/grib2';
import { encodeGrib2, hrrrGrid, hrrrOrigin, mrmsGrid, mrmsOrigin, quantize } from '@severe/grib2/write';
import type { Benchmark, Measurement, Target } from './benchmark.ts';
import { seededNumbers } from './support/frame-files.ts';
import { has, inFolder } from './support/rounds.ts';
import { inWords } from './support/statistics.ts';
import { unlessShort } from './support/short-form.ts';

const rounds = unlessShort(9, 1);

/** A kind of field: a real file, and its seeded replacement. */
interface Case {
  what: string;
  file: string;
  seeded: () => Uint8Array;
  /** Copies in a file, so that the start of a process and opening a file do not count. */
  copies: number;
  target?: Target;
  /** The packing into which ecCodes converts the field first, because we read but do not write it. */
  repacked?: 'grid_jpeg' | 'grid_ccsds';
}

const cases: Case[] = [
  {
    what: '5.41 (PNG, 16 bits), MRMS composite, 24.5 million points',
    file: 'data/raster/grib2/MRMS_MergedReflectivityQCComposite_00.50_20220704-110040.grib2',
    seeded: seededMosaic,
    copies: 6,
    target: { ratio: 8, text: 'at least 8 times less' },
  },
  {
    what: '5.3 (second differences), HRRR temperature, 1.9 million points',
    file: 'data/raster/grib2/hrrr.t06z.wrfsfcf01-TMP.grib2',
    seeded: () => seededModelField('5.3'),
    copies: 40,
    target: { ratio: 3, text: 'at least 3 times less' },
  },
  {
    what: '5.0 (simple), HRRR wind, 1.9 million points',
    file: 'data/raster/grib2/hrrr.t06z.wrfsfcf01-UGRD.grib2',
    seeded: () => seededModelField('5.0'),
    copies: 40,
    target: { ratio: 0.5, text: 'within twice' },
  },
  {
    what: '5.40 (JPEG 2000), HRRR temperature, 1.9 million points',
    file: 'data/raster/grib2/hrrr.t06z.wrfsfcf01-TMP.grib2',
    seeded: () => seededModelField('5.3'),
    copies: 4,
    repacked: 'grid_jpeg',
  },
  {
    what: '5.42 (CCSDS), HRRR temperature, 1.9 million points',
    file: 'data/raster/grib2/hrrr.t06z.wrfsfcf01-TMP.grib2',
    seeded: () => seededModelField('5.3'),
    copies: 40,
    repacked: 'grid_ccsds',
  },
];

/**
 * Both programs read a file with many copies of one message, decode every value and compute minimum, maximum and mean.
 * severe runs in a warm process, as a worker does. For ecCodes the start of the process is subtracted: the same command is
 * measured for a key of the header.
 */
export const decode: Benchmark = {
  name: 'decode',
  question: 'How much CPU time does it take to unpack a GRIB2 field and compute its minimum, maximum and mean?',
  leavesOut: 'Reading the file from a disk or the network, messages of other packings, and a cold process of severe.',
  run: (context) =>
    inFolder(async (folder) => {
      const possible = cases.filter(({ repacked }) => !repacked || has('grib_set'));
      return possible.map((kind) => compare(kind, folder, context));
    }),
};

function compare(kind: Case, folder: string, context: Parameters<Benchmark['run']>[0]): Measurement {
  const { what, target } = kind;
  const copies = unlessShort(kind.copies, 1);
  const real = context.shared && existsSync(join(context.shared, kind.file));
  const given = real ? load(join(context.shared!, kind.file)) : kind.seeded();
  const message = kind.repacked ? repack(given, kind.repacked, folder) : given;
  const bytes = Buffer.concat(Array<Uint8Array>(copies).fill(message));
  const path = join(folder, 'field.grib2');
  writeFileSync(path, bytes);

  const ours = measure(copies, () => cpuOf(() => describe(bytes)));
  context.log(`${what}${real ? '' : ' (seeded)'}: severe ${inWords(ours, 'ms')}`);
  const theirs = has('grib_get') ? measure(copies, () => ecCodes(path)) : undefined;
  if (theirs) context.log(`${what}: ecCodes ${inWords(theirs, 'ms')}`);
  const peer = theirs && { name: 'ecCodes', value: median(theirs) };
  return { what, value: median(ours), unit: 'CPU ms a field', better: 'lower', peer, target };
}

function load(path: string): Uint8Array {
  const bytes = readFileSync(path);
  return bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
}

function repack(message: Uint8Array, packing: string, folder: string): Uint8Array {
  const [before, after] = [join(folder, 'before.grib2'), join(folder, 'after.grib2')];
  writeFileSync(before, message);
  const { status, stderr } = spawnSync('grib_set', ['-r', '-s', `packingType=${packing}`, before, after]);
  if (status !== 0) throw new Error(`grib_set failed: ${String(stderr)}`);
  return readFileSync(after);
}

function describe(bytes: Uint8Array): void {
  for (const entry of readFields(bytes)) {
    if (!isField(entry)) throw entry.error;
    entry.statistics();
  }
}

/** CPU milliseconds per field, in rounds after one of warm-up. */
function measure(copies: number, once: () => number): number[] {
  once();
  return Array.from({ length: rounds }, () => once() / copies);
}

function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function ecCodes(path: string): number {
  return childCpu('grib_get -p max,min,average', path) - childCpu('grib_get -p edition', path);
}

/** CPU milliseconds of a command, user and system, measured by the shell. */
function childCpu(command: string, path: string): number {
  const script = `TIMEFORMAT='%3U %3S'; time ${command} "$1" > /dev/null`;
  const { status, stderr } = spawnSync('bash', ['-c', script, 'bash', path], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
  const [user, system] = stderr.trim().split('\n').at(-1)!.split(' ').map(Number);
  return (user + system) * 1000;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

/** A mosaic with 400 round storms. */
export function seededMosaic(): Uint8Array {
  const { width, height } = mrmsGrid;
  const codes = new Uint16Array(width * height).fill(9000);
  const random = seededNumbers(1);
  for (let storm = 0; storm < 400; storm++) {
    const [x0, y0, reach] = [60 + random() * (width - 120), 60 + random() * (height - 120), 10 + random() * 50];
    for (let y = Math.ceil(y0 - reach); y < y0 + reach; y++) {
      for (let x = Math.ceil(x0 - reach); x < x0 + reach; x++) {
        const dbz = 60 * (1 - Math.hypot(x - x0, y - y0) / reach) + random() * 6;
        if (dbz > 0) codes[y * width + x] = 9990 + Math.round(dbz * 10);
      }
    }
  }
  return encodeGrib2({
    identification: { ...mrmsOrigin, referenceAt: new Date('2026-05-20T22:18:39Z') },
    grid: mrmsGrid,
    product: { category: 10, number: 0, process: 8, surface: { type: 102, value: 500 } },
    values: { codes, reference: -9990, decimalScale: 1 },
    packing: { template: '5.41' },
  });
}

/** A temperature field: waves with a little noise. */
export function seededModelField(template: '5.0' | '5.3'): Uint8Array {
  const { width, height } = hrrrGrid;
  const random = seededNumbers(2);
  const kelvin = new Float32Array(width * height);
  for (let i = 0; i < kelvin.length; i++) {
    kelvin[i] = 285 + 15 * Math.sin((i % width) / 200) + 10 * Math.cos(i / width / 150) + random() / 4;
  }
  return encodeGrib2({
    identification: { ...hrrrOrigin, referenceAt: new Date('2026-05-20T22:00:00Z') },
    grid: hrrrGrid,
    product: { category: 0, number: 0, surface: { type: 1 } },
    values: quantize(kelvin, { binaryScale: -4 }),
    packing: { template },
  });
}
