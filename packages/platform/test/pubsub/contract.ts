import type { Log } from '@severe/base';
import type { Pubsub } from '@severe/platform';
import { expect } from 'chai';
import { until } from '@severe/testing/until';
import { recordingLog } from '../support/wait.ts';

/** What every event bus must do. */
export function pubsubContract(open: (test: Mocha.Context, log: Log) => Promise<Pubsub>): void {
  const { log, messages } = recordingLog();
  let pubsub: Pubsub;
  before(async function () {
    pubsub = await open(this, log);
  });

  /** Waits until all that was published before has arrived: order is kept within a bus. */
  async function settled(): Promise<void> {
    let arrived = false;
    const end = await pubsub.subscribe('settled', () => (arrived = true));
    await pubsub.announce('settled', {});
    await until(() => arrived);
    await end();
  }

  it('delivers to all subscribers of the channel, each with its own copy', async () => {
    const first: object[] = [];
    const second: object[] = [];
    await pubsub.subscribe<{ list: number[] }>('all', (message) => {
      message.list.push(99);
      first.push(message);
    });
    await pubsub.subscribe('all', (message) => void second.push(message));
    await pubsub.subscribe('other', () => expect.fail('another channel'));
    await pubsub.announce('all', { text: 'é', list: [1], at: new Date(0) });
    await settled();
    expect(first).to.deep.equal([{ text: 'é', list: [1, 99], at: '1970-01-01T00:00:00.000Z' }]);
    expect(second).to.deep.equal([{ text: 'é', list: [1], at: '1970-01-01T00:00:00.000Z' }]);
  });

  it('delivers in order', async () => {
    const seen: number[] = [];
    const end = await pubsub.subscribe<{ n: number }>('order', ({ n }) => void seen.push(n));
    await Promise.all(Array.from({ length: 200 }, (_, n) => pubsub.announce('order', { n })));
    await settled();
    expect(seen).to.deep.equal(Array.from({ length: 200 }, (_, n) => n));
    await end();
  });

  it('ends one subscription only, also if others have the same function', async () => {
    let heard = 0;
    const listener = () => void heard++;
    const endFirst = await pubsub.subscribe('ends', listener);
    const endSecond = await pubsub.subscribe('ends', listener);
    await pubsub.announce('ends', {});
    await settled();
    expect(heard).to.equal(2);
    await endFirst();
    await endFirst(); // twice is no error
    await pubsub.announce('ends', {});
    await settled();
    expect(heard).to.equal(3);
    await endSecond();
    await pubsub.announce('ends', {});
    await settled();
    expect(heard).to.equal(3);
    const endThird = await pubsub.subscribe('ends', listener);
    await pubsub.announce('ends', {});
    await settled();
    expect(heard).to.equal(4);
    await endThird();
  });

  it('logs a listener that throws or rejects, and continues', async () => {
    let heard = 0;
    await pubsub.subscribe('broken', () => {
      throw new Error('thrown');
    });
    await pubsub.subscribe('broken', () => Promise.reject(new Error('rejected')) as never);
    await pubsub.subscribe('broken', () => void heard++);
    await pubsub.announce('broken', {});
    await settled();
    await until(() => messages().length === 2);
    expect(heard).to.equal(1);
    expect(messages()).to.deep.equal(['a listener failed', 'a listener failed']);
  });

  it('publishes without subscribers', () => pubsub.announce('nobody', {}));
  it('responds to a ping', () => pubsub.ping());
}
