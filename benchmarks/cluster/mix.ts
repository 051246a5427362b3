import { formatStamp } from '@severe/base';
import { Dice } from '../api/world.ts';
import { zipfWeights } from '../support/statistics.ts';
import type { LoadRequest } from '../support/wrk.ts';
import { products, validTimes } from './frames.ts';

/** How many frames of each product are asked for. */
export const frameCount = 12;
/** Zoom levels, by how often maps show them; the last two are drawn on request. */
const zooms = [6, 7, 5, 8, 4, 9, 10];
const deepestStored = 8;
const shares = { conditional: 0.3, loop: 0.03, point: 0.1, list: 0.02 };

/** Requests, and how many of them are of each kind. */
export interface Mix {
  requests: LoadRequest[];
  counts: Record<string, number>;
}

/**
 * What maps ask of tile servers, seeded: products, frames and zooms by Zipf's law, all frames of a place for a loop, values at
 * points, lists of frames; three in ten with the ETag that their client has.
 *
 * @param tiles  `z/x/y` of the stored tiles that are not empty
 * @param etagOf the ETag of a path
 */
export async function mixOf(
  tiles: readonly string[],
  wanted: number,
  etagOf: (path: string) => Promise<string>,
): Promise<Mix> {
  const dice = new Dice(3);
  const stamps = validTimes(frameCount).map(formatStamp);
  const tilesAt = (zoom: number): string[] => tiles.filter((name) => name.startsWith(`${zoom}/`));
  const byZoom = new Map(Array.from({ length: deepestStored + 1 }, (_, zoom) => [zoom, tilesAt(zoom)]));
  const paths: string[] = [];
  const counts: Record<string, number> = {};
  const add = (kind: string, ...asked: string[]): void => {
    paths.push(...asked);
    counts[kind] = (counts[kind] ?? 0) + asked.length;
  };
  while (paths.length < wanted) {
    const product = products[zipf(dice, products.length)];
    const pathOf = (tile: string, stamp: string): string => `/api/v1/radar/tiles/${product}/${tile}.png?ts=${stamp}`;
    const stamp = stamps[zipf(dice, stamps.length)];
    const kind = dice.between(0, 1);
    const zoom = zooms[zipf(dice, zooms.length)];
    if (kind < shares.list) add('lists of frames', `/api/v1/radar/loop/${product}.json`);
    else if (kind < shares.list + shares.point) {
      const [lon, lat] = dice.place();
      add('values at points', `/api/v1/radar/point?lat=${lat}&lon=${lon}&product=${product}&ts=${stamp}`);
    } else {
      const tile = tileAt(zoom, byZoom, dice);
      if (dice.between(0, 1) < shares.loop) add('tiles of loops', ...stamps.map((each) => pathOf(tile, each)));
      else add(zoom > deepestStored ? 'tiles that are drawn' : 'tiles', pathOf(tile, stamp));
    }
  }
  const requests: LoadRequest[] = [];
  for (const path of paths) {
    const isKnown = dice.between(0, 1) < shares.conditional;
    requests.push({ path, headers: isKnown ? { 'If-None-Match': await etagOf(path) } : {} });
  }
  return {
    requests,
    counts: { ...counts, 'with an ETag': requests.filter(({ headers }) => 'If-None-Match' in headers).length },
  };
}

/** A rank below `count`: the first one most often, the n-th one n times less. */
function zipf(dice: Dice, count: number): number {
  let left = dice.between(0, 1);
  return Math.max(
    0,
    zipfWeights(count).findIndex((weight) => (left -= weight) < 0),
  );
}

/** A tile that has weather, or lies under one that has. */
function tileAt(zoom: number, byZoom: ReadonlyMap<number, string[]>, dice: Dice): string {
  const above = byZoom.get(Math.min(zoom, deepestStored))!;
  const [z, x, y] = dice.one(above).split('/').map(Number);
  const down = 2 ** (zoom - z);
  return [zoom, x * down + dice.whole(0, down - 1), y * down + dice.whole(0, down - 1)].join('/');
}
