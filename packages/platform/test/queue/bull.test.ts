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
    const link = await openRedis(url, silentLog, { commandMs: 500, silenceMs: 1000 });
    links.push(link);
    return link;
  }

  let url: string;
  before(async function () {
    url = (await requireService(this, 'redis'))['REDIS_URL'];
  });

  describe('fulfils the contract', () => queueContract(async () => createBullQueue(await linkTo(url), silentLog)));

  it('passes each job to one of several processes', async () => {
    const first = createBullQueue(await linkTo(url), silentLog);
    const second = createBullQueue(await linkTo(url), silentLog);
    const seen: number[] = [];
    const takers = new Set<Queue>();
    for (const queue of [first, second]) {
      queue.process<{ n: number }>('shared', 2, async ({ n }) => {
        takers.add(queue);
        seen.push(n);
      });
    }
    await Promise.all(Array.from({ length: 200 }, (_, n) => first.add('shared', { n }, { id: String(n) })));
    await until(() => seen.length >= 200);
    await Promise.all([first.close(), second.close()]);
    expect(seen.sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 200 }, (_, n) => n));
    expect(takers.size).to.equal(2);
  });

  it('removes finished and failed jobs from Redis', async () => {
    const link = await linkTo(url);
    const queue = createBullQueue(link, silentLog);
    let runs = 0;
    queue.process<{ n: number }>('tidy', 1, async ({ n }) => {
      runs++;
      if (n === 1) throw new Error('no');
    });
    for (let n = 0; n < 3; n++) await queue.add('tidy', { n });
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
    await queue.add('abandoned', { n: 42 });
    const worker = fileURLToPath(new URL('dying-worker.ts', import.meta.url));
    const child = spawn(process.execPath, [...process.execArgv, worker, url, 'abandoned'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const seen: object[] = [];
    queue.process('abandoned', 1, async (data) => void seen.push(data));
    await until(() => seen.length === 1);
    expect(seen).to.deep.equal([{ n: 42 }]);
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

    it('fails at once, and recovers when Redis is available again', async () => {
      const seen: number[] = [];
      queue.process<{ n: number }>('healing', 1, async ({ n }) => void seen.push(n));
      await queue.add('healing', { n: 1 });
      await until(() => seen.length === 1);
      await relay.cut();
      for (const attempt of [() => queue.add('healing', { n: 2 }), () => queue.counts('healing'), () => queue.ping()]) {
        const error = await rejection(attempt());
        expect(error).to.be.instanceOf(UpstreamError);
        expect(error.message).to.match(/^Redis at 127\.0\.0\.1:\d+/);
      }
      await relay.mend();
      await until(() =>
        queue.ping().then(
          () => true,
          () => false,
        ),
      );
      await queue.add('healing', { n: 3 });
      await queue.add('healing', { n: 4 }, { delayMs: 50 });
      await until(() => seen.includes(3) && seen.includes(4));
    });

    it('detects a silent connection, and opens a new one', async () => {
      const seen: number[] = [];
      queue.process<{ n: number }>('silent', 1, async ({ n }) => void seen.push(n));
      await queue.add('silent', { n: 1 });
      await until(() => seen.length === 1);
      relay.block();
      expect(await rejection(queue.add('silent', { n: 2 }))).to.be.instanceOf(UpstreamError);
      await until(() =>
        queue.add('silent', { n: 3 }).then(
          () => true,
          () => false,
        ),
      );
      await until(() => seen.includes(3));
    });

    it('closes after the running jobs have ended', async () => {
      const { opened, open: release } = gate();
      let [begun, ended] = [false, false];
      queue.process('closing', 1, async () => {
        begun = true;
        await opened;
        ended = true;
      });
      await queue.add('closing', {});
      await until(() => begun);
      await relay.cut();
      const closing = queue.close();
      release();
      await closing;
      expect(ended).to.equal(true);
    });
  });
});
