import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { silentLog, StartError } from '@severe/base';
import { expect } from 'chai';
import { createRedisLimiter } from '../../src/limiter/redis.ts';
import { openRedisPubsub } from '../../src/pubsub/redis.ts';
import { createBullQueue } from '../../src/queue/bull.ts';
import type { RedisPlace } from '../../src/redis/address.ts';
import { openRedis, type RedisLink } from '../../src/redis/link.ts';
import { limiterContract } from '../limiter/contract.ts';
import { pubsubContract } from '../pubsub/contract.ts';
import { queueContract } from '../queue/contract.ts';
import { endProcess, startCluster, type Nodes } from '../support/redis-nodes.ts';
import { rejection } from '../support/wait.ts';
import { allUsed, useAndLeave } from '../support/leaving.ts';
import { useUnderFailover } from './failover.ts';

describe('platform/redis on a cluster', () => {
  let cluster: Nodes;
  let place: RedisPlace;
  const links: RedisLink[] = [];
  let prefixes = 0;

  before(async function () {
    this.timeout(60_000);
    cluster = await startCluster(this);
    place = { redisUrl: 'redis://cluster', redisCluster: cluster.nodes.slice(0, 2) };
  });
  afterEach(async () => {
    for (const link of links.splice(0)) await link.close();
  });
  after(() => cluster?.close());

  async function open(): Promise<RedisLink> {
    const link = await openRedis({ ...place, redisUrl: `redis://cluster?prefix=p${++prefixes}` }, silentLog);
    links.push(link);
    return link;
  }

  describe('has a limiter, which', () => {
    let link: RedisLink;
    before(async () => (link = await openRedis(place, silentLog)));
    after(() => link?.close());
    limiterContract({
      open: (windowMs) => createRedisLimiter(link, { windowMs, patienceMs: 10_000 }),
      pass: (ms) => pause(Math.ceil(ms) + 2),
      now: () => performance.now(),
    });

    it('counts on all nodes', async () => {
      const limiter = createRedisLimiter(link, { patienceMs: 10_000 });
      await Promise.all(Array.from({ length: 60 }, async (_, i) => limiter.take(`client ${i}`, 5)));
      for (const { ask } of cluster.nodes.slice(0, 3)) expect(await ask('dbsize')).to.be.above(5);
    });
  });

  describe('has a queue, which', () => queueContract(async () => createBullQueue(await open(), silentLog)));

  describe('has events, which', () => {
    const closers: (() => Promise<void>)[] = [];
    pubsubContract(async (_, log) => {
      const link = await openRedis(place, log);
      const pubsub = await openRedisPubsub(link, log);
      closers.push(
        () => pubsub.close(),
        () => link.close(),
      );
      return pubsub;
    });
    after(async () => {
      for (const close of closers) await close();
    });
  });

  it('has all keys of a queue on one node', async () => {
    const link = await open();
    const queue = createBullQueue(link, silentLog);
    for (let i = 0; i < 5; i++) await queue.wake('render', { id: `${i}`, delayMs: i % 2 });
    const tag = `{${link.prefix}:queue:render}*`;
    const counts = await Promise.all(
      cluster.nodes.slice(0, 3).map(async ({ ask }) => ((await ask('keys', tag)) as string[]).length),
    );
    expect(counts.toSorted((a, b) => a - b).slice(0, 2)).to.deep.equal([0, 0]);
    expect(Math.max(...counts)).to.be.above(5);
    await queue.close();
  });

  it('has no other database than 0, and says so', async () => {
    const error = await rejection(openRedis({ ...place, redisUrl: 'redis://cluster/2' }, silentLog));
    expect(error).to.be.instanceOf(StartError);
    expect(error.message).to.include('no database 2');
  });

  it('does not start without a node, and names where it looked', async () => {
    const nowhere = { redisUrl: 'redis://cluster', redisCluster: [{ host: '127.0.0.1', port: 1 }] };
    const error = await rejection(openRedis(nowhere, silentLog));
    expect(error).to.be.instanceOf(StartError);
    expect(error.message).to.include('Redis at 127.0.0.1:1 cannot be used: None of startup nodes is available');
  });

  it('lets the process end after its close', async function () {
    const folder = mkdtempSync(join(tmpdir(), 'severe-cluster-'));
    const nodes = cluster.nodes.map(({ host, port }) => `${host}:${port}`);
    try {
      const env = { DATA_DIR: folder, REDIS_URL: 'redis://cluster', REDIS_CLUSTER: nodes.join() };
      expect(await useAndLeave(env)).to.deep.equal(allUsed);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  // The last one: the node stays away.
  describe('under failover', () => {
    it('goes on when a node is killed and its replica takes over', async function () {
      this.timeout(90_000);
      await useUnderFailover(await open(), () => endProcess(cluster.nodes[0].process));
    });
  });
});
