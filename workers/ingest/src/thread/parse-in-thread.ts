import { Worker } from 'node:worker_threads';
import { DataError } from '@severe/base';
import type { Parsers } from './parsers.ts';

/** A request to the thread. */
export interface ParseRequest {
  id: number;
  name: keyof Parsers;
  given: unknown[];
}

/** The response: a value, or an error, with its code if the payload is invalid. */
export interface ParseResponse {
  id: number;
  value?: unknown;
  error?: string;
  code?: string;
}

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './thread-from-source.mjs' : './thread.js',
  import.meta.url,
);

let thread: Worker | undefined;
const waiting = new Map<number, Waiting>();
let lastId = 0;

/**
 * Parses a payload in a thread, which is reused and does not keep the process alive.
 *
 * @throws {DataError} as the parser
 */
export function parseInThread<Name extends keyof Parsers>(
  name: Name,
  ...given: Parameters<Parsers[Name]>
): Promise<Awaited<ReturnType<Parsers[Name]>>> {
  const worker = (thread ??= start());
  return new Promise((resolve, reject) => {
    const request: ParseRequest = { id: ++lastId, name, given };
    waiting.set(request.id, { resolve: resolve as Waiting['resolve'], reject });
    worker.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(request);
  });
}

function start(): Worker {
  const worker = new Worker(threadFile);
  let reason: Error | undefined;
  worker.on('message', ({ id, value, error, code }: ParseResponse) => {
    const { resolve, reject } = waiting.get(id)!;
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
    if (error === undefined) resolve(value);
    else reject(code === undefined ? new Error(error) : new DataError(code, error));
  });
  worker.on('error', (error) => (reason = error));
  worker.on('exit', () => {
    thread = undefined;
    for (const { reject } of waiting.values()) reject(reason ?? new Error('the parser thread has ended'));
    waiting.clear();
  });
  return worker;
}
