import type { Lifecycle } from '@severe/http';
import type { ComponentName, Components } from './components.ts';
import type { LateSources } from './late-sources.ts';

/** Response to a probe. */
export interface ProbeResponse {
  status: 200 | 503;
  body: { status: string; waiting_for?: string[]; late?: string[] };
}

/** Components that the API requires. Without a queue, new data stop but responses continue. */
const needed: ComponentName[] = ['database', 'object_store'];

/** Probes by path, the same on the public and the private port. */
export type Probes = Record<'/healthz' | '/readyz', () => Promise<ProbeResponse>>;

/**
 * `/healthz`: the process responds. `/readyz`: it accepts requests and its required components are available. Its status is
 * `late` instead of `ready` while alerts or radar are stale: the process serves what it has.
 */
export function createProbes(lifecycle: Lifecycle, components: Components, lateSources: LateSources): Probes {
  return {
    '/healthz': () => Promise.resolve({ status: 200, body: { status: 'ok' } }),
    '/readyz': async () => {
      if (lifecycle.draining) return { status: 503, body: { status: 'draining' } };
      const states = await components();
      const unavailable = needed.filter((name) => states[name] !== 'ok');
      if (unavailable.length > 0) return { status: 503, body: { status: 'waiting', waiting_for: unavailable } };
      const late = await lateSources();
      return { status: 200, body: late.length > 0 ? { status: 'late', late } : { status: 'ready' } };
    },
  };
}
