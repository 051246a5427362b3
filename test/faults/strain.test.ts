import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { faultsOf, type Heard } from '../../scripts/strain/follow-stream.ts';
import { hasRunSince } from '../../scripts/strain/sources.ts';
import { starve } from '../../scripts/strain/starve.ts';
import { until } from '@severe/testing/until';

/** The tools of `npm run strain`, which tests guarantee G13. */
describe('strain', () => {
  it('gives a process its share of a core, until it is relieved', async function () {
    if (process.platform !== 'linux') this.skip();
    const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    /** Processor time in milliseconds. */
    const usedMs = (): number => {
      const stat = readFileSync(`/proc/${child.pid}/stat`, 'latin1').split(' ');
      return (Number(stat[13]) + Number(stat[14])) * 10;
    };
    try {
      await until(() => usedMs() >= 100);
      const starvation = starve(child.pid!, 0.1);
      const [before, from] = [usedMs(), performance.now()];
      await pause(1000);
      expect((usedMs() - before) / (performance.now() - from)).to.be.below(0.2);
      starvation.relieve();
      const relieved = usedMs();
      await until(() => usedMs() >= relieved + 200);
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  });

  const event = (number: number, name = 'radar', product = `p${number}`): Heard => ({
    id: `1779315484-000${number}`,
    name,
    data: JSON.stringify({ source: name, product, time: '2026-05-20T22:18:00Z' }),
  });
  const control = (number: number, name: string): Heard => ({ ...event(number, name), data: '{}' });

  it('counts a feed as run when its source has run later than an interval after the time', () => {
    const feed = { id: 'glm-east', source: 'lightning', everySeconds: 20 };
    const since = new Date('2026-05-20T22:00:00Z');
    const has = (ranAt: string) => hasRunSince(feed, new Map([['lightning', new Date(ranAt)]]), since);
    expect(has('2026-05-20T22:00:21Z'), 'may be glm-west').to.equal(false);
    expect(has('2026-05-20T22:00:22Z')).to.equal(true);
    expect(hasRunSince(feed, new Map(), since)).to.equal(false);
  });

  it('finds what the stream has lost and repeated', () => {
    const whole = [control(3, 'ready'), event(4), event(5), event(6, 'satellite'), control(6, 'bye')];
    const published = [1, 2, 3, 4, 5, 6, 7];
    expect(faultsOf(whole, published)).to.deep.equal({ missing: [], repeated: [], resets: 0 });

    const faulty = [control(3, 'ready'), event(4), event(4), control(4, 'reset'), event(6, 'radar', 'p4')];
    expect(faultsOf(faulty, published)).to.deep.equal({
      missing: [5],
      repeated: [event(4).id, 'radar p4  2026-05-20T22:18:00Z', 'radar p4  2026-05-20T22:18:00Z'],
      resets: 1,
    });
  });
});
