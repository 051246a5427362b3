import { messageOf, type Log } from '@severe/base';
import type { Database } from '@severe/db';
import type { Platform } from '@severe/platform';
import { memo } from '../shared/memo.ts';
import { within } from '../shared/within.ts';

/** The parts of the service that can be away, by the names under which health tells of them. */
export const componentNames = ['database', 'object_store', 'queue'] as const;
export type ComponentName = (typeof componentNames)[number];
export type ComponentStatus = 'ok' | 'down';

/** Asks every component whether it answers; who asks within a second gets the same answer. */
export type Components = () => Promise<Record<ComponentName, ComponentStatus>>;

/** A component that has not answered by then is down for whoever wants to use it. */
const patienceMs = 1000;
const keepMs = 1000;

/** @param patience milliseconds a component has for its answer */
export function createComponents(
  db: Pick<Database, 'ping'>,
  { objects, queue }: { objects: Pick<Platform['objects'], 'ping'>; queue: Pick<Platform['queue'], 'ping'> },
  log: Log,
  patience = patienceMs,
): Components {
  const pings: Record<ComponentName, () => Promise<void>> = {
    database: () => db.ping(),
    object_store: () => objects.ping(),
    queue: () => queue.ping(),
  };
  const probes = componentNames.map((name) => memo(keepMs, () => probe(name, pings[name], patience, log)));
  return async () => {
    const statuses = await Promise.all(probes.map((ask) => ask()));
    return Object.fromEntries(componentNames.map((name, i) => [name, statuses[i]])) as Awaited<ReturnType<Components>>;
  };
}

async function probe(
  component: ComponentName,
  ping: () => Promise<void>,
  patience: number,
  log: Log,
): Promise<ComponentStatus> {
  try {
    await within(patience, ping());
    return 'ok';
  } catch (error) {
    log.warn({ component, reason: messageOf(error) }, 'a component does not answer');
    return 'down';
  }
}
