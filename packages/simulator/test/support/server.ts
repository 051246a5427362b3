// The parts of the simulated server, for whole-service tests and benchmarks.
export { type Bucket, type Contents, type StoredObject } from '../../src/server/bucket.ts';
export { forward } from '../../src/server/proxy.ts';
export { hostHandler } from '../../src/server/handler.ts';
export { modelBucket } from '../../src/server/model-bucket.ts';
export { pageHosts } from '../../src/server/page-hosts.ts';
export { radarBucket } from '../../src/server/radar-bucket.ts';
export { satelliteBucket } from '../../src/server/satellite-bucket.ts';
export { volumeBuckets } from '../../src/server/volume-buckets.ts';
