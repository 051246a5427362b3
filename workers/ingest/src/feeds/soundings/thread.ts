/** Works out what profiles mean, apart from everything else: one takes a millisecond, one with thousands of levels many. */
import { parentPort, workerData } from 'node:worker_threads';
import { parametersOf } from './parameters.ts';
import type { Profile } from './row.ts';

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage((workerData as Profile[]).map(parametersOf));
