import { expect } from 'chai';
import { currentClient } from '../src/current-client.ts';
import { FairQueue } from '../src/fair-queue.ts';
import { Threads } from '../src/threads.ts';

describe('tiles/fair-queue', () => {
  it('gives clients turns, and each client its items in order', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.push(item[0], item);
    expect([queue.size, queue.waitingOf('a'), queue.waitingOf('d')]).to.deep.equal([6, 3, 0]);
    const order = Array.from({ length: 7 }, () => queue.shift());
    expect(order).to.deep.equal(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined]);
    expect([queue.size, queue.waitingOf('a')]).to.deep.equal([0, 0]);
  });

  it('draws for a second client before the many tasks of a first, and refuses only the first', async () => {
    const threads = new Threads({ threads: 1, maxWaiting: 50, folder: new URL('./support/', import.meta.url) });
    const ended: string[] = [];
    const run = (client: string) =>
      currentClient.run(client, async () => {
        await threads.run('draw-thread', { what: client }, 10_000, client);
        ended.push(client);
      });
    try {
      await run('warm');
      const greedy = Array.from({ length: 60 }, () => run('greedy').catch((error: Error) => error.message));
      const other = run('other');
      const messages = (await Promise.all(greedy)).filter((message) => message !== undefined);
      await other;
      expect(ended.indexOf('other')).to.be.at.most(3);
      expect(new Set(messages)).to.deep.equal(new Set(['50 tasks of one client are waiting']));
      expect(messages.length).to.be.within(1, 10);
    } finally {
      await threads.close();
    }
  });
});
