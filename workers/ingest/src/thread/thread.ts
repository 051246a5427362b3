/** Reads what is large apart from everything else, one payload after another. */
import { parentPort } from 'node:worker_threads';
import { DataError, messageOf } from '@severe/base';
import type { Answer, Question } from './parse-in-thread.ts';
import { parsers } from './parsers.ts';

parentPort?.on('message', ({ id, name, given }: Question) => void answer(id, name, given));

async function answer(id: number, name: Question['name'], given: unknown[]): Promise<void> {
  try {
    const parse = parsers[name] as (...values: unknown[]) => unknown;
    send({ id, value: await parse(...given) });
  } catch (error) {
    send({ id, error: messageOf(error), ...(error instanceof DataError ? { code: error.code } : {}) });
  }
}

function send(said: Answer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(said);
}
