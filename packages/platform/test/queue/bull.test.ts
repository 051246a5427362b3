import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { silentLog, UpstreamError } from '@severe/base';
import type { Queue } from '@severe/platform';
import { expect } from 'chai';
import { requireService } from '@severe/testing/services';
import { createBullQueue } from '../../src/queue/bull.ts';
import { openRedis, type RedisLink } from '../../src/redis/link.ts';
import { openRelay, type Relay } from '../support/relay.ts';
import { until } from '@severe/testing/until';
import { gate, rejection } from '../support/wait.ts';
import { queueContract } from './contract.ts';

describe('platform/queue/bull', () => {
  const links: RedisLink[] = [];
  afterEach(async () => {
    for (const link of links.splice(0)) await link.close();
  });

  async function linkTo(url: string): Promise<RedisLink> {
    const link = await openRedis({ redisUrl: url }, silentLog, { commandMs: 500, silenceMs: 1000 });
    links.push(link);
    return link;
  }

  let url: string;
  before(async function () {
    url = (await requireService(this, 'redis'))['REDIS_URL'];
  });

  describe('fulfils the contract', () => queueContract(async () => createBullQueue(await linkTo(url), silentLog)));

  it('passes each call to one of several processes', async () => {
    const first = createBullQueue(await linkTo(url), silentLog);
    const second = createBullQueue(await linkTo(url), silentLog);
    let runs = 0;
    const takers = new Set<Queue>();
    for (const queue of [first, second]) {
      queue.onWake('shared', 2, async () => {
        takers.add(queue);
        runs++;
      });
    }
    await Promise.all(Array.from({ length: 200 }, (_, n) => first.wake('shared', { id: String(n) })));
    await until(() => runs >= 200);
    await Promise.all([first.close(), second.close()]);
    expect(runs).to.equal(200);
    expect(takers.size).to.equal(2);
  });

  it('removes finished and failed jobs from Redis', async () => {
    const link = await linkTo(url);
    const queue = createBullQueue(link, silentLog);
    let runs = 0;
    queue.onWake('tidy', 1, async () => {
      if (++runs === 2) throw new Error('no');
    });
    for (let n = 0; n < 3; n++) await queue.wake('tidy');
    await until(async () => runs === 3 && (await queue.counts('tidy')).active === 0);
    await queue.close();
    const keys = await link.commands.keys(`${link.prefix}:queue:tidy:*`);
    const left = keys
      .map((key) => key.split(':').at(-1))
      .filter((end) => !['id', 'stalled-check', 'stalled'].includes(end!));
    expect(left).to.deep.equal([]);
  });

  it('passes the job of a killed process to another process', async () => {
    const queue = createBullQueue(await linkTo(url), silentLog, { lockMs: 500, stalledMs: 200 });
    await queue.wake('abandoned');
    const worker = fileURLToPath(new URL('dying-worker.ts', import.meta.url));
    const child = spawn(process.execPath, [...process.execArgv, worker, url, 'abandoned'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    let runs = 0;
    queue.onWake('abandoned', 1, async () => void runs++);
    await until(() => runs === 1);
    await queue.close();
  });

  describe('while Redis is unavailable', () => {
    let relay: Relay;
    let queue: Queue;
    beforeEach(async () => {
      relay = await openRelay(Number(new URL(url).port));
      const times = { lockMs: 1000, stalledMs: 300, blockedS: 1 };
      queue = createBullQueue(await linkTo(url.replace(/:\d+\//, `:${relay.port}/`)), silentLog, times);
    });
    afterEach(async () => {
      await queue.close();
      await relay.close();
    });

    /** Counts calls. */
    function count(name: string): { runs: number } {
      const counted = { runs: 0 };
      queue.onWake(name, 1, async () => void counted.runs++);
      return counted;
    }
    const isBack = (): Promise<boolean> =>
      queue.ping().then(
        () => true,
        () => false,
      );

    it('loses calls, says at once that it is unavailable, and recovers when Redis is available again', async () => {
      const counted = count('healing');
      await queue.wake('healing');
      await until(() => counted.runs === 1);
      await relay.cut();
      await queue.wake('healing');
      for (const attempt of [() => queue.counts('healing'), () => queue.ping()]) {
        const error = await rejection(attempt());
        expect(error).to.be.instanceOf(UpstreamError);
        expect(error.message).to.match(/^Redis at 127\.0\.0\.1:\d+/);
      }
      await relay.mend();
      await until(isBack);
      await queue.wake('healing');
      await queue.wake('healing', { delayMs: 50 });
      await until(() => counted.runs === 3);
    });

    it('detects a silent connection, and opens a new one', async () => {
      const counted = count('silent');
      await queue.wake('silent');
      await until(() => counted.runs === 1);
      relay.block();
      await queue.wake('silent'); // lost
      await until(isBack);
      await queue.wake('silent');
      await until(() => counted.runs >= 2);
    });

    it('closes after the running work has ended', async () => {
      const { opened, open: release } = gate();
      let [begun, ended] = [false, false];
      queue.onWake('closing', 1, async () => {
        begun = true;
        await opened;
        ended = true;
      });
      await queue.wake('closing');
      await until(() => begun);
      await relay.cut();
      const closing = queue.close();
      release();
      await closing;
      expect(ended).to.equal(true);
    });
  });
});
