import { openSatelliteStudio, satellites } from '../satellite/studio.ts';
import type { Bucket } from './bucket.ts';
import { ByteCache } from './byte-cache.ts';
import { modelBucket } from './model-bucket.ts';
import { radarBucket } from './radar-bucket.ts';
import { satelliteBucket } from './satellite-bucket.ts';
import { volumeBuckets } from './volume-buckets.ts';

/** Memory for files that were made. */
const cacheBytes = 64 * 2 ** 20;
/** And for volumes, which are asked for in chunks: to make one again for each would be too slow. */
const volumeCacheBytes = 48 * 2 ** 20;

/** Every host that is a bucket. */
export function openBuckets(seed: number, backlogMs: number): Bucket[] {
  const cache = new ByteCache(cacheBytes);
  const studio = openSatelliteStudio(seed);
  return [
    radarBucket(seed, backlogMs, cache),
    modelBucket(seed, cache),
    ...volumeBuckets(seed, backlogMs, new ByteCache(volumeCacheBytes)),
    ...satellites.map((satellite) => satelliteBucket(seed, backlogMs, cache, studio, satellite)),
  ];
}
