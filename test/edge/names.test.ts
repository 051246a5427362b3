import { expect } from 'chai';
import { freePort } from '@severe/testing/free-port';
import { skipFor } from '@severe/testing/skip';
import { until } from '@severe/testing/until';
import { dnsErrors, serveNames, type NameServer } from 'severe/testing/name-server';
import { startEdge, type Edge } from '../../scripts/support/edge.ts';
import { canFollowNames } from '../../scripts/support/router.ts';
import { makeReplica, responding, silent, type Replica } from './replica.ts';

const name = 'replicas.test';
const hosts = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];
const paths = ['/api/v1/alerts?limit=1', '/api/v1/radar/tiles/vil/0/0/0.png'];

/** Containers that are made anew have other addresses, and the same name. */
describe('names that move, behind the edge', function () {
  this.timeout(60_000);
  const addresses = new Map<string, readonly string[]>();
  let names: NameServer | undefined;
  let replicas: Replica[];
  let edge: Edge;

  before(async function () {
    if (!canFollowNames()) skipFor(this, 'no nginx of version 1.27.3; .ci/build-nginx makes one');
    const port = await freePort();
    replicas = await Promise.all(hosts.map((host) => makeReplica(host, port)));
    for (const replica of replicas) {
      replica.answer = responding(200, { 'Cache-Control': 'no-store' }, JSON.stringify(replica.address));
      await replica.open();
    }
    addresses.set(name, [hosts[0]]);
    names = await serveNames({ host: '127.0.0.1', port: 0 }, (asked) => addresses.get(asked) ?? dnsErrors.nxDomain);
    edge = await startEdge(`${name}:${port}`, { resolver: `127.0.0.1:${names.port}` });
  });
  after(async () => {
    await edge?.close();
    for (const replica of replicas ?? []) await replica.close();
    await names?.close();
  });

  /** The hosts that respond to some requests, and `refused` if one of them fails. */
  const answering = async (): Promise<string> => {
    const seen = new Set<string>();
    for (let i = 0; i < 8; i++) {
      const response = await fetch(edge.url + paths[i % paths.length]);
      seen.add(response.ok ? ((await response.json()) as string).split(':')[0] : 'refused');
    }
    return [...seen].sort().join(' ');
  };

  it('are followed to a new address', async () => {
    await until(async () => (await answering()) === hosts[0]);
    addresses.set(name, [hosts[1]]);
    await replicas[0].close();
    await until(async () => (await answering()) === hosts[1]);
  });

  it('are followed to further replicas', async () => {
    addresses.set(name, hosts.slice(1));
    await until(async () => (await answering()) === `${hosts[1]} ${hosts[2]}`);
  });

  it('answer for a replica that stands still, and has lost its name when its requests have waited', async () => {
    const { answer } = replicas[1];
    replicas[1].answer = silent;
    const asked = Array.from({ length: 12 }, (_, i) =>
      fetch(`${edge.url}${paths[i % 2]}${i % 2 === 0 ? '&' : '?'}ts=${i}`),
    );
    await until(() => replicas[1].received.some((line) => line.includes('ts=')));
    addresses.set(name, [hosts[2]]);
    expect((await Promise.all(asked)).map(({ status }) => status)).to.deep.equal(asked.map(() => 200));
    replicas[1].answer = answer;
  });

  it('lead where they led while nobody knows them', async () => {
    await names!.close();
    names = undefined;
    const end = performance.now() + 5_000;
    while (performance.now() < end) expect(await answering()).to.not.include('refused');
  });
});
