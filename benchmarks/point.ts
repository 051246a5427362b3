import { join } from 'node:path';
import type { Benchmark, Measurement } from './benchmark.ts';
import { seededNumbers, writeFrameFiles, type FrameFiles } from './support/frame-files.ts';
import { alternate, besidePeer, has, inFolder, perCpuSecond, type Contender, type Round } from './support/rounds.ts';
import { startTileService } from './support/publish-frame.ts';
import { recordAll, startBare, stopAll } from './support/servers.ts';
import { inWords, median } from './support/statistics.ts';
import { startTitiler } from './support/titiler.ts';
import { unlessShort } from './support/short-form.ts';

type Name = 'severe' | 'bare node:http' | `TiTiler ${string}`;

const connections = 64;
/** TiTiler is one process of Python: with more connections, requests only wait. */
const peerConnections = 4;
const rounds = unlessShort(4, 1);
const seconds = unlessShort(3, 1);

/** Values at points in the whole product, beside a bare server with the same bytes, and TiTiler on the same frame as a COG. */
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
      const peerPaths = places.map(([lon, lat]) => `/cog/point/${lon},${lat}?url=${encodeURIComponent(cogOf(frame))}`);

      const options = { paths, folder, connections, seconds };
      const servers = new Map<Name, Contender>();
      const ours = await startTileService(frame, join(folder, 'data'));
      try {
        servers.set('severe', { server: ours, options });
        servers.set('bare node:http', { server: await startBare(await recordAll(ours.base, paths), folder), options });
        const peer = await startTitiler();
        const peerOptions = { ...options, paths: peerPaths, connections: peerConnections };
        if (peer) servers.set(peer.name, { server: peer, options: peerOptions });
        return report(await alternate(servers, rounds), peer?.name, log);
      } finally {
        await stopAll([...servers.values()].map(({ server }) => server));
      }
    }),
};

const cogOf = ({ folder }: FrameFiles) => join(folder, 'values.tif');

function report(all: ReadonlyMap<Name, Round[]>, peer: Name | undefined, log: (line: string) => void): Measurement[] {
  for (const [name, seen] of all) log(`${name}: ${inWords(perCpuSecond(seen), 'points per CPU second')}`);
  if (!peer) log('TiTiler is not installed: not measured');
  const p99 = all.get('severe')!.map(({ p99Ms }) => p99Ms);
  log(`p99 at ${connections} connections ${inWords(p99, 'ms')}`);
  const what = 'points per CPU second';
  return [
    besidePeer(what, all, ['severe', 'bare node:http'], {
      ratio: 0.7,
      text: 'at least 0.7 of a bare node:http server that sends the same bytes',
      whyMissed:
        'two fifths of the main thread are the write to the socket; of the rest no function takes more than a fortieth: JSON and its digest, ' +
        'checks of parameters and headers, the limit, and the value',
    }),
    ...(peer ? [besidePeer(what, all, ['severe', peer])] : []),
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
