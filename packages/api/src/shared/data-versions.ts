import { messageOf, type Log } from '@severe/base';
import { channels, type DataEvent } from '@severe/catalogue';
import type { DataSet, DataSets } from '@severe/db';
import type { Pubsub } from '@severe/platform';

/** Maximum age of the cached versions. It limits the effect of a missed event. */
const maxAgeMs = 1000;
/** Age after which the versions are refreshed in the background, so that no request waits. */
const refreshAfterMs = 500;

type Versions = Map<string, DataSet>;

/** Versions of all data sets, at most one second old. */
export interface DataVersions {
  /** @throws {UpstreamError} if the database is unavailable */
  current(): Promise<Versions>;
  /** The cached versions, if they are recent. Every refresh returns a new object. */
  cached(): Versions | undefined;
  /** Reads the versions again before the next use. */
  forget(): void;
  close(): Promise<void>;
}

/**
 * Caches the versions of the data sets. Refreshes them at most twice a second while they are used, and at once after a
 * change event.
 */
export function followDataVersions(dataSets: DataSets, pubsub: Pubsub, log: Log): DataVersions {
  let read: { versions: Versions; at: number } | undefined;
  let reading: Promise<Versions> | undefined;

  function refresh(): Promise<Versions> {
    const at = performance.now();
    const run = dataSets
      .all()
      .then((all) => {
        const versions = new Map(all.map((dataSet) => [dataSet.name, dataSet]));
        if (reading === run) read = { versions, at };
        return versions;
      })
      .finally(() => {
        if (reading === run) reading = undefined;
      });
    return (reading = run);
  }

  function cached(): Versions | undefined {
    const age = read ? performance.now() - read.at : Infinity;
    if (!read || age >= maxAgeMs) return undefined;
    if (age >= refreshAfterMs && !reading) refresh().catch(() => {}); // the next caller after `maxAgeMs` gets the error
    return read.versions;
  }

  function forget(): void {
    read = undefined;
    reading = undefined; // a running read may have started before the change
  }

  const subscribed = pubsub.subscribe<DataEvent>(channels.data, forget).catch((error: unknown) => {
    log.warn({ reason: messageOf(error) }, 'cannot subscribe to data changes; they are noticed one second late');
    return async () => {};
  });

  return {
    async current() {
      return cached() ?? reading ?? refresh();
    },
    cached,
    forget,
    async close() {
      await (
        await subscribed
      )();
    },
  };
}
