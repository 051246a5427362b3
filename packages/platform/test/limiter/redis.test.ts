import { setTimeout as pause } from 'node:timers/promises';
import { loadSettings, silentLog, UpstreamError } from '@severe/base';
import { openPlatform, type Platform, type Verdict } from '@severe/platform';
import { expect } from 'chai';
import { requireService } from '@severe/testing/services';
import { createRedisLimiter } from '../../src/limiter/redis.ts';
import { openRedis, type RedisLink } from '../../src/redis/link.ts';
import { openRelay } from '../support/relay.ts';
import { rejection } from '../support/wait.ts';
import { limiterContract } from './contract.ts';

const minute = 60_000;
/** What is tested is not how busy this machine is. */
const patienceMs = 10_000;

describe('platform/limiter/redis', () => {
  let url: string;
  let link: RedisLink;
  before(async function () {
    url = (await requireService(this, 'redis'))['REDIS_URL'];
    link = await openRedis({ redisUrl: url }, silentLog);
  });
  after(() => link?.close());

  describe('fulfils the contract', () =>
    limiterContract({
      open: (windowMs) => createRedisLimiter(link, { windowMs, patienceMs }),
      pass: (ms) => pause(Math.ceil(ms) + 2),
      now: () => performance.now(),
    }));

  it('allows exactly 300 of 1,000 simultaneous requests of several platforms', async () => {
    const settings = loadSettings({ REDIS_URL: url });
    const platforms: Platform[] = [];
    try {
      for (let i = 0; i < 4; i++) platforms.push(await openPlatform(settings, silentLog));
      const verdicts: Verdict[] = [];
      // In waves, for each verdict has to come in time.
      while (verdicts.length < 1000) {
        const wave = Array.from({ length: 40 }, async (_, i) => platforms[i % 4].limiter.take('one address', 300));
        verdicts.push(...(await Promise.all(wave)));
      }
      expect(verdicts.filter(({ allowed }) => allowed).length).to.equal(300);
      for (const { freedInMs } of verdicts) expect(freedInMs).to.be.within(minute / 2, minute);
    } finally {
      for (const platform of platforms) await platform.close();
    }
  });

  it('uses a ring of bounded length, with an expiry time for every key', async () => {
    const windowMs = 200;
    const limiter = createRedisLimiter(link, { windowMs, patienceMs });
    for (let i = 0; i < 8; i++) {
      // Four or five of seven places, so that every round begins at another one.
      for (let k = 0; k < 4; k++) expect((await limiter.take('round', 7)).allowed, `${i}`).to.equal(true);
      await pause(windowMs / 2 + 2);
      expect((await limiter.take('round', 7)).allowed, `${i}`).to.equal(true);
      await pause(windowMs / 2 + 2);
      expect((await limiter.take('round', 7)).remaining, `${i}`).to.be.within(5, 6);
      await pause(windowMs + 2);
    }
    const name = `${link.prefix}:limiter:7:round`;
    expect(await link.commands.strlen(name)).to.equal(12 + 7 * 8);
    expect(await link.commands.pttl(name)).to.be.within(1, windowMs + 1000);
  });

  it('uses at most 32 KiB for a key of any limit', async () => {
    const limiter = createRedisLimiter(link, { patienceMs });
    await Promise.all(Array.from({ length: 9000 }, async () => limiter.take('high', 8192)));
    expect(await link.commands.strlen(`${link.prefix}:limiter:8192:high`)).to.equal(12 + 4096 * 8);
  });

  describe('when the clock of the server is set back', () => {
    /** A window of one request that was taken so many milliseconds from now. */
    const takenIn = async (ms: number): Promise<string> => {
      const [seconds, micros] = (await link.commands.time()).map(Number);
      const ring = Buffer.alloc(20);
      ring.writeUInt32BE(1, 4);
      ring.writeUInt32BE(1, 8);
      ring.writeDoubleBE(seconds * 1e6 + micros + ms * 1000, 12);
      await link.commands.set(`${link.prefix}:limiter:1:back ${ms}`, ring);
      return `back ${ms}`;
    };

    it('slightly, waits', async () => {
      const verdict = await createRedisLimiter(link).take(await takenIn(5000), 1);
      expect(verdict).to.deep.equal({ allowed: false, remaining: 0, freedInMs: minute });
    });

    it('by far, starts again', async () => {
      expect((await createRedisLimiter(link).take(await takenIn(2 * minute), 1)).allowed).to.equal(true);
    });
  });

  it('fails soon if Redis is silent, and at once if it is unavailable', async () => {
    const relay = await openRelay(Number(new URL(url).port));
    const far = await openRedis({ redisUrl: url.replace(/:\d+\//, `:${relay.port}/`) }, silentLog);
    try {
      const limiter = createRedisLimiter(far);
      expect(await limiter.take('x', 5)).to.include({ allowed: true });
      relay.block();
      const error = await rejection(Promise.resolve(limiter.take('x', 5)));
      expect(error).to.be.instanceOf(UpstreamError);
      expect(error.message).to.include('1000 ms');
      await relay.cut();
      expect(await rejection(Promise.resolve(limiter.take('x', 5)))).to.be.instanceOf(UpstreamError);
    } finally {
      await far.close();
      await relay.close();
    }
  });
});
