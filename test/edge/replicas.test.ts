import { createServer, type RequestListener, type Server } from 'node:http';
import { expect } from 'chai';
import { freePort } from '@severe/testing/free-port';
import { requireTool } from '@severe/testing/tools';
import { startEdge, type Edge } from '../../scripts/support/edge.ts';

/** A replica of the origin, which can be lost. */
interface Replica {
  port: number;
  /** Method and path of what it received. */
  received: string[];
  status: number;
  open(): Promise<void>;
  close(): Promise<void>;
}

/** Guarantee G11 on the shipped configuration; `npm run test:faults -- replicas` tries it on real processes under load. */
describe('two replicas behind the edge', function () {
  this.timeout(60_000);
  let replicas: Replica[];
  let edge: Edge;

  before(async function () {
    requireTool(this, 'nginx', 'nginx-light');
    replicas = [await makeReplica(), await makeReplica()];
  });
  beforeEach(async () => {
    for (const replica of replicas) {
      replica.status = 200;
      replica.received.length = 0;
      await replica.open();
    }
    edge = await startEdge(replicas.map(({ port }) => `127.0.0.1:${port}`));
  });
  afterEach(async () => {
    await edge.close();
    for (const replica of replicas) await replica.close();
  });

  const ask = async (path: string, method = 'GET'): Promise<number> => {
    const response = await fetch(edge.url + path, { method });
    await response.arrayBuffer();
    return response.status;
  };
  const statuses = async (count: number): Promise<number[]> => {
    const all: number[] = [];
    for (let i = 0; i < count; i++) {
      all.push(await ask(`/api/v1/alerts?limit=${i + 1}`), await ask(`/api/v1/radar/tiles/vil/0/0/${i}.png`));
    }
    return [...new Set(all)];
  };

  it('answer for one that is gone', async () => {
    await replicas[0].close();
    expect(await statuses(6)).to.deep.equal([200]);
  });

  it('answer for one that cannot reach its stores', async () => {
    replicas[0].status = 503;
    expect(await statuses(6)).to.deep.equal([200]);
  });

  it('say so when both cannot reach their stores, and answer at once when they can', async () => {
    for (const replica of replicas) replica.status = 503;
    expect(await statuses(6)).to.deep.equal([503]);
    for (const replica of replicas) replica.status = 200;
    expect(await statuses(2)).to.deep.equal([200]);
  });

  it('answer at once when both were gone and are back', async () => {
    for (const replica of replicas) await replica.close();
    expect(await statuses(6)).to.deep.equal([503]);
    for (const replica of replicas) await replica.open();
    expect(await statuses(2)).to.deep.equal([200]);
  });

  it('get what changes something once', async () => {
    for (const replica of replicas) {
      replica.status = 503;
      replica.received.length = 0; // the edge has asked for `/` when it started
    }
    expect(await ask('/api/v1/auth/login', 'POST')).to.equal(503);
    expect(replicas.flatMap(({ received }) => received)).to.deep.equal(['POST /api/v1/auth/login']);
  });
});

async function makeReplica(): Promise<Replica> {
  let server: Server | undefined;
  const answer: RequestListener = (request, response) => {
    replica.received.push(`${request.method} ${request.url}`);
    response.writeHead(replica.status, { 'Cache-Control': 'no-store' }).end('{}');
  };
  const replica: Replica = {
    port: await freePort(),
    received: [],
    status: 200,
    open: () =>
      new Promise((resolve) => {
        if (server?.listening) return resolve();
        server = createServer(answer).listen(replica.port, '127.0.0.1', resolve);
      }),
    close: () =>
      new Promise((resolve) => {
        if (!server?.listening) return resolve();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return replica;
}
