/** The parser thread: parses payloads, one after another. */
import { parentPort } from 'node:worker_threads';
import { startTaskClock } from '@severe/async/task-clock';
import { DataError, messageOf } from '@severe/base';
import { collectingUnknownWords, type UnknownWord } from '../parse/unknown-words.ts';
import { parsers, type Parsers } from './parsers.ts';

/** A request to the thread. */
export interface ParseRequest {
  name: keyof Parsers;
  given: unknown[];
  /** Of the task's clock. */
  cell: SharedArrayBuffer;
}

/** The response: a value, or an error, with its code if the payload is invalid. */
export interface ParseResponse {
  value?: unknown;
  unknownWords?: UnknownWord[];
  error?: string;
  code?: string;
}

parentPort?.on('message', (request: ParseRequest) => void respond(request));

async function respond({ name, given, cell }: ParseRequest): Promise<void> {
  startTaskClock(cell);
  try {
    const parse = parsers[name] as (...values: unknown[]) => unknown;
    const { result, unknownWords } = await collectingUnknownWords(() => parse(...given));
    send({ value: result, unknownWords });
  } catch (error) {
    send({ error: messageOf(error), ...(error instanceof DataError ? { code: error.code } : {}) });
  }
}

function send(response: ParseResponse): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(response);
}
