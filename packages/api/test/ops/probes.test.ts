import { silentLog } from '@severe/base';
import type { SourceHealth } from '@severe/db';
import { createLifecycle } from '@severe/http';
import { expect } from 'chai';
import { createLateSources } from '../../src/ops/late-sources.ts';
import { createProbes } from '../../src/ops/probes.ts';

const now = new Date('2026-05-20T22:30:00Z');
const ok = async () => ({ database: 'ok', object_store: 'ok', queue: 'ok' }) as const;

/** Probes of a service whose sources have data of these times. */
function probesWith(health: () => Promise<{ source: string; dataAt: Date }[]>) {
  const db = { sourceRuns: { health: () => health() as Promise<SourceHealth[]> } };
  const lateSources = createLateSources(db as never, { clock: () => now, simulated: false, log: silentLog });
  return createProbes(createLifecycle(), ok, lateSources);
}

describe('api/ops/probes', () => {
  it('does not call a service ready whose radar or alerts are stale', async () => {
    const at = (time: string) => new Date(`2026-05-20T${time}Z`);
    const probes = probesWith(async () => [
      { source: 'radar', dataAt: at('21:57:00') },
      { source: 'alerts', dataAt: at('22:29:40') },
      { source: 'soundings', dataAt: at('00:00:00') },
    ]);
    expect(await probes['/readyz']()).to.deep.equal({ status: 200, body: { status: 'late', late: ['radar'] } });
  });

  it('is ready while the sources are current, or their state is unknown', async () => {
    const current = probesWith(async () => ['radar', 'alerts'].map((source) => ({ source, dataAt: now })));
    const unknown = probesWith(() => Promise.reject(new Error('the database is busy')));
    for (const probes of [current, unknown]) {
      expect(await probes['/readyz']()).to.deep.equal({ status: 200, body: { status: 'ready' } });
    }
  });
});
