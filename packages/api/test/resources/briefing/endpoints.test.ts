import { expect } from 'chai';
import { stormCell } from '@severe/db/testing/rows/storm-cell';
import { responseProblems } from '@severe/http';
import { getBriefing, getTimeline } from '../../../src/resources/briefing/endpoints.ts';
import type { TestService } from '../../support/service.ts';
import { norman, seattle, startStormService, stormValues } from '../../support/storm-over-norman.ts';

describe('api/briefing', () => {
  let service: TestService;
  let values = stormValues();
  before(async function () {
    this.timeout(60_000);
    service = await startStormService(() => values);
  });
  after(() => service?.close());

  const get = async (path: string, definition: typeof getBriefing) => {
    const answer = await service.ask(`/api/v1${path}`);
    if (answer.status === 200) expect(responseProblems(definition, answer.json())).to.deep.equal([]);
    return answer;
  };
  const brief = async (query: string) => (await get(`/briefing/point?${query}`, getBriefing)).json();
  const timeline = async (query: string) => (await get(`/briefing/timeline?${query}`, getTimeline)).json();

  it('tells what is happening, what it means, and when the storm may arrive', async () => {
    const body = await brief(norman);
    expect(body.headline).to.equal(
      'A tornado warning for an observed tornado covers this point until 5:45 PM CDT. Also in effect: flood advisory until 5:45 PM CDT.',
    );
    expect(body.happening).to.match(
      /^A tornado was observed at 5:17 PM CDT; it is now about \d\.\d km to the west, moving northeast/,
    );
    expect(body.happening).to.match(/Radar shows heavy rain here \(53 dBZ\)\. One lightning flash/);
    expect(body.meaning)
      .to.match(/^Take shelter now/)
      .and.to.match(/may arrive in about \d minutes/);
    const { storm_eta: eta } = body;
    const [{ id }] = (await service.ask('/api/v1/alerts?event=Tornado%20Warning')).json().features;
    expect(eta).to.include({ alert_id: id, cell_id: null });
    // 35 kt from 245°, observed 65 s before at 35.2 N 97.5 W
    expect(eta.minutes).to.be.closeTo((7.6 / (35 * 1.852)) * 60 - 1.1, 0.6);
    expect(eta.earliest_minutes).to.be.at.most(eta.minutes);
    expect(eta.latest_minutes).to.be.at.least(eta.minutes);
    expect(Date.parse(eta.arrives_at)).to.be.closeTo(Date.parse(body.generated_at) + eta.minutes * 60_000, 40_000);
    expect(body.threats.map(({ kind, text }: any) => [kind, text])).to.deep.equal([
      ['tornado', 'tornado'],
      ['flash_flood', 'flooding'],
      ['wind', 'damaging wind'],
      ['hail', 'hail up to 44 mm'],
      ['lightning', 'lightning'],
    ]);
  });

  it('tells the rain of the next hour, as the summary does', async () => {
    const { next_hour: nextHour, happening, generated_at: now } = await brief(norman);
    expect(nextHour).to.deep.include({
      run: '2026-05-20T22:16:00Z',
      rains_now: true,
      begins_at: null,
      ends_at: '2026-05-20T22:41:00Z',
      chance_percent: 95,
    });
    expect(nextHour.chances[0]).to.deep.equal({ time: '2026-05-20T22:21:00Z', percent: 95 });
    expect(happening)
      .to.include(nextHour.text)
      .and.to.match(/the rain here may end some (20|25) minutes from now/);
    const summary = (await service.ask(`/api/v1/locations/summary?${norman}`)).json();
    expect(summary.next_hour).to.deep.equal({ ...nextHour, text: summary.next_hour.text });
    expect(Date.parse(now)).to.be.below(Date.parse(nextHour.ends_at));
    values = { ...stormValues(), nextHour: async () => null };
    expect((await brief('lat=35.9&lon=-97.44')).next_hour).to.equal(null);
    values = stormValues();
  });

  it('has the status of the summary, everywhere', async () => {
    for (const query of [norman, seattle]) {
      const { status } = (await service.ask(`/api/v1/locations/summary?${query}`)).json();
      expect((await brief(query)).status).to.equal(status);
    }
  });

  it('speaks Spanish in miles', async () => {
    const { happening } = await brief(`${norman}&lang=es&units=imperial`);
    expect(happening).to.match(/Se observó un tornado a las 5:17 PM CDT; ahora está a unos [\d.]+ mi al oeste/);
  });

  it('has no arrival where the cone misses', async () => {
    expect((await brief('lat=34.9&lon=-98.2')).storm_eta).to.equal(null);
    expect(await brief(seattle)).to.deep.include({ status: 'normal', storm_eta: null, threats: [] });
  });

  it('is not made from radar and outlooks where they do not reach', async () => {
    values = { ...stormValues(), radarAround: async () => undefined };
    const { happening, sources, unavailable } = await brief('lat=21.3&lon=-157.86');
    expect(happening).to.match(/Radar and convective outlooks do not cover this place\./);
    expect(sources).to.include('alerts').and.not.include.members(['radar']).and.not.include.members(['outlooks']);
    expect(unavailable).to.deep.equal([]);
    values = stormValues();
  });

  it('tells of a tracked storm without a warning', async () => {
    const frameAt = new Date('2026-05-20T22:16:00Z');
    await service.db.stormCells.store({ frameAt, state: {} }, [stormCell({ cell: 'c7', lat: 36, lon: -99.4 })]);
    const body = await brief('lat=36&lon=-99.2');
    expect(body.happening).to.match(
      /^A thunderstorm without a warning \(64 dBZ\) is about 16 km to the west, moving east at 54 km\/h/,
    );
    // 18 km at 15 m/s, seen 125 s before
    expect(body.storm_eta).to.include({ alert_id: null, cell_id: 'c7', minutes: 18 });
    expect(body.status).to.equal('normal');
  });

  it('joins hours to alerts, watches, outlooks and the model', async () => {
    const body = await timeline(norman);
    expect(body.hours).to.have.length(18);
    expect(body.hours[0]).to.deep.include({
      time: '2026-05-20T22:00:00Z',
      hrrr: { cape_jkg: 3200, refc_dbz: null },
      outlook: { day: 1, risk: 'MDT' },
      ero: { day: 1, category: 'SLGT' },
      risk: 'extreme',
    });
    expect(body.hours[0].alerts).to.have.length(2);
    expect(body.hours[1]).to.deep.include({ alerts: [], risk: 'high' });
    expect(body.hours[5]).to.deep.include({ hrrr: null, watches: [] });
    expect(body.summary).to.deep.include({ peak_risk: 'extreme', peak_time: '2026-05-20T22:00:00Z' });
    expect(body.summary.segments.slice(0, 2)).to.deep.equal([
      { risk: 'extreme', start: '2026-05-20T22:00:00Z', end: '2026-05-20T23:00:00Z' },
      { risk: 'high', start: '2026-05-20T23:00:00Z', end: body.summary.segments[1].end },
    ]);
    expect(body.summary.text).to.match(
      /^The risk of severe weather is extreme from 5:00 PM CDT until 6:00 PM CDT\. It is high from 6:00 PM CDT /,
    );
    expect(body.run).to.equal('2026-05-20T21:00:00Z');
  });

  it('gives as many hours as requested, and no model if it is not wanted', async () => {
    for (const hours of [1, 48]) expect((await timeline(`${norman}&hours=${hours}`)).hours).to.have.length(hours);
    const without = await timeline(`${norman}&hrrr_grids=false`);
    expect(without.run).to.equal(null);
    expect(without.hours.every(({ hrrr }: any) => hrrr === null)).to.equal(true);
    for (const wrong of ['hours=0', 'hours=49', 'hours=', 'hrrr_grids=maybe']) {
      expect((await service.ask(`/api/v1/briefing/timeline?${norman}&${wrong}`)).status).to.equal(422);
    }
  });
});
