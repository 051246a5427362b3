import { silentLog, UpstreamError } from '@severe/base';
import type { HostTraffic } from '@severe/db';
import { expect } from 'chai';
import { TrafficCounts } from '../src/traffic.ts';

describe('traffic', () => {
  const stored: { counts: readonly HostTraffic[]; at: Date }[] = [];
  const now = new Date('2026-05-20T22:18:00Z');
  const open = (add: (counts: readonly HostTraffic[], at: Date) => Promise<void>) =>
    new TrafficCounts({ db: { traffic: { add } } as never, clock: () => now, log: silentLog });
  const answer = { host: 'a.example', status: 200, bytes: 10, sentAt: undefined };

  it('counts by source and host, and stores each count once', async () => {
    stored.length = 0;
    const counts = open(async (given, at) => void stored.push({ counts: given, at }));
    counts.meterOf('radar').received(answer);
    counts.meterOf('radar').received({ ...answer, bytes: 5 });
    counts.meterOf('text').received(answer);
    await counts.close();
    await counts.close();
    expect(stored.map(({ counts: given }) => given)).to.deep.equal([
      [
        { source: 'radar', host: 'a.example', requests: 2, bytes: 15, aheadMs: null },
        { source: 'text', host: 'a.example', requests: 1, bytes: 10, aheadMs: null },
      ],
      [],
    ]);
    expect(stored[0].at).to.equal(now);
    expect(counts.hosts()).to.deep.equal([
      { host: 'a.example', answers: 3, bytes: 25, problem: undefined, aheadMs: undefined },
    ]);
  });

  it('remembers why a host fails until it answers, and does not fail with the database', async () => {
    const counts = open(() => Promise.reject(new UpstreamError('database', 'away')));
    const cause = Object.assign(new Error('x'), { code: 'ENOTFOUND' });
    counts.meterOf('radar').failed('a.example', new UpstreamError('a.example', 'does not respond', { cause }));
    expect(counts.hosts()[0].problem).to.match(/name is not known/);
    counts.meterOf('radar').received(answer);
    expect(counts.hosts()[0]).to.include({ problem: undefined, answers: 1 });
    await counts.close();
  });
});
