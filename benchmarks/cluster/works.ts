import { formatStamp } from '@severe/base';
import { Dice } from '../api/world.ts';
import type { FrameFiles } from '../support/frame-files.ts';
import type { LoadOptions } from '../support/wrk.ts';
import { products, validTimes } from './frames.ts';
import { mixOf } from './mix.ts';

const mixedRequests = 4000;
const places = 2000;

/** What all tile servers are asked for, one after another. */
export interface ServerWork {
  name: string;
  paths: LoadOptions['paths'];
}

/** @param log what the mix consists of @param base a server that has the frames */
export async function worksOf({ tiles }: FrameFiles, base: string, log: (line: string) => void): Promise<ServerWork[]> {
  const [product] = products;
  const stamp = formatStamp(validTimes(1)[0]);
  const dice = new Dice(2);
  const points = Array.from({ length: places }, () => dice.place());
  const { requests, counts } = await mixOf(tiles, mixedRequests, async (path) => {
    const response = await fetch(base + path);
    await response.arrayBuffer();
    return response.headers.get('etag') ?? '';
  });
  const parts = Object.entries(counts).map(([kind, count]) => `${kind} ${count}`);
  log(`the mix of ${requests.length} requests: ${parts.join(', ')}`);
  return [
    { name: 'tiles in memory', paths: tiles.map((name) => `/api/v1/radar/tiles/${product}/${name}.png?ts=${stamp}`) },
    { name: 'values at points', paths: points.map(([lon, lat]) => `/api/v1/radar/point?lat=${lat}&lon=${lon}`) },
    { name: 'what maps ask', paths: requests },
  ];
}
