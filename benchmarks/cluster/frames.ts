import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatStamp } from '@severe/base';
import { frameKeys, type FrameEvent, type FrameName } from '@severe/catalogue';
import { loadTime, minutesBefore } from '../api/world.ts';
import type { FrameFiles } from '../support/frame-files.ts';
import type { ClusterStores } from './stores.ts';

/** Mosaics, by how often maps show them. */
export const products = ['composite-reflectivity', 'base-reflectivity', 'echo-tops', 'vil'];
const everyMinutes = 2;

/** Times of the frames of a product, the newest first. */
export const validTimes = (count: number): Date[] =>
  Array.from({ length: count }, (_, i) => minutesBefore(loadTime, 2 + i * everyMinutes));

/** Stores frames of all products with the same two objects, each under keys of its own. */
export async function publishFrames(stores: ClusterStores, files: FrameFiles, count: number): Promise<void> {
  for (const product of products) {
    for (const validAt of validTimes(count))
      await publish(stores, files, { family: 'radar', product, runAt: null, validAt });
  }
}

async function publish({ db, platform }: ClusterStores, { folder }: FrameFiles, name: FrameName): Promise<void> {
  const keys = frameKeys(name, 'bench');
  const [tiles, values] = ['tiles.pmtiles', 'values.tif'].map((file) => readFileSync(join(folder, file)));
  await platform.objects.put(keys.tiles, tiles);
  await platform.objects.put(keys.values, values);
  await db.frames.insert({
    ...name,
    publishedAt: new Date(name.validAt.getTime() + 90_000),
    tilesKey: keys.tiles,
    tilesBytes: tiles.length,
    valuesKey: keys.values,
    valuesBytes: values.length,
    simulated: false,
  });
}

/** A new frame of a product, after all others, which nobody has heard of yet. @returns its stamp, and the event that tells of it */
export async function publishNext(
  stores: ClusterStores,
  files: FrameFiles,
  product: string,
  number: number,
): Promise<{ ts: string; event: FrameEvent }> {
  const validAt = minutesBefore(loadTime, -everyMinutes * number);
  await publish(stores, files, { family: 'radar', product, runAt: null, validAt });
  const event: FrameEvent = {
    kind: 'published',
    family: 'radar',
    product,
    runAt: null,
    validAt: validAt.toISOString(),
  };
  return { ts: formatStamp(validAt), event };
}
