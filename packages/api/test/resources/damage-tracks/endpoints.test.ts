import { expect } from 'chai';
import { responseProblems } from '@severe/http';
import { county } from '@severe/db/testing/rows/county';
import { damageTrack } from '@severe/db/testing/rows/damage-track';
import { listDamageTracks } from '../../../src/resources/damage-tracks/endpoints.ts';
import { startTestApi, type TestService } from '../../support/service.ts';

describe('api/damage-tracks', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
    await service.db.zones.put([county({ ugc: 'VAC059', state: 'VA' })]); // before there is any, answers are kept for a minute only
    await service.db.damageTracks.store([
      damageTrack(),
      damageTrack({ sourceId: 10, ef: null, efLabel: 'EFU', lengthM: null, injuries: -99 }),
      damageTrack({ sourceId: 11, ef: 1, efLabel: 'EF1', at: new Date('2026-03-01T00:00:00Z') }),
    ]);
  });
  after(() => service?.close());

  const list = async (query = '') => {
    const answer = await service.ask(`/api/v1/damage-tracks${query}`);
    expect(responseProblems(listDamageTracks, answer.json())).to.deep.equal([]);
    return answer;
  };
  const labels = async (query: string): Promise<string[]> =>
    (await list(query)).json().features.map(({ properties }: any) => properties.ef_label);

  it('goes back as far as start asks, unless days is given', async () => {
    expect(await labels('?start=2026-02-01')).to.deep.equal(['EFU', 'EF3', 'EF1']);
    expect(await labels('?start=2026-02-01&days=30')).to.deep.equal(['EFU', 'EF3']);
    expect(await labels('?end=2026-04-01')).to.deep.equal(['EF1']);
  });

  it('finds tracks near a point, without an area around them', async () => {
    const [lon, lat] = damageTrack().line.coordinates[0] as number[];
    expect(await labels(`?point=${lat + 0.1},${lon}`)).to.have.length(2);
    expect(await labels(`?point=${lat + 0.1},${lon}&radius=1km`)).to.deep.equal([]);
  });

  it('lists the tracks of the last 30 days, in metres', async () => {
    const { headers, json } = await list();
    expect(headers['cache-control']).to.equal('public, max-age=300, stale-while-revalidate=300, stale-if-error=300');
    expect(json()).to.deep.include({ numberMatched: 2, timeStamp: '2026-05-20T21:50:00Z' });
    const [unrated, { geometry, properties }] = json().features;
    expect(geometry).to.deep.equal(damageTrack().line);
    expect(properties).to.deep.equal({
      id: properties.id,
      event_date: '2026-05-20',
      time: '2026-05-20T21:50:00Z',
      ef: 3,
      ef_label: 'EF3',
      length_m: 21_400,
      width_m: 640,
      max_wind_mph: 145,
      injuries: 2,
      fatalities: 0,
      wfo: 'OUN',
      state: 'OK',
      comments: 'From Newcastle into Norman.',
    });
    expect(unrated.properties).to.deep.include({ ef: null, ef_label: 'EFU', length_m: null, injuries: null });
  });

  it('filters by rating, with or without EF, and by days', async () => {
    expect(await labels('?min_ef=3')).to.deep.equal(['EF3']);
    expect(await labels('?min_ef=ef0&days=365')).to.deep.equal(['EF3', 'EF1']);
    expect(await labels('?days=1')).to.deep.equal(['EFU', 'EF3']);
  });

  it('filters by county and by box', async () => {
    for (const fips of ['40027', '1001', '99999']) expect(await labels(`?fips=${fips}`), fips).to.deep.equal([]);
    expect(await labels('?bbox=-98,35,-97,36')).to.have.length(2);
    expect(await labels('?bbox=-91,35,-90,36')).to.deep.equal([]);
  });
});
