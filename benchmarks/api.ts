import { join } from 'node:path';
import { startDatabase, type ThrowawayDatabase } from './api/database.ts';
import { fillDatabase } from './api/fill.ts';
import { floorOf, type Floor } from './api/floor.ts';
import { watchMemory } from './api/memory.ts';
import { startTipg, type Peer } from './api/peer.ts';
import {
  alertsIn,
  doorsOf,
  flashesIn,
  gaugesIn,
  latestInStates,
  manyFlashes,
  randomBoxes,
  reportsOfDays,
  type Question,
} from './api/questions.ts';
import { startService } from './support/service.ts';
import { loadServer, type LoadOptions, type LoadResult } from './api/load-server.ts';
import type { Benchmark, Measurement } from './benchmark.ts';
import { residentBytes } from './support/cpu.ts';
import { has, inFolder } from './support/rounds.ts';
import type { Measured } from './support/servers.ts';
import { figures } from './support/statistics.ts';
import { unlessShort } from './support/short-form.ts';

/** More boxes than are requested while a response is cached, so that each response is computed. */
const boxes = 30_000;
/** Number of boxes of repeated requests. */
const repeated = 200;

/** By the profiles of the service's thread. */
const whyDearer =
  'the write to the socket is a third of the service for alerts, whose texts are in memory, and a seventh to a fifth for other lists, where ' +
  'a fifth to a quarter reads the rows and a seventh makes texts of features and times; JSON made by PostgreSQL would save at most a sixth ' +
  'of the sum (docs/decisions)';

const whyFewer = 'server and database need 0.9 ms of CPU time together, on two cores that the client shares';

/** The metadata API on PostgreSQL, compared with its own statements run by pgbench and with another server of the table. */
export const api: Benchmark = {
  name: 'api',
  question: 'How many responses per second does the metadata API serve, compared with its database alone?',
  leavesOut:
    'TLS, clients that are far away, writes while it reads, and a database on another machine. pgbench does not read the rows.',
  run: ({ log }) =>
    inFolder(async (folder) => {
      for (const program of ['wrk', 'pgbench']) if (!has(program)) throw new Error(`${program} is not installed`);
      const database = await startDatabase(join(folder, 'postgres'));
      try {
        await fillDatabase(database.url, log);
        const service = await startService(database.url, join(folder, 'data'));
        const peer = await startTipg(database.url);
        if (!peer) log('TiPg is not installed: no comparison');
        try {
          return await measure({ service, peer, database, folder, log });
        } finally {
          await Promise.all([service.stop(), peer?.stop()]);
        }
      } finally {
        await database.stop();
      }
    }),
};

interface Bench {
  service: Measured;
  peer: Peer | undefined;
  database: ThrowawayDatabase;
  folder: string;
  log: (line: string) => void;
}

async function measure({ service, peer, database, folder, log }: Bench): Promise<Measurement[]> {
  const places = randomBoxes(boxes, 21);
  const someBoxes = places.slice(0, repeated).map(alertsIn);
  const load = async (name: string, paths: string[], options?: Partial<LoadOptions>): Promise<LoadResult> => {
    const seen = await loadServer(service, paths, { database, folder, ...options });
    log(`${name}: ${inWords(seen)}`);
    return seen;
  };
  const measure = (name: string, questions: Question[], options?: Partial<LoadOptions>): Promise<LoadResult> =>
    load(
      name,
      questions.map(({ path }) => path),
      options,
    );
  const floor = async (questions: Question[], name = 'the same statements alone'): Promise<Floor> => {
    const found = await floorOf(questions, database, {
      folder: join(folder, 'statements'),
      seconds: unlessShort(5, 1),
    });
    log(`  ${name}: ${figures(found.perSecond)}/s, ${figures(found.cpuMs)} ms of CPU each`);
    return found;
  };

  await measure('warming up', randomBoxes(boxes, 20).map(alertsIn));
  const memory = watchMemory(service.pid);
  const random = await measure('alerts in random boxes', places.map(alertsIn));
  const { first, last } = memory.end();
  const randomFloor = await floor(places.map(alertsIn));
  const again = await measure('alerts, the same boxes again', someBoxes);
  const coded = await measure('… as brotli', someBoxes, { headers: { 'Accept-Encoding': 'br' } });
  const rest: Measurement[] = [];
  for (const { name, questions, connections, most } of [
    { name: 'newest observations in a state', questions: latestInStates(boxes, 23), most: 1.8 },
    { name: 'gauges in random boxes', questions: places.map(gaugesIn) },
    { name: 'storm reports of a random day', questions: reportsOfDays(boxes, 22), most: 1.8 },
    { name: 'flashes in random boxes', questions: places.map(flashesIn) },
    { name: 'some 15,000 to 20,000 flashes, over four connections', questions: manyFlashes(boxes), connections: 4 },
  ] as { name: string; questions: Question[]; connections?: number; most?: number }[]) {
    const seen = await measure(name, questions, { connections });
    const alone = await floor(questions);
    rest.push(rateOf(name, seen, { name: 'the same statements by pgbench', value: alone.perSecond }));
    rest.push(costOf(name, seen, alone, most));
  }
  for (const { name, through, list } of doorsOf(randomBoxes(boxes, 24), boxes, 25)) {
    // The list before and after: a later run has warmer caches.
    const before = await load(`${name}: the list`, list);
    const seen = await load(name, through);
    const after = await load(`${name}: the list again`, list);
    rest.push({
      what: `processor time of ${name}, of service and database`,
      value: msOf(seen),
      unit: 'CPU ms',
      better: 'lower',
      peer: { name: 'the list', value: (msOf(before) + msOf(after)) / 2 },
      target: { ratio: 1 / 1.5, text: 'at most 1.5 times that of the list' },
    });
  }
  log(`memory of the service: ${figures(residentBytes(service.pid) / (1 << 20))} MiB at the end`);
  const theirs = peer && (await loadServer(peer, places.map(peer.pathOf), { database, folder }));
  if (peer && theirs) log(`${peer.name}, polygons in random boxes: ${inWords(theirs)}`);

  return [
    {
      ...rateOf('alerts in random boxes', random, limit(1500)),
      target: { ratio: 1, text: 'at least 1,500', whyMissed: whyFewer },
    },
    latencyOf('alerts in random boxes', random),
    {
      ...rateOf('alerts in random boxes, beside the database alone', random, {
        name: 'the same statements by pgbench',
        value: randomFloor.perSecond,
      }),
      target: {
        ratio: 1 / 1.5,
        text: 'at most 1.5 times the time of the database',
        whyMissed:
          'pgbench has both cores and reads no rows; the service shares the cores with the client and writes 24 KiB',
      },
    },
    costOf('alerts in a random box', random, randomFloor, 1.5),
    ...(peer && theirs
      ? [rateOf('alerts in random boxes, beside a peer', random, { name: peer.name, value: theirs.perSecond })]
      : []),
    { ...rateOf('alerts, repeated', again, limit(10_000)), target: { ratio: 1, text: 'at least 10,000' } },
    latencyOf('alerts, repeated', again),
    { ...rateOf('alerts, repeated, as brotli', coded, limit(10_000)), target: { ratio: 1, text: 'at least 10,000' } },
    ...rest,
    {
      what: 'memory of the service in the last third of the random boxes',
      value: last,
      unit: 'MiB',
      better: 'lower',
      peer: { name: 'in the first third', value: first },
      target: { ratio: 1 / 1.15, text: 'flat: at most 15 % more' },
    },
  ];
}

const msOf = ({ serverMs, databaseMs }: LoadResult): number => serverMs + databaseMs;

/** @param most how many times the processor time of the database alone it may take */
function costOf(what: string, seen: LoadResult, { cpuMs }: Floor, most?: number): Measurement {
  return {
    what: `processor time of an answer about ${what}, of service and database`,
    value: msOf(seen),
    unit: 'CPU ms',
    better: 'lower',
    peer: { name: 'the same statement by pgbench, of the database', value: cpuMs },
    ...(most && {
      target: { ratio: 1 / most, text: `at most ${most} times that of the database`, whyMissed: whyDearer },
    }),
  };
}

const limit = (value: number) => ({ name: 'wanted', value });

function rateOf(what: string, { perSecond }: LoadResult, peer: Measurement['peer']): Measurement {
  return { what, value: perSecond, unit: '1/s', better: 'higher', ...(peer ? { peer } : {}) };
}

function latencyOf(what: string, { p99Ms }: LoadResult): Measurement {
  const target = { ratio: 1, text: 'at most 150 ms' };
  return { what: `${what}: 99th percentile`, value: p99Ms, unit: 'ms', better: 'lower', peer: limit(150), target };
}

function inWords({ perSecond, p50Ms, p99Ms, kib, serverMs, databaseMs }: LoadResult): string {
  return (
    `${figures(perSecond)}/s of ${figures(kib)} KiB, half within ${figures(p50Ms)} ms, 99 % within ${figures(p99Ms)} ms; ` +
    `CPU for each: server ${figures(serverMs)} ms, database ${figures(databaseMs)} ms`
  );
}
