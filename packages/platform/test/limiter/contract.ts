import type { Limiter, Verdict } from '@severe/platform';
import { expect } from 'chai';

/** How limiters are made, and how their time goes by. */
export interface Timed {
  open: (windowMs: number) => Limiter;
  /** Lets at least so many milliseconds go by. */
  pass: (ms: number) => Promise<void>;
  now: () => number;
}

const windowMs = 60_000;
/** For what needs time to go by, which may be real. */
const shortMs = 800;

/** What every limiter must do. */
export function limiterContract({ open, pass, now }: Timed): void {
  let limiter: Limiter;
  let short: Limiter;
  let keys = 0;
  const newKey = () => `key ${keys++}`;
  before(() => {
    limiter = open(windowMs);
    short = open(shortMs);
  });

  const many = async (key: string, limit: number, count: number, by = limiter): Promise<Verdict[]> =>
    Promise.all(Array.from({ length: count }, () => Promise.resolve().then(() => by.take(key, limit))));
  const allowedOf = (verdicts: Verdict[]) => verdicts.filter(({ allowed }) => allowed);

  it('counts down, then refuses', async () => {
    const key = newKey();
    const verdicts = [];
    for (let i = 0; i < 5; i++) verdicts.push(await limiter.take(key, 3));
    expect(verdicts.map(({ allowed }) => allowed)).to.deep.equal([true, true, true, false, false]);
    expect(verdicts.map(({ remaining }) => remaining)).to.deep.equal([2, 1, 0, 0, 0]);
    for (const { freedInMs } of verdicts) expect(freedInMs).to.be.within(Number.EPSILON, windowMs);
  });

  it('allows exactly 300 of 1,000 simultaneous requests', async () => {
    const verdicts = await many(newKey(), 300, 1000);
    const remaining = allowedOf(verdicts).map((verdict) => verdict.remaining);
    expect(remaining.sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 300 }, (_, i) => i));
  });

  it('counts keys separately', async () => {
    const [one, other] = [newKey(), newKey()];
    await many(one, 2, 3);
    expect(await limiter.take(other, 2)).to.include({ allowed: true, remaining: 1 });
  });

  it('returns the retry time, and does not count refused requests', async () => {
    const key = newKey();
    await many(key, 2, 2, short);
    await pass(shortMs / 2);
    const refused = await short.take(key, 2);
    expect(refused.allowed).to.equal(false);
    expect(refused.freedInMs).to.be.at.most(shortMs / 2);
    await pass(refused.freedInMs);
    expect((await short.take(key, 2)).allowed).to.equal(true);
  });

  it('allows no more than the limit in any window of its length', async function () {
    this.timeout(20_000);
    const key = newKey();
    const limit = 5;
    const allowed: { asked: number; told: number }[] = [];
    const end = now() + 5 * shortMs;
    for (let i = 0; now() < end; i++) {
      const asked = now();
      const verdict = await short.take(key, limit);
      if (verdict.allowed) allowed.push({ asked, told: now() });
      await pass([0, shortMs / 17, 1, shortMs / 7][i % 4]); // no even beat
    }
    expect(allowed.length).to.be.greaterThan(3 * limit); // it is used to the full again and again
    for (let i = limit; i < allowed.length; i++) {
      expect(allowed[i].told - allowed[i - limit].asked).to.be.at.least(shortMs);
    }
  });

  it('is exact for requests at the same time', async () => {
    const key = newKey();
    const limit = 10_001; // three share one
    expect(allowedOf(await many(key, limit, 12_000)).length).to.equal(limit);
  });

  it('starts again if the limit changes', async () => {
    const key = newKey();
    await many(key, 2, 2);
    expect(await limiter.take(key, 3)).to.include({ allowed: true, remaining: 2 });
  });

  it('refuses an invalid limit', async () => {
    for (const limit of [0, -1, 1.5, Number.NaN, Infinity]) {
      const error: unknown = await many(newKey(), limit, 1).catch((reason: unknown) => reason);
      expect(error, String(limit)).to.be.instanceOf(TypeError);
    }
  });
}
