import { join } from 'node:path';
import { parseStamp } from '@severe/base';
import type { Benchmark, Measurement } from './benchmark.ts';
import { productId, stamp, writeFrameFiles } from './support/frame-files.ts';
import { startTileService } from './support/publish-frame.ts';
import { startPmtiles } from './support/pmtiles.ts';
import { alternate, besidePeer, has, inFolder, perCpuSecond, type Contender, type Round } from './support/rounds.ts';
import { recordAll, startBare, startEdgeBefore, startNginx, stopAll } from './support/servers.ts';
import { figures, inWords, median } from './support/statistics.ts';
import { unlessShort } from './support/short-form.ts';

const connections = 64;
const rounds = unlessShort(5, 1);
const seconds = unlessShort(3, 1);

/** The servers of the comparison, by their names in the report. */
type Name =
  'severe' | 'severe, addresses of RainViewer' | 'bare node:http' | 'nginx, files' | 'edge' | `go-pmtiles${string}`;
const door = 'severe, addresses of RainViewer';

/** Tiles of one frame from memory, in turn, as the shipped command serves them, beside servers that send the same bytes. */
export const tiles: Benchmark = {
  name: 'tiles',
  question: 'How many tiles in memory does one CPU second of `severe start --roles tiles` serve?',
  leavesOut:
    'TLS, clients that are slow or far away, tiles that are not in memory, and the first minutes of a process. One ' +
    'machine has server and client, so a rate per wall second is that of both.',
  run: ({ shared, log }) =>
    inFolder(async (folder) => {
      if (!has('wrk')) throw new Error('wrk is not installed: apt-get install wrk');
      const root = join(folder, 'root');
      const frame = writeFrameFiles(join(folder, 'frame'), shared, root);
      log(`${frame.tiles.length} tiles of ${frame.source}, ${frame.meanTileBytes} bytes on average`);
      const paths = frame.tiles.map((name) => `/api/v1/radar/tiles/${productId}/${name}.png?ts=${stamp}`);
      const at = parseStamp(stamp)!.getTime() / 1000;
      const doorPaths = frame.tiles.map((name) => `/v2/radar/${at}/256/${name}/2/0_0.png`);

      const options = { paths, folder, connections, seconds };
      const servers = new Map<Name, Contender>();
      try {
        const ours = await startTileService(frame, join(folder, 'data'));
        servers.set('severe', { server: ours, options });
        servers.set(door, { server: ours, options: { ...options, paths: doorPaths } });
        await askWithoutFastPath(ours.base);
        servers.set('bare node:http', { server: await startBare(await recordAll(ours.base, paths), folder), options });
        if (has('nginx')) {
          servers.set('nginx, files', { server: await startNginx(root, folder), options });
          servers.set('edge', { server: await startEdgeBefore(ours.base), options });
        } else log('nginx is not installed: not measured');
        const archive = await startPmtiles(frame.folder);
        if (archive)
          servers.set(archive.name, {
            server: archive,
            options: { ...options, paths: frame.tiles.map(archive.pathOf) },
          });
        else log('pmtiles is not installed (go install github.com/protomaps/go-pmtiles): not measured');
        return report(await alternate(servers, rounds), archive?.name, log);
      } finally {
        await stopAll([...servers.values()].map(({ server }) => server));
      }
    }),
};

/** Other requests come first, as in a service that has run for a while: what they switch on stays on. */
async function askWithoutFastPath(base: string): Promise<void> {
  for (let i = 0; i < 200; i++) {
    const place = `lat=${(30 + i / 20).toFixed(2)}&lon=-97`;
    for (const path of [
      `radar/point?${place}`,
      `radar/tiles/${productId}/4/3/${5 + (i % 3)}@2x.png?ts=${stamp}&_=${i}`,
    ])
      await (await fetch(`${base}/api/v1/${path}`)).arrayBuffer();
  }
}

function report(
  all: ReadonlyMap<Name, Round[]>,
  pmtiles: Name | undefined,
  log: (line: string) => void,
): Measurement[] {
  for (const [name, seen] of all) {
    const wall = median(seen.map((one) => one.requests / one.seconds));
    const p99 = median(seen.map(({ p99Ms }) => p99Ms));
    const rates = inWords(perCpuSecond(seen), 'tiles per CPU second');
    log(`${name}: ${rates}; ${figures(wall)} per wall second; p99 ${figures(p99)} ms`);
  }
  const mine = all.get('severe')!;
  return [
    besidePeer('tiles from memory per CPU second', all, ['severe', 'bare node:http'], {
      ratio: 0.85,
      text: 'at least 0.85 of a bare node:http server that sends the same bytes',
      whyMissed:
        'three fifths of the main thread are the write to the socket, and half of that wakes the client: a slower server wakes it more often; ' +
        'URL, choice of the frame, head and counters are a tenth',
    }),
    besidePeer('tiles from memory per CPU second', all, ['severe', 'nginx, files'], {
      ratio: 0.5,
      text: 'at least half of nginx',
      whyMissed: 'a bare node:http server does not reach it either: see the line above',
    }),
    ...(pmtiles
      ? [
          besidePeer('tiles from memory per CPU second', all, ['severe', pmtiles], {
            ratio: 2.5,
            text: 'at least 2.5 times go-pmtiles, of the same archive on disk',
            whyMissed:
              '2.4 to 2.5 in three runs: a bare node:http server is at 2.7, and nine tenths of each tile are its',
          }),
        ]
      : []),
    besidePeer('tiles at addresses of RainViewer per CPU second', all, [door, 'severe'], {
      ratio: 1 / 1.5,
      text: 'at most 1.5 times the CPU of their own addresses',
    }),
    ...(all.has('edge')
      ? [
          besidePeer('tiles from the cache of the shipped edge per CPU second', all, ['edge', 'nginx, files'], {
            ratio: 0.9,
            text: 'at least 0.9 of nginx with the tiles as files',
            whyMissed:
              'for each response nginx reads the head of its cached file, parses the headers in it, makes the key and hashes it; ' +
              'a file needs none of it. Without the short way for one parameter it was 0.58; sending without sendfile changed nothing',
          }),
        ]
      : []),
    {
      what: `99th percentile at ${connections} connections, client on the same machine, middle of the rounds`,
      value: median(mine.map(({ p99Ms }) => p99Ms)),
      unit: 'ms',
      better: 'lower',
      peer: { name: 'limit', value: 10 },
      target: { ratio: 1, text: 'at most 10 ms' },
    },
  ];
}
