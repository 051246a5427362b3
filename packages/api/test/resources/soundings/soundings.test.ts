import { expect } from 'chai';
import { responseProblems } from '@severe/http';
import { newSounding } from '@severe/db/testing/rows/new-sounding';
import { getLatestSounding, getSounding, listSoundings } from '../../../src/resources/soundings/endpoints.ts';
import { startTestApi, type TestService } from '../../support/service.ts';

const properties = {
  id: 1,
  station: 'KOUN',
  name: 'Norman',
  time: '2026-05-20T12:00:00Z',
  source: 'iem',
  cape_jkg: 2745,
  cin_jkg: -42,
  lifted_index_k: -8.9,
  pwat_mm: 26.4,
  srh_0_1km: 256,
  srh_0_3km: 328,
  shear_0_6km_mps: 23.5,
  stp: 3.2,
  scp: 18,
  lcl_m: 405,
  el_m: null,
};
const geometry = { type: 'Point', coordinates: [-97.4378, 35.1808] };

describe('api/soundings', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
    const amarillo = { station: 'KAMA', state: 'TX', lon: -101.7092, lat: 35.2331, stp: null };
    await service.db.soundings.store([newSounding()]);
    await service.db.soundings.store([newSounding({ ...amarillo, at: new Date('2026-05-20T00:00Z') })]);
    await service.db.soundings.store([newSounding(amarillo)]);
  });
  after(() => service?.close());

  const list = async (query = '') => {
    const { json } = await service.ask(`/api/v1/soundings${query}`);
    expect(responseProblems(listSoundings, json())).to.deep.equal([]);
    return json();
  };
  const ids = async (query: string): Promise<number[]> => (await list(query)).features.map(({ id }: any) => id);

  it('lists the newest sounding of each station by id, without levels', async () => {
    const { features, ...envelope } = await list();
    expect(envelope).to.deep.include({ numberMatched: 2, numberReturned: 2, timeStamp: '2026-05-20T12:00:00Z' });
    expect(features[0]).to.deep.equal({ type: 'Feature', id: 1, geometry, properties });
    expect(features[1].properties).to.deep.include({ station: 'KAMA', name: 'Amarillo', stp: null });
  });

  it('filters by station, state and place, and lists all stored soundings on request', async () => {
    for (const name of ['OUN', 'koun', '72357']) expect(await ids(`?station=${name}`)).to.deep.equal([1]);
    expect(await ids('?station=XYZ')).to.deep.equal([]);
    expect(await ids('?state=tx')).to.deep.equal([3]);
    expect(await ids('?state=tx&latest=false')).to.deep.equal([2, 3]);
    expect(await ids('?point=35.2,-97.5')).to.deep.equal([1]);
    expect(await ids('?bbox=-103,34,-100,36&latest=no')).to.deep.equal([2, 3]);
    expect(await ids('?latest=false&limit=1&offset=1')).to.deep.equal([2]);
  });

  it('returns a sounding with all levels, by id or as the newest of a station', async () => {
    const byId = await service.ask('/api/v1/soundings/1');
    expect(responseProblems(getSounding, byId.json())).to.deep.equal([]);
    expect(byId.headers['cache-control']).to.equal(
      'public, max-age=300, stale-while-revalidate=300, stale-if-error=300',
    );
    expect(byId.json()).to.deep.equal({
      ...properties,
      geometry,
      profile: {
        pressure_hpa: [970, 850],
        height_m: [345, 1500],
        temperature_c: [24.2, 17],
        dewpoint_c: [20.1, null],
        wind_dir_deg: [160, 190],
        wind_speed_kt: [18, 40],
      },
    });
    for (const name of ['OUN', 'KOUN', '72357', 'koun']) {
      const latest = await service.ask(`/api/v1/soundings/${name}/latest`);
      expect(responseProblems(getLatestSounding, latest.json())).to.deep.equal([]);
      expect(latest.json(), name).to.deep.equal(byId.json());
    }
    expect((await service.ask('/api/v1/soundings/KAMA/latest')).json().id).to.equal(3);
  });

  it('returns a new sounding at once', async () => {
    await service.ask('/api/v1/soundings/OUN/latest');
    const evening = new Date('2026-05-21T00:00Z');
    await service.db.soundings.store([newSounding({ at: evening })]);
    await service.platform.pubsub.announce('data', { source: 'soundings', publishedAt: evening.toISOString() });
    expect((await service.ask('/api/v1/soundings/OUN/latest')).json().time).to.equal('2026-05-21T00:00:00Z');
    expect((await list('?station=OUN')).features).to.have.length(1);
  });

  it('returns 404 for an unknown sounding or station', async () => {
    for (const path of ['/soundings/99', '/soundings/KOAX/latest', '/soundings/%00/latest', '/soundings/72357']) {
      const { status, json } = await service.ask(`/api/v1${path}`);
      expect(status, path).to.be.oneOf([404, 422]);
      expect(json()).to.have.property('detail');
    }
    expect((await service.ask('/api/v1/soundings/99')).json()).to.deep.equal({ detail: 'Sounding not found' });
  });
});
