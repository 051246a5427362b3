import { memoize, withTimeout } from '@severe/async';
import { messageOf, type Log } from '@severe/base';
import type { Database } from '@severe/db';
import type { Platform } from '@severe/platform';

/** Components that can be unavailable, by their names in `/meta/health`. */
const componentNames = ['database', 'object_store', 'queue'] as const;
export type ComponentName = (typeof componentNames)[number];
type ComponentStatus = 'ok' | 'down';

/** Pings every component. Results are cached for one second. */
export type Components = () => Promise<Record<ComponentName, ComponentStatus>>;

/** An answer about a component waits this long for its ping. */
const answerMs = 5000;
/**
 * A component that has responded before is down if it does not respond within this time: on a starved machine a ping waits for
 * its turn. One that fails is down at once.
 */
const silentMs = 30_000;
const cacheMs = 1000;

export function createComponents(
  db: Pick<Database, 'ping'>,
  { objects, queue }: { objects: Pick<Platform['objects'], 'ping'>; queue: Pick<Platform['queue'], 'ping'> },
  log: Log,
): Components {
  const pings: Record<ComponentName, () => Promise<void>> = {
    database: () => db.ping(),
    object_store: () => objects.ping(),
    queue: () => queue.ping(),
  };
  const probes = componentNames.map((name) => memoize(cacheMs, createProbe(name, pings[name], log)));
  return async () => {
    const statuses = await Promise.all(probes.map((ask) => ask()));
    return Object.fromEntries(componentNames.map((name, i) => [name, statuses[i]])) as Awaited<ReturnType<Components>>;
  };
}

/**
 * Finds the status of one component by pinging it, at most once at a time.
 *
 * @param now monotonic clock, milliseconds
 */
export function createProbe(
  component: ComponentName,
  ping: () => Promise<void>,
  log: Log,
  now = () => performance.now(),
): () => Promise<ComponentStatus> {
  let running: { startedAt: number; response: Promise<void> } | undefined;
  let respondedAt = -Infinity;

  /** The response to the running ping; to a new one if there is none, or if it has been silent for too long. */
  function respond(): Promise<void> {
    if (running && now() - running.startedAt < silentMs) return running.response;
    const started = { startedAt: now(), response: ping() };
    running = started;
    const end = (): void => void (running === started && (running = undefined));
    started.response.then(() => (respondedAt = now())).then(end, end);
    return started.response;
  }

  return async () => {
    const slow = new Error(`no response within ${answerMs} ms`);
    try {
      await withTimeout(answerMs, respond(), () => slow);
      return 'ok';
    } catch (error) {
      if (error === slow && now() - respondedAt < silentMs) return 'ok';
      log.warn({ component, reason: messageOf(error) }, 'component does not respond');
      return 'down';
    }
  };
}
