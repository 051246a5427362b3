import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { simpleParser } from 'mailparser';
import { publicUrl, type Cluster } from './cluster.ts';
import type { AbusePromise } from './promise.ts';
import { countOf, signUp, Visitor } from './visitor.ts';

/** The link in the newest mail to an address with a subject. @throws {Error} after 30 s without one */
async function linkTo({ outbox }: Cluster, email: string, subject: string): Promise<URL> {
  for (let tries = 0; tries < 300; tries++) {
    for (const name of readdirSync(outbox).sort().reverse()) {
      if (!name.endsWith('.eml')) continue;
      const mail = await simpleParser(readFileSync(join(outbox, name)));
      const to = [mail.to ?? []].flat().map(({ text }) => text).join(); // prettier-ignore
      if (mail.subject === subject && to.includes(email)) return new URL(/http\S+token=[\w-]+/.exec(mail.text!)![0]);
    }
    await pause(100);
  }
  throw new Error(`no mail to ${email}`);
}

/** Tables with a row that contains a text, in any column. */
async function tablesWith({ query }: Cluster, text: string): Promise<string[]> {
  const tables = await query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
     and table_name not like 'spatial%'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await query(`select 1 from "${name}" t where strpos(t::text, $1) > 0 limit 1`, [text]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

export const secretPromises: AbusePromise[] = [
  {
    promise: 'a token works once of 20 calls at the same time, and its link is of PUBLIC_URL',
    async measure(cluster) {
      const person = await signUp(cluster.url);
      const link = await linkTo(cluster, person.email, 'Confirm your e-mail address');
      assert.equal(link.origin, publicUrl);
      const token = link.searchParams.get('token')!;
      assert.deepEqual(await tablesWith(cluster, token), [], 'hashed at rest');
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => new Visitor(cluster.url).call('POST', '/auth/verify-email', { token })),
      );
      const statuses = answers.map(({ status }) => status);
      assert.equal(countOf(statuses), '200 × 1, 400 × 19');
      return countOf(statuses);
    },
  },
  {
    promise: 'a new password ends all sessions in both processes, and its token works once of 20',
    async measure(cluster) {
      const person = await signUp(cluster.url);
      const hostile = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' };
      await person.call('POST', '/auth/forgot-password', { email: person.email }, { headers: hostile });
      const link = await linkTo(cluster, person.email, 'Set a new password');
      assert.equal(link.origin, publicUrl);
      const token = link.searchParams.get('token');
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          new Visitor(cluster.url).call('POST', '/auth/reset-password', { token, password: `another battery ${i}` }),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      assert.equal(countOf(statuses), '200 × 1, 400 × 19');
      const after = await Promise.all(cluster.processes.map(({ url }) => person.call('GET', '/auth/me', undefined, { url }))); // prettier-ignore
      assert.deepEqual(after.map(({ status }) => status), [401, 401]); // prettier-ignore
      return countOf(statuses);
    },
  },
  {
    promise: 'no table has a password, a cookie, a key or an unhashed digest of them',
    async measure(cluster) {
      const person = await signUp(cluster.url);
      const { key } = (await person.call('POST', '/account/api-keys', { name: 'k' })).json() as { key: string };
      const listed = await person.call('GET', '/account/api-keys');
      assert.ok(!listed.text.includes(key), 'the list shows the key');
      for (const secret of [person.password, person.cookie.split('=')[1], key])
        assert.deepEqual(await tablesWith(cluster, secret), [], secret);
      const rows = await cluster.query<{ hash: string }>('select password_hash as hash from users where id = $1', [
        person.id,
      ]);
      const [, m, t] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(rows[0].hash)!;
      assert.ok(Number(m) >= 19_456 && Number(t) >= 2, rows[0].hash);
      return `argon2id, m=${m}, t=${t}`;
    },
  },
  {
    promise: 'passwords have 8 to 128 characters, are not cut at 72 bytes, and are not common ones',
    async measure({ url }) {
      const visitor = new Visitor(url);
      const long = `${'ä'.repeat(100)}1`;
      const statusOf = async (password: string, email = 'long@example.org', path = '/auth/signup'): Promise<number> =>
        (await visitor.call('POST', path, { email, password })).status;
      const refused = [await statusOf('short77'), await statusOf('x'.repeat(129)), await statusOf('password123')];
      assert.deepEqual(refused, [422, 422, 422]);
      assert.equal(await statusOf(long), 201);
      assert.equal(await statusOf(`${'ä'.repeat(100)}2`, undefined, '/auth/login'), 401);
      assert.equal(await statusOf(long, undefined, '/auth/login'), 200);
      return countOf(refused);
    },
  },
  {
    promise: 'the secret of a webhook is shown when it is made and rotated only',
    async measure({ url, processes }) {
      const person = await signUp(url);
      const body = { url: 'https://127.0.0.1:8443/hook', bbox: [-98, 35, -97, 36] };
      const made = (await person.call('POST', '/account/webhooks', body)).json() as { id: number; secret: string };
      const path = `/account/webhooks/${made.id}`;
      const rotated = (await person.call('POST', `${path}/rotate`)).json() as { secret: string };
      assert.notEqual(rotated.secret, made.secret);
      const shown = [
        ...(await Promise.all(processes.map((each) => person.call('GET', '/account/webhooks', undefined, { url: each.url })))), // prettier-ignore
        await person.call('PATCH', path, { enabled: false }),
      ];
      for (const { text } of shown) assert.ok(!text.includes(made.secret) && !text.includes(rotated.secret), text);
      return `${shown.length} answers without it`;
    },
  },
];
