import type { Log } from '@severe/base';
import { backoff, checkedConcurrency, checkedOptions, type CheckedOptions } from './options.ts';
import type { JobOptions, Queue } from './port.ts';

type Handler = (data: object) => Promise<void>;

interface Job extends CheckedOptions {
  /** JSON: a handler gets its own copy, as from another process. */
  data: string;
  failures: number;
}

/** All jobs of one name. A job is in `ready`, in `sleeping`, or running; `ids` holds the ids of all three. */
interface Line {
  name: string;
  /** In the order of becoming ready. */
  ready: Job[];
  sleeping: Map<Job, NodeJS.Timeout>;
  running: Set<Promise<void>>;
  ids: Set<string>;
  worker: { concurrency: number; handler: Handler } | undefined;
}

/** A queue in the memory of this process. Jobs are lost when the process ends. */
export function createMemoryQueue(log: Log): Queue {
  const lines = new Map<string, Line>();
  let closed = false;

  function lineOf(name: string): Line {
    let line = lines.get(name);
    if (!line) {
      line = {
        name,
        ready: [],
        sleeping: new Map(),
        running: new Set(),
        ids: new Set(),
        worker: undefined,
      };
      lines.set(name, line);
    }
    return line;
  }

  function wait(line: Line, job: Job, ms: number): void {
    if (ms === 0) return makeReady(line, job);
    const timer = setTimeout(() => {
      line.sleeping.delete(job);
      makeReady(line, job);
    }, ms);
    line.sleeping.set(job, timer);
  }

  function makeReady(line: Line, job: Job): void {
    line.ready.push(job);
    startWhatFits(line);
  }

  function startWhatFits(line: Line): void {
    if (closed) return;
    while (line.worker && line.running.size < line.worker.concurrency) {
      const job = line.ready.shift();
      if (!job) return;
      const run = runOnce(line, job, line.worker.handler).finally(() => {
        line.running.delete(run);
        startWhatFits(line);
      });
      line.running.add(run);
    }
  }

  async function runOnce(line: Line, job: Job, handler: Handler): Promise<void> {
    await Promise.resolve(); // a handler never runs during the call that adds its job
    try {
      await handler(JSON.parse(job.data) as object);
      forget(line, job);
    } catch (error) {
      job.failures++;
      const attempt = { job: line.name, attempt: job.failures, attempts: job.attempts };
      log.warn({ err: error, ...attempt }, 'a job failed');
      if (job.failures >= job.attempts || closed) forget(line, job);
      else wait(line, job, backoff(job.backoffMs, job.failures));
    }
  }

  return {
    async add<T extends object>(name: string, data: T, options?: JobOptions): Promise<void> {
      const job = { ...checkedOptions(options), data: JSON.stringify(data), failures: 0 };
      if (closed) throw new Error(`the queue is closed, and takes no ${name}`);
      const line = lineOf(name);
      if (job.id !== undefined) {
        if (line.ids.has(job.id)) return;
        line.ids.add(job.id);
      }
      wait(line, job, job.delayMs);
    },

    process(name, concurrency, handler) {
      const line = lineOf(name);
      if (line.worker) throw new Error(`jobs named ${name} have a handler already`);
      line.worker = { concurrency: checkedConcurrency(concurrency), handler: handler as Handler };
      startWhatFits(line);
    },

    async counts(name) {
      const line = lines.get(name);
      return { waiting: line ? line.ready.length + line.sleeping.size : 0, active: line?.running.size ?? 0 };
    },

    async ping() {},

    async close() {
      closed = true;
      for (const line of lines.values()) for (const timer of line.sleeping.values()) clearTimeout(timer);
      await Promise.all([...lines.values()].flatMap((line) => [...line.running]));
      lines.clear();
    },
  };
}

function forget(line: Line, job: Job): void {
  if (job.id !== undefined) line.ids.delete(job.id);
}
