import { silentLog } from '@severe/base';
import { traced } from '@severe/tracing';
import { recordSpans, type RecordedSpans } from '@severe/tracing/testing/recorded-spans';
import { until } from '@severe/testing/until';
import { expect } from 'chai';
import { carryTrace } from '../../src/queue/carry-trace.ts';
import { createMemoryQueue } from '../../src/queue/memory.ts';
import type { Queue } from '../../src/queue/port.ts';
import { queueContract } from './contract.ts';

describe('platform/queue/carry-trace', () => {
  describe('fulfils the contract', () => queueContract(async () => carryTrace(createMemoryQueue(silentLog))));

  describe('with an SDK', () => {
    let spans: RecordedSpans;
    let queue: Queue;
    beforeEach(() => {
      spans = recordSpans();
      queue = carryTrace(createMemoryQueue(silentLog));
    });
    afterEach(async () => {
      await queue.close();
      await spans.close();
    });

    it('runs a job in the trace of what added it, and gives it only its own data', async () => {
      const got: object[] = [];
      queue.process('job', 1, (data) => traced('job', {}, async () => void got.push(data)));
      await traced('caller', {}, () => queue.add('job', { n: 1 }));
      await queue.add('job', { n: 2 });
      await until(() => got.length === 2);
      expect(got).to.deep.equal([{ n: 1 }, { n: 2 }]);
      const [first, second] = spans.named('job');
      expect(spans.pathOf(first)).to.deep.equal(['job', 'caller']);
      expect(second.parentSpanContext).to.equal(undefined);
    });
  });
});
