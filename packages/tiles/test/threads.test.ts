import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { Threads } from '../src/threads.ts';

describe('tiles/threads', () => {
  it('draws for a second client before the many tasks of a first, and refuses only the first', async () => {
    const threads = new Threads({ threads: 1, maxWaiting: 50, folder: new URL('./support/', import.meta.url) });
    const ended: string[] = [];
    const run = async (client: string) => {
      await threads.run('draw-thread', { what: client }, 10_000, client, { client, wanted: undefined });
      ended.push(client);
    };
    try {
      await run('warm');
      const greedy = Array.from({ length: 60 }, () => run('greedy').catch((error: Error) => error.message));
      const other = run('other');
      const messages = (await Promise.all(greedy)).filter((message) => message !== undefined);
      await other;
      expect(ended.indexOf('other')).to.be.at.most(3);
      for (const message of messages) expect(message).to.match(/^50 tasks of one client are waiting: /);
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
      const left = threads.run('draw-thread', { what: 'left' }, 10_000, 'left', { client: '', wanted: leaving.signal });
      const other = threads.run('draw-thread', { what: 'other' }, 10_000, 'other', {
        client: '',
        wanted: new AbortController().signal,
      });
      expect(threads.waiting).to.equal(2);
      leaving.abort(new Error('gone'));
      expect(threads.waiting).to.equal(1);
      expect(await left.catch((error: Error) => error.message)).to.equal('gone');
      expect(await Promise.all([running, other])).to.deep.equal(['first', 'other']);
    } finally {
      await threads.close();
    }
  });

  it('reads the input of few tasks at once, and none of a client that has left', async () => {
    const threads = new Threads({ threads: 1, folder: new URL('./support/', import.meta.url) });
    try {
      let [now, most, reads] = [0, 0, 0];
      const read = async (): Promise<object> => {
        reads++;
        most = Math.max(most, ++now);
        await pause(1);
        now--;
        return { what: 'read' };
      };
      const leaving = new AbortController();
      const run = (i: number) =>
        threads.runPrepared('draw-thread', read, 10_000, 'read', {
          client: i % 2 === 0 ? 'even' : 'odd',
          wanted: i >= 90 ? leaving.signal : undefined,
        });
      const all = Array.from({ length: 100 }, async (_, i) => run(i).catch((error: Error) => error.message));
      leaving.abort(new Error('gone'));
      expect((await Promise.all(all)).filter((result) => result === 'gone').length).to.equal(10);
      expect(reads).to.equal(90);
      expect(most).to.be.at.most(16);
    } finally {
      await threads.close();
    }
  });
});
