import { mock } from 'node:test';
import { silentLog } from '@severe/base';
import { expect } from 'chai';
import { createProbe } from '../../src/ops/components.ts';

/** A turn of the event loop. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const pong = (): Promise<void> => Promise.resolve();

describe('api/ops/components', () => {
  let now: number;
  beforeEach(() => {
    now = 0;
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => mock.timers.reset());

  /** The status of the database of a service, which responds to each ping by `answer`. */
  const statusOf = (answer: () => Promise<void>) => createProbe('database', answer, silentLog, () => now);

  /** A status that is asked for after some time; a response waits for five seconds. */
  async function after(ms: number, ask: () => Promise<string>): Promise<string> {
    now += ms;
    mock.timers.tick(ms);
    await new Promise((resolve) => process.nextTick(resolve));
    const status = ask();
    await turn();
    now += 5000;
    mock.timers.tick(5000);
    await turn(); // a timeout counts after the input that has arrived
    await turn();
    return status;
  }

  it('reports a component that fails as down at once', async () => {
    let answer = pong;
    const ask = statusOf(() => answer());
    expect(await after(0, ask)).to.equal('ok');
    answer = () => Promise.reject(new Error('connection refused'));
    expect(await after(2000, ask)).to.equal('down');
  });

  it('reports a component that is slow on a busy machine as available, for half a minute', async () => {
    let [answer, pings] = [pong, 0];
    const ask = statusOf(() => {
      pings += 1;
      return answer();
    });
    expect(await after(0, ask)).to.equal('ok');
    let respond = (): void => undefined;
    answer = () => new Promise((resolve) => (respond = resolve));
    expect(await after(2000, ask)).to.equal('ok');
    expect(await after(10_000, ask)).to.equal('ok');
    expect(await after(9000, ask)).to.equal('down');
    expect(pings, 'a slow ping is not repeated').to.equal(2);
    respond();
    await turn();
    answer = pong;
    expect(await after(2000, ask)).to.equal('ok');
  });

  it('reports a component that has never responded as down, and asks it anew after half a minute', async () => {
    let answer = (): Promise<void> => new Promise(() => undefined);
    const ask = statusOf(() => answer());
    expect(await after(0, ask)).to.equal('down');
    answer = pong;
    expect(await after(2000, ask)).to.equal('down');
    expect(await after(30_000, ask)).to.equal('ok');
  });
});
