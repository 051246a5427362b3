import { join } from 'node:path';
import type { Benchmark, Measurement } from './benchmark.ts';
import { mosaics, neededFor, workOff, workOffApart, type BacklogResult } from './cluster/backlog.ts';
import { publishFrames } from './cluster/frames.ts';
import { frameCount } from './cluster/mix.ts';
import { stampedeOn, type Stampede } from './cluster/stampede.ts';
import { openClusterStores, type ClusterStores } from './cluster/stores.ts';
import { loadAll, startProcesses, type ClusterLoad, type ClusterProcess } from './cluster/tile-servers.ts';
import { stopAll } from './support/servers.ts';
import { worksOf, type ServerWork } from './cluster/works.ts';
import { buildCommand } from './support/build.ts';
import { predictClosedLoad } from './scale/closed-load.ts';
import { writeFrameFiles } from './support/frame-files.ts';
import { has, inFolder } from './support/rounds.ts';
import { startService } from './support/service.ts';
import { onOneProcessor, processors } from './support/one-processor.ts';
import { figures, median } from './support/statistics.ts';
import { isShort, unlessShort } from './support/short-form.ts';

const sizes = (process.env.CLUSTER_SIZES || (isShort ? '1,2' : '1,2,4')).split(',').map(Number);
const countedFrames = Number(process.env.CLUSTER_FRAMES || unlessShort(8, 1));
const seconds = Number(process.env.CLUSTER_SECONDS || unlessShort(3, 1));
const rounds = unlessShort(3, 1);
const mostWarmUps = unlessShort(6, 1);
const workerRounds = unlessShort(2, 1);
/** Processes of one command. */
const groupSize = 2;
/** Of each server. */
const connections = 64;
const stampedes = unlessShort(3, 1);

/** A prediction may be off by a fifth. */
const mostOff = 1.2;
/** What may be added to the cost of one by others beside it. */
const mostMore = 1.1;

type Log = (line: string) => void;

/** Raster workers and tile servers in numbers, on the stores that they share. */
export const cluster: Benchmark = {
  name: 'cluster',
  question: 'What does a frame, a tile or a value cost with one, two and four processes?',
  leavesOut:
    'Networks and hosts of their own: processes, stores and clients share the processors, so that rates end where those do, ' +
    'and the cost of one is what a cluster keeps.',
  run: ({ shared, log }) =>
    inFolder(async (folder) => {
      for (const [program, source] of Object.entries({ wrk: 'wrk', taskset: 'util-linux' }))
        if (!has(program)) throw new Error(`${program} is not installed: apt-get install ${source}`);
      buildCommand();
      return [...(await measureWorkers(log)), ...(await measureServers({ shared, folder, log }))];
    }),
};

/**
 * Workers that share a backlog and its stores, beside as many that share nothing. Processors that are parts of one core, and caches of
 * the machine, make both dearer than one alone.
 */
async function measureWorkers(log: Log): Promise<Measurement[]> {
  const files = mosaics(neededFor(Math.max(...sizes), countedFrames));
  const seen = new Map<number, Record<'shared' | 'apart', BacklogResult[]>>(
    sizes.map((size) => [size, { shared: [], apart: [] }]),
  );
  for (let i = 0; i < workerRounds; i++) {
    for (const size of sizes) {
      const { shared, apart } = seen.get(size)!;
      shared.push(await workOff(files, size, countedFrames));
      if (size > 1) apart.push(await workOffApart(files, size, countedFrames));
    }
  }
  const costOf = (results: readonly BacklogResult[]): number =>
    1000 * median(results.map(({ cpuSecondsPerFrame }) => cpuSecondsPerFrame));
  return [...seen].map(([size, { shared, apart }]): Measurement => {
    const rate = median(shared.map(({ framesPerSecond }) => framesPerSecond));
    const others = size > 1 ? `, ${figures(costOf(apart))} ms by as many that share nothing` : '';
    log(`${workersOf(size)}: ${figures(costOf(shared))} ms of CPU a frame${others}; ${figures(rate)} frames a second`);
    return {
      what: `CPU of a mosaic, ${workersOf(size)}`,
      value: costOf(shared),
      unit: 'CPU ms',
      better: 'lower',
      ...(size > 1 && {
        peer: { name: 'as many that share nothing', value: costOf(apart) },
        target: { ratio: 1 / mostMore, text: 'at most a tenth more than without the others' },
      }),
    };
  });
}

const workersOf = (count: number): string => (count === 1 ? '1 raster worker' : `${count} raster workers`);
const serversOf = (count: number): string => (count === 1 ? '1 tile server' : `${count} tile servers`);

/**
 * The cost of an answer of several servers beside that of one, or, where there are fewer processors, beside that of as many servers as
 * each of them has: on one processor each server finds its caches filled by another.
 */
function besideFewer(what: string, middle: ReadonlyMap<number, ClusterLoad>, packed: ReadonlyMap<number, ClusterLoad>) {
  const [[first, one]] = middle;
  return [...middle].map(([size, { serverMs }]): Measurement => {
    const measured = { what: `${what}, ${serversOf(size)}`, value: serverMs, unit: 'CPU ms', better: 'lower' } as const;
    if (size === first) return measured;
    const ofPacked = packed.get(size);
    return {
      ...measured,
      peer: ofPacked
        ? { name: `${serversOf(perProcessor(size))} on one processor`, value: ofPacked.serverMs }
        : { name: serversOf(first), value: one.serverMs },
      target: { ratio: 1 / mostMore, text: 'at most a tenth more', whyMissed: whyDearer },
    };
  });
}

const whyDearer =
  'the processors are two threads of one core: a server whose sibling is busy costs 1.1 times as much, and one that takes turns with ' +
  'another on the same processor up to 1.4 times, since it finds its caches filled by the other (measured by pinning)';

/** Servers that take turns on a processor. */
const perProcessor = (size: number): number => Math.ceil(size / processors);

async function measureServers({
  shared,
  folder,
  log,
}: {
  shared?: string;
  folder: string;
  log: Log;
}): Promise<Measurement[]> {
  const stores = await openClusterStores('severe_bench_cluster');
  const files = writeFrameFiles(join(folder, 'frame'), shared);
  await publishFrames(stores, files, frameCount);
  const servers = await startProcesses(Math.max(...sizes), 'tiles', stores, folder);
  try {
    const works = await worksOf(files, servers[0].base, log);
    const measured: Measurement[] = [];
    for (const work of works) measured.push(...(await measureWork(work, servers, folder, log)));
    measured.push(await measureGroup(works[0], { alone: servers[0], stores, folder, log }));
    const crowds: Stampede[] = [];
    for (let i = 0; i < stampedes; i++) crowds.push(await stampedeOn(stores, files, servers, i));
    return [...measured, ...ofStampedes(crowds, log)];
  } finally {
    await stopAll(servers);
    await stores.close();
  }
}

/** One, two, four of the same servers in turn, so that other load of the machine affects all of these numbers. */
async function measureWork(
  { name, paths }: ServerWork,
  servers: readonly ClusterProcess[],
  folder: string,
  log: Log,
): Promise<Measurement[]> {
  const options = { paths, folder, connections, seconds };
  const seen = new Map<number, ClusterLoad[]>(sizes.map((size) => [size, []]));
  const seenPacked = new Map<number, ClusterLoad[]>(
    sizes.filter((size) => perProcessor(size) > 1).map((size) => [size, []]),
  );
  for (const server of servers) await warmUp(server, options);
  for (let i = 0; i < rounds; i++) {
    for (const size of sizes) {
      seen.get(size)!.push(await loadAll(servers.slice(0, size), options));
      const loads = seenPacked.get(size);
      const some = servers.slice(0, perProcessor(size));
      loads?.push(await onOneProcessor(some, () => loadAll(some, options)));
    }
  }
  const [middle, packed] = [middlesOf(seen), middlesOf(seenPacked)];
  const one = middle.get(sizes[0])!;
  const predicted = sizes.map((size): Measurement => {
    const { serverMs, clientMs } = packed.get(size) ?? one;
    const load = {
      servers: size,
      processors,
      connections: size * connections,
      serverMs,
      clientMs,
      otherMs: one.otherMs,
    };
    return ofPrediction(`${name}, ${serversOf(size)}`, predictClosedLoad(load), middle.get(size)!.perSecond, log);
  });
  for (const [size, { perSecond, p50Ms, p99Ms }] of middle) {
    log(
      `${name}, ${serversOf(size)}: ${figures(perSecond)} a second, median ${figures(p50Ms)} ms, p99 ${figures(p99Ms)} ms`,
    );
  }
  return [...besideFewer(`CPU of an answer, ${name}`, middle, packed), ...predicted];
}

/** Processes of one command that share a port, beside one, with the same clients in turn. */
async function measureGroup(
  { name, paths }: ServerWork,
  { alone, stores, folder, log }: { alone: ClusterProcess; stores: ClusterStores; folder: string; log: Log },
): Promise<Measurement> {
  const [databaseUrl, dataDir] = [stores.env['DATABASE_URL'], join(folder, 'group')];
  const group = await startService(databaseUrl, dataDir, 'tiles', { settings: stores.env, processes: groupSize });
  try {
    const options = { paths, folder, connections, seconds };
    for (let i = 0; i < mostWarmUps; i++) await loadAll([group], options);
    const seen: Record<'one' | 'several', number[]> = { one: [], several: [] };
    for (let i = 0; i < rounds; i++) {
      seen.one.push((await loadAll([alone], options)).perSecond);
      seen.several.push((await loadAll([group], options)).perSecond);
    }
    const [one, several] = [median(seen.one), median(seen.several)];
    log(`${name}, by one process ${figures(one)} a second, by ${groupSize} of one command ${figures(several)}`);
    return {
      what: `${name}, by ${groupSize} processes of one command, for ${connections} connections`,
      value: several,
      unit: '1/s',
      better: 'higher',
      peer: { name: 'one process', value: one },
      target: {
        ratio: 1.8,
        text: 'at least 1.8 times one process on two processors',
        whyMissed:
          'the client needs a third of a processor for one process, and the two processors are those of one core',
      },
    };
  } finally {
    await group.stop();
  }
}

/** Until an answer costs what it cost in the round before: the caches are full, and the code is compiled. */
async function warmUp(server: ClusterProcess, options: Parameters<typeof loadAll>[1]): Promise<void> {
  for (let [i, before] = [0, Infinity]; i < mostWarmUps; i++) {
    const { serverMs } = await loadAll([server], options);
    if (serverMs > 0.9 * before) return;
    before = serverMs;
  }
}

const middlesOf = (seen: ReadonlyMap<number, ClusterLoad[]>): Map<number, ClusterLoad> =>
  new Map([...seen].map(([size, loads]) => [size, middleOf(loads)]));

function middleOf(loads: readonly ClusterLoad[]): ClusterLoad {
  const of = (field: keyof ClusterLoad): number => median(loads.map((each) => each[field]));
  return {
    perSecond: of('perSecond'),
    serverMs: of('serverMs'),
    clientMs: of('clientMs'),
    otherMs: of('otherMs'),
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
  };
}

function ofPrediction(what: string, predicted: number, measured: number, log: Log): Measurement {
  log(`${what}: ${figures(predicted)} a second by the simulation, ${figures(measured)} measured`);
  return {
    what: `how far the simulation is off, ${what}`,
    value: Math.max(predicted / measured, measured / predicted),
    unit: '×',
    better: 'lower',
    peer: { name: 'measured', value: 1 },
    target: { ratio: 1 / mostOff, text: 'within a fifth, from costs that were measured with fewer servers' },
  };
}

function ofStampedes(crowds: readonly Stampede[], log: Log): Measurement[] {
  for (const { requests, tiles, reached, p99Ms, longestMs, serverCpuMs } of crowds) {
    log(
      `${requests} requests for ${tiles} tiles of a new frame at once: ${reached} reached a tile server, which took ` +
        `${figures(serverCpuMs)} ms of CPU; p99 ${figures(p99Ms)} ms, longest ${figures(longestMs)} ms`,
    );
  }
  const [{ requests, tiles }] = crowds;
  return [
    {
      what: `of ${requests} requests at once for a new frame, those that the router does not answer itself`,
      value: Math.max(...crowds.map(({ reached }) => reached)),
      unit: 'requests',
      better: 'lower',
      peer: { name: 'tiles', value: tiles },
      target: { ratio: 1, text: 'each tile is asked for once' },
    },
    {
      what: 'its 99th percentile, clients on the same machine',
      value: median(crowds.map(({ p99Ms }) => p99Ms)),
      unit: 'ms',
      better: 'lower',
      peer: { name: 'limit', value: 500 },
      target: { ratio: 1, text: 'at most 500 ms' },
    },
  ];
}
