export { ByteCache, type ByteCacheCounts, type ByteCacheOptions, type Sized } from './byte-cache.ts';
export { dayMs, hourMs, minuteMs } from './durations.ts';
export { createGate, type Gate } from './gate.ts';
export { inParallel } from './in-parallel.ts';
export { memoizeBytes, type BytesOf } from './memoize-bytes.ts';
export { memoize } from './memoize.ts';
export { SharedTask } from './shared-task.ts';
export { startTimer, type Timer } from './timer.ts';
export { withTimeout } from './with-timeout.ts';
