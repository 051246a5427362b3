import { restartUnderLoad } from './rolling-restarts.ts';
import type { FaultSuite } from './suite.ts';

const restarts = 20;

/** Guarantee G11. */
export const stops: FaultSuite = {
  about: `${restarts} rolling restarts of two processes under load`,
  async run(report) {
    const { answered, failures, exitCodes, drained } = await restartUnderLoad({
      restarts,
      clients: 16,
      drainSeconds: 3,
    });
    report({
      promise: `no request fails in ${restarts} restarts`,
      measured: `${answered} answered, ${failures.length} failed${failures.length > 0 ? `: ${failures[0]}` : ''}`,
      state: failures.length === 0 && answered > 0 ? 'kept' : 'broken',
    });
    report({
      promise: 'every stop ends with exit code 0',
      measured: exitCodes.join(' '),
      state: exitCodes.every((code) => code === 0) ? 'kept' : 'broken',
    });
    const asked = 4 * restarts;
    report({
      promise: 'a draining process answers new connections and closes them',
      measured: `${drained.answered} of ${asked} answered, ${drained.closing} with Connection: close`,
      state: drained.answered === asked && drained.closing === asked ? 'kept' : 'broken',
    });
  },
};
