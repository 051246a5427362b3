import { messageOf, type Log } from '@severe/base';
import { channels, type DataEvent } from '@severe/catalogue';
import type { DataSet, DataSets } from '@severe/db';
import type { Pubsub } from '@severe/platform';

/** How old a version may be that was not heard of: an event that is missed costs no more than that. */
const keepMs = 1000;

/** The versions of all data sets, a moment old at most. */
export interface DataVersions {
  /** @throws {UpstreamError} while the database is away */
  current(): Promise<Map<string, DataSet>>;
  close(): Promise<void>;
}

/** Reads versions at most once a second, and at once after a change was announced. */
export function followDataVersions(dataSets: DataSets, pubsub: Pubsub, log: Log): DataVersions {
  let known: { versions: Map<string, DataSet>; until: number } | undefined;
  let reading: Promise<Map<string, DataSet>> | undefined;

  async function read(): Promise<Map<string, DataSet>> {
    const startedAt = performance.now();
    const versions = new Map((await dataSets.all()).map((dataSet) => [dataSet.name, dataSet]));
    known = { versions, until: startedAt + keepMs };
    return versions;
  }

  const subscribed = pubsub
    .subscribe<DataEvent>(channels.data, () => {
      known = undefined;
      reading = undefined; // what is being read may have been there before the change
    })
    .catch((error: unknown) => {
      log.warn({ reason: messageOf(error) }, 'changes of data will be noticed a second late');
      return async () => {};
    });

  return {
    current() {
      if (known && performance.now() < known.until) return Promise.resolve(known.versions);
      if (reading) return reading;
      const mine = read().finally(() => {
        if (reading === mine) reading = undefined;
      });
      return (reading = mine);
    },
    async close() {
      await (
        await subscribed
      )();
    },
  };
}
