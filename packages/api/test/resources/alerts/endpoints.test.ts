import { expect } from 'chai';
import { UpstreamError } from '@severe/base';
import { responseProblems } from '@severe/http';
import { until } from '@severe/testing/until';
import { county } from '@severe/db/testing/rows/county';
import { alertEvent, squareAt } from '@severe/db/testing/rows/alert-event';
import { getAlert, listAlertChanges, listAlerts } from '../../../src/resources/alerts/endpoints.ts';
import { startTestApi, type TestService } from '../../support/service.ts';

describe('api/alerts', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
    await service.db.alerts.store([
      alertEvent({ eventKey: 'OUN.TO.W.0034.2026', sent: new Date('2026-05-20T22:10:00Z') }),
      alertEvent({
        eventKey: 'OUN.TO.A.0212.2026',
        sent: new Date('2026-05-20T22:12:00Z'),
        event: 'Tornado Watch',
        polygon: null,
        motion: null,
        zones: ['county/OKC027', 'forecast/OKZ029'],
      }),
      alertEvent({
        eventKey: 'AFG.X.Y.0001.2026',
        states: ['AK'],
        severity: 'Unknown',
        polygon: squareAt(-150, 64, 1),
      }),
    ]);
    const county = {
      kind: 'county',
      ugc: 'OKC027',
      name: 'Cleveland',
      state: 'OK',
      wfo: 'OUN',
      simplified: true,
      source: 'a file',
      asOf: '2016-01-01',
    } as const;
    await service.db.zones.put([{ ...county, shape: JSON.stringify(squareAt(-97.7, 35, 0.6)) }]);
  });
  after(() => service?.close());

  const list = async (query = '') => {
    const answer = await service.ask(`/api/v1/alerts${query}`);
    if (answer.status === 200) expect(responseProblems(listAlerts, answer.json())).to.deep.equal([]);
    return answer;
  };
  const ids = async (query: string): Promise<number[]> =>
    (await list(query)).json().features.map(({ id }: { id: number }) => id);

  it('lists active alerts as GeoJSON, newest first', async () => {
    const { status, headers, json } = await list();
    expect(status).to.equal(200);
    expect(headers).to.deep.include({
      'content-type': 'application/geo+json',
      'cache-control': 'public, max-age=5, stale-while-revalidate=5, stale-if-error=300',
      'last-modified': 'Wed, 20 May 2026 22:18:05 GMT',
      'access-control-allow-origin': '*',
    });
    expect(headers.etag).to.match(/^"[^"]+"$/);
    const { features, ...envelope } = json();
    expect(envelope).to.deep.equal({
      type: 'FeatureCollection',
      numberMatched: 3,
      numberReturned: 3,
      timeStamp: '2026-05-20T22:18:00Z',
      links: [{ rel: 'self', href: 'https://wx.example.org/api/v1/alerts' }],
    });
    expect(features[2]).to.deep.equal({
      type: 'Feature',
      id: 1,
      geometry: squareAt(-97.6, 35.1, 0.4),
      properties: {
        id: 1,
        event: 'Tornado Warning',
        severity: 'Extreme',
        urgency: 'Immediate',
        certainty: 'Observed',
        headline: 'Tornado Warning issued May 20 at 5:12PM CDT until 5:45PM CDT by NWS Norman OK',
        status: 'active',
        version: 1,
        event_key: 'OUN.TO.W.0034.2026',
        message_type: 'Alert',
        sent: '2026-05-20T22:10:00Z',
        effective: '2026-05-20T22:10:00Z',
        onset: '2026-05-20T22:10:00Z',
        expires: '2026-05-20T22:45:00Z',
        message_expires: '2026-05-20T22:45:00Z',
        ends: null,
        wfo: 'OUN',
        states: ['OK'],
        area_desc: 'Cleveland, OK',
        affected_zones: ['OKC027'],
        fips: ['40027'],
        has_polygon: true,
        tags: {
          tornado: 'OBSERVED',
          damage_threat: null,
          hail_in: 1.75,
          hail_threat: null,
          wind_mph: null,
          wind_threat: null,
          flash_flood: null,
          rainfall_rate: null,
          dam_failure: null,
          levee_failure: null,
          waterspout: null,
          landspout: null,
          snow_squall: null,
          snow_squall_impact: null,
          pds: false,
          emergency: false,
        },
        motion: { from_deg: 245, speed_kt: 35 },
        url: 'https://wx.example.org/api/v1/alerts/1',
      },
    });
  });

  it('combines all filters', async () => {
    expect(await ids('?state=ok')).to.deep.equal([2, 1]);
    expect(await ids('?state=OK&event=tornado%20WATCH')).to.deep.equal([2]);
    expect(await ids('?event=Tornado%20Watch,%20Tornado%20Warning&state=AK')).to.deep.equal([3]);
    expect(await ids('?severity=Extreme')).to.deep.equal([2, 1]);
    expect(await ids('?wfo=koun&bbox=-98,34,-97,36')).to.deep.equal([2, 1]);
    expect(await ids('?wfo=XYZ')).to.deep.equal([]);
    expect(await ids('?event=tornado')).to.deep.equal(await ids(''));
    expect(await ids('?event=TORNADO%20wa')).to.deep.equal(await ids(''));
    expect(await ids('?event=Tornado%20Wat,Hail')).to.deep.equal([2]);
    expect(await ids('?event=nado')).to.deep.equal([]);
    expect(await ids('?event=Tornado_Watch')).to.deep.equal([]);
    expect(await ids('?event=%25Watch')).to.deep.equal([]);
    expect(await ids('?zone=okz029')).to.deep.equal([2]);
    expect(await ids('?zone=OKC027&active=false')).to.have.members([3, 2, 1]); // with a polygon and without
    expect(await ids('?zone=OKZ029,%20OKC999&event=Tornado%20Warning')).to.deep.equal([]);
    expect(await ids('?zone=TXC001')).to.deep.equal([]);
    expect(await ids('?zone=OKZ029&as_of=2026-05-20T22:18:05Z')).to.deep.equal([2]);
    expect(await ids('?event=')).to.deep.equal(await ids('')); // an empty field of a form hides nothing
    expect(await ids('?event=%20,')).to.deep.equal(await ids(''));
    expect(await ids('?point=35.02,-97.65')).to.deep.equal([2]); // in the county, outside the polygon
    expect(await ids('?point=36.1,-97.4&radius=70km')).to.deep.equal([2, 1]);
    expect(await ids('?bbox=170,60,-149.5,65')).to.deep.equal([3]);
    expect(await ids('?start=2026-05-20T22:12:00Z&end=2026-05-20T17:15:00-05:00')).to.deep.equal([2]);
    expect(await ids('?start=2026-05-21')).to.deep.equal([]);
  });

  it('pages without gaps, with links in the body and the header', async () => {
    const first = await list('?state=OK&limit=1');
    const next = 'https://wx.example.org/api/v1/alerts?state=OK&limit=1&offset=1&through=2';
    expect(first.headers.link).to.equal(`<${next}>; rel="next"`);
    expect(first.json()).to.deep.include({ numberMatched: 2, numberReturned: 1 });
    const second = await service.ask(next.slice('https://wx.example.org'.length));
    expect(second.json().features[0].id).to.equal(1);
    expect(second.json().links).to.deep.equal([
      { rel: 'self', href: next },
      { rel: 'prev', href: 'https://wx.example.org/api/v1/alerts?state=OK&limit=1&through=2' },
    ]);
    expect((await list('?offset=1000')).json()).to.deep.include({ numberMatched: 3, numberReturned: 0, features: [] });
  });

  it('gives equal responses to equal queries in different forms', async () => {
    const tags = await Promise.all(
      ['?state=ok&limit=100', '?limit=0100&x=1&state=OK', '?active=YES&state=Ok&offset=0'].map(
        async (query) => (await list(query)).headers.etag,
      ),
    );
    expect(new Set(tags).size).to.equal(1);
    const again = await service.ask('/api/v1/alerts?state=OK', { 'If-None-Match': tags[0]! });
    expect([again.status, again.body.length]).to.deep.equal([304, 0]);
  });

  it('describes invalid parameters', async () => {
    const cases: [query: string, status: number, words: string][] = [
      ['?bbox=1,2,3', 400, 'Invalid bbox: expected west,south,east,north as four numbers, got 3'],
      ['?bbox=0,10,1,9', 400, 'south 10 is greater than north 9'],
      ['?point=-97.4,35.2', 400, 'did you mean 35.2,-97.4?'],
      ['?point=35,-97&radius=50', 400, 'expected a number with a unit'],
      ['?radius=50km', 400, 'it needs a point'],
      ['?start=yesterday', 400, 'Invalid start'],
      ['?start=2026-02-30', 400, 'Invalid start'],
      ['?start=2026-05-21&end=2026-05-20', 400, 'start is after end'],
      ['?state=ZZ', 422, 'enum'],
      ['?state=Oklahoma', 422, 'enum'],
      ['?wfo=KOUNX', 422, 'string_pattern_mismatch'],
      ['?limit=0', 422, 'greater_than_equal'],
      ['?limit=1001', 422, 'less_than_equal'],
      ['?offset=-1', 422, 'greater_than_equal'],
      ['?offset=99999999999999999999', 422, 'int_parsing'],
      ['?active=maybe', 422, 'bool_parsing'],
      ['?severity=Unknown', 422, 'enum'],
      ['?urgency=Past', 422, 'enum'],
      ['?state=OK&state=TX', 422, 'only once'],
      ['?zone=Cleveland', 422, 'pattern'],
      ['?zone=OKC27', 422, 'pattern'],
      ['?severity=Extreme,Severe', 422, 'one value, not a list'],
      ['?state=OK,TX', 422, 'one value, not a list'],
      ['?event=a%00b', 422, 'NUL'],
      ['?event=%ED%A0%80', 422, 'UTF-8'],
      ['/changes?since=x', 400, 'Invalid since'],
      ['/changes?since=1042.1', 404, 'No such cursor: its version is 1042, the newest version is '],
      ['/xyz', 422, 'int_parsing'],
    ];
    for (const [query, status, words] of cases) {
      const answer = await service.ask(`/api/v1/alerts${query}`);
      expect(
        [answer.status, answer.body.toString().includes(words)],
        `${query} ${answer.body.toString()}`,
      ).to.deep.equal([status, true]);
    }
  });

  it('returns one alert with all details', async () => {
    const { status, headers, json } = await service.ask('/api/v1/alerts/2');
    expect(responseProblems(getAlert, json())).to.deep.equal([]);
    expect([status, headers['content-type']]).to.deep.equal([200, 'application/json']);
    expect(json()).to.deep.include({
      id: 2,
      has_polygon: false,
      geometry: null,
      affected_zones: ['OKC027', 'OKZ029'],
      description: 'A tornado is on the ground.',
      zones: [
        { id: 'OKC027', name: 'Cleveland', state: 'OK' },
        { id: 'OKZ029', name: null, state: 'OK' },
      ],
      history: [{ version: 1, sent: '2026-05-20T22:12:00Z', action: 'NEW' }],
    });
    for (const id of ['4', '4294967296', '9007199254740991', '-1']) {
      const missing = await service.ask(`/api/v1/alerts/${id}`);
      expect([missing.status, missing.json()], id).to.deep.equal([404, { detail: 'Alert not found' }]);
    }
  });

  it('reports changes since a cursor', async () => {
    const changes = async (query: string) => {
      const { json } = await service.ask(`/api/v1/alerts/changes${query}`);
      expect(responseProblems(listAlertChanges, json())).to.deep.equal([]);
      return json();
    };
    const first = await changes('?limit=2');
    expect([first.new.length, first.more]).to.deep.equal([2, true]);
    const rest = await changes(`?since=${first.cursor}`);
    expect([rest.new.map(({ id }: { id: number }) => id), rest.more]).to.deep.equal([[3], false]);
    expect(await changes(`?since=${rest.cursor}`)).to.deep.equal({
      cursor: rest.cursor,
      more: false,
      ended: [],
      new: [],
      updated: [],
    });
  });

  it('returns the shapes of zones', async () => {
    const { headers, json } = await service.ask('/api/v1/zones?ids=okc027,OKC999');
    expect(headers['content-type']).to.equal('application/geo+json');
    const [zone] = json().features;
    expect(json().numberMatched).to.equal(1);
    expect(zone).to.deep.include({ id: 'county/OKC027', geometry: squareAt(-97.7, 35, 0.6) });
    expect(zone.properties).to.deep.equal({
      id: 'OKC027',
      kind: 'county',
      name: 'Cleveland',
      state: 'OK',
      wfo: 'OUN',
      simplified: true,
      source: 'a file',
      as_of: '2016-01-01',
    });
  });

  it('returns the counties that replaced an abolished one', async () => {
    await service.db.zones.put([county({ ugc: 'AKC063', state: 'AK', name: 'Chugach' })]);
    const successors = (await service.ask('/api/v1/zones?ids=AKC261')).json().features as { id: string }[];
    expect(successors.map(({ id }) => id)).to.deep.equal(['county/AKC063']);
  });

  it('refuses a request without zones', async () => {
    for (const query of ['', '?ids=', '?ids=,%20']) {
      expect((await service.ask(`/api/v1/zones${query}`)).status, query).to.equal(422);
    }
  });

  it('lets clients cache zones for a day, or for a minute if one is missing', async () => {
    const kept = async (ids: string) => (await service.ask(`/api/v1/zones?ids=${ids}`)).headers['cache-control'];
    expect(await kept('OKC027')).to.include('max-age=86400,');
    expect(await kept('OKC027,OKC999')).to.include('max-age=60,');
  });

  it('serves cached responses with their age while the database is unavailable, else 503', async function () {
    this.timeout(90_000);
    let away = false;
    const guard = <T extends object>(table: T): T =>
      new Proxy(table, {
        get: (target, name) =>
          away ? () => Promise.reject(new UpstreamError('database', 'gone')) : target[name as keyof T],
      });
    const other = await startTestApi(({ db }) => ({
      db: { ...db, alerts: guard(db.alerts), dataSets: guard(db.dataSets) },
    }));
    try {
      const before = await other.ask('/api/v1/alerts?state=OK');
      expect([before.status, before.headers.age]).to.deep.equal([200, undefined]);
      away = true;
      // Versions are known for a second; until then the response is current and has no age.
      const after = await until(
        async () => {
          const response = await other.ask('/api/v1/alerts?state=OK');
          return (response.headers.age !== undefined || response.status !== 200) && response;
        },
        { everyMs: 100 },
      );
      expect([after.status, after.body.toString()]).to.deep.equal([200, before.body.toString()]);
      expect(Number(after.headers.age)).to.be.at.least(1);
      const unknown = await other.ask('/api/v1/alerts?state=TX');
      expect([unknown.status, unknown.headers['retry-after']]).to.deep.equal([503, '5']);
    } finally {
      await other.close();
    }
  });
});
