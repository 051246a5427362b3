import { sources } from '@severe/catalogue';
import type { FeedProblem } from '@severe/db';
import type { TypeOf } from '@severe/http';
import { report } from '@severe/db/testing/rows/report';
import { until } from '@severe/platform/testing/wait';
import { expect } from 'chai';
import { healthFields, healthShape } from '../../../src/resources/meta/schema.ts';
import { startTestApi, type TestService } from '../../support/service.ts';

/**
 * `/meta/health` field by field (section 8.1 of the decisions about the specification). Each test changes one thing and
 * expects the field to follow; the last one expects a test for every field.
 */
describe('api/meta/health', () => {
  let service: TestService;
  let isAway: Record<'database' | 'object_store' | 'queue', boolean>;

  before(async function () {
    this.timeout(60_000);
    isAway = { database: false, object_store: false, queue: false };
    const pingOf = (name: keyof typeof isAway) => () =>
      isAway[name] ? Promise.reject(new Error('away')) : Promise.resolve();
    service = await startTestApi(({ db, platform }) => ({
      db: { ...db, ping: pingOf('database') },
      platform: {
        ...platform,
        objects: Object.assign(Object.create(platform.objects), { ping: pingOf('object_store') }),
        queue: Object.assign(Object.create(platform.queue), { ping: pingOf('queue') }),
      },
      replay: {
        from: new Date('2026-05-20T20:00:00Z'),
        to: new Date('2026-05-20T23:00:00Z'),
        speed: 1,
        recorded: false,
      },
    }));
  });
  after(() => service?.close());

  /** The health at a time of day. */
  async function healthAt(time: string): Promise<TypeOf<typeof healthShape>> {
    service.setTime(`2026-05-20T${time}Z`);
    return (await service.ask('/api/v1/meta/health')).json();
  }
  const at = (time: string): Date => new Date(`2026-05-20T${time}Z`);
  const runOf = (feed: string, source: string, time: string, problem?: FeedProblem) =>
    service.db.sourceRuns.record({
      feed,
      source,
      startedAt: at(time),
      durationMs: 2000,
      ...(problem ? { failure: { problem, error: 'connect 10.0.0.7 refused' } } : {}),
    });

  const tested = new Set<string>();
  const field = (name: string, title: string, test: () => Promise<void>): void => {
    tested.add(name);
    it(`${name} ${title}`, test);
  };

  field('sources.status', 'follows the age of the data', async () => {
    await service.db.sourceRuns.recordData('outlooks', at('10:00:00'));
    const statuses = [];
    for (const time of ['10:30:00', '10:30:01', '11:15:00', '11:15:01'])
      statuses.push((await healthAt(time)).sources.outlooks.status);
    expect(statuses).to.deep.equal(['ok', 'late', 'late', 'stale']);
  });

  field('sources.age_seconds', 'is counted from the time of the data, not from that of the fetch', async () => {
    await service.db.sourceRuns.recordData('gauges', at('10:00:00'));
    await runOf('usgs-gauges', 'gauges', '10:20:00');
    expect((await healthAt('10:30:00')).sources.gauges.age_seconds).to.equal(1800);
    expect((await healthAt('10:30:09')).sources.gauges.age_seconds).to.equal(1809);
  });

  field('sources.data_time', 'is the time of the newest data', async () => {
    await service.db.sourceRuns.recordData('soundings', at('00:00:00'));
    expect((await healthAt('13:00:00')).sources.soundings.data_time).to.equal('2026-05-20T00:00:00Z');
    await service.db.sourceRuns.recordData('soundings', at('12:00:00'));
    expect((await healthAt('13:00:01')).sources.soundings.data_time).to.equal('2026-05-20T12:00:00Z');
  });

  field('sources.expected_seconds', 'is the cadence of each source', async () => {
    const health = await healthAt('13:01:00');
    for (const { id, cadenceSeconds } of sources)
      expect(health.sources[id].expected_seconds, id).to.equal(cadenceSeconds);
  });

  field('sources.records_since', 'is the moment before which as_of is refused', async () => {
    expect((await healthAt('13:02:00')).sources.reports.records_since).to.equal(null);
    await service.db.reports.store([report()]);
    await service.platform.pubsub.announce('data', {}); // the cached versions of the data sets are a second old
    expect((await healthAt('13:03:00')).sources.reports.records_since).to.equal('2026-05-20T13:02:00Z');
    const asOf = async (time: string) => (await service.ask(`/api/v1/reports?as_of=2026-05-20T${time}Z`)).status;
    expect([await asOf('13:01:59'), await asOf('13:02:00')]).to.deep.equal([400, 200]);
  });

  field('sources.in_use', 'tells where the newest data are from', async () => {
    await service.db.sourceRuns.recordData('watches', at('10:00:00'));
    expect((await healthAt('10:01:00')).sources.watches.in_use).to.equal('service');
    await service.db.sourceRuns.recordData('watches', at('10:40:00'), 'second');
    expect((await healthAt('10:41:00')).sources.watches.in_use).to.equal('bulletins');
    await service.db.sourceRuns.recordData('watches', at('10:50:00'));
    expect((await healthAt('10:51:00')).sources.watches.in_use).to.equal('service');
  });

  field('sources.last_success_at', 'is the end of the last run that succeeded', async () => {
    await runOf('wpc-eros', 'eros', '10:00:00');
    expect((await healthAt('10:01:00')).sources.eros.last_success_at).to.equal('2026-05-20T10:00:02Z');
    await runOf('wpc-eros', 'eros', '10:05:00', 'unreadable');
    expect((await healthAt('10:06:00')).sources.eros.last_success_at).to.equal('2026-05-20T10:00:02Z');
  });

  field('sources.last_attempt_at', 'is the start of the last run, also of one that failed', async () => {
    expect((await healthAt('10:06:01')).sources.eros.last_attempt_at).to.equal('2026-05-20T10:05:00Z');
  });

  field('sources.success_rate_1h', 'counts the runs of the last hour', async () => {
    await runOf('mrms', 'radar', '08:30:00');
    await runOf('mrms', 'radar', '09:30:00');
    await runOf('mrms', 'radar', '09:40:00', 'unavailable');
    expect((await healthAt('10:00:00')).sources.radar.success_rate_1h).to.equal(0.5);
    expect((await healthAt('10:35:00')).sources.radar.success_rate_1h).to.equal(0);
    expect((await healthAt('10:45:00')).sources.radar.success_rate_1h).to.equal(null);
  });

  field('sources.success_rate_24h', 'counts the runs of the last day', async () => {
    expect((await healthAt('10:46:00')).sources.radar.success_rate_24h).to.be.closeTo(2 / 3, 1e-9);
  });

  field('sources.problems', 'names what fails in any feed, and an unexpected emptiness', async () => {
    const problems = async (time: string) => (await healthAt(time)).sources.tropical.problems;
    await runOf('nhc-storms', 'tropical', '10:00:00', 'empty');
    await runOf('nhc-outlook', 'tropical', '10:01:00');
    expect(await problems('10:02:00')).to.deep.equal(['empty']);
    await runOf('nhc-outlook', 'tropical', '10:03:00', 'unavailable');
    expect(await problems('10:04:00')).to.deep.equal(['empty', 'unavailable']);
    await runOf('nhc-storms', 'tropical', '10:05:00');
    expect(await problems('10:06:00')).to.deep.equal(['unavailable']);
  });

  field('sources.unknown_words', 'counts different words of all feeds', async () => {
    const words = async () => (await healthAt('10:06:30')).sources.tropical.unknown_words;
    expect(await words()).to.equal(0);
    const word = (text: string) => [{ field: 'basin', word: text, count: 9 }];
    await service.db.unknownWords.record({ id: 'nhc-outlook', source: 'tropical' }, word('a'));
    await service.db.unknownWords.record({ id: 'nhc-storms', source: 'tropical' }, [...word('a'), ...word('b')]);
    expect(await words()).to.equal(2);
  });

  field('sources.failing_since', 'is the first failure in a row', async () => {
    await runOf('nhc-outlook', 'tropical', '10:08:00', 'unavailable');
    expect((await healthAt('10:09:00')).sources.tropical.failing_since).to.equal('2026-05-20T10:03:00Z');
    await runOf('nhc-outlook', 'tropical', '10:13:00');
    expect((await healthAt('10:14:00')).sources.tropical.failing_since).to.equal(null);
  });

  field(
    'status',
    'is degraded while alerts or radar are not ok or any source is stale, and down without a database',
    async () => {
      const freshen = (except: string[] = []) =>
        Promise.all(
          sources
            .filter(({ id }) => !except.includes(id))
            .map(({ id }) => service.db.sourceRuns.recordData(id, at('14:00:00'))),
        );
      await freshen(['hrrr']);
      expect((await healthAt('14:00:10')).status).to.equal('ok');
      expect((await healthAt('14:01:01')).status).to.equal('degraded'); // alerts are late
      await Promise.all(['alerts', 'radar'].map((id) => service.db.sourceRuns.recordData(id, at('15:20:00'))));
      const later = await healthAt('15:20:01');
      expect([later.status, later.sources.outlooks.status]).to.deep.equal(['degraded', 'stale']);
    },
  );

  field('time', 'is the clock of the service', async () => {
    expect((await healthAt('16:00:00')).time).to.equal('2026-05-20T16:00:00Z');
  });

  field('uptime_seconds', 'counts from the start', async () => {
    expect((await healthAt('23:18:05')).uptime_seconds).to.equal(3600);
  });

  field('version', 'is that of the API', async () => {
    expect((await healthAt('16:00:02')).version).to.equal('0.1.0');
  });

  field('service_version', 'is that of the service', async () => {
    expect((await healthAt('16:00:02')).service_version).to.equal('9.8.7');
  });

  field('clock_offset_seconds', 'is the median of the providers, and degrades the status', async () => {
    const { clock_offset_seconds: unknown } = await healthAt('15:00:00');
    expect(unknown).to.equal(null);
    const count = { source: 'text', requests: 1, bytes: 1 };
    const hosts = [-90_400, -90_600, 5].map((aheadMs, i) => ({ ...count, host: `${i}.example`, aheadMs }));
    await service.db.traffic.add(hosts, at('15:10:00'));
    const { clock_offset_seconds: offset, status } = await healthAt('15:20:00');
    expect([offset, status]).to.deep.equal([-90, 'degraded']);
    expect((await healthAt('17:20:00')).clock_offset_seconds).to.equal(null);
  });

  field('simulated', 'tells the world, real or simulated', async () => {
    expect((await healthAt('16:00:03')).simulated).to.equal(true);
    const real = await startTestApi(() => ({ simulated: false }));
    expect((await real.ask('/api/v1/meta/health')).json().simulated).to.equal(false);
    await real.close();
  });

  field('replay', 'tells what is played and whether it has ended', async () => {
    expect((await healthAt('22:59:59')).replay).to.include({ from: '2026-05-20T20:00:00Z', ended: false });
    expect((await healthAt('23:00:00')).replay!.ended).to.equal(true);
  });

  for (const name of ['database', 'object_store', 'queue'] as const) {
    field(`components.${name}`, 'is down while it does not respond', async () => {
      expect((await healthAt('17:00:00')).components[name]).to.equal('ok');
      isAway[name] = true;
      await until(async () => (await healthAt('17:00:01')).components[name] === 'down'); // pings are shared for a second
      const { components, status } = await healthAt('17:00:02');
      isAway[name] = false;
      expect(Object.entries(components).filter(([, state]) => state === 'down')).to.deep.equal([[name, 'down']]);
      expect(status).to.equal(name === 'database' ? 'down' : 'degraded');
      await until(async () => (await healthAt('17:00:03')).components[name] === 'ok');
    });
  }

  it('has a test of every field', () => {
    const nested = new Set(['sources', 'components']);
    const { properties } = healthShape.json as { properties: Record<string, { properties?: object }> };
    const names = Object.keys(properties).flatMap((name) => {
      if (name === 'sources') return Object.keys(healthFields).map((each) => `sources.${each}`);
      return nested.has(name) ? Object.keys(properties[name].properties!).map((each) => `${name}.${each}`) : [name];
    });
    expect([...tested].toSorted()).to.deep.equal(names.toSorted());
  });
});
