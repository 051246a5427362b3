import { UpstreamError } from '@severe/base';
import { frameKeys, type FrameFamily } from '@severe/catalogue';
import type { Objects } from '@severe/platform';
import type { Failpoint } from './failpoint.ts';
import type { Made, RenderJob } from './job.ts';
import { makeGrid } from './make-grid.ts';
import { makeVolume } from './make-volume.ts';
import { openRaw, type Raw } from './raw.ts';

/** What was made and stored. `tilesKey` is null for a product that has no tiles. */
export interface FrameReport {
  tilesKey: string | null;
  tilesBytes: number;
  valuesKey: string;
  valuesBytes: number;
  /** How many tiles hold something. */
  tiles: number;
}

/**
 * A provider's file becomes the two objects of a frame: read its values, draw its tiles, store both, and see that the
 * store has what it was given. Nobody sees the objects until a row names them.
 *
 * @throws {DataError} when the file is missing, unreadable, of another place, or without any data
 * @throws {UpstreamError} when the store is away, or gives back something else
 */
export async function renderFrame(
  job: RenderJob,
  objects: Objects,
  failpoint: Failpoint = () => undefined,
): Promise<FrameReport> {
  const make = makers[job.family];
  const { values, drawn } = await make(job, await openRaw(job.rawKey, objects));

  const keys = frameKeys(job, job.build);
  failpoint('raster.before-tiles');
  if (drawn) await store(objects, keys.tiles, drawn.tiles, 'application/vnd.pmtiles');
  failpoint('raster.after-tiles');
  await store(objects, keys.values, values, 'image/tiff; application=geotiff; profile=cloud-optimized');
  failpoint('raster.after-values');
  return {
    tilesKey: drawn ? keys.tiles : null,
    tilesBytes: drawn?.tiles.length ?? 0,
    valuesKey: keys.values,
    valuesBytes: values.length,
    tiles: drawn?.perZoom.reduce((sum, count) => sum + count, 0) ?? 0,
  };
}

const makers: Record<FrameFamily, (job: RenderJob, raw: Raw) => Made | Promise<Made>> = {
  radar: makeGrid,
  satellite: makeGrid,
  hrrr: makeGrid,
  nexrad: makeVolume,
};

/** Puts an object, and reads it back: a frame is announced on the strength of what the store has, not of what it said. */
async function store(objects: Objects, key: string, body: Uint8Array, type: string): Promise<void> {
  await objects.put(key, body, { type });
  const stored = await objects.get(key);
  if (!stored || Buffer.compare(stored, body) !== 0) {
    const found = stored ? `${stored.length} other bytes` : 'nothing';
    throw new UpstreamError('object store', `${key} was put with ${body.length} bytes and reads back as ${found}`);
  }
}
