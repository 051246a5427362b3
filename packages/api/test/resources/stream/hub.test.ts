import { expect } from 'chai';
import { createLog } from '@severe/base';
import type { StreamEvent } from '@severe/db';
import { until } from '@severe/testing/until';
import { EventLog } from '../../../src/resources/stream/event-log.ts';
import type { StreamConnection } from '../../../src/resources/stream/connection.ts';
import { StreamHub } from '../../../src/resources/stream/hub.ts';

const at = new Date('2026-05-20T22:18:05Z');
const event = { number: 1, seconds: 1779315485, source: 'radar', data: '{}', publishedAt: at, traceparent: null };

/** What a connection is told: numbers of delivered events, and the id of its `bye`. */
function listener() {
  const told: (number | string)[] = [];
  let cursor = 0;
  const after = { delivery: () => {} };
  const connection = {
    ended: false,
    deliver(log: EventLog) {
      told.push(...log.after(cursor).map(({ number }) => number));
      cursor = log.position.number;
      after.delivery();
    },
    end: (text: string) => void told.push(/^id: (.*)/.exec(text)![1]),
  } as unknown as StreamConnection;
  return { connection, told, after };
}

describe('api/stream/hub', () => {
  it('ends a stream between the turns of a delivery with everything that its bye stands for', async () => {
    const published: StreamEvent[] = [];
    const hub = new StreamHub({
      events: {
        position: async () => ({ number: 0, seconds: event.seconds }),
        newest: async () => [],
        after: async (number) => published.filter((each) => each.number > number),
      },
      pubsub: { subscribe: async () => async () => {} },
      clock: () => at,
      log: createLog('silent'),
      metrics: { started() {}, cut() {}, event() {} },
    });
    await hub.read(undefined);
    const listeners = Array.from({ length: 250 }, listener); // more than are written to in one turn
    for (const { connection } of listeners) hub.add(connection);
    const [first, last] = [listeners[0], listeners.at(-1)!];
    first.after.delivery = () => {
      if (published.length > 0 && last.told.length === 0) queueMicrotask(() => hub.end(last.connection));
    };
    published.push(event);
    await until(() => last.told.length > 0);
    await hub.close();
    expect(last.told).to.deep.equal([1, '1779315485-0001']);
  });
});
