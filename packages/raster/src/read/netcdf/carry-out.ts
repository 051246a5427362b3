import { Worker } from 'node:worker_threads';
import { DataError } from '@severe/base';
import type { Order, Outcome } from './thread.ts';

export interface Limits {
  /** Milliseconds that the thread may take. */
  timeMs?: number;
  /** Octets that the process may come to hold beyond those that it holds at the start. */
  memory?: number;
}

const lookMs = 50;
const entry = import.meta.url.endsWith('.ts') ? './thread-from-source.mjs' : './thread.js';
const thread = new URL(entry, import.meta.url);

/** A thread for one order after the other. */
export function openThread(): Worker {
  return new Worker(thread);
}

/**
 * Has an order carried out by a thread that has no other; whoever gave the thread ends it.
 *
 * @throws {DataError} `netcdf-…` when the file cannot be read, or takes too long or too much: the thread is of no more use
 */
export function carryOut(
  worker: Worker,
  order: Order,
  { timeMs = 8000, memory = 800e6 }: Limits = {},
): Promise<unknown> {
  const before = process.memoryUsage.rss();
  const deadline = performance.now() + timeMs;
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      clearInterval(look);
      worker.off('message', said).off('error', failed).off('exit', gaveUp);
      settle();
    };
    const refuse = (code: string, problem: string): void => end(() => reject(new DataError(`netcdf-${code}`, problem)));
    const look = setInterval(() => {
      if (performance.now() > deadline) refuse('too-slow', `the HDF5 library was not done with it in ${timeMs} ms`);
      else if (process.memoryUsage.rss() - before > memory)
        refuse('too-hungry', 'the HDF5 library asks for too much memory');
    }, lookMs);
    const said = (outcome: Outcome): void => {
      if ('result' in outcome) end(() => resolve(outcome.result));
      else refuse('damaged', outcome.problem);
    };
    const failed = (error: Error): void => refuse('damaged', `the HDF5 library failed: ${error.message}`);
    const gaveUp = (): void => refuse('damaged', 'the HDF5 library gave up');
    worker.on('message', said).on('error', failed).on('exit', gaveUp);
    worker.postMessage(order, []);
  });
}
