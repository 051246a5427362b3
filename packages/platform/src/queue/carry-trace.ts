import { continueTrace, currentTraceparent, type Traceparent } from '@severe/tracing';
import type { Queue } from './port.ts';

/** Member that is added to the data of a job. */
interface Carried {
  traceparent?: Traceparent;
}

/** A queue whose jobs carry the trace of the caller to their handler. A job without one is of no trace. */
export function carryTrace(queue: Queue): Queue {
  return {
    ...queue,
    add(name, data, options) {
      const traceparent = currentTraceparent();
      return queue.add(name, traceparent === null ? data : { ...data, traceparent }, options);
    },
    process<T extends object>(name: string, concurrency: number, handler: (data: T) => Promise<void>) {
      queue.process<T & Carried>(name, concurrency, ({ traceparent = null, ...data }) =>
        continueTrace(traceparent, () => handler(data as T)),
      );
    },
  };
}
