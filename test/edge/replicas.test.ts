import { expect } from 'chai';
import { requireTool } from '@severe/testing/tools';
import { startEdge, type Edge } from '../../scripts/support/edge.ts';
import { makeReplica, responding, silent, type Replica } from './replica.ts';

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
      replica.answer = responding(200);
      replica.received.length = 0;
      await replica.open();
    }
    edge = await startEdge(replicas.map(({ address }) => address));
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
    replicas[0].answer = responding(503);
    expect(await statuses(6)).to.deep.equal([200]);
  });

  it('say so when both cannot reach their stores, and answer at once when they can', async () => {
    for (const replica of replicas) replica.answer = responding(503);
    expect(await statuses(6)).to.deep.equal([503]);
    for (const replica of replicas) replica.answer = responding(200);
    expect(await statuses(2)).to.deep.equal([200]);
  });

  it('answer at once when both were gone and are back', async () => {
    for (const replica of replicas) await replica.close();
    expect(await statuses(6)).to.deep.equal([503]);
    for (const replica of replicas) await replica.open();
    expect(await statuses(2)).to.deep.equal([200]);
  });

  it('answer for one that stands still, which is left out then', async () => {
    const askAll = (count: number): Promise<number[]> =>
      Promise.all(Array.from({ length: count }, (_, i) => ask(`/api/v1/alerts?limit=${i + 1}`)));
    replicas[0].answer = silent;
    expect(new Set(await askAll(12))).to.deep.equal(new Set([200]));
    const asked = replicas[0].received.length;
    expect(asked).to.be.above(0);
    expect(new Set(await askAll(12))).to.deep.equal(new Set([200]));
    expect(replicas[0].received).to.have.length(asked);
  });

  it('have the tiles of a frame from one server, and frames from both', async () => {
    const askFrames = async (): Promise<void> => {
      for (const replica of replicas) replica.received.length = 0;
      for (let frame = 10; frame < 30; frame++)
        for (let x = 0; x < 3; x++) await ask(`/api/v1/radar/tiles/vil/2/${x}/0.png?ts=2026052022${frame}`);
    };
    const framesOf = ({ received }: Replica): Set<string> => new Set(received.map((line) => line.split('?')[1]));
    await askFrames();
    const [one, other] = replicas.map(framesOf);
    expect(one.size).to.be.within(1, 19);
    expect(one.size + other.size).to.equal(20);
    await replicas[0].close();
    await askFrames();
    expect(framesOf(replicas[1]).size).to.equal(20);
  });

  it('get what changes something once', async () => {
    for (const replica of replicas) {
      replica.answer = responding(503);
      replica.received.length = 0; // the edge has asked for `/` when it started
    }
    expect(await ask('/api/v1/auth/login', 'POST')).to.equal(503);
    expect(replicas.flatMap(({ received }) => received)).to.deep.equal(['POST /api/v1/auth/login']);
  });

  it('get what changes something while one of them is gone', async () => {
    const all = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
    await replicas[0].close();
    for (const method of [...all, ...all]) expect([method, await ask('/x', method)]).to.deep.equal([method, 200]);
  });
});
