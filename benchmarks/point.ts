import { join } from 'node:path';
import type { Benchmark, Measurement } from './benchmark.ts';
import { seededNumbers, writeFrameFiles, type FrameFiles } from './support/frame-files.ts';
import { has, inFolder, round, warmUp, type Round } from './support/rounds.ts';
import { startTileService } from './support/publish-frame.ts';
import { inWords, median } from './support/statistics.ts';
import { startTitiler } from './support/titiler.ts';

const connections = 64;
/** TiTiler is one process of Python: with more connections, requests only wait. */
const peerConnections = 4;
const rounds = 4;
const seconds = 3;

/** Values at points in the whole product, compared with TiTiler on the same frame as a COG. */
export const point: Benchmark = {
  name: 'point',
  question:
    'How many values at a point does one CPU second serve, and how long does one take, of `severe start --roles tiles`?',
  leavesOut: 'Values that are not in memory, other products, and areas or series of values.',
  run: ({ shared, log }) =>
    inFolder(async (folder) => {
      if (!has('wrk')) throw new Error('wrk is not installed: apt-get install wrk');
      const frame = writeFrameFiles(join(folder, 'frame'), shared);
      log(`points of ${frame.source}`);
      const places = seededPlaces(2000);
      const paths = places.map(([lon, lat]) => `/api/v1/radar/point?lat=${lat}&lon=${lon}`);

      const ours = await startTileService(frame, join(folder, 'data'));
      const peer = await startTitiler();
      const peerPaths = places.map(([lon, lat]) => `/cog/point/${lon},${lat}?url=${encodeURIComponent(cogOf(frame))}`);
      const mine: Round[] = [];
      const theirs: Round[] = [];
      try {
        const own = { paths, folder, connections, seconds };
        const peers = { paths: peerPaths, folder, connections: peerConnections, seconds };
        await warmUp(ours, own);
        if (peer) await warmUp(peer, peers);
        for (let i = 0; i < rounds; i++) {
          mine.push(await round(ours, own));
          if (peer) theirs.push(await round(peer, peers));
        }
      } finally {
        await Promise.all([ours.stop(), peer?.stop()]);
      }
      const value = median(theirs.map(({ perCpuSecond }) => perCpuSecond));
      return report(mine, peer && { name: peer.name, value }, log);
    }),
};

const cogOf = ({ folder }: FrameFiles) => join(folder, 'values.tif');

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
      value: median(rates),
      unit: '1/s',
      better: 'higher',
      peer,
      target: {
        ratio: 200,
        text: 'at least 200 times as many as TiTiler',
        whyMissed:
          'a third of the main thread is the write to the socket, a quarter parameters, limit, value and ETag, and the rest Node; ' +
          'a bare node:http server sends 27,000 to 50,000 responses per CPU second, and 200 times are 44,000',
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

/** Longitudes and latitudes inside the product; the same in every run. */
function seededPlaces(count: number): [string, string][] {
  const random = seededNumbers(2);
  return Array.from({ length: count }, () => [(-129 + random() * 68).toFixed(4), (21 + random() * 33).toFixed(4)]);
}
