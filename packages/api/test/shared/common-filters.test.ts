import { expect } from 'chai';
import { foreignNamesOf, type Endpoint } from '@severe/http';
import { storeStormDay } from '@severe/db/testing/storm-day';
import { toldDiscussion } from '@severe/db/testing/rows/told-discussion';
import { stormCell } from '@severe/db/testing/rows/storm-cell';
import { apiEndpoints } from '../../src/endpoints.ts';
import { someTime, startTestApi, type TestService } from '../support/service.ts';

interface Feature {
  geometry: { type: string; coordinates: unknown } | null;
  properties: Record<string, unknown>;
}

/** Filters of the specification, each with values that match nothing. */
const impossible: Record<string, string> = {
  bbox: 'bbox=-40,-60,-39,-59',
  'bbox across the antimeridian': 'bbox=179,-60,-179,-59',
  point: 'point=-60,-40',
  radius: 'point=-60,-40&radius=5km',
  state: 'state=AS',
  wfo: 'wfo=ZZZ',
  start: 'start=2100-01-01',
  end: 'end=1990-01-01',
};
const filters = ['bbox', 'point', 'radius', 'state', 'wfo', 'start', 'end'];

const titleOf = ({ response }: Endpoint<any>): unknown => ('json' in response ? response.json['title'] : undefined);
const lists = apiEndpoints.filter((endpoint) => String(titleOf(endpoint)).endsWith('Collection'));

/** What a list needs beside the filters. */
const always: Record<string, string> = { '/facilities': 'bbox=-180,-90,180,90', '/zones': 'ids=OKC027' };

/** A position of a geometry. */
function positionOf(coordinates: unknown): [lon: number, lat: number] {
  const [first] = coordinates as unknown[];
  return typeof first === 'number' ? (coordinates as [number, number]) : positionOf(first);
}

describe('common filters', () => {
  let service: TestService;
  before(async function () {
    this.timeout(60_000);
    service = await startTestApi();
    await storeStormDay(service.db);
    await service.db.discussions.store([toldDiscussion({ number: 9999, wfos: ['OUN'] })]);
    await service.db.stormCells.store({ frameAt: new Date(Date.parse(someTime) - 60_000), state: {} }, [stormCell()]);
  });
  after(() => service?.close());

  const ask = (path: string, ...query: string[]) =>
    service.ask(`/api/v1${path}?${[always[path], ...query].filter(Boolean).join('&')}`);
  const featuresOf = async (path: string, ...query: string[]): Promise<Feature[]> => {
    const { status, json } = await ask(path, ...query);
    expect(status, `${path} ${query.join('&')}`).to.equal(200);
    return (json() as unknown as { features: Feature[] }).features;
  };
  const takes = ({ query }: Endpoint<any>, name: string) => Object.hasOwn(query, name);

  it('exist on every spatial list, or are refused', () => {
    const spatial =
      '/alerts /observations /outlooks /watches /discussions /reports /soundings /lightning /gauges /eros /facilities ' +
      '/damage-tracks /tropical/outlook /tropical/storms /storms';
    expect(lists.map(({ path }) => path)).to.include.members(spatial.split(' '));
    for (const list of lists) {
      const foreign = foreignNamesOf(list);
      for (const name of filters) expect(takes(list, name) || foreign.has(name), `${list.path} ${name}`).to.equal(true);
    }
  });

  for (const list of lists) {
    const { path } = list;

    for (const [name, query] of Object.entries(impossible)) {
      it(`${path} has nothing for a ${name} without anything`, async () => {
        const own = path === '/facilities' && name.startsWith('bbox');
        const { status, json } = await (own ? service.ask(`/api/v1${path}?${query}`) : ask(path, query));
        if (takes(list, name.split(' ')[0])) expect([status, json()['features']]).to.deep.equal([200, []]);
        else expect([status, json()['detail']]).to.have.nested.property('[0]', 422);
      });
    }

    it(`${path} has what a filter describes`, async () => {
      const all = await featuresOf(path);
      expect(all).to.not.have.length(0);
      const placed = all.find(({ geometry }) => geometry);
      const [lon, lat] = positionOf(placed!.geometry!.coordinates);
      const { state, states, wfo, wfos } = placed!.properties as Record<string, string & string[]>;
      const matching: Record<string, string | undefined> = {
        bbox: `bbox=${lon - 0.1},${lat - 0.1},${lon + 0.1},${lat + 0.1}`,
        radius: `point=${lat},${lon}&radius=1km`,
        state: (state ?? states) && `state=${state ?? states[0]}`,
        wfo: (wfo ?? wfos?.[0]) && `wfo=${wfo ?? wfos[0]}`,
        start: 'start=2000-01-01',
        end: 'end=2100-01-01',
      };
      for (const [name, query] of Object.entries(matching)) {
        if (!query || !takes(list, name)) continue;
        if (name === 'bbox' && path === '/facilities') continue;
        expect(await featuresOf(path, query), `${path} ${query}`).to.not.have.length(0);
      }
    });

    it(`${path} takes no name that its hints refuse, and ignores unknown names`, async () => {
      const foreign = foreignNamesOf(list);
      for (const name of foreign.keys()) {
        expect(takes(list, name), name).to.equal(false);
        expect(name).to.equal(name.toLowerCase());
      }
      expect(await featuresOf(path, '_=1', 'v=2', 'utm_source=x', 'format=geojson')).to.not.have.length(0);
    });
  }

  it('refuses the names of other services, and says what to write', async () => {
    const expected: [path: string, query: string, name: string, hint: string][] = [
      ['/alerts', 'lat=35&lon=-97', 'lat', 'Write point, as in point=35.22,-97.44'],
      ['/alerts', 'area=OK', 'area', 'Write state, as in state=OK'],
      ['/alerts', 'county=OKC027', 'county', 'Write zone, as in zone=OKC027,OKZ025'],
      ['/alerts', 'certainty=Observed', 'certainty', 'There is no such filter, but each alert has the field'],
      ['/alerts', 'status=actual', 'status', 'Write active, as in active=true'],
      ['/alerts', 'cursor=abc', 'cursor', 'Write offset, as in offset=0'],
      ['/alerts', 'phenomena=TO', 'phenomena', 'Write event, as in event=Tornado Warning'],
      ['/alerts', 'appid=0123', 'appid', 'Send the API key in the header X-API-Key'],
      ['/observations', 'stid=KOUN', 'stid', 'Write station, as in station=KOUN,KOKC'],
      ['/observations', 'sts=2026-05-20', 'sts', 'Write start, as in start=2026-05-20T22:18:00Z'],
      ['/gauges', 'stateCd=ok', 'statecd', 'Write state, as in state=OK'],
      ['/gauges', 'parameterCd=00060', 'parametercd', 'Write parameter, as in parameter=streamflow'],
      ['/gauges', 'period=P1D', 'period', 'Write recent_hours, as in recent_hours=6'],
      ['/lightning', 'wfo=OUN', 'wfo', 'Records have no forecast office. Write state, bbox, or point with radius'],
      ['/soundings', 'wfo=OUN', 'wfo', 'Records have no forecast office. Write station'],
      ['/briefing/point', 'lat=1&lon=2&point=1,2', 'point', 'Write lat, as in lat=35.22'],
      ['/afd', 'office=OUN&wfo=OUN', 'wfo', 'Write office, as in office=OUN'],
      ['/geocode/search', 'q=norman&lat=35', 'lat', '/geocode/reverse takes lat and lon'],
      ['/jurisdiction/summary', 'fips=40027&county=40027', 'county', 'Write fips, as in fips=40027'],
      ['/alerts/changes', 'state=OK', 'state', 'The list has the changes of all alerts: choose by their fields'],
    ];
    for (const [path, query, name, hint] of expected) {
      const { status, json } = await service.ask(`/api/v1${path}?${query}`);
      expect(status, query).to.equal(422);
      const [item] = json()['detail'] as { loc: string[]; msg: string }[];
      expect([item.loc, item.msg.startsWith(`There is no ${name} here. ${hint}`)], item.msg).to.deep.equal([
        ['query', name],
        true,
      ]);
    }
  });
});
