import { setTimeout as pause } from 'node:timers/promises';
import { createGate } from '@severe/async';

/** Sends a request when there is room, and records its result. */
export type Pace = <Result>(send: () => Promise<Result>, record: (result: Result) => Promise<void>) => Promise<Result>;

/**
 * Limits the requests that are sent and not yet recorded: if the process dies, these are repeated. A slow request makes room
 * for others, so that slow receivers do not delay fast ones. While the database takes no results, no more requests are sent.
 *
 * @param atOnce requests that are younger than `youngMs` or answered, and not recorded
 */
export function createPace(atOnce: number, youngMs: number): Pace {
  const gate = createGate('webhook requests', atOnce);
  return (send, record) =>
    new Promise((resolve, reject) => {
      void gate.run(async () => {
        const sent = send();
        const recorded = sent.then(async (result) => {
          await record(result);
          return result;
        });
        recorded.then(resolve, reject);
        const answered = new AbortController();
        const isSlow = pause(youngMs, true, { signal: answered.signal }).catch(() => false);
        void sent.catch(() => undefined).then(() => answered.abort());
        if (!(await isSlow)) await recorded.catch(() => undefined); // the caller gets the error
      });
    });
}
