import { silentLog, StartError, UpstreamError } from '@severe/base';
import { expect } from 'chai';
import { requireService } from '@severe/testing/services';
import { parseRedisUrl } from '../../src/redis/address.ts';
import { openRedis, type RedisLink } from '../../src/redis/link.ts';
import { openRelay, type Relay } from '../support/relay.ts';
import { until } from '@severe/testing/until';
import { recordingLog, rejection } from '../support/wait.ts';

describe('platform/redis/address', () => {
  it('parses a URL, and omits the password from the label', () => {
    const address = parseRedisUrl('rediss://me:p%40ss@[::1]:6380/5?prefix=mine');
    expect(address.options).to.deep.include({ host: '::1', port: 6380, username: 'me', password: 'p@ss', db: 5 });
    expect(address.options.tls).to.deep.equal({});
    expect(address.prefix).to.equal('mine:5');
    expect(address.label).to.equal('[::1]:6380');
  });

  it('has the defaults of Redis', () => {
    const { options, prefix } = parseRedisUrl('redis://cache');
    expect(options).to.deep.equal({ host: 'cache', port: 6379, db: 0 });
    expect(prefix).to.equal('severe:0');
  });

  it('refuses an invalid database and prefix', () => {
    expect(() => parseRedisUrl('redis://cache/main')).to.throw(TypeError, '/main');
    expect(() => parseRedisUrl('redis://cache/0?prefix=a:b')).to.throw(TypeError, 'a:b');
  });
});

describe('platform/redis/link', () => {
  it('does not start without Redis, and names the address', async () => {
    const error = await rejection(openRedis({ redisUrl: 'redis://:secret@127.0.0.1:1' }, silentLog));
    expect(error).to.be.instanceOf(StartError);
    expect(error.message).to.equal('Redis at 127.0.0.1:1 cannot be used: connect ECONNREFUSED 127.0.0.1:1');
  });

  describe('over an unreliable connection', () => {
    let relay: Relay;
    let link: RedisLink;
    const { log, messages } = recordingLog();
    before(async function () {
      const url = (await requireService(this, 'redis'))['REDIS_URL'];
      relay = await openRelay(Number(new URL(url).port));
      link = await openRedis({ redisUrl: url.replace(/:\d+\//, `:${relay.port}/`) }, log, {
        commandMs: 300,
        silenceMs: 600,
      });
    });
    after(async () => {
      await link?.close();
      await relay?.close();
    });

    const answers = () =>
      link.ping().then(
        () => true,
        () => false,
      );

    it('logs nothing if the client closes the connection', async () => {
      const other = link.subscriber('other');
      await link.connect(other);
      const ended = new Promise<void>((resolve) => other.once('end', resolve));
      other.disconnect();
      await ended;
      expect(messages()).to.deep.equal([]);
    });

    it('logs once that Redis is unavailable and once that it is available again', async () => {
      await relay.cut();
      await until(async () => !(await answers()));
      for (let i = 0; i < 100; i++) expect(await rejection(link.ping())).to.be.instanceOf(UpstreamError);
      await new Promise((done) => setTimeout(done, 400)); // some attempts to connect
      await relay.mend();
      await until(answers);
      expect(messages()).to.have.length(2);
      expect(messages()[0]).to.match(/^Redis at 127\.0\.0\.1:\d+ is unavailable/);
      expect(messages()[1]).to.match(/^Redis at 127\.0\.0\.1:\d+ is available again$/);
    });

    it('closes the connection after a command without a response', async () => {
      relay.block();
      const error = await rejection(link.ping());
      expect(error).to.be.instanceOf(UpstreamError);
      expect(error.message).to.contain('timed out');
      await until(answers); // over a new connection
    });

    it('converts a Redis error to an UpstreamError with its cause', async () => {
      const error = await rejection(link.run((redis) => redis.eval('return redis.error_reply("OOM full")', 0)));
      expect(error).to.be.instanceOf(UpstreamError);
      expect((error.cause as Error).message).to.contain('OOM full');
    });
  });

  it('reports the number of a database that Redis does not have', async function () {
    const url = (await requireService(this, 'redis'))['REDIS_URL'].replace('/0?', '/999?');
    const error = await rejection(openRedis({ redisUrl: url }, silentLog));
    expect(error).to.be.instanceOf(StartError);
  });
});
