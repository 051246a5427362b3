import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProduct, type RasterProduct } from '@severe/catalogue';
import { makeFrame, readGrib2Field } from '@severe/raster';
import { atMost, type Benchmark, type Measurement } from './benchmark.ts';
import { buildCommand } from './support/build.ts';
import { seededModelField, seededMosaic } from './decode.ts';
import { cpuOf, gdalChains } from './support/gdal-chains.ts';
import { movedMosaics } from './support/moved-mosaics.ts';
import { has, inFolder } from './support/rounds.ts';
import { figures, inWords, median } from './support/statistics.ts';
import { isShort, unlessShort } from './support/short-form.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** The first fixed surface of a field: its type is of code table 4.5. */
interface Level {
  type: number;
  value: number;
}

/** A provider's file, and its seeded replacement. */
interface Case {
  what: string;
  product: RasterProduct;
  file: string;
  seeded: () => Uint8Array;
  /** The level of the product, where the file has another. */
  level?: Level;
  maxZoom: number;
  target: Measurement['target'];
  /** Target of a warm worker, with the same peer. */
  warmTarget?: Measurement['target'];
  /** The files of a warm worker, made of the one of the cold process. Default: that one alone. */
  warmFiles?: (bytes: Uint8Array) => Uint8Array[];
}

const cases: Case[] = [
  {
    what: 'MRMS composite, z0–z8',
    product: findProduct('radar', 'composite-reflectivity') as RasterProduct,
    file: 'data/upstream/mrms/MRMS_MergedReflectivityQCComposite_00.50_20220704-110040.grib2',
    seeded: seededMosaic,
    maxZoom: 8,
    target: {
      ratio: 12,
      text: 'at least 12 times less CPU',
      whyMissed:
        'a third is the start of the process and compilation; the peer is the cheapest of three chains, without values',
    },
    warmTarget: { ratio: 30, text: 'at least 30 times less CPU' },
    warmFiles: (bytes) => movedMosaics(bytes, 5),
  },
  {
    what: 'HRRR temperature, z0–z7',
    product: findProduct('hrrr', 't2m') as RasterProduct,
    file: 'data/upstream/hrrr/hrrr.t06z.wrfsfcf01-TMP.grib2',
    seeded: () => seededModelField('5.3'),
    level: { type: 103, value: 2 }, // metres above ground; the file is of the surface
    maxZoom: 7,
    target: {
      ratio: 3,
      text: 'at least 3 times less CPU',
      whyMissed: 'two fifths are the start of the process and compilation; a warm worker reaches the target',
    },
  },
];

/**
 * Cold: the command that users type, from its start until both objects are on disk. The peer is the cheapest of some chains of
 * GDAL's programs that make the same pyramid of PNG tiles, without the value file. Warm: the CPU time of a worker for each of
 * 100 frames, of five different mosaics in turn, with both objects stored.
 */
export const frame: Benchmark = {
  name: 'frame',
  question: 'What does a frame cost, from the file of the provider to both objects?',
  leavesOut:
    'The object store and the database. The chain of GDAL makes no file of values; the lower bound draws no tile and makes no values.',
  run: (context) =>
    inFolder((folder) => {
      const log = (line: string) => context.log(line);
      buildCommand();
      const files = cases.map((one) => inputOf(one, context.shared, folder));
      const cold = cases.map((one, i) => coldFrame(one, files[i], folder, log));
      const warm = cases.map((one, i) => warmFrames(one, warmFilesOf(one, files[i], folder), cold[i].peer, log));
      return Promise.resolve([...cold, ...warm.flat(), ...tileBytes(cases[0], files[0], folder)]);
    }),
};

function inputOf({ file, seeded, product, level }: Case, shared: string | undefined, folder: string): string {
  const real = shared && existsSync(join(shared, file)) ? join(shared, file) : undefined;
  if (real && !level) return real;
  const path = join(folder, `${product.id}.grib2`);
  const bytes = Buffer.from(real ? readFileSync(real) : seeded());
  writeFileSync(path, level ? atLevel(bytes, level) : bytes);
  return path;
}

/** The field of a file as one of another level, for which its values cost the same: section 4, octets 23 to 28. */
function atLevel(bytes: Buffer, { type, value }: Level): Buffer {
  for (let at = 16; at < bytes.length - 4; at += bytes.readUInt32BE(at)) {
    if (bytes[at + 4] !== 4) continue;
    bytes[at + 22] = type;
    bytes[at + 23] = 0; // scale factor
    bytes.writeUInt32BE(value, at + 24);
    return bytes;
  }
  throw new Error('the file has no section 4');
}

function warmFilesOf({ warmFiles, product }: Case, file: string, folder: string): string[] {
  if (!warmFiles) return [file];
  return warmFiles(readFileSync(file)).map((bytes, i) => {
    const path = join(folder, `${product.id}-${i}.grib2`);
    writeFileSync(path, bytes);
    return path;
  });
}

const coldRounds = unlessShort(3, 1);
/** What `severe` is after an installation; `npx severe` starts it too, and npm before it. */
const command = join(root, 'packages/severe/bin/severe.js');

function coldFrame(one: Case, file: string, folder: string, log: (line: string) => void): Measurement {
  const { what, product, maxZoom, target } = one;
  const ours: number[] = [];
  const chains = isShort ? [] : gdalChains(product, maxZoom);
  const theirs = new Map<string, number[]>(chains.map(({ name }) => [name, []]));
  for (let round = 0; round < coldRounds; round++) {
    const out = join(folder, `ours-${product.id}-${round}`);
    const names = ['--product', `${product.family}/${product.id}`, '--out', out, '--maxzoom', `${maxZoom}`];
    ours.push(cpuOf(command, ['render', file, ...names]));
    for (const [i, { name, run }] of chains.entries())
      theirs.get(name)!.push(run(file, join(folder, `gdal-${product.id}-${round}-${i}`)));
  }
  log(`${what}, cold: severe ${inWords(ours, 's of CPU')}`);
  for (const [name, seen] of theirs) log(`${what}, cold: ${name} ${inWords(seen, 's of CPU')}`);
  if (chains.length === 0) log('GDAL is not installed, or this is the shortest form: not measured');
  const [peer] = [...theirs].map(([name, seen]) => ({ name, value: median(seen) })).sort((a, b) => a.value - b.value);
  return { what: `${what}, cold process`, value: median(ours), unit: 'CPU s', better: 'lower', peer, target };
}

const warmCount = unlessShort(100, 6);
/** Number of frames after which a worker is warm and its memory is constant. */
const warmAfter = unlessShort(20, 2);

/** Repetitions of the lower bound. */
const floorCount = unlessShort(20, 1);

/** Output of `frame-process.ts`: CPU seconds per step, and sizes. */
interface Made {
  read: number;
  drawn: number;
  encoded: number;
  stored: number;
  tiles: number;
  rss: number;
}

function warmFrames(
  { what, product, warmTarget }: Case,
  files: string[],
  peer: Measurement['peer'],
  log: (line: string) => void,
): Measurement[] {
  const { frames, floors } = makeFrames(files, `${product.family}/${product.id}`, warmTarget ? floorCount : 0);
  const warm = frames.slice(warmAfter);
  const of = (seconds: (made: Made) => number) => median(warm.map(seconds));
  const computed = ({ read, drawn, encoded }: Made) => read + drawn + encoded;
  const steps = (['read', 'drawn', 'encoded', 'stored'] as const).map(
    (step) => `${step} ${figures(of((made) => made[step]))}`,
  );
  const megabytes = frames.map(({ rss }) => rss / 1e6);
  const whole = warm.map((made) => computed(made) + made.stored);
  log(`${what}, warm: ${inWords(whole, 's of CPU')}: ${steps.join(', ')}`);
  log(`${what}, warm: resident memory ${inWords(megabytes.slice(warmAfter), 'MB')}`);

  const growth = median(megabytes.slice(-10)) / median(megabytes.slice(warmAfter, warmAfter + 10));
  const seconds = { unit: 'CPU s', better: 'lower' } as const;
  const measured: Measurement[] = [
    { what: `${what}, warm, both objects stored`, value: median(whole), ...seconds, peer, target: warmTarget },
    atMost(`${what}, most memory over ${warmCount} frames`, Math.max(...megabytes), 'MB', 400),
    atMost(`${what}, memory of the last ten frames over frames 21–30`, growth, 'times', 1.1),
  ];
  if (!warmTarget) return measured;
  log(`${what}: inflating the file and compressing the pixels of its tiles alone ${inWords(floors, 's of CPU')}`);
  const floor = { name: 'inflating the file and compressing the pixels of its tiles', value: median(floors) };
  const target = {
    ratio: 1 / 2.2,
    text: 'at most 2.2 times the lower bound',
    whyMissed:
      'half of it draws and packs tiles, a third makes the file of values, and a tenth reads the file of the provider; ' +
      'the lower bound neither finds the cells of a pixel nor makes values',
  };
  return [
    ...measured,
    { what: `${what}, warm, nothing stored`, value: of(computed), ...seconds, peer: floor, target },
    atMost(
      `${what}, drawing and packing a tile`,
      of(({ drawn, tiles }) => (1000 * drawn) / tiles),
      'CPU ms',
      0.2,
    ),
  ];
}

/** Makes warm frames, then the lower bound, in one process. */
function makeFrames(files: string[], product: string, floorCount: number): { frames: Made[]; floors: number[] } {
  const script = fileURLToPath(new URL('support/frame-process.ts', import.meta.url));
  const flags = ['--conditions=@severe/source', '--import', 'tsx'];
  const args = [product, `${warmCount}`, `${floorCount}`, ...files];
  const text = execFileSync(process.execPath, [...flags, script, ...args], { encoding: 'utf8' });
  const lines = text.trim().split('\n');
  return {
    frames: lines.slice(0, warmCount).map((line) => JSON.parse(line) as Made),
    floors: lines.slice(warmCount).map((line) => (JSON.parse(line) as { floor: number }).floor),
  };
}

const tilesCompared = unlessShort(40, 4);

/** Size of tiles, compared with the same pixels after optipng. */
function tileBytes({ what, product }: Case, file: string, folder: string): Measurement[] {
  const tiles: Uint8Array[] = [];
  const field = readGrib2Field(readFileSync(file), product);
  makeFrame(field, product, { name: product.id, onTile: (_, png) => tiles.push(png) });
  const chosen = tiles.filter((_, i) => i % Math.ceil(tiles.length / tilesCompared) === 0);
  const mean = (sizes: number[]) => sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  const squeezed = has('optipng') ? chosen.map((png, i) => optipng(png, join(folder, `${i}.png`))) : [];
  const peer = squeezed.length > 0 ? { name: 'optipng -o2', value: mean(squeezed) } : undefined;
  const target = { ratio: 1 / 1.15, text: 'at most 1.15 times as large' };
  const value = mean(chosen.map((png) => png.length));
  return [{ what: `a tile of the ${what}`, value, unit: 'bytes', better: 'lower', peer, target }];
}

function optipng(png: Uint8Array, path: string): number {
  writeFileSync(path, png);
  execFileSync('optipng', ['-quiet', '-o2', path]);
  return statSync(path).size;
}
