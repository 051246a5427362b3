import { expect } from 'chai';
import { DataError, UpstreamError } from '@severe/base';
import type { Verdict } from '@severe/platform';
import { until } from '@severe/testing/until';
import { createForecastProvider, type FetchForecast } from '../../../src/resources/forecast/provider.ts';

describe('api/forecast/provider', () => {
  let now: number;
  let fetched: number;
  let fetch: FetchForecast;
  let verdict: Verdict | Error;
  let ask: (lat: number, client?: string) => Promise<unknown>;
  let askOwn: (lat: number) => Promise<unknown>;

  beforeEach(() => {
    now = 0;
    fetched = 0;
    fetch = async () => undefined;
    verdict = { allowed: true, remaining: 1, freedInMs: 1 };
    const limiter = {
      async take() {
        if (verdict instanceof Error) throw verdict;
        return verdict;
      },
    };
    const counted: FetchForecast = (place, cell) => {
      fetched++;
      return fetch(place, cell);
    };
    const options = { limiter, clock: () => new Date(now) };
    const provider = createForecastProvider(counted, { ...options, simulated: false });
    const own = createForecastProvider(counted, { ...options, simulated: true });
    ask = (lat, client = 'ann') => provider(client, { lat, lon: 0 });
    askOwn = (lat) => own('ann', { lat, lon: 0 });
  });

  const failure = async (lat = 1): Promise<UpstreamError> =>
    ask(lat).then(
      () => expect.fail('expected a failure'),
      (error: unknown) => error as UpstreamError,
    );

  it('fetches three of a client at a time and queues at most 64', async () => {
    const ends: (() => void)[] = [];
    fetch = () => new Promise((resolve) => ends.push(() => resolve(undefined)));
    const all = Array.from({ length: 3 + 64 }, (_, i) => ask(i));
    expect(await failure(99)).to.include({ retryAfterSeconds: 1 });
    expect(fetched).to.equal(3);
    for (let ended = 0; ended < all.length; ended++) {
      await until(() => ends.length > 0);
      ends.shift()!();
    }
    await Promise.all(all);
    expect(fetched).to.equal(67);
  });

  it('gives another client a turn at once, however many fetches of one wait', async () => {
    const ends: (() => void)[] = [];
    const begun: number[] = [];
    fetch = ({ lat }) => {
      begun.push(lat);
      return new Promise((resolve) => ends.push(() => resolve(undefined)));
    };
    const all = [...Array.from({ length: 20 }, (_, i) => ask(i)), ask(50, 'bob'), ask(51, 'bob')];
    await until(() => begun.length === 4);
    expect(begun).to.deep.equal([0, 1, 2, 50]);
    ends.splice(3, 1)[0](); // that of bob
    await until(() => begun.length === 5);
    expect(begun[4]).to.equal(51);
    for (let ended = 2; ended <= all.length; ended++) {
      await until(() => ends.length > 0);
      ends.shift()!();
    }
    await Promise.all(all);
  });

  it('backs off exponentially after repeated failures', async () => {
    fetch = async () => {
      throw new UpstreamError('api.weather.gov', 'answers 500');
    };
    for (let i = 0; i < 3; i++) expect((await failure()).message).to.equal('answers 500'); // cells fail now and then
    expect(await failure(2)).to.include({
      message: 'the provider failed repeatedly, waiting before the next request',
      retryAfterSeconds: 5,
    });
    const rests: (number | undefined)[] = [];
    for (let i = 0; i < 5; i++) {
      now += 60_000;
      await failure();
      rests.push((await failure()).retryAfterSeconds);
    }
    expect(rests).to.deep.equal([10, 20, 40, 60, 60]);
    expect(fetched).to.equal(8);
    now += 60_000;
    fetch = async () => undefined;
    expect(await ask(1)).to.equal(undefined);
    expect(await ask(1)).to.equal(undefined);
  });

  it('waits for the time in Retry-After', async () => {
    fetch = async () => {
      throw new UpstreamError('api.weather.gov', 'answers 429', { retryAfterSeconds: 30 });
    };
    await failure();
    now = 10_000;
    expect((await failure(2)).retryAfterSeconds).to.equal(20);
    expect(fetched).to.equal(1);
  });

  it('treats unreadable data as an outage, and passes internal errors on', async () => {
    fetch = async () => {
      throw new DataError('json', 'expected JSON');
    };
    expect(await failure())
      .to.be.instanceOf(UpstreamError)
      .with.property('message', 'expected JSON');
    fetch = async () => {
      throw new TypeError('ours');
    };
    expect(await failure()).to.be.instanceOf(TypeError);
  });

  it('applies the limit per minute, and none while the limiter is unavailable', async () => {
    verdict = { allowed: false, remaining: 0, freedInMs: 1500 };
    expect(await failure()).to.include({ retryAfterSeconds: 1.5 });
    expect(fetched).to.equal(0);
    verdict = new UpstreamError('redis', 'away');
    await ask(1);
    expect(fetched).to.equal(1);
  });

  it('applies no limit to a simulated provider', async () => {
    verdict = { allowed: false, remaining: 0, freedInMs: 1500 };
    await askOwn(1);
    expect(fetched).to.equal(1);
  });
});
