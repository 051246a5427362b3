import { expect } from 'chai';
import { channels } from '@severe/catalogue';
import type { ListedStorm } from '@severe/db';
import { responseProblems } from '@severe/http';
import { squareAt } from '@severe/db/testing/rows/alert-event';
import { basinOutlook, coneOf, drawnArea, listedStorm, toldArea, trackOf } from '@severe/db/testing/rows/tropical';
import { listTropicalOutlook, listTropicalStorms } from '../../../src/resources/tropical/endpoints.ts';
import { someTime, startTestApi, type TestService } from '../../support/service.ts';

describe('api/tropical', () => {
  let service: TestService;
  beforeEach(async function () {
    this.timeout(60_000);
    service = await startTestApi();
  });
  afterEach(() => service?.close());

  const ask = async (path: 'storms' | 'outlook', query = '') => {
    const answer = await service.ask(`/api/v1/tropical/${path}${query}`);
    const endpoint = path === 'storms' ? listTropicalStorms : listTropicalOutlook;
    expect(responseProblems(endpoint, answer.json())).to.deep.equal([]);
    return answer.json();
  };
  /** Stores a list, and says so: versions of data are kept for a second otherwise. */
  const take = async (...storms: ListedStorm[]) => {
    await service.db.tropicalStorms.store(storms, true);
    await service.platform.pubsub.announce(channels.data, { source: 'tropical', publishedAt: someTime });
  };
  const kinds = async (): Promise<string[]> =>
    (await ask('storms')).features.map(({ properties }: any) => properties.feature_kind);

  it('returns cone, track and position of a storm, with the kind first', async () => {
    await service.db.tropicalStorms.store([listedStorm()], true);
    await service.db.tropicalStorms.storeOutlines([coneOf({ issuedAt: null }), trackOf()]);
    const { features, ...list } = await ask('storms');
    expect(list).to.deep.include({ numberMatched: 3, numberReturned: 3, timeStamp: '2026-05-20T21:00:00Z' });
    expect(features.map(({ id, geometry }: any) => [id, geometry.type])).to.deep.equal([
      ['al052026/cone', 'Polygon'],
      ['al052026/track', 'LineString'],
      ['al052026/position', 'Point'],
    ]);
    for (const { properties } of features) expect(Object.keys(properties)[0]).to.equal('feature_kind');
    const shared = {
      storm_id: 'al052026',
      name: 'Ernesto',
      basin: 'al',
      advisory: '12',
      issued: '2026-05-20T21:00:00Z',
    };
    expect(features[0].properties).to.deep.equal({ feature_kind: 'cone', ...shared });
    expect(features[2].properties).to.deep.equal({
      feature_kind: 'position',
      ...shared,
      classification: 'HU',
      max_wind_kt: 100,
      gust_kt: 120,
      pressure_hpa: 955,
      movement_dir_deg: 290,
      movement_kt: 12,
      category: 3,
      url: 'https://www.nhc.noaa.gov/text/MIATCPAT5.shtml',
    });
  });

  it('shows an outline for one more advisory, and none of unlisted storms', async () => {
    await service.db.tropicalStorms.storeOutlines([coneOf(), coneOf({ storm: 'al062026' })]);
    await take(listedStorm({ advisory: '12A' }));
    expect(await kinds()).to.deep.equal(['cone', 'position']);
    const next = new Date('2026-05-21T03:00:00Z');
    await take(listedStorm({ advisory: '13', issuedAt: next }));
    expect((await ask('storms')).features[0].properties.advisory).to.equal('12');
    await take(listedStorm({ advisory: '14', issuedAt: next }));
    expect(await kinds()).to.deep.equal(['position']);
    await take();
    expect(await kinds()).to.deep.equal([]);
  });

  it('cuts a cone at the antimeridian', async () => {
    await service.db.tropicalStorms.store([listedStorm({ storm: 'cp012026', basin: 'cp', lon: 179, lat: 20 })], true);
    const shape = {
      type: 'MultiPolygon' as const,
      coordinates: [squareAt(176, 18, 4)!.coordinates, squareAt(-180, 18, 4)!.coordinates] as any,
    };
    await service.db.tropicalStorms.storeOutlines([coneOf({ storm: 'cp012026', shape })]);
    expect((await ask('storms')).features[0].geometry).to.deep.equal(shape);
  });

  it('reports every basin, also without data', async () => {
    const { features, metadata } = await ask('outlook');
    expect(features).to.deep.equal([]);
    const none = { headline: null, issued: null, areas: 0 };
    expect(metadata.basins).to.deep.equal({
      al: { name: 'Atlantic', ...none },
      ep: { name: 'Eastern Pacific', ...none },
      cp: { name: 'Central Pacific', ...none },
    });
  });

  it('reports areas with their text, and a quiet basin by its headline', async () => {
    const { tropicalOutlooks } = service.db;
    const quiet = 'Tropical cyclone formation is not expected during the next 7 days.';
    await tropicalOutlooks.storeText(basinOutlook(), [toldArea(), toldArea({ area: 2, text: 'Gulf.' })]);
    await tropicalOutlooks.storeText(basinOutlook({ basin: 'ep', headline: quiet }), []);
    await tropicalOutlooks.storeMap([drawnArea()]);
    const { features, metadata, timeStamp } = await ask('outlook');
    expect(timeStamp).to.equal('2026-05-20T17:40:00Z');
    expect(metadata.basins.al).to.deep.include({ areas: 2, issued: '2026-05-20T17:40:00Z' });
    expect(metadata.basins.ep).to.deep.include({ headline: quiet, areas: 0 });
    expect(features[0]).to.deep.equal({
      type: 'Feature',
      id: 'al/1',
      geometry: squareAt(-50, 10, 5),
      properties: {
        basin: 'al',
        area: 1,
        probability_2day: 20,
        probability_7day: 60,
        risk_2day: 'Low',
        risk_7day: 'Medium',
        text: 'Central Atlantic: a tropical wave.',
        issued: '2026-05-20T17:40:00Z',
      },
    });
    expect(features[1]).to.deep.include({ id: 'al/2', geometry: null });
    for (const basin of ['EP', 'Eastern-Pacific']) {
      const alone = await ask('outlook', `?basin=${basin}`);
      expect([alone.features, Object.keys(alone.metadata.basins)]).to.deep.equal([[], ['ep']]);
    }
  });
});
