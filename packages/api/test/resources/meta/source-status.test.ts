import { loadSettings } from '@severe/base';
import { expect } from 'chai';
import { sources } from '@severe/catalogue';
import type { SourceHealth } from '@severe/db';
import { overallStatus, sourceStates, statusOf, type SourceStatus } from '../../../src/resources/meta/source-status.ts';

const now = new Date('2026-05-20T22:18:05Z');
const world = { now, simulated: false };

function health(source: string, ageSeconds: number | null): SourceHealth {
  return {
    source,
    lastSuccessAt: now,
    lastAttemptAt: now,
    lastError: 'connect 10.0.0.7 refused',
    lastErrorAt: now,
    problems: ['unavailable'],
    failingSince: now,
    consecutiveFailures: 1,
    lastDurationMs: 5,
    dataAt: ageSeconds === null ? null : new Date(now.getTime() - ageSeconds * 1000),
    serviceAt: null,
    secondAt: null,
    successRate1h: 1,
    successRate24h: 0.998,
    nextRunAt: null,
  };
}

describe('api/meta/source-status', () => {
  it('is ok up to twice the cadence, late up to five times, then stale', () => {
    const expected: [number | null, SourceStatus][] = [
      [0, 'ok'],
      [240, 'ok'],
      [241, 'late'],
      [600, 'late'],
      [601, 'stale'],
      [null, 'unknown'],
    ];
    for (const [age, status] of expected) expect(statusOf(age, 120), String(age)).to.equal(status);
  });

  it('tells that a second source is in use while the service is late', () => {
    const of = (service: number | null, second: number | null, id = 'watches') => {
      const at = (age: number | null) => (age === null ? null : new Date(now.getTime() - age * 1000));
      const entry = { ...health(id, 5), serviceAt: at(service), secondAt: at(second) };
      return sourceStates(sources, [entry], world).find(({ source }) => source.id === id)!.inUse;
    };
    expect([of(5, null), of(null, 5), of(1801, 5), of(1800, 5), of(5, 60), of(null, null)]).to.deep.equal([
      'service',
      'bulletins',
      'bulletins',
      'service', // both are read, and the service is not late
      'service',
      'service',
    ]);
    expect(of(601, 5, 'observations')).to.equal('other_service');
    expect(sourceStates(sources, [], world).find(({ source }) => source.id === 'radar')!.inUse).to.equal(null);
  });

  it('reports every source of the catalogue, also one without data', () => {
    const states = sourceStates(sources, [health('radar', 5), health('gossip', 5)], world);
    expect(states.map(({ source, status }) => [source.id, status])).to.deep.equal(
      sources.map(({ id }) => [id, id === 'radar' ? 'ok' : 'unknown']),
    );
  });

  it('reports a source without data as stale after two failures', () => {
    const failed = (consecutiveFailures: number) => {
      const entry = { ...health('outlooks', null), lastSuccessAt: null, successRate1h: 0, consecutiveFailures };
      return sourceStates(sources, [health('alerts', 5), health('radar', 5), entry], world);
    };
    const statusOfOutlooks = (failures: number) =>
      failed(failures).find(({ source }) => source.id === 'outlooks')!.status;
    expect([1, 2].map(statusOfOutlooks)).to.deep.equal(['unknown', 'stale']);
    expect([1, 2].map((failures) => overallStatus(true, failed(failures)))).to.deep.equal(['ok', 'degraded']);
  });

  it('prefers the given data time to that of the database', () => {
    const run = new Date('2026-05-20T20:00:00Z');
    const [hrrr] = sourceStates(sources, [health('hrrr', -60_000)], world, { hrrr: run }).filter(
      ({ source }) => source.id === 'hrrr',
    );
    expect([hrrr.dataAt, hrrr.ageSeconds, hrrr.status]).to.deep.equal([run, 2 * 3600 + 18 * 60 + 5, 'late']);
  });

  it('reports age 0 for future data', () => {
    const radar = sourceStates(sources, [health('radar', -30)], world).find(({ source }) => source.id === 'radar')!;
    expect(radar.ageSeconds).to.equal(0);
  });

  it('follows the models of the settings, and expects their runs at the interval of the settings', () => {
    const run = new Date(now.getTime() - 5 * 3_600_000);
    const statuses = (env: Record<string, string>) => {
      const states = sourceStates(sources, [], { ...world, settings: loadSettings(env) }, { hrrr: run, rrfs: run });
      return ['hrrr', 'rrfs'].map((id) => states.find(({ source }) => source.id === id)!.status);
    };
    expect(statuses({})).to.deep.equal(['late', 'disabled']);
    expect(statuses({ MODELS: 'hrrr,rrfs' })).to.deep.equal(['late', 'ok']);
    expect(statuses({ SOURCES: 'rrfs,alerts' })).to.deep.equal(['disabled', 'ok']);
    expect(statuses({ SOURCES: 'home' }), 'every third run').to.deep.equal(['ok', 'disabled']);
    expect(statuses({ SOURCES: 'all' })).to.deep.equal(['late', 'ok']);
  });

  it('ignores sources that the simulated world does not have', () => {
    const [radar, hrrr] = sourceStates(
      sources.map((source) => ({ ...source, simulated: source.id === 'hrrr' })),
      [health('hrrr', 5)],
      { now, simulated: true },
    ).filter(({ source }) => source.id === 'radar' || source.id === 'hrrr');
    expect([radar.status, hrrr.status]).to.deep.equal(['disabled', 'ok']);
    expect(overallStatus(true, [radar, hrrr])).to.equal('ok');
  });

  it('is down without a database, degraded without fresh radar or with a stale source', () => {
    const states = (radarAge: number | null, hrrrAge: number | null) =>
      sourceStates(sources, [health('alerts', 5), health('radar', radarAge), health('hrrr', hrrrAge)], world);
    expect(overallStatus(true, states(5, 3600))).to.equal('ok');
    expect(overallStatus(true, states(5, 3 * 3600))).to.equal('ok'); // late, and not vital
    expect(overallStatus(true, states(5, 6 * 3600))).to.equal('degraded');
    expect(overallStatus(true, states(300, 3600))).to.equal('degraded');
    expect(overallStatus(true, states(null, 3600))).to.equal('degraded');
    expect(overallStatus(true, states(5, 3600), 60)).to.equal('ok');
    expect(overallStatus(true, states(5, 3600), -61)).to.equal('degraded');
    expect(overallStatus(false, states(5, 3600))).to.equal('down');
  });
});
