import { expect } from 'chai';
import { UpstreamError } from '@severe/base';
import type { CellForecast, ForecastCell } from '@severe/db';
import { responseProblems } from '@severe/http';
import { newForecast } from '@severe/db/testing/rows/new-forecast';
import { getPointForecast } from '../../../src/resources/forecast/endpoints.ts';
import { startTestApi, type TestService } from '../../support/service.ts';

const kansas = 'lat=38.5&lon=-97.5';

describe('api/forecast', () => {
  let service: TestService;
  let asked: [lat: number, lon: number, gridX: number | undefined][];
  let provider: () => Promise<CellForecast | undefined>;

  beforeEach(async function () {
    this.timeout(60_000);
    asked = [];
    provider = async () => undefined;
    const fetchForecast = ({ lat, lon }: { lat: number; lon: number }, cell?: ForecastCell) => {
      asked.push([lat, lon, cell?.gridX]);
      return provider();
    };
    service = await startTestApi(() => ({ fetchForecast }));
  });
  afterEach(() => service?.close());

  const ask = (query: string) => service.ask(`/api/v1/forecast/point?${query}`);
  const take = (change: object = {}) => service.db.forecasts.store(newForecast(change));
  const away = async () => {
    throw new UpstreamError('api.weather.gov', 'answers 503', { retryAfterSeconds: 7 });
  };

  it('returns stored hours, beginning with the current one', async () => {
    await take();
    const { status, headers, json } = await ask('lat=38.5&lon=-97.498766&hours=2');
    expect([status, headers['cache-control'], headers['last-modified'], headers.age]).to.deep.equal([
      200,
      'public, max-age=300, stale-while-revalidate=300, stale-if-error=300',
      'Wed, 20 May 2026 22:00:00 GMT',
      undefined,
    ]);
    expect(responseProblems(getPointForecast, json())).to.deep.equal([]);
    const rest = {
      dewpoint_c: 21.1,
      humidity_pct: 69,
      precip_probability_pct: 80,
      wind_speed_mps: 9,
      wind_gust_mps: null,
      wind_dir_deg: 170,
      sky: 'Severe Thunderstorms Likely',
    };
    expect(json()).to.deep.equal({
      lat: 38.5,
      lon: -97.49877,
      office: 'ICT',
      grid: { x: 60, y: 50 },
      timezone: 'America/Chicago',
      issued: '2026-05-20T20:31:00Z',
      periods: [
        { time: '2026-05-20T22:00:00Z', temperature_c: 28, ...rest },
        { time: '2026-05-20T23:00:00Z', temperature_c: 27, ...rest },
      ],
    });
    expect(asked).to.deep.equal([]);
  });

  it('returns 24 hours by default, and fewer if the forecast ends', async () => {
    await take();
    expect((await ask(kansas)).json().periods).to.have.length(24);
    expect((await ask(`${kansas}&hours=156`)).json().periods).to.have.length(38);
  });

  it('fetches a missing forecast once for concurrent requests, with four decimals', async () => {
    const { area: _, ...forecast } = newForecast();
    provider = async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return forecast;
    };
    const answers = await Promise.all(['1', '2', '3'].map((hours) => ask(`lat=38.123449&lon=-97&hours=${hours}`)));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    expect(asked).to.deep.equal([[38.1234, -97, undefined]]);
  });

  it('fetches again by cell when the stored forecast has expired', async () => {
    await take();
    service.setTime('2026-05-20T23:00:00Z');
    const { area: _, ...forecast } = newForecast({ issuedAt: new Date('2026-05-20T22:50:00Z') });
    provider = async () => forecast;
    expect((await ask(kansas)).json().issued).to.equal('2026-05-20T22:50:00Z');
    expect(asked).to.deep.equal([[38.5, -97.5, 60]]);
  });

  it('serves the last forecast with its age for a day while the provider is unavailable', async () => {
    await take();
    provider = away;
    service.setTime('2026-05-20T23:30:00Z');
    const old = await ask(kansas);
    expect([old.status, old.headers.age, old.json().periods[0].time]).to.deep.equal([
      200,
      '5400',
      '2026-05-20T23:00:00Z',
    ]);
    service.setTime('2026-05-20T23:30:10Z');
    expect((await ask(kansas)).headers.age).to.equal('5410'); // and is asked for anew, when the provider is
    service.setTime('2026-05-20T23:30:20Z');
    const { area: _, ...fresh } = newForecast({ issuedAt: new Date('2026-05-20T23:20:00Z') });
    provider = async () => fresh;
    const back = await ask(kansas);
    expect([back.json().issued, back.headers.age]).to.deep.equal(['2026-05-20T23:20:00Z', undefined]);
  });

  it('serves no forecast that is a day old or has ended', async () => {
    await take();
    provider = away;
    service.setTime('2026-05-21T22:00:01Z');
    const { status, headers } = await ask(kansas);
    expect([status, headers['retry-after']]).to.deep.equal([503, '7']);
    await take({ fetchedAt: new Date('2026-05-22T10:00:00Z'), goodUntil: new Date('2026-05-22T10:30:00Z') });
    service.setTime('2026-05-22T11:30:00Z');
    expect((await ask(kansas)).json().periods).to.have.length(1);
    service.setTime('2026-05-22T12:00:00Z');
    expect((await ask(kansas)).status).to.equal(503);
  });

  it('returns 404 without a grid, and requests that place once a day', async () => {
    const [lat, lon] = [30.1234, -40.5];
    provider = async () => {
      await service.db.forecasts.storeGap({ lat, lon });
      return undefined;
    };
    for (const hours of [1, 2]) {
      const { status, headers, json } = await ask(`lat=${lat}&lon=${lon}&hours=${hours}`);
      expect([status, headers['cache-control'], json()]).to.deep.equal([
        404,
        'no-store',
        { detail: 'Point is outside the forecast grid' },
      ]);
    }
    expect(asked).to.have.length(1);
    service.setTime('2026-05-21T22:20:00Z');
    await ask(`lat=${lat}&lon=${lon}`);
    expect(asked).to.have.length(2);
  });

  it('requires both coordinates within bounds', async () => {
    for (const query of ['', 'lat=38.5', 'lat=91&lon=0', 'lat=0&lon=181', `${kansas}&hours=0`, `${kansas}&hours=157`]) {
      expect((await ask(query)).status, query).to.equal(422);
    }
  });
});

describe('api/forecast without a provider', () => {
  it('serves stored forecasts, and returns 503 with Retry-After for others', async function () {
    this.timeout(60_000);
    const service = await startTestApi(() => ({ fetchForecast: undefined }));
    await service.db.forecasts.store(newForecast());
    expect((await service.ask(`/api/v1/forecast/point?${kansas}`)).status).to.equal(200);
    const { status, headers } = await service.ask('/api/v1/forecast/point?lat=1&lon=1');
    expect([status, headers['retry-after']]).to.deep.equal([503, '3600']);
    await service.close();
  });
});
