import { messageOf, type Log } from '@severe/base';
import { channels, type DataEvent } from '@severe/catalogue';
import type { DataSet, DataSets } from '@severe/db';
import type { Pubsub } from '@severe/platform';

/** How old a version may be that was not heard of: an event that is missed costs no more than that. */
const keepMs = 1000;
/** After so long they are read again in the background, so that nobody has to wait. */
const renewMs = 500;

type Versions = Map<string, DataSet>;

/** The versions of all data sets, a moment old at most. */
export interface DataVersions {
  /** @throws {UpstreamError} while the database is away */
  current(): Promise<Versions>;
  /** The same where it need not be waited for; another object after each reading. */
  known(): Versions | undefined;
  close(): Promise<void>;
}

/** Reads versions at most twice a second while they are asked for, and at once after a change was announced. */
export function followDataVersions(dataSets: DataSets, pubsub: Pubsub, log: Log): DataVersions {
  let read: { versions: Versions; at: number } | undefined;
  let reading: Promise<Versions> | undefined;

  function renew(): Promise<Versions> {
    const at = performance.now();
    const mine = dataSets
      .all()
      .then((all) => {
        const versions = new Map(all.map((dataSet) => [dataSet.name, dataSet]));
        if (reading === mine) read = { versions, at };
        return versions;
      })
      .finally(() => {
        if (reading === mine) reading = undefined;
      });
    return (reading = mine);
  }

  function known(): Versions | undefined {
    const age = read ? performance.now() - read.at : Infinity;
    if (!read || age >= keepMs) return undefined;
    if (age >= renewMs && !reading) renew().catch(() => {}); // who comes after `keepMs` hears what is wrong
    return read.versions;
  }

  const subscribed = pubsub
    .subscribe<DataEvent>(channels.data, () => {
      read = undefined;
      reading = undefined; // what is being read may have been there before the change
    })
    .catch((error: unknown) => {
      log.warn({ reason: messageOf(error) }, 'changes of data will be noticed a second late');
      return async () => {};
    });

  return {
    async current() {
      return known() ?? reading ?? renew();
    },
    known,
    async close() {
      await (
        await subscribed
      )();
    },
  };
}
