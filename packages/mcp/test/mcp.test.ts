import { Client, InMemoryTransport, type CallToolResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { loadSettings } from '@severe/base';
import { createClient } from '@severe/client';
import { alertEvent } from '@severe/db/testing/rows/alert-event';
import { stormCell } from '@severe/db/testing/rows/storm-cell';
import { someTime, startTestApi, type TestService } from '@severe/api/testing/service';
import { feedSources, startStormService, stormValues } from '@severe/api/testing/storm-over-norman';
import { expect } from 'chai';
import { createServer } from '../src/server.ts';

const picture = Buffer.from('89504e470d0a1a0a', 'hex');
const reading = { product: 'vil', lat: 35.22, lon: -97.42, ts: '202605202218', time: '2026-05-20T22:18:00Z', value: 41.5, status: 'ok', units: 'kg/m²', approximate: true }; // prettier-ignore

/** Rasters are with the tile server, which is not part of these tests. */
const asked: URL[] = [];
async function fetchOf(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input);
  asked.push(url);
  if (url.pathname.endsWith('/radar/point')) return Response.json(reading);
  if (url.pathname.includes('/squares/')) return new Response(picture, { headers: { 'Content-Type': 'image/png' } });
  return fetch(input, init);
}

const norman = { lat: 35.22, lon: -97.42 };

describe('severe-mcp', function () {
  this.timeout(60_000);
  let service: TestService;
  let stale: TestService;
  let partial: TestService;
  const clients: Client[] = [];
  before(async () => {
    service = await startStormService(() => stormValues());
    await service.db.stormCells.store({ frameAt: new Date(Date.parse(someTime) - 60_000), state: {} }, [stormCell()]);
  });
  after(async () => {
    for (const client of clients) await client.close();
    await service?.close();
    await stale?.close();
    await partial?.close();
  });

  async function connectTo(url: string): Promise<(name: string, given?: object) => Promise<CallToolResult>> {
    const [one, other] = InMemoryTransport.createLinkedPair();
    const server = createServer(createClient({ baseUrl: url, fetch: fetchOf, retries: 0 }), '1.2.3');
    const client = new Client({ name: 'test', version: '1' });
    await Promise.all([server.connect(one), client.connect(other)]);
    clients.push(client);
    return async (name, given = {}) => await client.callTool({ name, arguments: given as Record<string, unknown> });
  }
  const textOf = ({ content }: CallToolResult): string => content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n'); // prettier-ignore

  it('speaks over standard input and output, and describes tools that only read', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const main = new URL('../src/main.ts', import.meta.url).pathname;
    const args = [...process.execArgv, main, '--url', service.url];
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
    clients.push(client);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).to.deep.equal(['weather_at_place', 'active_warnings', 'storm_cells', 'radar', 'what_changed']); // prettier-ignore
    for (const { description, inputSchema, annotations } of tools) {
      expect(description).to.be.a('string').with.length.within(60, 400);
      expect(annotations).to.include({ readOnlyHint: true });
      for (const [name, property] of Object.entries(inputSchema.properties ?? {}))
        expect(property, name).to.have.property('description');
    }
    const result = await client.callTool({ name: 'active_warnings', arguments: { ...norman } });
    expect(textOf(result)).to.match(/^2 in force for 35\.22, -97\.42\.\nSIMULATED/);
  });

  it('answers with what the service knows, and says that it is simulated', async () => {
    const call = await connectTo(service.url);
    const weather = textOf(await call('weather_at_place', norman));
    expect(weather)
      .to.match(/^35\.22, -97\.42, 2026-05-20T22:18:05Z: \w+\.\nSIMULATED: /)
      .and.to.match(/tornado/i);
    const spanish = textOf(await call('weather_at_place', { ...norman, language: 'es' }));
    expect(spanish).to.match(/Aviso de tornado/i);
    const warnings = textOf(await call('active_warnings', { state: 'ok', event: 'Tornado' }));
    expect(warnings).to.match(/^1 in force for OK\.\n/).and.to.match(/\n- Tornado Warning until 2026-05-20T22:45:00Z \(Extreme\): Cleveland, OK\./); // prettier-ignore
    const storms = textOf(await call('storm_cells', { ...norman, within_km: 300 }));
    expect(storms)
      .to.match(/^1 storms within 300 km of /)
      .and.to.match(/\n- at 3\d\.\d\d, -9\d\.\d\d: \d+(\.\d+)? dBZ/);
    expect(storms).to.include('they are never certain');
  });

  it('gives the radar as a value and a picture', async () => {
    const call = await connectTo(service.url);
    asked.length = 0;
    const { content } = await call('radar', { ...norman, product: 'vil', zoom: 8 });
    expect(content[0]).to.deep.include({ type: 'text' });
    expect(textOf({ content })).to.match(/^vil at 35\.22, -97\.42: 41\.5 kg\/m², radar of 2026-05-20T22:18:00Z\.\nSIMULATED.*\n\[image\]$/); // prettier-ignore
    expect(content[1]).to.deep.equal({ type: 'image', data: picture.toString('base64'), mimeType: 'image/png' });
    expect(asked.map(({ pathname }) => pathname)).to.include('/api/v1/squares/radar/vil/8/35.22/-97.42@2x.png');
  });

  it('tells what changed since its last answer', async () => {
    const call = await connectTo(service.url);
    const first = textOf(await call('what_changed'));
    expect(first).to.match(/^2 new, 0 updated, 0 ended\. Cursor for the next call: (\S+)\n/);
    const [, cursor] = /next call: (\S+)/.exec(first)!;
    expect(textOf(await call('what_changed', { cursor }))).to.match(/^0 new, 0 updated, 0 ended\./);
    await service.db.alerts.store([
      alertEvent({ eventKey: 'OUN.SV.W.0077.2026', event: 'Severe Thunderstorm Warning' }),
    ]);
    let next = '';
    for (let i = 0; i < 30 && !next.startsWith('1 new'); i++) {
      await new Promise((resolve) => setTimeout(resolve, 200)); // until the service has seen the change
      next = textOf(await call('what_changed', { cursor }));
    }
    expect(next)
      .to.match(/^1 new, 0 updated, 0 ended\./)
      .and.to.match(/\n- new: Severe Thunderstorm Warning until /);
  });

  it('says that nothing is no all-clear while a source is silent', async () => {
    stale = await startStormService(() => stormValues(), ['alerts', 'radar']);
    const call = await connectTo(stale.url);
    const none = /No recent data of: (alerts|radar)\. That nothing is listed is no all-clear\./;
    expect(textOf(await call('active_warnings', { state: 'AK' })))
      .to.match(/^0 in force for AK\.\n/)
      .and.to.match(none);
    expect(textOf(await call('storm_cells', { state: 'AK' }))).to.match(none);
    expect(textOf(await call('what_changed'))).to.match(none);
    expect(textOf(await call('weather_at_place', norman))).to.match(/\nNot known now: .*alerts/);
  });

  it('says that nothing is no all-clear where a source is not followed', async () => {
    partial = await startTestApi(() => ({ settings: loadSettings({ SOURCES: 'radar' }) }));
    await feedSources(partial.db);
    const call = await connectTo(partial.url);
    const none = 'No recent data of: alerts. That nothing is listed is no all-clear.';
    expect(textOf(await call('active_warnings', { state: 'AK' }))).to.include(none);
    expect(textOf(await call('what_changed'))).to.include(none);
    expect(textOf(await call('storm_cells', { state: 'AK' }))).to.not.include('No recent data');
  });

  it('explains what is wrong: a place, a parameter, a service that does not answer', async () => {
    const call = await connectTo(service.url);
    const failing = async (name: string, given: object): Promise<string> => {
      const result = await call(name, given);
      expect(result.isError, name).to.equal(true);
      return textOf(result);
    };
    expect(await failing('radar', { lat: 35 })).to.equal('lat and lon are needed together, or place.');
    expect(await failing('weather_at_place', {})).to.equal('place is needed, or lat and lon.');
    expect(await failing('weather_at_place', { place: 'Zzyzzxq' })).to.match(/^There is no place "Zzyzzxq"/);
    expect(await failing('active_warnings', { state: 'ZZ' })).to.match(
      /^The service refused the request: query state: /,
    );
    expect(await failing('what_changed', { cursor: 'x' })).to.match(/^The service refused the request: /);
    expect(await failing('radar', { lat: 'north', lon: 1 })).to.match(/expected number/);
    const lost = await connectTo('http://127.0.0.1:9');
    expect(textOf(await lost('what_changed'))).to.match(/^The service could not be reached: /);
  });
});
