import { memoizeBytes } from '@severe/async';
import { createSatelliteRenderer, satellites } from '../satellite/renderer.ts';
import type { Bucket } from './bucket.ts';
import { modelBucket } from './model-bucket.ts';
import { radarBucket } from './radar-bucket.ts';
import { satelliteBucket } from './satellite-bucket.ts';
import { volumeBuckets } from './volume-buckets.ts';

/** Size of the file cache, bytes. */
const cacheBytes = 64 * 2 ** 20;
/** Size of the volume cache, bytes. Volumes have their own, since each is requested in many chunks. */
const volumeCacheBytes = 48 * 2 ** 20;

/** All simulated hosts that are buckets. */
export function openBuckets(seed: number, backlogMs: number): Bucket[] {
  const cache = memoizeBytes(cacheBytes);
  const renderer = createSatelliteRenderer(seed);
  return [
    radarBucket(seed, backlogMs, cache),
    modelBucket(seed, cache),
    ...volumeBuckets(seed, backlogMs, memoizeBytes(volumeCacheBytes)),
    ...satellites.map((satellite) => satelliteBucket(seed, backlogMs, cache, renderer, satellite)),
  ];
}
