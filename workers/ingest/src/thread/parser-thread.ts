import { Worker } from 'node:worker_threads';
import { createTaskClock } from '@severe/async/task-clock';
import { watchTask } from '@severe/async/task-limits';
import { DataError } from '@severe/base';
import type { UnknownWord } from '../parse/unknown-words.ts';
import type { ParseRequest, ParseResponse } from './thread.ts';

const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './thread-from-source.mjs' : './thread.js',
  import.meta.url,
);

/** Limits of one payload. The largest real ones, tens of megabytes, need about a second and 400 MB. */
interface ParserLimits {
  processorMs: number;
  heapMb: number;
}

const defaultLimits: ParserLimits = { processorMs: 10_000, heapMb: 1024 };

/** What a parser returned, and the words that it did not know. */
interface ParseResult {
  value: unknown;
  unknownWords: UnknownWord[];
}

interface Task extends Omit<ParseRequest, 'cell'> {
  resolve: (result: ParseResult) => void;
  reject: (error: Error) => void;
}

/**
 * A thread that parses payloads one after another. A payload beyond its limits ends the thread and is refused; the next
 * one gets a new thread.
 */
export class ParserThread {
  readonly #limits: ParserLimits;
  readonly #waiting: Task[] = [];
  #worker: Worker | undefined;
  #running: Task | undefined;
  #stopWatch: (() => void) | undefined;

  constructor(limits: Partial<ParserLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
  }

  /** @throws {DataError} as the parser; `too-slow` and `too-hungry` beyond the limits */
  run(name: ParseRequest['name'], given: unknown[]): Promise<ParseResult> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ name, given, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    const task = this.#running ? undefined : this.#waiting.shift();
    if (!task) return;
    const { name, given } = task;
    const worker = (this.#worker ??= this.#start());
    const clock = createTaskClock();
    this.#running = task;
    this.#stopWatch = watchTask(clock, this.#limits, ({ code, reason }) => {
      const isSlow = code === 'too-slow';
      this.#abandon(isSlow ? new DataError(code, `the payload ${reason}`) : new Error(`the parser ${reason}`));
    });
    worker.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage({ name, given, cell: clock.cell } satisfies ParseRequest);
  }

  #start(): Worker {
    const { heapMb } = this.#limits;
    const worker = new Worker(threadFile, { resourceLimits: { maxOldGenerationSizeMb: heapMb } });
    const isCurrent = (): boolean => worker === this.#worker;
    worker.on('message', ({ value, unknownWords = [], error, code }: ParseResponse) => {
      if (!isCurrent()) return;
      worker.unref();
      this.#end(({ resolve, reject }) => {
        if (error === undefined) resolve({ value, unknownWords });
        else reject(code === undefined ? new Error(error) : new DataError(code, error));
      });
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (!isCurrent()) return;
      const hungry = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#abandon(hungry ? new DataError('too-hungry', `the payload needs more than ${heapMb} MB of memory`) : error);
    });
    worker.on('exit', () => isCurrent() && this.#abandon(new Error('the parser thread has ended')));
    return worker;
  }

  /** Ends the thread, and the task that it runs. */
  #abandon(error: Error): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
    this.#end(({ reject }) => reject(error));
  }

  #end(settle: (task: Task) => void): void {
    const task = this.#running;
    this.#stopWatch?.();
    this.#running = undefined;
    if (task) settle(task);
    this.#next();
  }
}
