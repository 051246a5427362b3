/** The parser thread: parses large payloads, one after another. */
import { parentPort } from 'node:worker_threads';
import { DataError, messageOf } from '@severe/base';
import type { ParseResponse, ParseRequest } from './parse-in-thread.ts';
import { parsers } from './parsers.ts';

parentPort?.on('message', ({ id, name, given }: ParseRequest) => void respond(id, name, given));

async function respond(id: number, name: ParseRequest['name'], given: unknown[]): Promise<void> {
  try {
    const parse = parsers[name] as (...values: unknown[]) => unknown;
    send({ id, value: await parse(...given) });
  } catch (error) {
    send({ id, error: messageOf(error), ...(error instanceof DataError ? { code: error.code } : {}) });
  }
}

function send(response: ParseResponse): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(response);
}
