import { expect } from 'chai';
import { responseProblems } from '@severe/http';
import { flash, granule } from '@severe/db/testing/rows/granule';
import { listLightning } from '../../../src/resources/lightning/endpoints.ts';
import { startTestApi, type TestService } from '../../support/service.ts';

describe('api/lightning', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi(); // at 22:18:05
    const flashes = [
      flash({ energyFj: 488.2831, areaKm2: 550.5876 }),
      flash({ number: 1, at: new Date('2026-05-20T22:17:35Z'), lon: -90, energyFj: null, areaKm2: null }),
      flash({ number: 2, at: new Date('2026-05-20T21:58:05Z') }), // twenty minutes ago
      flash({ number: 3, at: new Date('2026-05-20T22:18:06Z') }), // not yet
    ];
    await service.db.lightning.store(granule({ flashes }));
  });
  after(() => service?.close());

  const list = async (query = '') => {
    const { status, json } = await service.ask(`/api/v1/lightning${query}`);
    expect([status, responseProblems(listLightning, json())]).to.deep.equal([200, []]);
    return json();
  };

  it('lists the flashes of 15 minutes as points, newest first', async () => {
    const { features, ...envelope } = await list();
    expect(envelope).to.deep.equal({
      type: 'FeatureCollection',
      numberMatched: 2,
      numberReturned: 2,
      timeStamp: '2026-05-20T22:17:40Z',
      links: [{ rel: 'self', href: 'https://wx.example.org/api/v1/lightning' }],
    });
    expect(features[0]).to.deep.equal({
      type: 'Feature',
      id: 1,
      geometry: { type: 'Point', coordinates: [-97.4, 35.2] },
      properties: {
        id: 1,
        flash_time: '2026-05-20T22:17:40Z',
        age_seconds: 25,
        energy_fj: 488.3,
        area_km2: 550.6,
        satellite: 'G19',
      },
    });
    expect(features[1].properties).to.deep.include({ id: 2, age_seconds: 30, energy_fj: null, area_km2: null });
  });

  it('applies the time range and the limit', async () => {
    expect((await list('?minutes=21')).numberMatched).to.equal(3);
    const { numberMatched, features, links } = await list('?minutes=21&limit=1');
    expect([numberMatched, features.length]).to.deep.equal([3, 1]);
    expect(links.map(({ rel }: { rel: string }) => rel)).to.deep.equal(['self']); // there is no offset
  });

  it('applies the spatial filters', async () => {
    expect((await list('?bbox=-91,35,-89,36')).features.map(({ id }: { id: number }) => id)).to.deep.equal([2]);
    expect((await list('?bbox=-91,35,-89,36&state=OK')).features).to.deep.equal([]);
    const idsOf = async (query: string) => (await list(query)).features.map(({ id }: { id: number }) => id);
    expect(await idsOf('?point=35.2,-90.05&radius=5km')).to.deep.equal([2]);
    expect(await idsOf('?point=35.2,-90.05&radius=4km')).to.deep.equal([]);
    expect(await idsOf('?point=35.2,-90.05')).to.deep.equal([2]); // within 50 km
  });

  it('goes back as far as start asks, unless minutes is given', async () => {
    const idsOf = async (query: string) => (await list(query)).features.map(({ id }: { id: number }) => id);
    expect(await idsOf('?start=2026-05-20T21:00:00Z')).to.deep.equal([1, 2, 3]);
    expect(await idsOf('?start=2026-05-20T21:00:00Z&minutes=15')).to.deep.equal([1, 2]);
    expect(await idsOf('?end=2026-05-20T22:00:00Z')).to.deep.equal([3]);
    expect(await idsOf('?start=2026-05-20T21:58:05Z&end=2026-05-20T21:58:05Z')).to.deep.equal([]);
  });

  it('reports the age when the response is created', async () => {
    service.setTime('2026-05-20T22:20:00Z');
    expect((await list('?minutes=14')).features[0].properties.age_seconds).to.equal(114);
    service.setTime('2026-05-20T22:18:05Z');
  });
});
