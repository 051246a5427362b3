import { channels } from '@severe/catalogue';
import { startEdge } from '../../scripts/support/edge.ts';
import type { FrameFiles } from '../support/frame-files.ts';
import { quantilesOf } from '../support/statistics.ts';
import { products, publishNext } from './frames.ts';
import type { ClusterStores } from './stores.ts';
import { cpuOf, type ClusterProcess } from './tile-servers.ts';

const maps = 400;
/** Tiles in sight of a map: all maps look at the same storms. */
const tilesOfMap = 20;

/** All maps ask for a new frame at the same time, through the router. */
export interface Stampede {
  requests: number;
  /** How many of them the tile servers had to answer. */
  reached: number;
  tiles: number;
  p99Ms: number;
  longestMs: number;
  serverCpuMs: number;
}

/** @param number of the stampede: each has a frame of its own */
export async function stampedeOn(
  stores: ClusterStores,
  files: FrameFiles,
  servers: readonly ClusterProcess[],
  number: number,
): Promise<Stampede> {
  const hosts = servers.map(({ base }) => new URL(base).host);
  const edge = await startEdge({ api: hosts, tiles: hosts });
  try {
    const [product] = products;
    const tiles = files.tiles.filter((name) => name.startsWith('6/')).slice(0, tilesOfMap);
    const { ts, event } = await publishNext(stores, files, product, number);
    const [cpu, before] = [cpuOf(servers), await requestsOf(servers)];
    await stores.platform.pubsub.announce(channels.frames, event);
    const waits = await Promise.all(
      Array.from({ length: maps }, () =>
        askAll(tiles.map((name) => `${edge.url}/api/v1/radar/tiles/${product}/${name}.png?ts=${ts}`)),
      ),
    );
    const at = quantilesOf(waits.flat());
    return {
      requests: maps * tiles.length,
      reached: (await requestsOf(servers)) - before,
      tiles: tiles.length,
      p99Ms: at(0.99),
      longestMs: at(1),
      serverCpuMs: 1000 * (cpuOf(servers) - cpu),
    };
  } finally {
    await edge.close();
  }
}

/** @returns the time of each answer, in milliseconds @throws {Error} one is not a tile */
async function askAll(urls: readonly string[]): Promise<number[]> {
  const waits: number[] = [];
  for (const url of urls) {
    const askedAt = performance.now();
    const response = await fetch(url);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url} gave ${response.status}`);
    waits.push(performance.now() - askedAt);
  }
  return waits;
}

/** Requests for tiles that servers have answered since their start. */
async function requestsOf(servers: readonly ClusterProcess[]): Promise<number> {
  const texts = await Promise.all(servers.map(async ({ opsUrl }) => (await fetch(`${opsUrl}/metrics`)).text()));
  const samples = texts.flatMap((text) => [...text.matchAll(/^severe_http_requests_total\{.*\/tiles\/.*\} (\d+)$/gm)]);
  return samples.reduce((sum, [, count]) => sum + Number(count), 0);
}
