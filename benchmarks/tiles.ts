import { join } from 'node:path';
import type { Benchmark, Measurement } from './benchmark.ts';
import { productId, stamp, writeFrameFiles } from './support/frame-files.ts';
import { has, inFolder, round, type Round } from './support/rounds.ts';
import { startNginx, startTileServer, type Measured } from './support/servers.ts';
import { inWords, median, summarise } from './support/statistics.ts';

const connections = 64;
const rounds = 4;
const seconds = 3;

/** Tiles of one frame from memory, in turn, compared with nginx and the same tiles as files. */
export const tiles: Benchmark = {
  name: 'tiles',
  question: 'How many tiles in memory does one CPU second serve?',
  run: ({ shared, log }) =>
    inFolder(async (folder) => {
      if (!has('wrk')) throw new Error('wrk is not installed: apt-get install wrk');
      const root = join(folder, 'root');
      const frame = writeFrameFiles(join(folder, 'frame'), shared, root);
      log(`${frame.tiles.length} tiles of ${frame.source}, ${frame.meanTileBytes} bytes on average`);
      const paths = frame.tiles.map((name) => `/api/v1/radar/tiles/${productId}/${name}.png?ts=${stamp}`);

      const ours = await startTileServer(frame.folder);
      const nginx = has('nginx') ? await startNginx(root, folder) : undefined;
      if (!nginx) log('nginx is not installed: no comparison');
      try {
        const [mine, peer] = await alternate([ours, nginx], { paths, folder });
        return report(mine, peer, log);
      } finally {
        await Promise.all([ours.stop(), nginx?.stop()]);
      }
    }),
};

/** Alternating rounds, so that other load affects both; the first of each is warm-up and does not count. */
async function alternate(
  servers: (Measured | undefined)[],
  { paths, folder }: { paths: string[]; folder: string },
): Promise<(Round[] | undefined)[]> {
  const results = servers.map((server) => (server ? ([] as Round[]) : undefined));
  for (let i = -1; i < rounds; i++) {
    for (const [at, server] of servers.entries()) {
      if (!server) continue;
      const seen = await round(server, { paths, folder, connections, seconds: i < 0 ? 2 : seconds });
      if (i >= 0) results[at]?.push(seen);
    }
  }
  return results;
}

function report(mine: Round[] = [], peer: Round[] | undefined, log: (line: string) => void): Measurement[] {
  const rates = (of: Round[]) => of.map(({ perCpuSecond }) => perCpuSecond);
  log(`severe ${inWords(rates(mine), 'tiles per CPU second')}`);
  if (peer) log(`nginx  ${inWords(rates(peer), 'tiles per CPU second')}`);
  const p99 = mine.map(({ p99Ms }) => p99Ms);
  log(`severe p99 at ${connections} connections ${inWords(p99, 'ms')}`);
  if (peer) {
    const theirs = peer.map(({ p99Ms }) => p99Ms);
    log(`nginx  p99 at ${connections} connections ${inWords(theirs, 'ms')}: shows the other load of this machine`);
  }
  return [
    {
      what: 'tiles from memory per CPU second',
      value: summarise(rates(mine)).mean,
      unit: '1/s',
      better: 'higher',
      ...(peer ? { peer: { name: 'nginx, one worker', value: summarise(rates(peer)).mean } } : {}),
      target: {
        ratio: 0.5,
        text: 'at least half of nginx',
        whyMissed: 'most of the time is system calls that send; the result varies around the target',
      },
    },
    {
      what: `99th percentile at ${connections} connections, client on the same machine, middle of the rounds`,
      value: median(p99),
      unit: 'ms',
      better: 'lower',
      peer: { name: 'limit', value: 10 },
      target: { ratio: 1, text: 'at most 10 ms' },
    },
  ];
}
