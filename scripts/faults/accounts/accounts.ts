import { messageOf } from '@severe/base';
import { withFolder } from '../../support/service-process.ts';
import type { FaultSuite } from '../suite.ts';
import { missingPrograms, startCluster } from './cluster.ts';
import { forgeryPromises } from './forgery.ts';
import { guessingPromises } from './guessing.ts';
import { limitPromises } from './limits.ts';
import type { AbusePromise } from './promise.ts';
import { secretPromises } from './secrets.ts';
import { sessionPromises } from './sessions.ts';

const promises: AbusePromise[] = [
  ...sessionPromises,
  ...guessingPromises,
  ...secretPromises,
  ...forgeryPromises,
  ...limitPromises,
];

/** Abuse of accounts, against processes that share PostgreSQL and Redis. */
export const accounts: FaultSuite = {
  about: 'abuse of accounts against two API processes behind a round-robin, on PostgreSQL and Redis',
  async run(report) {
    const missing = missingPrograms();
    if (missing.length > 0) {
      for (const { promise } of promises)
        report({ promise, measured: `${missing.join(' and ')} is not installed`, state: 'skipped' });
      return;
    }
    await withFolder(async (folder) => {
      const cluster = await startCluster(folder);
      try {
        for (const { promise, measure } of promises) {
          await measure(cluster).then(
            (measured) => report({ promise, measured, state: 'kept' }),
            (error: unknown) => report({ promise, measured: messageOf(error), state: 'broken' }),
          );
        }
      } finally {
        await cluster.close();
      }
    });
  },
};
