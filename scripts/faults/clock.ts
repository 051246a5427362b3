import { publishedAfterSetBack } from './clock-set-back.ts';
import type { FaultSuite } from './suite.ts';

const hourMs = 3_600_000;

/** A clock that is set back, of the service and of its database. */
export const clock: FaultSuite = {
  about: 'a clock that is set back by two hours',
  async run(report) {
    const { jobs, published } = await publishedAfterSetBack(2 * hourMs);
    report({
      promise: 'leases and waits from before hold no job',
      measured: `${published} of ${jobs} frames published at once`,
      state: published === jobs ? 'kept' : 'broken',
    });
  },
};
