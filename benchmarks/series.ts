import { join } from 'node:path';
import { findProduct } from '@severe/catalogue';
import { tileRange } from '@severe/geo';
import { smallBlockSize } from '@severe/raster';
import { fillFrames } from './abuse/fill-frames.ts';
import { startDatabase, type ThrowawayDatabase } from './api/database.ts';
import { fillDatabase } from './api/fill.ts';
import { atMost, type Benchmark, type Measurement } from './benchmark.ts';
import { cpuSeconds } from './support/cpu.ts';
import { seededNumbers } from './support/frame-files.ts';
import { inFolder } from './support/rounds.ts';
import type { Measured } from './support/servers.ts';
import { startService } from './support/service.ts';
import { figures } from './support/statistics.ts';
import { unlessShort } from './support/short-form.ts';

/** Places of each kind, so many that none is answered from a cache. */
const places = unlessShort(60, 4);
/** Those that come first do not count: code is compiled that a service has compiled in its first minutes. */
const warmPlaces = unlessShort(100, 2);
/** A satellite's level has fewer tiles. */
const warmTiles = unlessShort(20, 2);
const mostMs = 60;
/** A level at which a tile is a part of a state. */
const zoom = 7;

/** Answers over many hours of one place, of the roles `api` and `tiles` on PostgreSQL. */
export const series: Benchmark = {
  name: 'series',
  question: 'What does an answer over many hours of one place cost?',
  leavesOut: 'Answers from memory, several at a time, and an object store across a network.',
  run: ({ log }) =>
    inFolder(async (folder) => {
      const database = await startDatabase(join(folder, 'postgres'));
      try {
        const dataDir = join(folder, 'data');
        await fillDatabase(database.url, log);
        await fillFrames(database.url, dataDir, { modelSide: smallBlockSize, log });
        const service = await startService(database.url, dataDir, 'api,tiles');
        try {
          const measured: Measurement[] = [];
          for (const kind of kinds) measured.push(await measure(kind, service, database, log));
          return measured;
        } finally {
          await service.stop();
        }
      } finally {
        await database.stop();
      }
    }),
};

interface Kind {
  what: string;
  /** The requests of each place. */
  paths: (count: number) => string[][];
  /** Places that do not count. */
  warm: number;
  whyMissed?: string;
}

const kinds: Kind[] = [
  {
    what: 'a timeline of 48 hours',
    paths: (count) => somewhere(count, 51, '/briefing/timeline?hours=48'),
    warm: warmPlaces,
  },
  {
    what: 'a point of HRRR over 48 hours',
    paths: (count) => somewhere(count, 52, '/models/hrrr/point?hours=48'),
    warm: warmPlaces,
  },
  {
    what: 'six hours of a satellite tile as a film strip',
    paths: (count) => satelliteTiles(count, 54).map((tile) => [`${satelliteLoop}/${tile}.webp?${sixHours}`]),
    warm: warmTiles,
    whyMissed:
      '73 tiles are unpacked, joined and encoded as one lossless WebP image of 5 million pixels, which alone takes 150 to 270 ms of real ' +
      'satellite, model and radar tiles and more of these rough seeded ones; less effort (80 to 120 ms) makes strips of radar twice as large; ' +
      'maps take tiles as they are stored, in bundles (see `loop`)',
  },
];

async function measure(
  { what, paths, warm, whyMissed }: Kind,
  service: Measured,
  database: ThrowawayDatabase,
  log: (line: string) => void,
): Promise<Measurement> {
  const all = paths(warm + places);
  for (const path of all.slice(0, warm).flat()) await ask(service, path);
  const used = () => cpuSeconds(service.pid) + database.cpu();
  const [before, startedAt] = [used(), performance.now()];
  for (const path of all.slice(warm).flat()) await ask(service, path);
  const cpuMs = ((used() - before) * 1000) / places;
  log(
    `${what}: ${figures(cpuMs)} ms of CPU, ${figures((performance.now() - startedAt) / places)} ms until it is there`,
  );
  return atMost(`${what}, of service and database`, cpuMs, 'CPU ms', mostMs, whyMissed);
}

async function ask({ base }: Measured, path: string): Promise<void> {
  const response = await fetch(`${base}${path}`);
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${path} gave ${response.status}: ${body.slice(0, 200)}`);
}

/** Places in the contiguous states, inside the grid of the model; the same in every run. */
function somewhere(count: number, seed: number, path: string): string[][] {
  const random = seededNumbers(seed);
  return Array.from({ length: count }, () => {
    const [lat, lon] = [30 + random() * 14, -115 + random() * 33];
    return [`/api/v1${path}&lat=${lat.toFixed(4)}&lon=${lon.toFixed(4)}`];
  });
}

const satellite = findProduct('satellite', 'ir')!;
const satelliteLoop = `/api/v1/satellite/loop/${satellite.id}`;
const sixHours = 'minutes=360&interval=5';

/** Tiles over the states, each once. */
function satelliteTiles(count: number, seed: number): string[] {
  const { minX, maxX, minY, maxY } = tileRange([-115, 30, -82, 44], zoom);
  const random = seededNumbers(seed);
  const tiles: { name: string; rank: number }[] = [];
  for (let y = minY; y <= maxY; y++) {
    for (let x = minX; x <= maxX; x++) tiles.push({ name: `${zoom}/${x}/${y}`, rank: random() });
  }
  if (tiles.length < count) throw new Error(`level ${zoom} has ${tiles.length} tiles there, ${count} are needed`);
  return tiles.sort((one, other) => one.rank - other.rank).slice(0, count).map(({ name }) => name); // prettier-ignore
}
