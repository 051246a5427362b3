import type { ServerResponse } from 'node:http';
import { run } from '@severe/testing/serve';
import { until } from '@severe/testing/until';
import { expect } from 'chai';
import { startClient } from '../../benchmarks/freshness/client.ts';
import { nameOfMessage } from '../../benchmarks/freshness/names.ts';

const properties = { id: 7, sent: '2026-05-20T22:00:00Z', event: 'Tornado Warning', area_desc: 'Cleveland, OK' };
const message = nameOfMessage(properties.sent, properties.event, properties.area_desc);
const frame = { source: 'radar', product: 'composite-reflectivity', ts: '202605202200' };
const name = 'radar/composite-reflectivity/202605202200';

describe('the client of the benchmark of freshness', () => {
  let stream: ServerResponse | undefined;
  let features: object[] = [];
  let conditional = 0;
  const answers: Record<string, () => object> = {
    '/api/v1/alerts': () => ({ features }),
    '/api/v1/radar/products': () => ({ products: [{ id: frame.product, latest: frame.ts }] }),
    '/api/v1/satellite/products': () => ({ products: [{ id: 'ir', latest: null }] }),
    '/api/v1/radar/tiles/composite-reflectivity/4/3/6.png': () => ({}),
  };
  const send = (event: object): void => void stream!.write(`event: x\ndata: ${JSON.stringify(event)}\n\n`);

  it('notes events, lists, tiles and values, and the webhook of an alert that comes before its list', async () => {
    const server = await run((request, response) => {
      const [path] = request.url!.split('?');
      const body = answers[path];
      if (path === '/api/v1/stream') stream = response.writeHead(200).on('close', () => response.end());
      if (path === '/api/v1/stream') response.flushHeaders();
      else if (!body) response.writeHead(404).end();
      else {
        if (request.headers['if-none-match']) conditional++;
        response.writeHead(200, { ETag: '"1"' }).end(JSON.stringify(body()));
      }
    });
    const client = await startClient(server.url);
    try {
      await until(() => client.seen.get(name)?.list);
      send(frame);
      await until(() => client.refused.length > 0);
      expect(client.seen.get(name)).to.have.all.keys('list', 'stream event', 'tile');
      expect(client.refused[0]).to.match(/^\/radar\/point\?.*ts=202605202200: 404$/);

      client.noteWebhook(properties.id);
      features = [{ properties }];
      await until(() => client.seen.get(message)?.list);
      send({ source: 'alerts', new: [properties.id] });
      await until(() => client.seen.get(message)?.['stream event']);
      expect(client.seen.get(message)).to.have.all.keys('list', 'stream event', 'webhook');
      expect(conditional).to.be.above(0);
    } finally {
      await client.stop();
      await server.close();
    }
  });
});
