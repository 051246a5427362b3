import { memoize, withTimeout } from '@severe/async';
import { messageOf, type Log } from '@severe/base';
import type { Database } from '@severe/db';
import type { Platform } from '@severe/platform';

/** Components that can be unavailable, by their names in `/meta/health`. */
export const componentNames = ['database', 'object_store', 'queue'] as const;
export type ComponentName = (typeof componentNames)[number];
export type ComponentStatus = 'ok' | 'down';

/** Pings every component. Results are cached for one second. */
export type Components = () => Promise<Record<ComponentName, ComponentStatus>>;

/**
 * A component that does not respond within this time is down. Connections have shorter limits of their own and fail sooner;
 * on a starved machine, a ping waits for its turn.
 */
const pingTimeoutMs = 30_000;
const cacheMs = 1000;

/** @param timeoutMs ping timeout in milliseconds */
export function createComponents(
  db: Pick<Database, 'ping'>,
  { objects, queue }: { objects: Pick<Platform['objects'], 'ping'>; queue: Pick<Platform['queue'], 'ping'> },
  log: Log,
  timeoutMs = pingTimeoutMs,
): Components {
  const pings: Record<ComponentName, () => Promise<void>> = {
    database: () => db.ping(),
    object_store: () => objects.ping(),
    queue: () => queue.ping(),
  };
  const probes = componentNames.map((name) => memoize(cacheMs, () => probe(name, pings[name], timeoutMs, log)));
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
    await withTimeout(patience, ping());
    return 'ok';
  } catch (error) {
    log.warn({ component, reason: messageOf(error) }, 'component does not respond');
    return 'down';
  }
}
