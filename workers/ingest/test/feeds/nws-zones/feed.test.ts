import { UpstreamError } from '@severe/base';
import { expect } from 'chai';
import { alertEvent, squareAt } from '@severe/db/testing/rows/alert-event';
import { createNwsZones } from '../../../src/feeds/nws-zones/feed.ts';
import type { FeedContext } from '../../../src/feed.ts';
import { feedContext } from '../../support/stand-ins.ts';

describe('nws-zones/feed', () => {
  const zones = new Map<string, string>();
  const asked: string[] = [];
  const fetcher = {
    bytes: async () => undefined,
    async text(url: string) {
      asked.push(url);
      return zones.get(url);
    },
    changedText: async () => undefined,
  };
  let now = new Date('2026-05-20T22:18:00Z');
  let context: FeedContext;
  let close: () => Promise<void>;

  before(async function () {
    this.timeout(60_000);
    ({ context, close } = await feedContext(fetcher, () => now));
  });
  after(() => close());
  beforeEach(() => {
    asked.length = 0;
  });

  const zone = (ugc: string, geometry: unknown) =>
    JSON.stringify({
      type: 'Feature',
      properties: { id: ugc, name: 'Cleveland', state: 'OK', cwa: ['OUN'], effectiveDate: '2025-03-18T18:00:00+00:00' },
      geometry,
    });
  const url = (path: string) => `https://api.weather.gov/zones/${path}`;
  const feed = createNwsZones();

  it('fetches the zones of alerts once', async () => {
    const names = ['forecast/OKZ029', 'fire/OKZ029', 'forecast/OKZ030', 'forecast/OKZ031'];
    await context.db.alerts.store([alertEvent({ eventKey: 'zones', polygon: null, zones: names })]);
    zones.set(url('forecast/OKZ029'), zone('OKZ029', squareAt(-97.7, 35, 0.6)));
    zones.set(
      url('fire/OKZ029'),
      zone('OKZ029', { type: 'GeometryCollection', geometries: [squareAt(-97.7, 35, 0.6)] }),
    );
    zones.set(url('forecast/OKZ030'), '<html>');
    const report = await feed.run(context);
    expect(asked).to.have.members(names.map(url));
    expect(report).to.deep.include({ new: 2, more: false });
    expect(report.refused.map(({ what }) => what)).to.have.members(['forecast/OKZ030', 'forecast/OKZ031']);
    expect(await context.db.zones.find(['fire/OKZ029'])).to.deep.equal([
      {
        kind: 'fire',
        ugc: 'OKZ029',
        name: 'Cleveland',
        state: 'OK',
        wfo: 'OUN',
        simplified: false,
        source: 'NOAA/National Weather Service',
        asOf: '2025-03-18',
      },
    ]);
    asked.length = 0;
    await feed.run(context);
    expect(asked).to.deep.equal([]);
    now = new Date('2026-05-20T22:28:00Z');
    await feed.run(context);
    expect(asked, 'what was unreadable, after ten minutes').to.deep.equal([url('forecast/OKZ030')]);
    now = new Date('2026-05-20T22:44:00Z');
  });

  it('fails if the provider sends web pages, and retries the zone', async () => {
    await context.db.alerts.store([alertEvent({ eventKey: 'pages', polygon: null, zones: ['forecast/KSZ001'] })]);
    zones.set(url('forecast/KSZ001'), '<html>');
    expect(await feed.run(context)).to.deep.include({ new: 0, isResponseValid: false });
    const away = { ...context, fetcher: { ...fetcher, text: () => Promise.reject(new UpstreamError('host', 'away')) } };
    now = new Date('2026-05-20T23:10:00Z');
    expect(await feed.run(away).catch((error: unknown) => error)).to.be.instanceOf(UpstreamError);
    zones.set(url('forecast/KSZ001'), zone('KSZ001', squareAt(-97.7, 38, 0.6)));
    expect(await feed.run(context)).to.deep.include({ new: 1 });
    now = new Date('2026-05-20T22:44:00Z');
  });

  it('limits the zones per run and continues in the next run', async () => {
    const names = Array.from({ length: 30 }, (_, i) => `forecast/TXZ1${String(i).padStart(2, '0')}`);
    await context.db.alerts.store([alertEvent({ eventKey: 'many', polygon: null, zones: names })]);
    expect((await feed.run(context)).more).to.equal(true);
    expect(asked).to.have.length(25);
    expect((await feed.run(context)).more).to.equal(false);
    expect(new Set(asked).size).to.equal(30);
  });
});
