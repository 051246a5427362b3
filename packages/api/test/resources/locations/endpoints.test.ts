import { assessedSources, hourSources, languages } from '@severe/assessment';
import { expect } from 'chai';
import { responseProblems } from '@severe/http';
import { getSummary } from '../../../src/resources/locations/endpoints.ts';
import { getCountySummary } from '../../../src/resources/jurisdiction/get-county-summary.ts';
import { getBriefing, getTimeline } from '../../../src/resources/briefing/endpoints.ts';
import { getStorm } from '../../../src/resources/storms/get-storm.ts';
import type { PointValues } from '../../../src/situation/point-values.ts';
import type { TestService } from '../../support/service.ts';
import { noValues, norman, seattle, startStormService, stormValues } from '../../support/storm-over-norman.ts';

describe('api/locations/summary', () => {
  let service: TestService;
  let values: PointValues = stormValues();
  before(async function () {
    this.timeout(60_000);
    service = await startStormService(() => values);
  });
  after(() => service?.close());

  const ask = async (query: string) => {
    const answer = await service.ask(`/api/v1/locations/summary?${query}`);
    if (answer.status === 200) expect(responseProblems(getSummary, answer.json())).to.deep.equal([]);
    return answer;
  };
  const summary = async (query: string) => (await ask(query)).json();

  it('lists what covers the place with the status that follows from it', async () => {
    const { headers, json } = await ask(norman);
    expect(headers['cache-control']).to.equal('public, max-age=15, stale-while-revalidate=15, stale-if-error=300');
    const body = json();
    expect(body).to.deep.include({
      lat: 35.22,
      lon: -97.42,
      status: 'emergency',
      unavailable: [],
      generated_at: '2026-05-20T22:18:05Z',
    });
    expect(body.status_reason).to.equal('Tornado Warning for an observed tornado until 22:45Z');
    expect(body.alerts.map(({ event }: any) => event)).to.have.members(['Tornado Warning', 'Flood Advisory']);
    expect(body.watches[0].number).to.equal(212);
    expect(body.discussions[0].number).to.equal(845);
    expect(body.outlooks[0].risk).to.equal('MDT');
    expect(body.reports[0].place).to.equal('3 SW Norman');
    expect(body.observation).to.include({ station: 'KOUN', temperature: 28.3 });
    expect(body.place).to.include({
      label: null,
      county: 'Cleveland',
      fips: '40027',
      wfo: 'OUN',
      timezone: 'America/Chicago',
    });
    expect(body.hrrr).to.deep.include({ run: '2026-05-20T21:00:00Z', elevation_m: 357 });
    expect(body.hrrr.variables.cape_jkg).to.deep.equal([3200, 3199, 3198]);
  });

  it('gives the records of the other endpoints unchanged', async () => {
    const { alerts, watches, discussions, outlooks, reports, observation } = await summary(norman);
    const propertiesOf = async (path: string) =>
      (await service.ask(`/api/v1${path}`)).json().features.map(({ properties }: any) => properties);
    expect(alerts).to.have.deep.members(await propertiesOf('/alerts?point=35.22,-97.42'));
    expect(watches).to.deep.equal(await propertiesOf('/watches'));
    expect(discussions).to.deep.equal(await propertiesOf('/discussions'));
    expect(outlooks).to.deep.equal(await propertiesOf('/outlooks'));
    expect(reports).to.deep.equal(await propertiesOf('/reports'));
    expect([observation]).to.deep.equal(await propertiesOf('/observations?latest=true'));
  });

  it('speaks Spanish and converts the observation', async () => {
    const body = await summary(`${norman}&lang=es&units=imperial`);
    expect(body.status_reason).to.equal('Aviso de tornado por un tornado observado hasta las 22:45Z');
    expect(body.observation.temperature).to.equal(82.9);
    expect((await ask(`${norman}&lang=fr`)).status).to.equal(422);
    expect((await ask(`${norman}&lang=`)).status).to.equal(422);
  });

  it('is normal where nothing is going on', async () => {
    const body = await summary(seattle);
    expect(body).to.include({ status: 'normal', observation: null });
    expect(body.alerts).to.deep.equal([]);
  });

  it('shares one answer between places ten metres apart', async () => {
    const [one, other] = await Promise.all([ask('lat=47.60001&lon=-122.30002'), ask('lat=47.6&lon=-122.29998')]);
    expect(one.json()).to.deep.equal(other.json());
    expect(one.json()).to.include({ lat: 47.6, lon: -122.3 });
  });

  it('is current until the first record ends, and is made again then', async () => {
    service.setTime('2026-05-20T22:44:55Z');
    const { headers, json } = await ask('lat=35.223&lon=-97.42');
    expect(json().status).to.not.equal('normal');
    expect(headers['cache-control']).to.match(/^public, max-age=5,/);
    service.setTime('2026-05-20T22:45:00Z');
    const after = await summary('lat=35.223&lon=-97.42');
    expect(after).to.deep.include({ alerts: [], generated_at: '2026-05-20T22:45:00Z' });
    service.setTime('2026-05-20T22:18:05Z');
  });

  it('works over midnight UTC and without a forecast outside the grid', async () => {
    service.setTime('2026-05-21T00:00:00Z');
    const body = await summary('lat=35.222&lon=-97.42');
    expect(body.reports).to.have.length(1); // two hours old, of the day before
    expect((await summary('lat=61.2&lon=-149.9')).hrrr).to.equal(null);
    service.setTime('2026-05-20T22:18:05Z');
  });

  it('has the newest run without hours until a run covers the present hour', async () => {
    values = {
      ...stormValues(),
      forecast: async () => ({ elevationM: null, run: undefined, times: [], variables: { cape_jkg: [] } }),
    };
    const { hrrr, unavailable } = await summary(`${seattle}&units=imperial`);
    expect(hrrr).to.deep.include({ run: '2026-05-20T22:00:00Z', times: [], variables: { cape_jkg: [] } });
    expect(unavailable).to.deep.equal([]);
    values = stormValues();
  });

  it('names radar and model whose values cannot be read', async () => {
    values = noValues();
    const body = await summary(`${seattle}&units=si`);
    expect(body).to.deep.include({ status: 'unknown', hrrr: null, unavailable: ['hrrr'] });
    const briefing = (await service.ask(`/api/v1/briefing/point?${seattle}&units=si`)).json();
    expect(briefing).to.deep.include({ status: 'unknown', unavailable: ['radar'] });
    values = stormValues();
  });
});

describe('answers about a place with a source that is away', () => {
  /** A phrase that names what is missing, and one that it does not mean safety. */
  const missing = { en: /unavailable at the moment/, es: /faltan/i };
  const noAllClear = { en: /not an all-clear/, es: /no significa que no haya peligro/ };
  /** What the summary of a county, and the account of a storm, are made of. */
  const ofCounty = ['alerts', 'watches', 'discussions', 'outlooks', 'reports'];
  const ofStorm = ['alerts', 'watches', 'discussions', 'reports', 'radar'];
  let service: TestService;
  afterEach(() => service?.close());

  const get = async (path: string, definition: Parameters<typeof responseProblems>[0]) => {
    const body = (await service.ask(`/api/v1${path}`)).json();
    expect(responseProblems(definition, body), path).to.deep.equal([]);
    return body;
  };

  for (const source of assessedSources) {
    it(`name ${source}, and do not read as all clear in any language`, async function () {
      this.timeout(60_000);
      service = await startStormService(stormValues, [source]);
      const inCounty = ofCounty.includes(source) ? [source] : [];
      for (const lang of languages) {
        // where nothing is known to happen
        const summary = await get(`/locations/summary?${seattle}&lang=${lang}`, getSummary);
        expect(summary).to.deep.include({ status: 'unknown', unavailable: [source] });
        const briefing = await get(`/briefing/point?${seattle}&lang=${lang}`, getBriefing);
        expect(briefing).to.deep.include({ status: 'unknown', unavailable: [source] });
        expect(briefing.sources).not.to.include(source);
        expect(briefing.headline).to.match(missing[lang]);
        expect(briefing.meaning).to.match(noAllClear[lang]);
        const timeline = await get(`/briefing/timeline?${seattle}&lang=${lang}`, getTimeline);
        expect(timeline.unavailable).to.deep.equal([source]);
        if (hourSources.includes(source))
          expect(timeline.summary.text).to.match(missing[lang]).and.to.match(noAllClear[lang]);
        const king = await get(`/jurisdiction/summary?fips=53033&lang=${lang}`, getCountySummary);
        expect(king).to.deep.include({ status: inCounty.length > 0 ? 'unknown' : 'normal', unavailable: inCounty });
        if (inCounty.length > 0) expect(king.status_reason).to.match(missing[lang]);
        // where a warning is known, which stays true
        const warned = await get(`/briefing/point?${norman}&lang=${lang}`, getBriefing);
        expect(warned).to.deep.include({ status: 'emergency', unavailable: [source] });
        expect(warned.meaning).to.match(missing[lang]);
      }
      const [{ id }] = (await service.ask('/api/v1/alerts?event=Tornado%20Warning')).json().features;
      const { properties: storm } = await get(`/storms/${id}`, getStorm);
      expect(storm.unavailable).to.deep.equal(ofStorm.includes(source) ? [source] : []);
    });
  }
});
