import { expect } from 'chai';
import type { Knex } from 'knex';
import { requireService } from '@severe/testing/services';
import { until } from '@severe/testing/until';
import { preparedRows, rowsOf } from '../src/context.ts';
import { openPostgres } from '../src/postgres/open.ts';
import { sendTogether } from '../src/send-together.ts';
import { testConnection } from './support/database.ts';

type Done = (error: Error | null, result?: { rows: unknown[] }) => void;

/** A pool of one connection that answers a statement when told to. */
function onePool({ pipeline = true } = {}) {
  const sent: string[][] = [];
  const answers: (() => void)[] = [];
  const cancelled: number[] = [];
  let free = Promise.resolve();
  let release = (): void => {};
  let failing: Error | undefined;
  const connection = {
    pipeline,
    processID: 7,
    query({ text }: { text: string }, done: Done) {
      sent.push([text]);
      answers.push(() => done(text === 'bad' ? new Error('bad') : null, { rows: [text] }));
    },
    together(send: () => void) {
      const before = sent.length;
      send();
      sent.push(sent.splice(before).flat());
    },
  };
  const client = {
    pool: { max: 1 },
    async acquireConnection() {
      await free;
      if (failing) throw failing;
      free = new Promise((resolve) => (release = resolve));
      return connection;
    },
    releaseConnection: async () => release(),
    cancelQuery: async () => {
      cancelled.push(sent.length);
      answers.shift()?.();
    },
  };
  const knex = { client } as unknown as Knex;
  return {
    sent,
    cancelled,
    run: (text: string, wanted?: AbortSignal) =>
      sendTogether<string>({ ...knex, wanted }, { text, name: text, values: [] }),
    /** A statement without a name, which may be slow. */
    runSlow: (text: string) => sendTogether<string>(knex, { text, values: [] }),
    /** Answers the oldest statement as soon as there is one. */
    async answer(count = 1) {
      for (let i = 0; i < count; i++) {
        await until(async () => answers.length > 0);
        answers.shift()!();
      }
    },
    fail: (error: Error) => (failing = error),
  };
}

describe('db/send-together', () => {
  it('sends statements that wait for a connection at once, and gives each its rows', async () => {
    const pool = onePool();
    const reads = ['a', 'b', 'c'].map((text) => pool.run(text));
    await pool.answer(3);
    expect(await Promise.all(reads)).to.deep.equal([['a'], ['b'], ['c']]);
    expect(pool.sent).to.deep.equal([['a', 'b', 'c']]);
  });

  it('sends no more than eight at once', async () => {
    const pool = onePool();
    const reads = Array.from({ length: 10 }, (_, i) => pool.run(String(i)));
    await pool.answer(10);
    expect((await Promise.all(reads)).flat()).to.deep.equal(Array.from({ length: 10 }, (_, i) => String(i)));
    expect(pool.sent.map(({ length }) => length)).to.deep.equal([8, 2]);
  });

  it('sends statements without a name alone, in their turn, and the quick ones after them at once', async () => {
    const pool = onePool();
    const reads = [pool.run('a'), pool.runSlow('slow'), pool.runSlow('slower'), pool.run('b'), pool.run('c')];
    await pool.answer(5);
    expect((await Promise.all(reads)).flat()).to.deep.equal(['a', 'slow', 'slower', 'b', 'c']);
    expect(pool.sent).to.deep.equal([['a'], ['slow'], ['slower'], ['b', 'c']]);
  });

  it('sends one statement at a time to a connection without pipeline', async () => {
    const pool = onePool({ pipeline: false });
    const reads = ['a', 'b'].map((text) => pool.run(text));
    await pool.answer(2);
    await Promise.all(reads);
    expect(pool.sent).to.deep.equal([['a'], ['b']]);
  });

  it('fails a statement alone', async () => {
    const pool = onePool();
    const reads = ['a', 'bad', 'c'].map((text) => pool.run(text));
    await pool.answer(3);
    const results = await Promise.allSettled(reads);
    expect(results.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('fails every statement that waits while there is no connection', async () => {
    const pool = onePool();
    pool.fail(new Error('no connection'));
    const results = await Promise.allSettled(['a', 'b'].map((text) => pool.run(text)));
    expect(results.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    expect(pool.sent).to.deep.equal([]);
  });

  it('leaves out a statement whose caller has left while it waited', async () => {
    const pool = onePool();
    const leaving = new AbortController();
    const first = pool.run('a');
    const second = pool.run('b', leaving.signal).catch((error: Error) => error.message);
    const third = pool.run('c');
    leaving.abort(new Error('gone'));
    await pool.answer(2);
    expect([await first, await third]).to.deep.equal([['a'], ['c']]);
    expect(await second).to.equal('gone');
    expect(pool.sent.flat()).to.deep.equal(['a', 'c']);
  });

  it('cancels running statements only when all callers of the connection have left', async () => {
    const pool = onePool();
    const [one, two] = [new AbortController(), new AbortController()];
    const reads = [one, two].map(({ signal }, i) =>
      pool.run(i === 0 ? 'bad' : 'b', signal).catch((error: Error) => error.message),
    );
    await until(async () => pool.sent.length > 0);
    one.abort(new Error('one is gone'));
    await new Promise((later) => setTimeout(later, 80)); // longer than the grace of a statement
    expect(pool.cancelled).to.deep.equal([]);
    two.abort(new Error('two is gone'));
    expect(await Promise.all(reads)).to.deep.equal(['one is gone', ['b']]);
    expect(pool.cancelled.length).to.equal(2);
  });

  it('answers many statements of the embedded database at the same time', async () => {
    const { knex } = await testConnection();
    const read = (value: number) => preparedRows(knex, 'select cast(:value as integer) as value', { value });
    const rows = await Promise.all(Array.from({ length: 20 }, (_, i) => read(i)));
    expect(rows.flat()).to.deep.equal(Array.from({ length: 20 }, (_, value) => ({ value })));
  });
});

describe('db/send-together (PostgreSQL)', () => {
  it('gives each of many statements its rows or its error, also beside others of the pool', async function () {
    const { knex, close } = await openPostgres((await requireService(this, 'postgres')).DATABASE_URL);
    try {
      const reads = Array.from({ length: 200 }, (_, i) => [
        preparedRows(knex, 'select 100 / cast(:value as integer) as value, :i::int as i', { value: i % 20, i }),
        rowsOf(knex, 'select cast(:i as integer) as i', { i }),
      ]);
      const results = await Promise.allSettled(reads.flat());
      for (const [n, result] of results.entries()) {
        const i = n >> 1;
        if (n % 2 === 0 && i % 20 === 0) expect(result.status).to.equal('rejected');
        else if (n % 2 === 0) expect(result).to.deep.include({ value: [{ value: Math.trunc(100 / (i % 20)), i }] });
        else expect(result).to.deep.include({ value: [{ i }] });
      }
    } finally {
      await close();
    }
  });
});
