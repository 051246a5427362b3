import { expect } from 'chai';
import { createLog } from '@severe/base';
import type { StreamEvent } from '@severe/db';
import { until } from '@severe/testing/until';
import { EventLog } from '../../../src/resources/stream/event-log.ts';
import type { StreamConnection } from '../../../src/resources/stream/connection.ts';
import { StreamHub } from '../../../src/resources/stream/hub.ts';

const at = new Date('2026-05-20T22:18:05Z');
const event = (number: number, seconds = 1779315485): StreamEvent => ({
  number,
  seconds,
  source: 'radar',
  data: '{}',
  publishedAt: at,
  traceparent: null,
});

/** A hub on events that a test publishes and takes away. */
function hubOn(published: StreamEvent[], read: () => void = () => {}): StreamHub {
  return new StreamHub({
    events: {
      position: async () => published.at(-1) ?? { number: 0, seconds: 1779315485 },
      newest: async () => [...published],
      async after(number, limit) {
        read();
        return published.filter((each) => each.number > number).slice(0, limit);
      },
    },
    pubsub: { subscribe: async () => async () => {} },
    clock: () => at,
    log: createLog('silent'),
    metrics: { started() {}, cut() {}, event() {} },
  });
}

/** What a connection is told: numbers of delivered events, and the ids of others. */
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
    skipTo: ({ number }: { number: number }) => void (cursor = number),
    writeText: (text: string) => void told.push(/^id: (.*)/.exec(text)![1]),
    end: (text: string) => void told.push(/^id: (.*)/.exec(text)![1]),
  } as unknown as StreamConnection;
  return { connection, told, after };
}

describe('api/stream/hub', () => {
  it('ends a stream between the turns of a delivery with everything that its bye stands for', async () => {
    const published: StreamEvent[] = [];
    const hub = hubOn(published);
    await hub.read(undefined);
    const listeners = Array.from({ length: 250 }, listener); // more than are written to in one turn
    for (const { connection } of listeners) hub.add(connection);
    const [first, last] = [listeners[0], listeners.at(-1)!];
    first.after.delivery = () => {
      if (published.length > 0 && last.told.length === 0) queueMicrotask(() => hub.end(last.connection));
    };
    published.push(event(1));
    await until(() => last.told.length > 0);
    await hub.close();
    expect(last.told).to.deep.equal([1, '1779315485-0001']);
  });

  for (const [what, kept, isReset] of [
    ['tells clients of a loss when the database comes back without the newest events', [event(1), event(2)], true],
    ['tells them too when other events have got their numbers', [event(1), event(2), event(3, 1779315500)], true],
    ['goes on when the database comes back as it was', [event(1), event(2), event(3)], false],
    ['goes on when the events were meanwhile removed by age', [event(4)], false],
  ] as const) {
    it(what, async () => {
      const published = [event(1), event(2), event(3)];
      let fails = 0;
      let away = false;
      const hub = hubOn(published, () => {
        if (!away) return;
        fails++;
        throw new Error('away');
      });
      await hub.read(undefined);
      const { connection, told } = listener();
      hub.add(connection);
      away = true;
      await until(() => fails > 1);
      published.splice(0, 3, ...kept);
      away = false;
      const last = kept.at(-1)!;
      const next = event(last.number + 1, 1779315501);
      if (isReset) await until(() => told.length > 3);
      published.push(next);
      await until(() => told.at(-1) === next.number);
      hub.remove(connection);
      await hub.close();
      const reset = `${last.seconds}-000${last.number}`;
      const between = isReset ? [reset] : last.number > 3 ? [4] : [];
      expect(told).to.deep.equal([1, 2, 3, ...between, next.number]);
    });
  }
});
