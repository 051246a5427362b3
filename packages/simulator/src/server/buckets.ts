import { freeWhenIdle, memoizeBytes, type BytesOf } from '@severe/async';
import { modelIds, models } from '@severe/catalogue';
import { createSatelliteRenderer, satellites } from '../satellite/renderer.ts';
import type { Bucket } from './bucket.ts';
import { modelBucket } from './model-bucket.ts';
import { radarBucket } from './radar-bucket.ts';
import { satelliteBucket } from './satellite-bucket.ts';
import { volumeBuckets } from './volume-buckets.ts';

/** Size of the file cache, bytes: a satellite image and some others. The service requests a file once. */
const cacheBytes = 32 * 2 ** 20;
/** Size of the volume cache, bytes. Volumes have their own, since each is requested in many chunks. */
const volumeCacheBytes = 16 * 2 ** 20;
/** Files are made in groups. To make one takes up to 200 MB. */
const idleMs = 10_000;

/**
 * All simulated hosts that are buckets.
 *
 * @param repeatFrom   start of the period whose values all large files have; default: each file has its own
 * @param everyRadarAs as of `volumeBuckets`
 */
export function openBuckets(
  seed: number,
  backlogMs: number,
  repeatFrom?: number,
  everyRadarAs?: readonly string[],
): Bucket[] {
  const working = freeWhenIdle(idleMs);
  const cacheOf = (bytes: number): BytesOf => {
    const cached = memoizeBytes(bytes);
    return (key, make) =>
      cached(key, () => {
        working();
        return make();
      });
  };
  const cache = cacheOf(cacheBytes);
  const renderer = createSatelliteRenderer(seed);
  return [
    radarBucket(seed, backlogMs, cache, repeatFrom),
    ...modelIds.map((id) => modelBucket(models[id], seed, cache, repeatFrom)),
    ...volumeBuckets(seed, backlogMs, cacheOf(volumeCacheBytes), repeatFrom, everyRadarAs),
    ...satellites.map((satellite) => satelliteBucket(seed, backlogMs, cache, renderer, satellite, repeatFrom)),
  ];
}
