import type { Log } from '@severe/base';
import { continueTrace, currentTraceparent, type Traceparent } from '@severe/tracing';
import { checkedConcurrency, delayOf } from './options.ts';
import type { Queue } from './port.ts';

interface Call {
  id: string | undefined;
  /** Trace of the caller. */
  traceparent: Traceparent;
}

/** All calls of one name. A call is in `ready`, in `sleeping`, or running; `ids` holds the ids of all three. */
interface Line {
  name: string;
  /** In the order of becoming ready. */
  ready: Call[];
  sleeping: Map<Call, NodeJS.Timeout>;
  running: Set<Promise<void>>;
  ids: Set<string>;
  worker: { concurrency: number; work: () => Promise<void> } | undefined;
}

/** A queue in the memory of this process. Calls are lost when the process ends. */
export function createMemoryQueue(log: Log): Queue {
  const lines = new Map<string, Line>();
  let closed = false;

  function lineOf(name: string): Line {
    let line = lines.get(name);
    if (!line) {
      line = { name, ready: [], sleeping: new Map(), running: new Set(), ids: new Set(), worker: undefined };
      lines.set(name, line);
    }
    return line;
  }

  function makeReady(line: Line, call: Call): void {
    line.sleeping.delete(call);
    line.ready.push(call);
    startWhatFits(line);
  }

  function startWhatFits(line: Line): void {
    if (closed) return;
    while (line.worker && line.running.size < line.worker.concurrency) {
      const call = line.ready.shift();
      if (!call) return;
      const run = runOnce(line, call, line.worker.work).finally(() => {
        line.running.delete(run);
        startWhatFits(line);
      });
      line.running.add(run);
    }
  }

  async function runOnce({ name, ids }: Line, { id, traceparent }: Call, work: () => Promise<void>): Promise<void> {
    await Promise.resolve(); // work never runs during the call
    try {
      await continueTrace(traceparent, work);
    } catch (error) {
      log.warn({ err: error, job: name }, 'a job failed');
    }
    if (id !== undefined) ids.delete(id);
  }

  return {
    async wake(name, options = {}) {
      const delayMs = delayOf(options);
      if (closed) return log.debug({ job: name }, 'the queue is closed, and wakes nobody');
      const line = lineOf(name);
      const { id } = options;
      if (id !== undefined) {
        if (line.ids.has(id)) return;
        line.ids.add(id);
      }
      const call = { id, traceparent: currentTraceparent() };
      if (delayMs === 0) makeReady(line, call);
      else
        line.sleeping.set(
          call,
          setTimeout(() => makeReady(line, call), delayMs),
        );
    },

    onWake(name, concurrency, work) {
      const line = lineOf(name);
      if (line.worker) throw new Error(`${name} has a worker already`);
      line.worker = { concurrency: checkedConcurrency(concurrency), work };
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
