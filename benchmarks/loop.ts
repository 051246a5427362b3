import { mkdirSync, writeFileSync } from 'node:fs';
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

const product = findProduct('radar', 'composite-reflectivity') as RasterProduct;
/** Frames of an hour. */
const count = 30;
/** Level of a map of some states. */
const zoom = 6;
const times = 40;
const firstAt = Date.parse('2026-05-20T22:00:00Z');
const stampOf = (i: number): string => formatStamp(new Date(firstAt + i * minutesApart * 60_000));

/** An hour of stored tiles in one response: as they are, and as a film strip in WebP, which joins and encodes them again. */
export const loop: Benchmark = {
  name: 'loop',
  question: 'What does an hour of the tiles of one place cost?',
  leavesOut: 'Tiles that are not in memory, and zooms whose tiles are drawn on request.',
  run: ({ shared, log }) =>
    inFolder(async (folder) => {
      const sequence = radarSequence(shared, folder, count);
      log(sequence.what);
      const dataDir = join(folder, 'data');
      const db = await openDatabase(loadSettings({ DATA_DIR: dataDir }), { log: silentLog, clock: createClock(), simulated: false }); // prettier-ignore
      const tiles = new Set<string>();
      try {
        for (const [i, file] of sequence.frames.slice(0, count).entries())
          for (const tile of await publish(db, dataDir, i, reflectivityFile(file, sequence))) tiles.add(tile);
      } finally {
        await db.close();
      }
      log(`${tiles.size} tiles of level ${zoom} with echoes in at least one of ${count} frames`);
      const server = await startService('', dataDir, 'tiles');
      try {
        return await measure(server, [...tiles], log);
      } finally {
        await server.stop();
      }
    }),
};

/** Stores a frame. @returns its tiles of the level that is measured */
async function publish(db: Database, dataDir: string, i: number, file: Uint8Array): Promise<string[]> {
  const tiles: string[] = [];
  const made = makeFrame(await readGeotiffField(file), product, {
    name: product.name,
    onTile: ({ z, x, y }) => void (z === zoom && tiles.push(`${z}/${x}/${y}`)),
  });
  const objects = join(dataDir, 'objects');
  mkdirSync(objects, { recursive: true });
  writeFileSync(join(objects, `${i}.pmtiles`), made.tiles);
  writeFileSync(join(objects, `${i}.tif`), made.values);
  const at = new Date(firstAt + i * minutesApart * 60_000);
  const { family, id } = product;
  const keys = { tilesKey: `${i}.pmtiles`, tilesBytes: made.tiles.length, valuesKey: `${i}.tif`, valuesBytes: made.values.length }; // prettier-ignore
  await db.frames.insert({ family, product: id, runAt: null, validAt: at, publishedAt: at, ...keys, simulated: false });
  return tiles;
}

async function measure(
  server: Measured,
  tiles: readonly string[],
  log: (line: string) => void,
): Promise<Measurement[]> {
  const base = `${server.base}/api/v1/radar`;
  for (let i = 0; i < count; i++) await bytesOf(`${base}/tiles/${product.id}/${tiles[0]}.png?ts=${stampOf(i)}`);
  const frames = Array.from({ length: count }, (_, i) => stampOf(i)).join();
  const bundle = (tile: string) => `${base}/loop/${product.id}/${tile}.tiles?frames=${frames}`;
  const strip = (tile: string) =>
    `${base}/loop/${product.id}/${tile}.webp?minutes=60&interval=2&ts=${stampOf(count - 1)}`;
  const bundles = await costOf(server, Array.from({ length: times }, () => tiles.map(bundle)).flat());
  const strips = await costOf(server, tiles.map(strip)); // each once: then it is cached
  log(`a bundle ${figures(bundles.ms)} ms and ${figures(bundles.bytes)} bytes, a film strip ${figures(strips.ms)} ms and ${figures(strips.bytes)} bytes`); // prettier-ignore
  return [
    {
      what: 'an hour of stored tiles of one place, as they are',
      value: bundles.ms,
      unit: 'ms of CPU',
      better: 'lower',
      peer: { name: 'limit', value: 1 },
      target: { ratio: 1, text: 'at most 1 ms' },
    },
    {
      what: 'the same, beside a film strip in WebP',
      value: bundles.ms,
      unit: 'ms of CPU',
      better: 'lower',
      peer: { name: 'film strip', value: strips.ms },
    },
    {
      what: 'bytes of it, beside a film strip in WebP',
      value: bundles.bytes,
      unit: 'bytes',
      better: 'lower',
      peer: { name: 'film strip', value: strips.bytes },
      target: { ratio: 1 / 1.25, text: 'at most 1.25 times as many' },
    },
  ];
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
