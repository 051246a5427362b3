import { Agent, request } from 'node:http';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProduct, type RasterProduct } from '@severe/catalogue';
import { contains, tileBounds } from '@severe/geo';
import type { Benchmark, Measurement } from './benchmark.ts';
import { cpuRounds, cpuSeconds } from './support/cpu.ts';
import { drawnTileFloor } from './support/drawn-tile-floor.ts';
import { productId, seededNumbers, stamp, writeFrameFiles, type FrameFiles } from './support/frame-files.ts';
import { mapServerPath, startMapServer } from './support/mapserver.ts';
import { inFolder } from './support/rounds.ts';
import { startTileService } from './support/publish-frame.ts';
import type { Measured } from './support/servers.ts';
import { figures, median } from './support/statistics.ts';
import { startTitiler } from './support/titiler.ts';
import { unlessShort } from './support/short-form.ts';

const count = unlessShort(3000, 100);
const connections = 8;
/** Tiles of the lower bound. */
const floorCount = unlessShort(500, 20);

/** Tiles of zoom 10 with weather, each requested once, so that every tile is drawn. */
export const deep: Benchmark = {
  name: 'deep',
  question: 'How many tiles that were not prerendered does one CPU second draw and serve?',
  leavesOut: 'The first request of a frame, which fetches its values, and tiles that several clients want at once.',
  run: ({ shared, log }) =>
    inFolder(async (folder) => {
      const frame = writeFrameFiles(join(folder, 'frame'), shared);
      const tiles = below(frame.tiles);
      log(`${count} tiles of level 10 of ${frame.source}`);
      const ours = await startTileService(frame, join(folder, 'data'));
      const path = (tile: string) => `/api/v1/radar/tiles/${productId}/${tile}.png?ts=${stamp}`;
      const mine = await askOnce(ours, tiles.map(path));
      log(`severe ${figures(mine.rate)} tiles per CPU second; half within ${figures(mine.p50)} ms`);
      const peer = await titiler(join(frame.folder, 'values.tif'), tiles.slice(0, 300), log);
      const floor = {
        name: 'unpacking its blocks, painting and compressing alone',
        value: await floorMs(frame, tiles.slice(0, floorCount), log),
      };
      return report(mine.rate, floor, peer, await mapServer(frame, tiles, log));
    }),
};

type Peer = NonNullable<Measurement['peer']>;

function report(rate: number, floor: Peer, titiler: Peer | undefined, mapServer: Peer | undefined): Measurement[] {
  const what = 'tiles of level 10 drawn on request per CPU second, threads included';
  const drawn = { what, value: rate, unit: '1/s', better: 'higher' } as const;
  return [
    {
      what: 'a tile of level 10 drawn on request, threads and HTTP included',
      value: 1000 / rate,
      unit: 'CPU ms',
      better: 'lower',
      peer: floor,
      target: {
        ratio: 1 / 2,
        text: 'at most twice the lower bound',
        whyMissed:
          'beside it a tile finds the cells of its pixels, is handed to a thread and back, is hashed, and is sent',
      },
    },
    { ...drawn, peer: titiler },
    ...(mapServer
      ? [
          {
            ...drawn,
            what: `${what}, beside MapServer`,
            peer: mapServer,
            target: {
              ratio: 4,
              text: 'at least 4 times MapServer',
              whyMissed: 'the lower bound alone is 2.5 times MapServer, for which GDAL keeps unpacked blocks in memory',
            },
          },
        ]
      : []),
  ];
}

/** The lower bound of the tiles in this process. */
async function floorMs(frame: FrameFiles, names: string[], log: Log): Promise<number> {
  const tiles = names.map((name) => name.split('/').map(Number)).map(([z, x, y]) => ({ z, x, y }));
  const product = findProduct('radar', productId) as RasterProduct;
  const work = await drawnTileFloor(readFileSync(join(frame.folder, 'values.tif')), product, tiles);
  const ms = median(cpuRounds(work)) / tiles.length;
  log(`lower bound ${figures(ms)} ms of CPU a tile`);
  return ms;
}

/** Tiles of zoom 10 under non-empty tiles of zoom 8; the same selection in every run. */
function below(tiles: string[]): string[] {
  const parents = tiles.map((name) => name.split('/').map(Number)).filter(([z]) => z === 8);
  const all = parents.flatMap(([, x, y]) => Array.from({ length: 16 }, (_, i) => [4 * x + (i & 3), 4 * y + (i >> 2)]));
  const random = seededNumbers(3);
  const inside = all.filter(([x, y]) => within(x, y)); // TiTiler has no tiles outside the grid
  const order = inside.map(([x, y]) => ({ name: `10/${x}/${y}`, rank: random() })).sort((a, b) => a.rank - b.rank);
  return order.slice(0, count).map(({ name }) => name);
}

/** Whether the whole tile is inside the product's bounds. */
function within(x: number, y: number): boolean {
  const [west, south, east, north] = tileBounds({ z: 10, x, y });
  const bounds = findProduct('radar', productId)!.bounds;
  return contains(bounds, west, south) && contains(bounds, east, north);
}

/** Requests every path once, a few concurrently, and ends the server; the first tenth is warm-up and does not count. */
async function askOnce(server: Measured, paths: string[]): Promise<{ rate: number; p50: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const work = async (queue: string[]) => {
    for (let path = queue.pop(); path !== undefined; path = queue.pop())
      times.push(await ask(agent, server.base + path));
  };
  const all = (queue: string[]) => Promise.all(Array.from({ length: connections }, () => work(queue)));
  try {
    await all(paths.slice(0, Math.ceil(paths.length / 10)));
    times.length = 0;
    const counted = paths.slice(Math.ceil(paths.length / 10));
    const before = cpuSeconds(server.pid);
    await all([...counted]);
    const rate = counted.length / (cpuSeconds(server.pid) - before);
    return { rate, p50: times.sort((a, b) => a - b)[times.length >> 1] };
  } finally {
    agent.destroy();
    await server.stop();
  }
}

/** Milliseconds until the response is complete. */
async function ask(agent: Agent, url: string): Promise<number> {
  const startedAt = performance.now();
  const call = request(url, { agent }).end();
  const [answer] = await once(call, 'response');
  answer.resume();
  await once(answer, 'end');
  const { 'content-type': type } = answer.headers;
  if (answer.statusCode !== 200 || type !== 'image/png') throw new Error(`${url} gave ${answer.statusCode}, ${type}`);
  return performance.now() - startedAt;
}

type Log = (line: string) => void;

async function titiler(cog: string, tiles: string[], log: Log): Promise<Peer | undefined> {
  const server = await startTitiler();
  if (!server) {
    log('TiTiler is not installed: not measured');
    return undefined;
  }
  const looks = `url=${encodeURIComponent(cog)}&unscale=true&rescale=-10,75&colormap_name=turbo`;
  const paths = tiles.map((tile) => `/cog/tiles/WebMercatorQuad/${tile}.png?${looks}`);
  const { rate } = await askOnce(server, paths);
  log(`${server.name} ${figures(rate)} tiles per CPU second`);
  return { name: server.name, value: rate };
}

async function mapServer(frame: FrameFiles, tiles: string[], log: Log): Promise<Peer | undefined> {
  const server = await startMapServer(frame);
  if (!server) {
    log('MapServer is not measured: mapserv, nginx or spawn-fcgi is not installed');
    return undefined;
  }
  const { rate } = await askOnce(server, tiles.map(mapServerPath));
  log(`${server.name} ${figures(rate)} tiles per CPU second`);
  return { name: server.name, value: rate };
}
