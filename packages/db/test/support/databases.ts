import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** Runs statements on a database in order. */
export async function inDatabase(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql);
  } finally {
    await client.end();
  }
}

/** An empty database on the server of `url`, without PostGIS; `remove` drops it. */
export async function makeDatabase(url: string): Promise<{ url: string; name: string; remove: () => Promise<void> }> {
  const name = `severe_test_${randomBytes(5).toString('hex')}`;
  await inDatabase(url, `create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, name, remove: () => inDatabase(url, `drop database ${name} with (force)`) };
}
