import { createGate } from '@severe/async';
import { reportOf, type Outcome } from '@severe/async/outcome';
import { TaskLimitError } from '@severe/async/task-limits';
import { moduleBeside, TaskPool } from '@severe/async/task-pool';
import { DataError } from '@severe/base';
import { largeLength } from './large-texts.ts';
import type { ParseRequest, ParseResult } from './thread.ts';

/** Limits of one payload. The largest real ones, tens of megabytes, need about a second and 400 MB. */
interface ParserLimits {
  processorMs: number;
  heapMb: number;
}

const defaultLimits: ParserLimits = { processorMs: 10_000, heapMb: 1024 };

/**
 * A thread that parses payloads one after another. A payload beyond its limits ends the thread and is refused; the next
 * one gets a new thread.
 */
export class ParserThread {
  readonly #limits: ParserLimits;
  readonly #pool: TaskPool;
  /** The pool gives tasks that wait for a starting thread to it in another order. */
  readonly #turns = createGate(1);

  constructor(limits: Partial<ParserLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
    this.#pool = new TaskPool({
      module: moduleBeside(import.meta.url, 'thread'),
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb },
    });
  }

  /** @throws {DataError} as the parser; `too-slow` and `too-hungry` beyond the limits */
  run(name: ParseRequest['name'], given: unknown[]): Promise<ParseResult> {
    return this.#turns.run(() => this.#parse(name, given));
  }

  async #parse(name: ParseRequest['name'], given: unknown[]): Promise<ParseResult> {
    const { processorMs, heapMb } = this.#limits;
    try {
      const request: Omit<ParseRequest, 'cell'> = { name, given };
      const options = { limits: { processorMs }, memory: given.flatMap(ownMemory) };
      return reportOf(await this.#pool.run<Outcome<ParseResult>>(request, options));
    } catch (cause) {
      if (cause instanceof TaskLimitError) {
        const isSlow = cause.code === 'too-slow';
        throw isSlow
          ? new DataError(cause.code, `the payload ${cause.reason}`, { cause })
          : new Error(`the parser ${cause.reason}`, { cause });
      }
      if ((cause as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new DataError('too-hungry', `the payload needs more than ${heapMb} MB of memory`, { cause });
      throw cause;
    }
  }
}

/** The memory of a large body, where nothing else is in it. */
function ownMemory(value: unknown): ArrayBuffer[] {
  if (!(value instanceof Uint8Array) || value.length <= largeLength) return [];
  const { buffer, length } = value;
  return buffer instanceof ArrayBuffer && buffer.byteLength === length ? [buffer] : [];
}
