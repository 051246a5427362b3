import { expect } from 'chai';
import { Client, Pool, type ClientConfig } from 'pg';
import { testConnection } from '../support/database.ts';

describe('embedded/bridge', () => {
  let address: ClientConfig;
  before(async () => {
    const { knex } = await testConnection();
    address = knex.client.config.connection as ClientConfig;
  });

  async function withPool<T>(max: number, use: (pool: Pool) => Promise<T>): Promise<T> {
    const pool = new Pool({ ...address, max });
    try {
      return await use(pool);
    } finally {
      await pool.end();
    }
  }

  async function connected(): Promise<Client> {
    const client = new Client(address);
    client.on('error', () => {}); // some of these are cut off
    await client.connect();
    return client;
  }

  for (const size of [1, 8]) {
    it(`returns the right result for every query while every fifth fails (${size} connections)`, async () => {
      const outcomes = await withPool(size, (pool) =>
        Promise.all(
          Array.from({ length: 1000 }, async (_, i) => {
            const fails = i % 5 === 0;
            try {
              const sql = fails ? 'select $1::int / 0 as n' : 'select $1::int as n';
              const { rows } = await pool.query<{ n: number }>(sql, [i]);
              return !fails && rows.length === 1 && rows[0].n === i ? 'right' : 'wrong';
            } catch (error) {
              return fails && (error as { code?: string }).code === '22012' ? 'refused' : `wrong: ${String(error)}`;
            }
          }),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'right')).to.have.length(800);
      expect(outcomes.filter((outcome) => outcome === 'refused')).to.have.length(200);
    });
  }

  it('sends one ReadyForQuery after a query that failed', async () => {
    const client = await connected();
    const wire = (client as unknown as { connection: Wire }).connection;
    let ready = 0;
    wire.on('readyForQuery', () => ready++);
    await client.query('select $1::int / 0', [1]).catch(() => {});
    await client.query('select $1::int', [1]);
    expect(ready).to.equal(2);
    await client.end();
  });

  it('isolates the transaction of each client', async () => {
    const admin = await connected();
    await admin.query('create table bridge_counter as select 0 as n');
    try {
      await withPool(8, (pool) =>
        Promise.all(
          Array.from({ length: 20 }, async (_, i) => {
            const client = await pool.connect();
            await client.query('begin');
            const { rows } = await client.query<{ n: number }>('select n from bridge_counter');
            await client.query('update bridge_counter set n = $1', [rows[0].n + 1]); // lost, were they not in turn
            await client.query(i % 4 === 0 ? 'rollback' : 'commit');
            client.release();
          }),
        ),
      );
      expect((await admin.query('select n from bridge_counter')).rows).to.deep.equal([{ n: 15 }]);
    } finally {
      await admin.query('drop table bridge_counter');
      await admin.end();
    }
  });

  it('rolls back the open transaction of a disconnected client', async () => {
    const admin = await connected();
    await admin.query('create table bridge_cut (n int)');
    const states = {
      'in a transaction': ['begin', 'insert into bridge_cut values (1)'],
      'in a failed transaction': ['begin', 'insert into bridge_cut values (1)', 'select 1/0'],
    };
    for (const [state, statements] of Object.entries(states)) {
      const client = await connected();
      for (const sql of statements) await client.query(sql).catch(() => {});
      const next = admin.query('select count(*)::int as n from bridge_cut');
      cutOff(client);
      expect((await next).rows, state).to.deep.equal([{ n: 0 }]);
    }
    await admin.query('drop table bridge_cut');
    await admin.end();
  });

  it('recovers from a client that is cut off between an error and its Sync', async () => {
    const client = await connected();
    const wire = (client as unknown as { connection: Wire }).connection;
    const refused = new Promise((resolve) => wire.once('errorMessage', resolve));
    wire.parse({ text: 'select nonsense' });
    wire.flush();
    await refused;
    cutOff(client);
    const next = await connected();
    expect((await next.query('select 1 as one')).rows).to.deep.equal([{ one: 1 }]);
    await next.end();
  });

  it('serves thirty connections at once', async () => {
    const clients = await Promise.all(Array.from({ length: 30 }, connected));
    const answers = await Promise.all(
      clients.map((client, i) => client.query<{ n: number }>('select $1::int as n', [i])),
    );
    expect(answers.map(({ rows }) => rows[0].n)).to.deep.equal(clients.map((_, i) => i));
    await Promise.all(clients.map((client) => client.end()));
  });

  it('carries values and rows of megabytes', async () => {
    const client = await connected();
    const text = 'storm '.repeat(500_000);
    const { rows } = await client.query<{ text: string }>('select $1::text as text from generate_series(1, 4)', [text]);
    expect(rows.map((row) => row.text === text)).to.deep.equal([true, true, true, true]);
    await client.end();
  });

  it('answers several statements of one query, and a stream of portals', async () => {
    const client = await connected();
    const several = (await client.query('select 1 as a; select 2 as b')) as unknown as { rows: object[] }[];
    expect(several.map(({ rows }) => rows)).to.deep.equal([[{ a: 1 }], [{ b: 2 }]]);
    const pieces = { text: 'select generate_series(1, 10) as n', rows: 3 }; // Execute and Flush, three rows at a time
    expect((await client.query<{ n: number }>(pieces)).rows.map(({ n }) => n)).to.deep.equal([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    await client.end();
  });

  it('closes only the connection that violates the protocol', async () => {
    const client = await connected();
    const { stream } = (client as unknown as { connection: Wire }).connection;
    const closed = new Promise((resolve) => stream.once('close', resolve));
    stream.write(Buffer.of(0x51, 0x7f, 0xff, 0xff, 0xff)); // a query of two gigabytes
    await closed;
    const next = await connected();
    expect((await next.query('select 1 as one')).rows).to.deep.equal([{ one: 1 }]);
    await next.end();
  });
});

interface Wire {
  stream: NodeJS.EventEmitter & { write(bytes: Buffer): void; destroy(): void };
  once(event: string, listener: (value: unknown) => void): void;
  on(event: string, listener: () => void): void;
  parse(statement: { text: string }): void;
  flush(): void;
}

/** As if the client's process had been killed. */
function cutOff(client: Client): void {
  (client as unknown as { connection: Wire }).connection.stream.destroy();
}
