import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { UpstreamError } from '@severe/base';
import { providerHosts } from '@severe/catalogue';
import { expect } from 'chai';
import { HostGates } from '../../src/fetch/host-gates.ts';
import { retryAfterSeconds } from '../../src/fetch/retry-after.ts';

const { signal } = new AbortController();
setMaxListeners(0, signal);
const limits = { concurrent: 2, perSecond: 1000 };

describe('fetch/host-gates', () => {
  it('runs so many requests at a time, of all that ask for a host, and those of other hosts beside them', async () => {
    const gates = new HostGates(() => ({ concurrent: 2, perSecond: 1000 }));
    let [running, most] = [0, 0];
    const task = async (): Promise<void> => {
      most = Math.max(most, ++running);
      await pause(5);
      running--;
    };
    await Promise.all(Array.from({ length: 10 }, () => gates.run('a.example', task, { signal })));
    expect(most).to.equal(2);
    await Promise.all(['a', 'a', 'b', 'b'].map((host) => gates.run(host, task, { signal })));
    expect(most).to.equal(4);
  });

  it('begins so many requests a second', async () => {
    const gates = new HostGates(() => ({ concurrent: 100, perSecond: 5 }));
    const begun: number[] = [];
    const ask = () => gates.run('a.example', async () => void begun.push(performance.now()), { signal });
    await Promise.all(Array.from({ length: 11 }, ask));
    expect(begun[10] - begun[0]).to.be.above(1900);
    for (let i = 5; i < begun.length; i++) expect(begun[i] - begun[i - 5], `${i}`).to.be.above(900);
  });

  it('lets urgent requests pass the others that wait', async () => {
    const gates = new HostGates(() => ({ concurrent: 1, perSecond: 1000 }));
    const order: string[] = [];
    const ask = (name: string, urgent: boolean) =>
      gates.run('a.example', async () => void order.push(await pause(1, name)), { urgent, signal });
    await Promise.all([ask('first', false), ask('list', false), ask('warnings', true)]);
    expect(order).to.deep.equal(['first', 'warnings', 'list']);
  });

  it('asks a host nothing while it wants a pause, whoever was told so', async () => {
    const gates = new HostGates(() => limits);
    gates.answered('a.example', { status: 429, retryAfterSeconds: 30 });
    const refused = await gates.run('a.example', async () => 'asked', { signal }).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(UpstreamError).and.include({ system: 'a.example', retryAfterSeconds: 30 });
    expect(await gates.run('b.example', async () => 'asked', { signal })).to.equal('asked');
    gates.answered('b.example', { status: 500 });
    gates.answered('b.example', { status: 503 });
    expect(await gates.run('b.example', async () => 'asked', { signal })).to.equal('asked');
  });

  it('doubles the pause of a host that refuses without a time, up to five minutes', async () => {
    const gates = new HostGates(() => limits);
    const pauses: number[] = [];
    for (let i = 0; i < 8; i++) {
      gates.answered('a.example', { status: 429 });
      const error = await gates.run('a.example', async () => undefined, { signal }).catch((each: unknown) => each);
      pauses.push((error as UpstreamError).retryAfterSeconds!);
    }
    expect(pauses).to.deep.equal([10, 20, 40, 80, 160, 300, 300, 300]);
  });

  it('ends a wait with the process', async () => {
    const gates = new HostGates(() => ({ concurrent: 1, perSecond: 1000 }));
    const ending = new AbortController();
    const first = gates.run('a.example', () => pause(50), { signal });
    const second = gates.run('a.example', async () => 'asked', { signal: ending.signal });
    ending.abort();
    expect(await second.catch((error: Error) => error.name)).to.equal('AbortError');
    await first;
  });

  it('reads the wait as seconds and as a date of the provider', () => {
    const read = (headers: Record<string, string>) => retryAfterSeconds(new Headers(headers), Date.UTC(2026, 0, 1));
    const date = 'Fri, 27 Nov 2026 05:00:00 GMT';
    expect(read({ 'retry-after': '7' })).to.equal(7);
    expect(read({ 'retry-after': 'Fri, 27 Nov 2026 05:01:30 GMT', date })).to.equal(90);
    expect(read({ 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT' })).to.equal(20);
    expect(read({ 'retry-after': '9999999' })).to.equal(3600);
    for (const text of ['', '-1', '0', 'soon', 'Fri, 27 Nov 2026 04:59:00 GMT'])
      expect(read({ 'retry-after': text, date }), text).to.equal(undefined);
  });

  it('knows no known end of a provider within sixty days', () => {
    const now = Date.now();
    for (const { host, ends } of providerHosts) {
      const days = ends ? (Date.parse(ends.at) - now) / 86_400_000 : Infinity;
      expect(days, `${host} ends on ${ends?.at}: what follows must be the default, then remove it`).to.be.above(60);
    }
  });
});
