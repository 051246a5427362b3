import { expect } from 'chai';
import { duringRequest } from '../src/current-request.ts';
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

  it('removes an item that is not wanted any more', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'b1']) queue.push(item[0], item);
    expect([queue.remove('a', 'a1'), queue.remove('a', 'a1'), queue.remove('b', 'b1')]).to.deep.equal([
      true,
      false,
      true,
    ]);
    expect([queue.size, queue.waitingOf('b'), queue.shift(), queue.shift()]).to.deep.equal([1, 0, 'a2', undefined]);
  });

  it('draws for a second client before the many tasks of a first, and refuses only the first', async () => {
    const threads = new Threads({ threads: 1, maxWaiting: 50, folder: new URL('./support/', import.meta.url) });
    const ended: string[] = [];
    const run = (client: string) =>
      duringRequest({ client }, async () => {
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

  it('does not draw a task whose client leaves while it waits', async () => {
    const threads = new Threads({ threads: 1, folder: new URL('./support/', import.meta.url) });
    try {
      const running = threads.run('draw-thread', { what: 'first' }, 10_000, 'first');
      const leaving = new AbortController();
      const left = threads.run('draw-thread', { what: 'left' }, 10_000, 'left', leaving.signal);
      const other = threads.run('draw-thread', { what: 'other' }, 10_000, 'other', new AbortController().signal);
      expect(threads.waiting).to.equal(2);
      leaving.abort(new Error('gone'));
      expect(threads.waiting).to.equal(1);
      expect(await left.catch((error: Error) => error.message)).to.equal('gone');
      expect(await Promise.all([running, other])).to.deep.equal(['first', 'other']);
    } finally {
      await threads.close();
    }
  });
});
