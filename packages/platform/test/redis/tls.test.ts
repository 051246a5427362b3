import { silentLog, StartError } from '@severe/base';
import { testCertificate } from '@severe/testing/certificate';
import { until } from '@severe/testing/until';
import { expect } from 'chai';
import { createRedisLimiter } from '../../src/limiter/redis.ts';
import { openRedisPubsub } from '../../src/pubsub/redis.ts';
import { openRedis } from '../../src/redis/link.ts';
import {
  redisPassword,
  sentinelPassword,
  startCluster,
  startSecure,
  startSentinels,
  type Node,
  type Nodes,
} from '../support/redis-nodes.ts';
import { rejection } from '../support/wait.ts';

describe('platform/redis over TLS', () => {
  let secure: Nodes;
  let redisUrl: string;
  before(async function () {
    this.timeout(30_000);
    secure = await startSecure(this, testCertificate());
    redisUrl = `rediss://127.0.0.1:${secure.nodes[0].port}`;
  });
  after(() => secure?.close());

  it('trusts the authority of REDIS_TLS_CA', async () => {
    for (const url of [redisUrl, redisUrl.replace('127.0.0.1', 'localhost')]) {
      const link = await openRedis({ redisUrl: url, redisTlsCa: testCertificate().cert }, silentLog);
      await link.ping();
      await link.close();
    }
  });

  for (const [what, start, more] of [
    ['nodes of a cluster', startCluster, (nodes: Node[]) => ({ redisCluster: nodes.slice(0, 1) })],
    [
      'Sentinels, and what they name',
      startSentinels,
      (nodes: Node[]) => ({
        redisSentinels: nodes.slice(3),
        redisSentinelName: 'wx',
        redisSentinelPassword: sentinelPassword,
      }),
    ],
  ] as const) {
    it(`speaks to ${what}`, async function () {
      this.timeout(60_000);
      const { nodes, close } = await start(this, testCertificate());
      try {
        const place = {
          redisUrl: `rediss://:${redisPassword}@redis`,
          redisTlsCa: testCertificate().cert,
          ...more(nodes),
        };
        const user = start === startCluster ? { redisUrl: 'rediss://redis' } : {};
        const link = await openRedis({ ...place, ...user }, silentLog);
        const pubsub = await openRedisPubsub(link, silentLog);
        const heard: object[] = [];
        await pubsub.subscribe('secure', (message) => void heard.push(message));
        await pubsub.announce('secure', { n: 1 });
        await until(() => heard.length === 1);
        const limiter = createRedisLimiter(link);
        for (let i = 0; i < 9; i++) expect((await limiter.take(`client ${i}`, 5)).remaining).to.equal(4);
        await pubsub.close();
        await link.close();
      } finally {
        await close();
      }
    });
  }

  it('refuses a server that no known authority vouches for', async () => {
    const error = await rejection(openRedis({ redisUrl }, silentLog));
    expect(error).to.be.instanceOf(StartError);
    expect(error.message).to.match(/self-signed certificate/);
  });
});
