import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProduct, type RasterProduct } from '@severe/catalogue';
import { makeFrame, readGrib2Field } from '@severe/raster';
import type { Benchmark, Measurement } from './benchmark.ts';
import { seededModelField, seededMosaic } from './decode.ts';
import { has, inFolder } from './support/rounds.ts';
import { inWords } from './support/statistics.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** A file of a provider, and what stands in for it where it is absent. */
interface Case {
  what: string;
  product: RasterProduct;
  file: string;
  seeded: () => Uint8Array;
  maxZoom: number;
  target: { ratio: number; text: string };
}

const cases: Case[] = [
  {
    what: 'MRMS composite, z0–z8',
    product: findProduct('radar', 'composite-reflectivity') as RasterProduct,
    file: 'data/upstream/mrms/MRMS_MergedReflectivityQCComposite_00.50_20220704-110040.grib2',
    seeded: seededMosaic,
    maxZoom: 8,
    target: { ratio: 5, text: 'at least 5 times less CPU, 10 the aim' },
  },
  {
    what: 'HRRR temperature, z0–z7',
    product: findProduct('hrrr', 't2m') as RasterProduct,
    file: 'data/upstream/hrrr/hrrr.t06z.wrfsfcf01-TMP.grib2',
    seeded: () => seededModelField('5.3'),
    maxZoom: 7,
    target: { ratio: 3, text: 'at least 3 times less CPU' },
  },
];

/**
 * Cold is a process of its own, from its start until both objects are on disk; the peer is the chain of three programs
 * that makes the same pyramid of PNG tiles, without the value file. Warm is what a worker spends on each of 50 frames.
 */
export const frame: Benchmark = {
  name: 'frame',
  question: 'What does a frame cost, from the file of the provider to both objects?',
  run: (context) =>
    inFolder((folder) => {
      const log = (line: string) => context.log(line);
      execFileSync('npx', ['--no-install', 'tsc', '-b', 'packages/severe'], { cwd: root, stdio: ['ignore', 2, 2] });
      const files = cases.map((one) => inputOf(one, context.shared, folder));
      const cold = cases.map((one, i) => coldFrame(one, files[i], folder, log));
      return Promise.resolve([
        ...cold,
        ...warmFrames(cases[0], files[0], log),
        ...tileBytes(cases[0], files[0], folder),
      ]);
    }),
};

function inputOf({ file, seeded, product }: Case, shared: string | undefined, folder: string): string {
  if (shared && existsSync(join(shared, file))) return join(shared, file);
  const path = join(folder, `${product.id}.grib2`);
  writeFileSync(path, seeded());
  return path;
}

const coldRounds = 3;

function coldFrame(one: Case, file: string, folder: string, log: (line: string) => void): Measurement {
  const { what, product, maxZoom, target } = one;
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < coldRounds; round++) {
    const out = join(folder, `ours-${product.id}-${round}`);
    const args = [
      'render',
      file,
      '--product',
      `${product.family}/${product.id}`,
      '--out',
      out,
      '--maxzoom',
      `${maxZoom}`,
    ];
    ours.push(cpuOf(process.execPath, [join(root, 'packages/severe/dist/main.js'), ...args]));
    if (hasGdal()) theirs.push(gdalChain(one, file, join(folder, `gdal-${product.id}-${round}`)));
  }
  log(`${what}, cold: severe ${inWords(ours, 's of CPU')}`);
  if (theirs.length > 0) log(`${what}, cold: GDAL ${inWords(theirs, 's of CPU')}`);
  const peer = theirs.length > 0 ? { name: 'gdalwarp + gdaldem + gdal2tiles', value: median(theirs) } : undefined;
  return { what: `${what}, cold process`, value: median(ours), unit: 'CPU s', better: 'lower', peer, target };
}

const hasGdal = () => ['gdalwarp', 'gdaldem', 'gdal2tiles.py'].every(has);

/** Warps to the pixels of the deepest level, colours them, and cuts the pyramid; transparent tiles are left out. */
function gdalChain({ product, maxZoom }: Case, file: string, folder: string): number {
  const [west, south, east, north] = product.bounds;
  const resolution = (2 * Math.PI * 6378137) / (256 * 2 ** maxZoom);
  const [warped, coloured, colours] = ['warped.tif', 'coloured.tif', 'colours.txt'].map((name) => `${folder}-${name}`);
  writeFileSync(colours, colourTable(product));
  const extent = ['-te', west, south, east, north, '-te_srs', 'EPSG:4326'].map(String);
  const pixels = ['-t_srs', 'EPSG:3857', '-tr', `${resolution}`, `${resolution}`, '-tap', '-r', 'near'];
  return (
    cpuOf('gdalwarp', ['-q', '-overwrite', ...pixels, ...extent, '-dstnodata', '-9999', file, warped]) +
    cpuOf('gdaldem', ['color-relief', '-q', '-alpha', '-nearest_color_entry', warped, colours, coloured]) +
    cpuOf('gdal2tiles.py', ['-q', '--xyz', '-x', '-w', 'none', '-r', 'near', '-z', `0-${maxZoom}`, coloured, folder])
  );
}

/** The palette in the form of gdaldem, in the units of the file. */
function colourTable({ palette, threshold = -Infinity, source }: RasterProduct): string {
  const shift = source.feed === 'hrrr' ? (source.offset ?? 0) : 0;
  const rgb = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(' ');
  const least = Math.max(threshold, palette[0][0]);
  const lines = palette.map(([value, colour]) => `${Math.max(value, least) - shift} ${rgb(colour)} 255`);
  return ['nv 0 0 0 0', `-9999 0 0 0 0`, `${least - shift - 0.01} 0 0 0 0`, ...lines].join('\n');
}

/** User and system time of a program and all that it starts, in seconds, as its shell counts them. */
function cpuOf(program: string, args: string[]): number {
  const script = 'TIMEFORMAT="cpu %U %S"; time "$@" > /dev/null';
  const { stderr, status } = spawnSync('bash', ['-c', script, 'bash', program, ...args], { encoding: 'utf8' });
  const times = /^cpu ([\d.]+) ([\d.]+)$/m.exec(stderr);
  if (status !== 0 || !times) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return Number(times[1]) + Number(times[2]);
}

const warmCount = 50;
/** After so many frames a worker is warm, and has all the memory that it needs. */
const warmAfter = 10;

function warmFrames({ what, product }: Case, file: string, log: (line: string) => void): Measurement[] {
  const script = fileURLToPath(new URL('support/frame-process.ts', import.meta.url));
  const name = `${product.family}/${product.id}`;
  const flags = ['--conditions=@severe/source', '--import', 'tsx'];
  const lines = execFileSync(process.execPath, [...flags, script, file, name, `${warmCount}`], { encoding: 'utf8' });
  const frames = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { cpuSeconds: number; rss: number });
  const warm = frames.slice(warmAfter);
  const cpu = warm.map(({ cpuSeconds }) => cpuSeconds);
  const megabytes = warm.map(({ rss }) => rss / 1e6);
  log(`${what}, warm: ${inWords(cpu, 's of CPU')}; resident memory ${inWords(megabytes, 'MB')}`);
  const [before, after] = [megabytes.slice(0, 10), megabytes.slice(-10)].map(median);
  return [
    { what: `${what}, in a warm process`, value: median(cpu), unit: 'CPU s', better: 'lower' },
    { what: `most memory over ${warmCount} frames`, value: Math.max(...megabytes), unit: 'MB', better: 'lower' },
    { what: `memory of frames 41–50 over frames 11–20`, value: after / before, unit: 'times', better: 'lower' },
  ];
}

const tilesCompared = 40;

/** How large tiles are, against the same pixels squeezed for as long as it takes. */
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

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
