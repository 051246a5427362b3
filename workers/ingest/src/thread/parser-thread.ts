import { createGate } from '@severe/async';
import { reportOf, type Outcome } from '@severe/async/outcome';
import { runLimited, TaskLimitError } from '@severe/async/task-limits';
import { DataError } from '@severe/base';
import { Piscina } from 'piscina';
import type { ParseRequest, ParseResult } from './thread.ts';

/** The thread's file, beside this one in source and build. */
const threadFile = new URL(`./thread${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url).href;

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
  readonly #pool: Piscina;
  /** Piscina gives tasks that wait for a starting thread to it in another order. */
  readonly #turns = createGate(1);

  constructor(limits: Partial<ParserLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
    this.#pool = new Piscina({
      filename: threadFile,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: Infinity,
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb },
    });
    this.#pool.on('error', () => {}); // of an idle thread: the next payload gets another one
  }

  /** @throws {DataError} as the parser; `too-slow` and `too-hungry` beyond the limits */
  run(name: ParseRequest['name'], given: unknown[]): Promise<ParseResult> {
    return this.#turns.run(() => this.#parse(name, given));
  }

  async #parse(name: ParseRequest['name'], given: unknown[]): Promise<ParseResult> {
    const { processorMs, heapMb } = this.#limits;
    try {
      const outcome = await runLimited<Outcome<ParseResult>>({ processorMs }, (cell, signal) =>
        this.#pool.run({ name, given, cell } satisfies ParseRequest, { signal }),
      );
      return reportOf(outcome);
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
