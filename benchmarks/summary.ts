import { join } from 'node:path';
import type { Database } from '@severe/db';
import { startDatabase, type ThrowawayDatabase } from './api/database.ts';
import { fillDatabase } from './api/fill.ts';
import { loadServer } from './api/load-server.ts';
import { startService } from './support/service.ts';
import { loadTime, openLoad } from './api/world.ts';
import type { Benchmark, Measurement } from './benchmark.ts';
import { seededNumbers } from './support/frame-files.ts';
import { has, inFolder } from './support/rounds.ts';
import { figures, median } from './support/statistics.ts';
import { unlessShort } from './support/short-form.ts';

/** More places than are requested while a response is cached, so that each response is computed. */
const places = 30_000;
/** Places of each way to read the surroundings. */
const compared = unlessShort(300, 10);
const connections = 8;

interface Place {
  lat: number;
  lon: number;
}

/** Answers about random places on PostgreSQL: their cost, and that of one statement compared with one for each table. */
export const summary: Benchmark = {
  name: 'summary',
  question: 'What does an answer about a place cost, and is one statement better than one for each table?',
  leavesOut: 'The point values of the rasters, writes while it reads, and answers from memory.',
  run: ({ log }) =>
    inFolder(async (folder) => {
      if (!has('wrk')) throw new Error('wrk is not installed: apt-get install wrk');
      const database = await startDatabase(join(folder, 'postgres'));
      try {
        await fillDatabase(database.url, log);
        const ways = await compareWays(database, log);
        return [...ways, ...(await measureService(database, folder, log))];
      } finally {
        await database.stop();
      }
    }),
};

/** Reads the same places in both ways, in turn. */
async function compareWays(database: ThrowawayDatabase, log: (line: string) => void): Promise<Measurement[]> {
  const db = await openLoad(database.url);
  try {
    const cost = async (read: (db: Database, place: Place) => Promise<unknown>) => {
      const [before, startedAt] = [database.cpu(), performance.now()];
      for (const place of randomPlaces(compared, 5)) await read(db, place);
      return {
        ms: (performance.now() - startedAt) / compared,
        cpuMs: ((database.cpu() - before) * 1000) / compared,
      };
    };
    await cost(oneStatement);
    const one = await cost(oneStatement);
    await cost(manyStatements);
    const many = await cost(manyStatements);
    log(`one statement: ${figures(one.ms)} ms, ${figures(one.cpuMs)} ms of CPU in the database`);
    log(`one for each table: ${figures(many.ms)} ms, ${figures(many.cpuMs)} ms of CPU in the database`);
    return [
      {
        what: 'time of one statement for everything around a place',
        value: one.ms,
        unit: 'ms',
        better: 'lower',
        peer: { name: 'one statement for each table, at the same time', value: many.ms },
        target: { ratio: 1, text: 'not slower' },
      },
    ];
  } finally {
    await db.close();
  }
}

const oneStatement = ({ surroundings }: Database, place: Place) => surroundings.of(place, loadTime);

/** What a handler without `surroundings` would do. */
function manyStatements(db: Database, point: Place): Promise<unknown> {
  const page = { at: loadTime, limit: 50, offset: 0 };
  const here = { ...page, area: { point }, active: true };
  return Promise.all([
    db.alerts.searchRevisions(here).then(({ rows }) => db.alerts.rows(rows.map(({ id }) => id))),
    db.alerts.strongestMotion({ ...point, radiusM: 150_000 }, loadTime),
    db.watches.search(here),
    db.discussions.search(here),
    db.outlooks.search({ ...here, day: 1, type: 'categorical' }),
    db.eros.search({ ...here, day: 1, type: 'rainfall' }),
    db.reports.search({ ...page, area: { point, radiusM: 80_000 }, start: new Date(loadTime.getTime() - 86_400_000) }),
    db.observations.search({
      ...page,
      limit: 1,
      area: { point, radiusM: 50_000 },
      latest: true,
      start: new Date(loadTime.getTime() - 10_800_000),
    }),
    db.lightning.features({
      area: { point, radiusM: 16_093 },
      from: new Date(loadTime.getTime() - 900_000),
      to: loadTime,
      limit: 1,
    }),
    db.places.nearest(point),
    db.places.around(point),
  ]);
}

async function measureService(
  database: ThrowawayDatabase,
  folder: string,
  log: (line: string) => void,
): Promise<Measurement[]> {
  const service = await startService(database.url, join(folder, 'data'));
  try {
    const cold = async (path: string, seed: number) => {
      const paths = randomPlaces(places, seed).map(({ lat, lon }) => `/api/v1${path}?lat=${lat}&lon=${lon}`);
      const seen = await loadServer(service, paths, { database, folder, connections });
      const cpuMs = seen.serverMs + seen.databaseMs;
      log(
        `${path}: ${figures(seen.perSecond)}/s, ${figures(cpuMs)} ms of CPU (${figures(seen.databaseMs)} in the database), p99 ${figures(seen.p99Ms)} ms`,
      );
      return { ...seen, cpuMs };
    };
    await cold('/locations/summary', 6);
    const found = [await cold('/locations/summary', 7), await cold('/locations/summary', 8)];
    await cold('/briefing/point', 9);
    return [
      {
        what: 'CPU time of a summary that is not cached, service and database, without values of rasters',
        value: median(found.map(({ cpuMs }) => cpuMs)),
        unit: 'ms',
        better: 'lower',
        peer: { name: 'limit', value: 8 },
        target: { ratio: 1, text: 'at most 8 ms' },
      },
      {
        what: 'summaries of random places a second on two cores, with the client',
        value: median(found.map(({ perSecond }) => perSecond)),
        unit: '1/s',
        better: 'higher',
        peer: { name: 'limit', value: 200 },
        target: { ratio: 1, text: 'at least 200' },
      },
      {
        what: `99th percentile of these, ${connections} connections`,
        value: median(found.map(({ p99Ms }) => p99Ms)),
        unit: 'ms',
        better: 'lower',
        peer: { name: 'limit', value: 100 },
        target: { ratio: 1, text: 'at most 100 ms' },
      },
    ];
  } finally {
    await service.stop();
  }
}

/** Places in the contiguous states; the same in every run. */
function randomPlaces(count: number, seed: number): Place[] {
  const random = seededNumbers(seed);
  const rounded = (value: number) => Math.round(value * 1e4) / 1e4;
  return Array.from({ length: count }, () => ({
    lat: rounded(25 + random() * 24),
    lon: rounded(-124 + random() * 57),
  }));
}
