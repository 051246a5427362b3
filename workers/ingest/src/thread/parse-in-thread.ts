import { Worker } from 'node:worker_threads';
import { DataError } from '@severe/base';
import type { Parsers } from './parsers.ts';

/** What the thread is asked. */
export interface Question {
  id: number;
  name: keyof Parsers;
  given: unknown[];
}

/** What it answers: a value, or an error, with its code where the payload is to blame. */
export interface Answer {
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
let asked = 0;

/**
 * What a parser makes of a payload, from a thread that is kept for the next; it holds up no end of the process.
 *
 * @throws {DataError} as the parser
 */
export function parseInThread<Name extends keyof Parsers>(
  name: Name,
  ...given: Parameters<Parsers[Name]>
): Promise<Awaited<ReturnType<Parsers[Name]>>> {
  const worker = (thread ??= begin());
  return new Promise((resolve, reject) => {
    const question: Question = { id: ++asked, name, given };
    waiting.set(question.id, { resolve: resolve as Waiting['resolve'], reject });
    worker.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(question);
  });
}

function begin(): Worker {
  const worker = new Worker(threadFile);
  let reason: Error | undefined;
  worker.on('message', ({ id, value, error, code }: Answer) => {
    const { resolve, reject } = waiting.get(id)!;
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
    if (error === undefined) resolve(value);
    else reject(code === undefined ? new Error(error) : new DataError(code, error));
  });
  worker.on('error', (error) => (reason = error));
  worker.on('exit', () => {
    thread = undefined;
    for (const { reject } of waiting.values()) reject(reason ?? new Error('the thread that parses has ended'));
    waiting.clear();
  });
  return worker;
}
