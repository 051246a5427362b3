import { expect } from 'chai';
import { UpstreamError } from '@severe/base';
import { sources } from '@severe/catalogue';
import { responseProblems } from '@severe/http';
import { getHealth, getLanding, listSources } from '../../../src/resources/meta/endpoints.ts';
import { getHealthHistory } from '../../../src/resources/meta/history.ts';
import { insertHrrrFrame } from '../../support/hrrr-frame.ts';
import { someTime, startTestApi, type TestService } from '../../support/service.ts';

describe('api/meta', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
  });
  after(() => service?.close());

  it('responds before any data exist', async () => {
    const { status, json } = await service.ask('/api/v1/meta/health');
    expect(status).to.equal(200);
    expect(responseProblems(getHealth, json())).to.deep.equal([]);
    expect(json()).to.deep.include({
      status: 'degraded',
      time: someTime,
      version: '0.1.0',
      service_version: '9.8.7',
      uptime_seconds: 0,
      simulated: true,
      replay: null,
      components: { database: 'ok', object_store: 'ok', queue: 'ok' },
    });
    expect(json().sources.radar).to.deep.equal({
      status: 'unknown',
      in_use: null,
      problems: [],
      unknown_words: 0,
      failing_since: null,
      last_success_at: null,
      last_attempt_at: null,
      success_rate_1h: null,
      success_rate_24h: null,
      data_time: null,
      age_seconds: null,
      expected_seconds: 120,
      records_since: null,
    });
  });

  it('says what it plays, if it does not follow the present', async () => {
    const period = { from: new Date('2026-05-20T22:00:00Z'), to: new Date('2026-05-20T22:20:00Z') };
    const played = await startTestApi(() => ({ replay: { ...period, speed: 10, recorded: true } }));
    const expected = { from: '2026-05-20T22:00:00Z', to: '2026-05-20T22:20:00Z', speed: 10, recorded: true };
    const health = (await played.ask('/api/v1/meta/health')).json();
    expect(responseProblems(getHealth, health)).to.deep.equal([]);
    expect(health.replay).to.deep.equal({ ...expected, ended: false });
    played.setTime('2026-05-20T22:20:00Z');
    const landing = (await played.ask('/api/v1/')).json();
    expect(responseProblems(getLanding, landing)).to.deep.equal([]);
    expect(landing.replay).to.deep.equal({ ...expected, ended: true });
    await played.close();
  });

  it('reports the freshness of each source, without error texts', async () => {
    const startedAt = new Date('2026-05-20T22:18:00Z');
    for (const source of ['radar', 'alerts']) {
      await service.db.sourceRuns.record({ feed: source, source, startedAt, durationMs: 1000 });
      await service.db.sourceRuns.recordData(source, startedAt);
    }
    await service.db.sourceRuns.record({
      feed: 'hrrr',
      source: 'hrrr',
      startedAt,
      durationMs: 10,
      failure: { problem: 'unavailable', error: 'secret.host' },
    });
    await service.db.sourceRuns.recordData('hrrr', new Date('2026-05-21T15:00:00Z'));
    await insertHrrrFrame(service.db, '2026-05-20T21:00:00Z', 18);

    const { headers, json, body } = await service.ask('/api/v1/meta/health');
    expect(responseProblems(getHealth, json())).to.deep.equal([]);
    expect(json().status).to.equal('ok');
    expect(json().sources.radar).to.deep.include({
      status: 'ok',
      last_success_at: '2026-05-20T22:18:05Z', // of data that came after the run
      data_time: '2026-05-20T22:18:00Z',
      age_seconds: 5,
      success_rate_1h: 1,
    });
    // A forecast for tomorrow is not fresh because of that: the run is what has an age.
    expect(json().sources.hrrr).to.deep.include({ data_time: '2026-05-20T21:00:00Z', age_seconds: 4685 });
    expect(json().sources.hrrr).to.deep.include({ last_success_at: '2026-05-20T22:18:05Z', success_rate_1h: 0 });
    expect(body.toString()).to.not.include('secret');
    expect(headers['cache-control']).to.equal('public, max-age=5, stale-while-revalidate=5, stale-if-error=300');
  });

  it('tells the last day of each enabled source by quarter hours', async () => {
    const path = '/meta/health/history';
    const { status, json } = await service.ask(`/api/v1${path}`);
    const history = json();
    expect([status, responseProblems(getHealthHistory, history)]).to.deep.equal([200, []]);
    expect(history).to.include({ from: '2026-05-19T22:30:00Z', interval_seconds: 900 });
    const { succeeded, failed, worst_age_seconds: ages } = history.sources.radar;
    expect([succeeded, failed, ages].map(({ length }) => length)).to.deep.equal([96, 96, 96]);
    expect(succeeded.concat(failed).reduce((sum: number, count: number) => sum + count)).to.be.above(0);
    const enabled = sources.filter(({ id, simulated }) => simulated && id !== 'rrfs').map(({ id }) => id);
    expect(Object.keys(history.sources)).to.deep.equal(enabled);
  });

  it('lists the sources with their licences', async () => {
    const { headers, json } = await service.ask('/api/v1/meta/sources');
    expect(responseProblems(listSources, json())).to.deep.equal([]);
    expect(json().sources.map(({ id }: { id: string }) => id)).to.deep.equal(sources.map(({ id }) => id));
    const radar = json().sources.find(({ id }: { id: string }) => id === 'radar');
    expect(radar).to.deep.include({ license: 'public domain', cadence_seconds: 120, enabled: true });
    // What the simulated world does not have, and an optional model, is not waited for.
    for (const { id, simulated } of sources) {
      const listed = json().sources.find((each: { id: string }) => each.id === id);
      const isEnabled = simulated && id !== 'rrfs';
      expect([listed.enabled, listed.status !== 'disabled'], id).to.deep.equal([isEnabled, isEnabled]);
    }
    expect(headers['cache-control']).to.include('max-age=60,');
  });

  it('links to existing resources', async () => {
    const { json } = await service.ask('/api/v1/');
    expect(responseProblems(getLanding, json())).to.deep.equal([]);
    for (const { rel, href, type } of json().links) {
      expect(href).to.match(/^https:\/\/wx\.example\.org\//);
      if (rel === 'data' || href === 'https://wx.example.org/') continue; // tiles and pages are served by others
      const { pathname, search } = new URL(href);
      const got = await service.ask(pathname + search);
      expect([got.status, got.headers['content-type']!.split(';')[0]], href).to.deep.equal([200, type]);
    }
  });

  it('reports down with status 200 while the database is unavailable', async () => {
    const refused = () => Promise.reject(new UpstreamError('database', 'connect 10.0.0.7:5432 refused'));
    const away = await startTestApi(({ db, platform }) => ({
      db: { ...db, ping: refused, sourceRuns: { ...db.sourceRuns, health: refused } },
      platform: { ...platform, objects: { ...platform.objects, ping: () => new Promise(() => {}) } },
    }));
    try {
      const { status, json, body } = await away.ask('/api/v1/meta/health');
      expect(status).to.equal(200);
      expect(responseProblems(getHealth, json())).to.deep.equal([]);
      expect(json()).to.deep.include({
        status: 'down',
        components: { database: 'down', object_store: 'down', queue: 'ok' },
      });
      expect(json().sources.radar.status).to.equal('unknown');
      expect(body.toString()).to.not.match(/10\.0\.0\.7|refused/);
    } finally {
      await away.close();
    }
  });
});
