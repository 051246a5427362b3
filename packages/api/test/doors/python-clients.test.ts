import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { alertEvent } from '@severe/db/testing/rows/alert-event';
import { expect } from 'chai';
import { skipFor } from '@severe/testing/skip';
import type { TestService } from '../support/service.ts';
import { startStormService, stormValues } from '../support/storm-over-norman.ts';

const run = promisify(execFile);
/** A Python that has the clients; without it, they are not tried. */
const python = process.env.TABLES_PYTHON;

const ringsOf = (geometry: any): number[][][][] =>
  geometry === null ? [] : geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;

/** The doors, read by the programs of Python that people use for them. */
describe('clients of Python', function () {
  this.timeout(120_000);
  let service: TestService;
  before(async function () {
    if (!python) skipFor(this, 'no TABLES_PYTHON');
    service = await startStormService(() => stormValues());
    const [eventKey, headline] = ['OUN.TO.W.9001.2026', 'Less < more & "so" ⛈ ]]>'];
    await service.db.alerts.store([alertEvent({ eventKey, sent: new Date('2026-05-20T22:16:00Z') })]);
    await service.db.alerts.store([alertEvent({ eventKey, headline, messageType: 'Update', action: 'CON' })]);
    await service.db.alerts.store([alertEvent({ eventKey: 'OUN.FL.W.9002.2026', polygon: null })]);
  });
  after(() => service?.close());

  /** Runs lines of Python with the address of the API in `api`. @returns what they print, as JSON */
  async function answerOf(lines: string): Promise<any> {
    const { stdout } = await run(python!, ['-c', `import json\napi = '${service.url}/api/v1'\n${lines}`]);
    return JSON.parse(stdout);
  }
  const idsOf = async (path: string) =>
    (await service.ask(`/api/v1${path}`)).json().features.map(({ id }: { id: number }) => id);

  it('feedparser reads the feeds without a complaint', async () => {
    const read = (path: string) => `feedparser.parse(api + '${path}')`;
    const [alerts, reports] = await answerOf(
      `import feedparser
def facts(feed): return [feed.version, bool(feed.bozo), feed.feed.title, [e.title for e in feed.entries], [e.get('cap_event') for e in feed.entries]]
print(json.dumps([facts(${read('/feeds/alerts.atom')}), facts(${read('/feeds/reports.rss')})]))`,
    );
    expect(alerts.slice(0, 3)).to.deep.equal(['atom10', false, 'severe: alerts, SIMULATED weather']);
    expect(alerts[4]).to.include('Tornado Warning');
    expect(reports.slice(0, 2)).to.deep.equal(['rss20', false]);
    expect(reports[3].length).to.be.above(0);
  });

  it('a library of CAP finds each alert valid by its schema, and has its event, times and area', async () => {
    const { features } = (await service.ask('/api/v1/alerts?limit=1000')).json();
    const messages = await answerOf(
      `import urllib.request
from capparselib.parsers import CAPParser
def message(id):
    [alert] = CAPParser(urllib.request.urlopen(f'{api}/alerts/{id}.cap').read().decode()).as_dict()
    [info] = alert['cap_info']
    [area] = info['cap_area']
    return {'type': alert['cap_message_type'], 'headline': info['cap_headline'], 'status': alert['cap_status'], 'event': info['cap_event'], 'expires': info['cap_expires'], 'severity': info['cap_severity'],
            'area': area['area_description'], 'rings': [ring.text for ring in area.get('polygons', [])],
            'zones': [code['value'].text for code in area.get('geocodes', []) if code['valueName'] == 'UGC']}
print(json.dumps([message(id) for id in ${JSON.stringify(features.map(({ id }: { id: number }) => id))}], default=str))`,
    );
    expect(messages.length).to.be.above(3);
    expect(messages).to.deep.equal(
      features.map(({ geometry, properties }: any) => ({
        type: properties.message_type,
        headline: properties.headline,
        status: 'Test',
        event: properties.event,
        expires: properties.expires.replace('Z', '-00:00'),
        severity: properties.severity,
        area: properties.area_desc,
        rings: ringsOf(geometry).map(([outer]) => outer.map(([lon, lat]) => `${lat},${lon}`).join(' ')),
        zones: properties.affected_zones,
      })),
    );
  });

  it('DuckDB finds types and rows of a table', async () => {
    const [rows, first, kinds] = await answerOf(
      `import duckdb, tempfile, urllib.request
with tempfile.NamedTemporaryFile(suffix='.csv') as file:
    file.write(urllib.request.urlopen(api + '/alerts.csv?limit=1000').read()); file.flush()
    table = duckdb.read_csv(file.name)
    kinds = dict(zip(table.columns, map(str, table.types)))
    print(json.dumps([len(table.fetchall()), table.filter("event = 'Tornado Warning'").limit(1).fetchall()[0][0], kinds]))`,
    );
    const ids = await idsOf('/alerts?limit=1000');
    expect(rows).to.equal(ids.length);
    expect(ids).to.include(first);
    expect(kinds).to.include({ id: 'BIGINT', event: 'VARCHAR', expires: 'TIMESTAMP WITH TIME ZONE' });
  });

  it('OWSLib lists the collections, and reads items and one of them', async () => {
    const { names, ids, event } = await answerOf(
      `from owslib.ogcapi.features import Features
ogc = Features(api + '/ogc/')
items = ogc.collection_items('alerts', limit=100, bbox=[-98, 35, -97, 36])
one = ogc.collection_item('alerts', str(items['features'][0]['id']))
print(json.dumps({'names': ogc.feature_collections(), 'ids': [each['id'] for each in items['features']], 'event': one['properties']['event']}))`,
    );
    expect(names).to.include.members(['alerts', 'reports', 'observations']);
    expect(ids).to.deep.equal(await idsOf('/alerts?limit=100&bbox=-98,35,-97,36'));
    expect(event).to.be.a('string');
  });

  it('OWSLib asks for observations around a place', async () => {
    const { queries, stations } = await answerOf(
      `from owslib.ogcapi.edr import EnvironmentalDataRetrieval
edr = EnvironmentalDataRetrieval(api + '/ogc/')
found = edr.query_data('observations', 'radius', coords='POINT(-97.44 35.22)', within='50', within_units='km')
print(json.dumps({'queries': list(edr.collection('observations')['data_queries']), 'stations': [each['properties']['station'] for each in found['features']]}))`,
    );
    expect(queries).to.include('radius');
    expect(stations.length).to.be.above(0);
  });
});
