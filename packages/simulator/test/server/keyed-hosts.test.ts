import { run, type Running } from '@severe/testing/serve';
import { expect } from 'chai';
import { hourMs } from '../../src/model/plane.ts';
import { hostHandler } from '../../src/server/handler.ts';
import { pageHosts } from '../../src/server/page-hosts.ts';

const now = Date.parse('2026-05-20T22:30:00Z');

describe('providers that need a key', () => {
  let server: Running;
  const faults: unknown[] = [];
  before(async () => {
    const handler = hostHandler(
      { buckets: [], pages: pageHosts(1) },
      async () => now,
      (error) => faults.push(error),
    );
    server = await run(handler);
  });
  after(() => server.close());
  afterEach(() => expect(faults).to.deep.equal([]));

  const mping = (since: string, more = '') =>
    server.ask(`/mping.ou.edu/mping/api/v2/reports?obtime_gte=${encodeURIComponent(since)}${more}`, {
      authorization: 'Token any',
    });
  const stamp = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

  it('refuse a request without one, each in its own way', async () => {
    expect((await server.ask('/mping.ou.edu/mping/api/v2/reports')).status).to.equal(401);
    expect((await server.ask('/www.spotternetwork.org/reports', {}, 'POST', '{}')).status).to.equal(401);
    expect((await server.ask('/www.spotternetwork.org/reports', {}, 'POST', 'no JSON')).status).to.equal(401);
    const { status, json } = await server.ask('/api.synopticdata.com/v2/stations/latest?state=ok');
    expect([status, json().SUMMARY.RESPONSE_CODE]).to.deep.equal([200, 200]);
  });

  it('take a POST only where the provider does', async () => {
    expect((await server.ask('/mping.ou.edu/mping/api/v2/reports', {}, 'POST', '{}')).status).to.equal(405);
    expect((await server.ask('/nowhere.example/x', {}, 'POST', '{}')).status).to.equal(405);
    expect((await server.ask('/www.spotternetwork.org/reports')).status).to.equal(404);
  });

  it('list what the public has reported since a time, the same at every request, in pages', async () => {
    const whole: { id: number }[] = [];
    for (let more = ''; ;) {
      const { results, next, count } = (await mping(stamp(now - 60 * hourMs), more)).json();
      whole.push(...results);
      if (next === null) {
        expect(whole.length).to.equal(count);
        break;
      }
      more = `&page=${new URL(next).searchParams.get('page')}`;
    }
    expect(whole.length).to.be.above(200);
    expect(new Set(whole.map(({ id }) => id)).size).to.equal(whole.length);
    const last = (await mping(stamp(now - 6 * hourMs))).json().results as { obtime: string }[];
    expect(last.length).to.be.above(3);
    for (const { obtime } of last) expect(Date.parse(obtime)).to.be.within(now - 6 * hourMs, now);
    expect((await mping('2026-05-20T00:00:00Z')).json().results, 'another form of time').to.deep.equal([]);
  });

  it('list what spotters have reported', async () => {
    const { reports } = (await server.ask('/www.spotternetwork.org/reports', {}, 'POST', '{"id":"any"}')).json();
    expect(reports.length).to.be.above(0);
    for (const { stamp: at, tornado, hail, wind, flashflood } of reports) {
      expect(Date.parse(`${at.replace(' ', 'T')}Z`)).to.be.within(now - 7 * hourMs, now);
      expect(tornado + hail + wind + flashflood).to.equal(1);
    }
  });

  it('have a station in each county of a state with a mesonet, with the wanted variables', async () => {
    const ask = async (state: string) => {
      const path = `/api.synopticdata.com/v2/stations/latest?token=any&state=${state}&vars=air_temp,wind_speed`;
      return (await server.ask(path)).json();
    };
    const { STATION: stations, SUMMARY: summary, UNITS: units } = await ask('ok');
    expect([stations.length, summary.RESPONSE_CODE, units.air_temp]).to.deep.equal([77, 1, 'Celsius']);
    for (const { OBSERVATIONS: observations } of stations) {
      expect(Object.keys(observations)).to.have.members(['air_temp_value_1', 'wind_speed_value_1']);
      expect(Date.parse(observations.air_temp_value_1.date_time)).to.be.within(now - 7 * 60_000, now);
    }
    expect((await ask('vt')).SUMMARY.RESPONSE_CODE).to.equal(2);
  });
});
