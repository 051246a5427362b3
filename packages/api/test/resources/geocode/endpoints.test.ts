import { city } from '@severe/db/testing/rows/city';
import { expect } from 'chai';
import { UpstreamError } from '@severe/base';
import { termsOf, type Place } from '@severe/db';
import { testDatabase } from '@severe/db/testing/database';
import { responseProblems } from '@severe/http';
import { until } from '@severe/testing/until';
import { squareAt } from '@severe/db/testing/rows/alert-event';
import { reverseGeocode, searchPlaces } from '../../../src/resources/geocode/endpoints.ts';
import { startTestApi, type TestService } from '../../support/service.ts';

describe('api/geocode', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
    const county = {
      kind: 'county',
      ugc: 'OKC027',
      name: 'Cleveland',
      state: 'OK',
      wfo: 'OUN',
      simplified: true,
    } as const;
    const zone = { ...county, kind: 'forecast', ugc: 'OKZ029' } as const;
    const shape = JSON.stringify(squareAt(-97.7, 35, 0.6));
    await service.db.zones.put([
      { ...county, shape },
      { ...zone, shape },
      { ...county, ugc: 'LAC071', name: 'Orleans', state: 'LA', shape: JSON.stringify(squareAt(-90.2, 29.8, 0.4)) },
    ]);
    const norman = city();
    const postcode: Place = {
      ...norman,
      id: 'zip/73069',
      kind: 'postcode',
      name: '73069',
      town: 'Norman',
      population: 0,
    };
    await service.db.places.put([
      { ...norman, terms: termsOf(['Norman']) },
      {
        ...norman,
        id: 'geonames/2',
        state: 'AR',
        population: 300,
        lat: 34.45,
        lon: -93.68,
        terms: termsOf(['Norman']),
      },
      { ...postcode, terms: [] },
      {
        ...norman,
        id: 'geonames/3',
        name: 'New Orleans',
        state: 'LA',
        population: 383_997,
        lat: 29.95465,
        lon: -90.07507,
        terms: termsOf(['New Orleans']),
      },
    ]);
  });
  after(() => service?.close());

  const search = async (query: string) => {
    const answer = await service.ask(`/api/v1/geocode/search?${query}`);
    if (answer.status === 200) expect(responseProblems(searchPlaces, answer.json())).to.deep.equal([]);
    return answer;
  };
  const reverse = async (query: string) => {
    const { status, json } = await service.ask(`/api/v1/geocode/reverse?${query}`);
    if (status === 200) expect(responseProblems(reverseGeocode, json())).to.deep.equal([]);
    return json();
  };

  it('finds a place by name, with county and score', async () => {
    const { json, headers } = await search('q=norman');
    expect(json().results[0]).to.deep.equal({
      name: 'Norman',
      label: 'Norman, Cleveland County, OK',
      lat: 35.22257,
      lon: -97.43948,
      kind: 'city',
      county: 'Cleveland',
      state: 'OK',
      fips: '40027',
      country: 'us',
      score: 0.97, // 0.9 for the whole name, and 0.1 * ln(120285) / ln(1e7)
    });
    expect(headers['cache-control']).to.contain('max-age=86400');
    expect(json().results).to.have.length(2);
  });

  it('lets nobody keep an answer without places for long: they may not be loaded yet', async () => {
    const { json, headers } = await search('q=nowhere%20at%20all');
    expect(json().results).to.deep.equal([]);
    expect(headers['cache-control']).to.match(/max-age=60\b/);
  });

  it('names counties correctly, including parishes, boroughs and independent cities', async () => {
    const [found] = (await search('q=new%20orleans')).json().results;
    expect(found).to.deep.include({ label: 'New Orleans, Orleans Parish, LA', county: 'Orleans', fips: '22071' });
  });

  it('rounds coordinates to five decimals', async () => {
    const [point] = (await search('q=35.1234567,-97.5000004')).json().results;
    expect(point).to.deep.include({ name: '35.12346, -97.5', lat: 35.12346, lon: -97.5 });
    expect(await reverse('lat=35.1234567&lon=-97.5000004')).to.deep.include({ lat: 35.12346, lon: -97.5 });
  });

  it('finds counties, airports and radars, after cities of the same name', async () => {
    const at = { town: null, country: 'us', population: 0, lat: 35.3, lon: -97.5, state: 'OK' };
    await service.db.places.put([
      {
        ...at,
        id: 'county/OKC027',
        kind: 'county',
        name: 'Cleveland County',
        terms: termsOf(['Cleveland County', 'Cleveland']),
      },
      {
        ...at,
        id: 'airport/KOKC',
        kind: 'airport',
        name: 'Will Rogers (KOKC)',
        terms: termsOf(['Will Rogers', 'KOKC', 'OKC']),
      },
      { ...at, id: 'radar/KTLX', kind: 'radar', name: 'KTLX radar', terms: termsOf(['KTLX radar', 'KTLX']) },
      {
        ...at,
        id: 'geonames/77',
        kind: 'city',
        name: 'Cleveland',
        state: 'OH',
        terms: termsOf(['Cleveland']),
        lat: 41.5,
        lon: -81.7,
      },
      {
        ...at,
        id: 'geonames/78',
        kind: 'city',
        name: 'Cañon City',
        state: 'CO',
        terms: termsOf(['Cañon City']),
        lat: 38.4,
        lon: -105.2,
      },
    ]);
    const labels = async (q: string) =>
      (await search(`q=${encodeURIComponent(q)}`)).json().results.map(({ label }: { label: string }) => label);
    await until(async () => (await labels('ktlx')).length > 0, { everyMs: 100 }); // versions are read once a second
    expect(await labels('cleveland county ok')).to.deep.equal(['Cleveland County, OK']);
    expect(await labels('Cleveland County')).to.deep.equal(['Cleveland County, OK']);
    expect(await labels('cleveland')).to.deep.equal(['Cleveland, OH', 'Cleveland County, OK']);
    expect(await labels('OKC')).to.deep.equal(['Will Rogers (KOKC), Cleveland County, OK']);
    expect(await labels('will rog')).to.have.length(1);
    for (const q of ['Cañon City', 'canon city', 'CAN\u0303ON CITY'])
      expect(await labels(q), q).to.deep.equal(['Cañon City, CO']);
    const [county] = (await search('q=cleveland%20county')).json().results;
    expect(county).to.deep.include({ kind: 'county', county: 'Cleveland', state: 'OK', fips: '40027' });
  });

  it('applies the state after the name, and the limit', async () => {
    expect((await search('q=Norman%2C%20Arkansas')).json().results).to.have.length(1);
    expect((await search('q=norman&limit=1')).json().results).to.have.length(1);
  });

  it('finds postcodes and points, and nothing in other countries', async () => {
    expect((await search('q=73069')).json().results[0]).to.deep.include({
      kind: 'postcode',
      name: 'Norman',
      label: '73069, Norman, Cleveland County, OK',
    });
    expect((await search('q=35.2,-97.5')).json().results).to.deep.equal([
      {
        name: '35.2, -97.5',
        label: '35.2, -97.5',
        lat: 35.2,
        lon: -97.5,
        kind: 'point',
        county: 'Cleveland',
        state: 'OK',
        fips: '40027',
        country: 'us',
        score: 1,
      },
    ]);
    expect((await search('q=norman&country=FR')).json()).to.deep.equal({ query: 'norman', results: [] });
  });

  it('rejects a short query, a large limit and an invalid country', async () => {
    for (const query of ['q=n', 'q=norman&limit=11', 'q=norman&country=usa', '']) {
      expect((await search(query)).status, query).to.equal(422);
    }
  });

  it('asks the provider for the zone of a place whose zone is not stored', async () => {
    const asked: string[] = [];
    let answer: () => Promise<string | null> = async () => 'LAZ069';
    const other = await startTestApi(() => ({
      fetchZone({ lat, lon }) {
        asked.push(`${lat},${lon}`);
        return answer();
      },
    }), (options) => testDatabase({ ...options, keep: true })); // prettier-ignore
    try {
      const at = async (place: string) => {
        const { headers, json } = await other.ask(`/api/v1/geocode/reverse?${place}`);
        return [
          json().zone,
          String(headers['cache-control'])
            .split(',')
            .find((word) => word.includes('max-age'))
            ?.trim(),
        ];
      };
      expect(await at('lat=35.22&lon=-97.44'), 'stored').to.deep.equal(['OKZ029', 'max-age=86400']);
      expect(asked).to.deep.equal([]);
      expect(await at('lat=29.95&lon=-90.07')).to.deep.equal(['LAZ069', 'max-age=86400']);
      expect(await at('lat=29.95&lon=-90.07'), 'from the cache').to.deep.equal(['LAZ069', 'max-age=86400']);
      expect(asked).to.deep.equal(['29.95,-90.07']);
      answer = () => Promise.reject(new UpstreamError('api.weather.gov', 'away'));
      expect(await at('lat=29.96&lon=-90.07')).to.deep.equal([null, 'max-age=60']);
      answer = async () => 'LAZ070';
      expect(await at('lat=29.96&lon=-90.07')).to.deep.equal(['LAZ070', 'max-age=86400']);
      expect(await at('lat=10&lon=-150'), 'at sea').to.deep.equal([null, 'max-age=86400']);
      expect(asked).to.have.length(3);
    } finally {
      await other.close();
    }
  });

  it('names a point by the nearest city', async () => {
    expect(await reverse('lat=35.22257&lon=-97.461')).to.deep.equal({
      lat: 35.22257,
      lon: -97.461,
      name: 'Norman',
      label: '2 km W of Norman, OK',
      distance_km: 2,
      county: 'Cleveland',
      state: 'OK',
      fips: '40027',
      wfo: 'OUN',
      zone: 'OKZ029',
      timezone: 'America/Chicago',
    });
    expect(await reverse('lat=35.2226&lon=-97.4395')).to.deep.include({ label: 'Norman, OK', distance_km: 0 });
    const labelIn = async (style: string) => (await reverse(`lat=35.22257&lon=-97.5&${style}`)).label;
    expect(await labelIn('units=imperial')).to.equal('3 mi W of Norman, OK');
    expect(await labelIn('lang=es')).to.equal('A 6 km al O de Norman, OK');
  });

  it('returns null names over water', async () => {
    const nothing = { name: null, label: null, distance_km: null, county: null, state: null, fips: null };
    const at = { lat: 34, lon: -95 };
    expect(await reverse('lat=34&lon=-95')).to.deep.equal({ ...at, ...nothing, wfo: null, zone: null, timezone: null });
  });
});
