import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClock, formatStamp, loadSettings, silentLog } from '@severe/base';
import { findProduct, type RasterProduct } from '@severe/catalogue';
import { openDatabase, type Database } from '@severe/db';
import { makeFrame } from '@severe/raster';
import { readGeotiffField } from '@severe/raster/geotiff';
import type { Benchmark, Measurement } from './benchmark.ts';
import { cpuSeconds } from './support/cpu.ts';
import { minutesApart, radarSequence, reflectivityFile } from './support/radar-sequence.ts';
import { inFolder } from './support/rounds.ts';
import type { Measured } from './support/servers.ts';
import { startService } from './support/service.ts';
import { figures } from './support/statistics.ts';
import { unlessShort } from './support/short-form.ts';

/** Level of a map of some states. */
const zoom = 6;
const times = unlessShort(40, 1);
const firstAt = Date.parse('2026-05-20T22:00:00Z');
const goesImage = 'raster/goes/OR_ABI-L2-CMIPM1-M6C05_G16_s20211451800267_e20211451800324_c20211451800393_CMI.tif';

/** An hour of a product. */
interface Hour {
  product: RasterProduct;
  /** GeoTIFF files of its frames, oldest first. */
  files: Uint8Array[];
  minutesApart: number;
  /** Whether each frame is another image: a film strip of one image again and again has hardly more bytes than the image. */
  moves: boolean;
}

/** An hour of stored tiles in one response: as they are, and as a film strip in WebP, which joins and encodes them again. */
export const loop: Benchmark = {
  name: 'loop',
  question: 'What does an hour of the tiles of one place cost?',
  leavesOut:
    'Tiles that are not in memory, and zooms whose tiles are drawn on request. Bytes of satellite images, of which there is no real sequence: one image stands for an hour.',
  run: ({ shared, log }) =>
    inFolder(async (folder) => {
      const hours = [radarHour(shared, folder, log), ...satelliteHour(shared, log)];
      const dataDir = join(folder, 'data');
      const db = await openDatabase(loadSettings({ DATA_DIR: dataDir }), { log: silentLog, clock: createClock(), simulated: false }); // prettier-ignore
      const tilesOf = new Map<Hour, Set<string>>();
      try {
        for (const hour of hours) tilesOf.set(hour, await publish(db, dataDir, hour));
      } finally {
        await db.close();
      }
      const server = await startService('', dataDir, 'tiles');
      try {
        const measured: Measurement[] = [];
        for (const [hour, tiles] of tilesOf) measured.push(...(await measure(server, hour, [...tiles], log)));
        return measured;
      } finally {
        await server.stop();
      }
    }),
};

function radarHour(shared: string | undefined, folder: string, log: (line: string) => void): Hour {
  const product = findProduct('radar', 'composite-reflectivity') as RasterProduct;
  const sequence = radarSequence(shared, folder, 60 / minutesApart);
  log(sequence.what);
  const files = sequence.frames.slice(0, 60 / minutesApart).map((file) => reflectivityFile(file, sequence));
  return { product, files, minutesApart, moves: true };
}

/** A real image of a part of the country. */
function satelliteHour(shared: string | undefined, log: (line: string) => void): Hour[] {
  const path = shared && join(shared, 'data', goesImage);
  if (!path || !existsSync(path)) {
    log('satellite: not measured, there is no real image');
    return [];
  }
  const product = findProduct('satellite', 'visible') as RasterProduct;
  return [{ product, files: Array.from({ length: 12 }, () => readFileSync(path)), minutesApart: 5, moves: false }];
}

const stampOf = ({ minutesApart: apart }: Hour, i: number): string => formatStamp(timeOf(apart, i));
const timeOf = (apart: number, i: number): Date => new Date(firstAt + i * apart * 60_000);

/** Stores the frames of an hour. @returns the tiles of the measured level that are not empty in at least one of them */
async function publish(
  db: Database,
  dataDir: string,
  { product, files, minutesApart: apart }: Hour,
): Promise<Set<string>> {
  const tiles = new Set<string>();
  const { family, id } = product;
  const objects = join(dataDir, 'objects');
  mkdirSync(objects, { recursive: true });
  for (const [i, file] of files.entries()) {
    const made = makeFrame(await readGeotiffField(file), product, {
      name: product.name,
      onTile: ({ z, x, y }) => void (z === zoom && tiles.add(`${z}/${x}/${y}`)),
    });
    const [tilesKey, valuesKey] = [`${id}-${i}.pmtiles`, `${id}-${i}.tif`];
    writeFileSync(join(objects, tilesKey), made.tiles);
    writeFileSync(join(objects, valuesKey), made.values);
    const at = timeOf(apart, i);
    const keys = { tilesKey, tilesBytes: made.tiles.length, valuesKey, valuesBytes: made.values.length };
    await db.frames.insert({
      family,
      product: id,
      runAt: null,
      validAt: at,
      publishedAt: at,
      ...keys,
      simulated: false,
    });
  }
  return tiles;
}

async function measure(
  server: Measured,
  hour: Hour,
  tiles: readonly string[],
  log: (line: string) => void,
): Promise<Measurement[]> {
  const { product, files, minutesApart: apart } = hour;
  const { family, id } = product;
  const count = files.length;
  log(`${family}: ${tiles.length} tiles of level ${zoom} that are not empty in at least one of ${count} frames`);
  const base = `${server.base}/api/v1/${family}`;
  for (let i = 0; i < count; i++) await bytesOf(`${base}/tiles/${id}/${tiles[0]}.png?ts=${stampOf(hour, i)}`);
  const frames = Array.from({ length: count }, (_, i) => stampOf(hour, i)).join();
  const bundle = (tile: string) => `${base}/loop/${id}/${tile}.tiles?frames=${frames}`;
  const strip = (tile: string) =>
    `${base}/loop/${id}/${tile}.webp?minutes=60&interval=${apart}&ts=${stampOf(hour, count - 1)}`;
  const bundles = await costOf(server, Array.from({ length: times }, () => tiles.map(bundle)).flat());
  const strips = await costOf(server, tiles.map(strip)); // each once: then it is cached
  log(`a bundle ${figures(bundles.ms)} ms and ${figures(bundles.bytes)} bytes, a film strip ${figures(strips.ms)} ms and ${figures(strips.bytes)} bytes`); // prettier-ignore
  return [
    {
      what: `${family}: an hour of stored tiles of one place, as they are`,
      value: bundles.ms,
      unit: 'ms of CPU',
      better: 'lower',
      peer: { name: 'limit', value: 1 },
      target: { ratio: 1, text: 'at most 1 ms' },
    },
    {
      what: `${family}: the same, beside a film strip in WebP`,
      value: bundles.ms,
      unit: 'ms of CPU',
      better: 'lower',
      peer: { name: 'film strip', value: strips.ms },
    },
    ...(hour.moves ? [bytesBeside(family, bundles.bytes, strips.bytes)] : []),
  ];
}

function bytesBeside(family: string, ofBundle: number, ofStrip: number): Measurement {
  return {
    what: `${family}: bytes of it, beside a film strip in WebP`,
    value: ofBundle,
    unit: 'bytes',
    better: 'lower',
    peer: { name: 'film strip', value: ofStrip },
    target: { ratio: 1 / 1.25, text: 'at most 1.25 times as many' },
  };
}

/** Requests each URL in turn. @returns processor time of the server and bytes, on average */
async function costOf(server: Measured, urls: readonly string[]): Promise<{ ms: number; bytes: number }> {
  await bytesOf(urls[0]);
  const before = cpuSeconds(server.pid);
  let bytes = 0;
  for (const url of urls) bytes += await bytesOf(url);
  return { ms: (1000 * (cpuSeconds(server.pid) - before)) / urls.length, bytes: bytes / urls.length };
}

async function bytesOf(url: string): Promise<number> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} gave ${response.status}`);
  return (await response.arrayBuffer()).byteLength;
}
