import type { Lifecycle } from '@severe/http';
import type { ComponentName, Components } from './components.ts';

/** The answer to a probe. */
export interface ProbeAnswer {
  status: 200 | 503;
  body: { status: string; waiting_for?: string[] };
}

/** What the API cannot answer without. A queue that is away stops new data, not answers. */
const needed: ComponentName[] = ['database', 'object_store'];

/** Probes by path: the same on the public and on the private port. */
export type Probes = Record<'/healthz' | '/readyz', () => Promise<ProbeAnswer>>;

/** Alive: the process answers. Ready: it wants requests, and has what it needs for them. */
export function createProbes(lifecycle: Lifecycle, components: Components): Probes {
  return {
    '/healthz': () => Promise.resolve({ status: 200, body: { status: 'ok' } }),
    '/readyz': async () => {
      if (lifecycle.draining) return { status: 503, body: { status: 'draining' } };
      const states = await components();
      const away = needed.filter((name) => states[name] !== 'ok');
      if (away.length > 0) return { status: 503, body: { status: 'waiting', waiting_for: away } };
      return { status: 200, body: { status: 'ready' } };
    },
  };
}
