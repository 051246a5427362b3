import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog, StartError } from '@severe/base';
import { until } from '@severe/testing/until';
import { expect } from 'chai';
import type { RedisPlace } from '../../src/redis/address.ts';
import { openRedis } from '../../src/redis/link.ts';
import {
  endProcess,
  redisPassword,
  sentinelPassword,
  startSentinels,
  type Node,
  type Nodes,
} from '../support/redis-nodes.ts';
import { rejection } from '../support/wait.ts';
import { allUsed, useAndLeave } from '../support/leaving.ts';
import { useUnderFailover } from './failover.ts';

describe('platform/redis with Sentinels', () => {
  let all: Nodes;
  let place: RedisPlace;

  before(async function () {
    this.timeout(60_000);
    all = await startSentinels(this);
    place = {
      redisUrl: `redis://:${redisPassword}@redis/3`,
      redisSentinels: all.nodes.slice(3),
      redisSentinelName: 'wx',
      redisSentinelPassword: sentinelPassword,
    };
  });
  after(() => all?.close());

  it('does not start if no Sentinel answers or knows the name', async () => {
    for (const wrong of [
      { redisSentinels: [{ host: '127.0.0.1', port: 1 }] },
      { redisSentinelName: 'other' },
      { redisSentinelPassword: 'wrong' },
    ]) {
      const error = await rejection(openRedis({ ...place, ...wrong }, silentLog));
      expect(error).to.be.instanceOf(StartError);
      expect(error.message).to.match(/^Redis at 127\.0\.0\.1:\d+.* cannot be used: /);
      expect(error.message).to.not.include(redisPassword);
    }
  });

  it('uses the database of REDIS_URL', async () => {
    const link = await openRedis(place, silentLog);
    await link.commands.set('here', 1);
    await all.nodes[0].ask('select', 3);
    expect(await all.nodes[0].ask('exists', 'here')).to.equal(1);
    await link.close();
  });

  it('lets the process end after its close', async function () {
    const folder = mkdtempSync(join(tmpdir(), 'severe-sentinels-'));
    const env = {
      DATA_DIR: folder,
      REDIS_URL: place.redisUrl,
      REDIS_SENTINELS: all.nodes
        .slice(3)
        .map(({ host, port }) => `${host}:${port}`)
        .join(),
      REDIS_SENTINEL_NAME: 'wx',
      REDIS_SENTINEL_PASSWORD: sentinelPassword,
    };
    try {
      expect(await useAndLeave(env)).to.deep.equal(allUsed);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  /** The server that the Sentinels name now. */
  async function master(): Promise<Node> {
    const [, port] = (await all.nodes[3].ask('sentinel', 'get-master-addr-by-name', 'wx')) as string[];
    return all.nodes.find((node) => node.port === Number(port))!;
  }
  const moved = async (harm: (from: Node) => unknown): Promise<void> => {
    const from = await master();
    await harm(from);
    await until(async () => (await master()) !== from);
  };

  // The last one kills a server.
  for (const [what, harm] of [
    ['the Sentinels move the master', () => all.nodes[3].ask('sentinel', 'failover', 'wx')],
    ['the master stands still', ({ process }: Node) => process.kill('SIGSTOP')],
    ['the master is killed', ({ process }: Node) => endProcess(process)],
  ] as const) {
    it(`goes on when ${what}`, async function () {
      this.timeout(90_000);
      const link = await openRedis(place, silentLog, { commandMs: 1000, silenceMs: 1000 });
      try {
        await useUnderFailover(link, () => moved(harm));
      } finally {
        await link.close();
        for (const { process } of all.nodes) process.kill('SIGCONT');
      }
    });
  }
});
