import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { startTestApi, type TestService } from '@severe/api/testing/service';
import { report } from '@severe/db/testing/rows/report';
import { storeStormDay } from '@severe/db/testing/storm-day';
import { hasTool } from '@severe/testing/tools';

const run = promisify(execFile);
const sources = fileURLToPath(new URL('../python/src', import.meta.url));
/** A Python that has pandas and GeoPandas; without it, what needs them is skipped. */
const withTables = process.env.TABLES_PYTHON;

/** Runs lines of Python with a client of a service in `severe`. @returns what they print, as JSON */
async function python(url: string, lines: string, program = 'python3'): Promise<any> {
  const script = `import json\nfrom severe_client import ApiError, Severe\nsevere = Severe('${url}', timeout=5)\n${lines}`;
  const { stdout } = await run(program, ['-c', script], { env: { ...process.env, PYTHONPATH: sources } });
  return JSON.parse(stdout);
}

describe('the Python client', function () {
  this.timeout(60_000);
  let service: TestService;
  before(async function () {
    if (!hasTool('python3')) this.skip();
    service = await startTestApi();
    await storeStormDay(service.db);
    const at = (minute: number) => new Date(Date.UTC(2026, 4, 20, 21, minute));
    await service.db.reports.store(Array.from({ length: 25 }, (_, i) => report({ key: `r${i}`, at: at(2 * i) })));
  });
  after(() => service?.close());

  it('gets JSON, fills in the names of a path, and writes lists, times and truth as the API reads them', async () => {
    const headline = await python(service.url, `print(json.dumps(severe.get('/alerts', event=['Tornado Warning', 'Flood'], active=True)['features'][0]['properties']['headline']))`); // prettier-ignore
    expect(headline).to.match(/^Tornado Warning issued/);
    expect(await python(service.url, `print(json.dumps(severe.get('/alerts/{alert_id}', alert_id=1)['event']))`)).to.equal('Tornado Warning'); // prettier-ignore
    const address = await python(
      'https://wx.example.org/',
      `from datetime import datetime, timezone\nprint(json.dumps(severe.url('/radar/tiles/{product}/{z}/{x}/{y}.png', product='a b', z=1, x=2, y=3, ts=None, at=datetime(2026, 5, 20, tzinfo=timezone.utc))))`,
    );
    expect(address).to.equal(
      'https://wx.example.org/api/v1/radar/tiles/a%20b/1/2/3.png?at=2026-05-20T00:00:00%2B00:00',
    );
  });

  it('reads a list page by page', async () => {
    const ids = await python(
      service.url,
      `print(json.dumps([each['id'] for each in severe.all('/reports', limit=7)]))`,
    );
    const { features } = (await service.ask('/api/v1/reports?limit=1000')).json();
    expect(ids).to.deep.equal(features.map(({ id }: { id: number }) => id));
  });

  it('raises what the service says, in one line', async () => {
    const lines = `
problems = []
for path, given in [('/alerts', {'limit': 5000}), ('/alerts', {'radius': '50km'}), ('/alerts/{alert_id}', {'alert_id': 888888888}), ('/none', {})]:
    try:
        severe.get(path, **given)
    except ApiError as error:
        problems.append([error.status, str(error)])
print(json.dumps(problems))`;
    expect(await python(service.url, lines)).to.deep.equal([
      [422, '422: query limit: Input should be less than or equal to 1000'],
      [400, '400: Invalid radius: it needs a point around which it is meant'],
      [404, '404: Alert not found'],
      [404, '404: Not found'],
    ]);
  });

  it('waits as long as a refusal says, and not for one that says nothing', async () => {
    const asked: number[] = [];
    const server: Server = createServer((_request, response) => {
      asked.push(Date.now());
      const headers = asked.length === 1 ? { 'Retry-After': '1' } : {};
      response.writeHead(asked.length === 2 ? 200 : 429, { 'Content-Type': 'application/json', ...headers });
      response.end(asked.length === 2 ? '"at last"' : '{"detail":"Too many requests"}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      expect(await python(url, `print(json.dumps(severe.get('/alerts')))`)).to.equal('at last');
      expect(asked[1] - asked[0]).to.be.at.least(990);
      const refused = await python(url, `try:\n    severe.get('/alerts')\nexcept ApiError as error:\n    print(json.dumps(str(error)))`); // prettier-ignore
      expect([refused, asked.length]).to.deep.equal(['429: Too many requests', 3]);
    } finally {
      server.close();
    }
  });

  it('follows the live stream, and continues behind the last event after a lost connection', async () => {
    const headers: (string | undefined)[] = [];
    const server: Server = createServer((request, response) => {
      headers.push(request.headers['last-event-id'] as string | undefined);
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      const id = headers.length;
      response.end(
        `: hello\n\nid: e-${id}\nevent: alerts\ndata: {"new":\ndata: [${id}]}\n\nid: lost\nevent: alerts\ndata: {"cut`,
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const lines = `
seen = []
for event in severe.events(['alerts', 'radar']):
    seen.append([event.name, event.data['new'], event.id])
    if len(seen) == 2:
        break
print(json.dumps(seen))`;
      expect(await python(url, lines)).to.deep.equal([
        ['alerts', [1], 'e-1'],
        ['alerts', [2], 'e-2'],
      ]);
      expect(headers).to.deep.equal([undefined, 'e-1']);
    } finally {
      server.close();
    }
  });

  it('makes tables of pandas and GeoPandas with times and geometries', async function () {
    if (!withTables) this.skip();
    const lines = `
table = severe.frame('/reports', limit=10)
shapes = severe.geo('/alerts')
none = severe.geo('/alerts', state='AS')
print(json.dumps([len(table), str(table.time.dtype), list(table.columns[:2]), len(shapes), str(shapes.crs), shapes.geometry.iloc[0].geom_type, len(none)]))`;
    const [rows, kind, columns, ...rest] = await python(service.url, lines, withTables);
    expect([rows, columns]).to.deep.equal([26, ['id', 'type']]);
    expect(kind).to.match(/^datetime64\[\w+, UTC\]$/);
    expect(rest).to.deep.equal([2, 'EPSG:4326', 'Polygon', 0]);
  });
});
