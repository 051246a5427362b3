import { UpstreamError } from '@severe/base';
import type { Frame } from '@severe/db';
import type { Objects } from '@severe/platform';
import { BlockCache, openRemoteValues, type Reading, type RemoteValues } from '@severe/raster/values';
import { LRUCache } from 'lru-cache';
import { createGate } from '../../shared/gate.ts';

/** Reads single values of frames out of the object store. */
export interface PointValues {
  /**
   * What the cell nearest to a point says.
   *
   * @throws {UpstreamError} the store is away, or the frame has just been removed
   * @throws {DataError} the object is not a value file of ours
   */
  at(frame: Frame, lon: number, lat: number): Promise<Reading>;
  counts(): { bytes: number; entries: number };
}

/** Files whose headers are kept: a few runs of all variables. A header is a few kilobytes. */
const openFiles = 2048;
/** Reads from the store at once, for the whole process. A block that has come is unpacked here, in half a millisecond. */
const readsAtOnce = 8;

/**
 * Value files that stay in the store: a model run is a few hundred of them, and a point forecast wants one block out of
 * each. Headers and unpacked blocks are kept, so the next point near by costs no read at all.
 *
 * @param maxBytes memory for unpacked blocks
 */
export function createPointValues(objects: Pick<Objects, 'getRange'>, maxBytes: number): PointValues {
  const cache = new BlockCache(maxBytes);
  const reads = createGate('object_store', readsAtOnce);
  const files = new LRUCache<string, Promise<RemoteValues>>({
    max: openFiles,
    dispose: (file) => void file.then((values) => values.forget()).catch(() => undefined), // it told whoever opened it
  });

  const read = (key: string, start: number, length: number): Promise<Uint8Array> =>
    reads.run(async () => {
      const bytes = await objects.getRange(key, start, length);
      if (!bytes)
        throw new UpstreamError('object_store', `there is no object ${key} any more`, { retryAfterSeconds: 1 });
      return bytes;
    });
  const open = (key: string): Promise<RemoteValues> => {
    const known = files.get(key);
    if (known) return known;
    const opening = openRemoteValues((start, length) => read(key, start, length), { cache });
    files.set(key, opening);
    opening.catch(() => files.delete(key)); // a file that could not be opened is tried again
    return opening;
  };

  return {
    at: async ({ valuesKey }, lon, lat) => (await open(valuesKey)).at(lon, lat),
    counts: () => ({ bytes: cache.bytes, entries: files.size }),
  };
}
