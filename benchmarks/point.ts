import { join } from 'node:path';
import type { Benchmark, Measurement } from './benchmark.ts';
import { seededNumbers, writeFrameFiles } from './support/frame-files.ts';
import { has, inFolder, round, type Round } from './support/rounds.ts';
import { startTileServer } from './support/servers.ts';
import { inWords, median, summarise } from './support/statistics.ts';
import { startTitiler } from './support/titiler.ts';

const connections = 64;
const rounds = 4;
const seconds = 3;

/** Values at points in the whole product, compared with TiTiler on the same frame as a COG. */
export const point: Benchmark = {
  name: 'point',
  question: 'How many values at a point does one CPU second serve, and how long does one take?',
  leavesOut: 'Values that are not in memory, other products, and areas or series of values.',
  run: ({ shared, log }) =>
    inFolder(async (folder) => {
      if (!has('wrk')) throw new Error('wrk is not installed: apt-get install wrk');
      const frame = writeFrameFiles(join(folder, 'frame'), shared);
      log(`points of ${frame.source}`);
      const places = seededPlaces(2000);
      const paths = places.map(([lon, lat]) => `/api/v1/radar/point?lat=${lat}&lon=${lon}`);

      const ours = await startTileServer(frame.folder);
      const mine: Round[] = [];
      try {
        await round(ours, { paths, folder, connections, seconds: 2 });
        for (let i = 0; i < rounds; i++) mine.push(await round(ours, { paths, folder, connections, seconds }));
      } finally {
        await ours.stop();
      }
      const peer = await titiler(join(frame.folder, 'values.tif'), places, folder);
      return report(mine, peer, log);
    }),
};

function report(mine: Round[], peer: Measurement['peer'], log: (line: string) => void): Measurement[] {
  const rates = mine.map(({ perCpuSecond }) => perCpuSecond);
  const p99 = mine.map(({ p99Ms }) => p99Ms);
  log(`severe ${inWords(rates, 'points per CPU second')}`);
  log(
    peer ? `${peer.name}: ${Math.round(peer.value)} points per CPU second` : 'TiTiler is not installed: not measured',
  );
  log(`p99 at ${connections} connections ${inWords(p99, 'ms')}`);
  return [
    {
      what: 'points per CPU second',
      value: summarise(rates).mean,
      unit: '1/s',
      better: 'higher',
      peer,
      target: {
        ratio: 200,
        text: 'at least 200 times as many as TiTiler',
        whyMissed: 'most of the time is the system call that sends the response',
      },
    },
    {
      what: `99th percentile at ${connections} connections, client on the same machine, middle of the rounds`,
      value: median(p99),
      unit: 'ms',
      better: 'lower',
      peer: { name: 'limit', value: 15 },
      target: { ratio: 1, text: 'at most 15 ms' },
    },
  ];
}

/** The rate of TiTiler, if it is installed. */
async function titiler(cog: string, places: [string, string][], folder: string) {
  const server = await startTitiler();
  if (!server) return undefined;
  try {
    const paths = places.map(([lon, lat]) => `/cog/point/${lon},${lat}?url=${encodeURIComponent(cog)}`);
    await round(server, { paths, folder, connections: 4, seconds: 2 });
    const { perCpuSecond } = await round(server, { paths, folder, connections: 4, seconds: 5 });
    return { name: server.name, value: perCpuSecond };
  } finally {
    await server.stop();
  }
}

/** Longitudes and latitudes inside the product; the same in every run. */
function seededPlaces(count: number): [string, string][] {
  const random = seededNumbers(2);
  return Array.from({ length: count }, () => [(-129 + random() * 68).toFixed(4), (21 + random() * 33).toFixed(4)]);
}
