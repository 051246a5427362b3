import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { admin, type Cluster } from './cluster.ts';
import type { AbusePromise } from './promise.ts';
import { countOf, signUp, Visitor } from './visitor.ts';

/** How long the end of a session or key may take, in every process. */
const endMs = 1000;

/** Statuses of a path at each process. */
async function statusesAt({ processes }: Cluster, visitor: Visitor, path: string, headers = {}): Promise<number[]> {
  const answers = await Promise.all(processes.map(({ url }) => visitor.call('GET', path, undefined, { url, headers })));
  return answers.map(({ status }) => status);
}

/** Milliseconds until all processes answer with a status. @throws {Error} if it takes longer than promised */
async function msUntil(wanted: number, statuses: () => Promise<number[]>): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const askedAt = performance.now(); // answers to this question are of this moment
    if ((await statuses()).every((status) => status === wanted)) return Math.round(askedAt - startedAt);
    assert.ok(askedAt - startedAt < endMs, `not all processes answer ${wanted} after ${endMs} ms`);
    await pause(20);
  }
}

interface OpenStream {
  readonly ended: boolean;
  close: () => void;
}

/** Opens the live stream of a process. */
async function openStream(url: string, headers: Record<string, string>): Promise<OpenStream> {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/v1/stream`, { headers, signal: leaving.signal });
  assert.equal(response.status, 200);
  const stream = { ended: false, close: () => leaving.abort() };
  void response.text().then(
    () => (stream.ended = true),
    () => (stream.ended = true),
  );
  return stream;
}

/** Milliseconds until all streams have ended. @throws {Error} if it takes longer than promised */
async function msUntilEnd(streams: OpenStream[]): Promise<number> {
  const startedAt = performance.now();
  while (!streams.every(({ ended }) => ended)) {
    assert.ok(performance.now() - startedAt < endMs, `not all streams have ended after ${endMs} ms`);
    await pause(10);
  }
  return Math.round(performance.now() - startedAt);
}

async function signInAsAdmin({ url }: Cluster): Promise<Visitor> {
  const visitor = new Visitor(url);
  assert.equal((await visitor.call('POST', '/auth/login', admin)).status, 200);
  return visitor;
}

const ghostOf = (visitor: Visitor): Visitor => Object.assign(new Visitor(visitor.url), { cookie: visitor.cookie });

export const sessionPromises: AbusePromise[] = [
  {
    promise: 'a cookie is __Host-, Secure, HttpOnly, SameSite, without Domain, of 256 random bits',
    async measure({ url }) {
      const visitor = new Visitor(url);
      const body = { email: 'cookie@example.org', password: 'correct horse 77' };
      const [cookie] = (await visitor.call('POST', '/auth/signup', body)).headers['set-cookie']!;
      assert.match(
        cookie,
        /^__Host-severe_session=[\w-]{43}; Path=\/; Max-Age=2(592000|5919\d\d); Secure; HttpOnly; SameSite=Lax$/,
      );
      return cookie.replace(/=[\w-]{43}/, '=…');
    },
  },
  {
    promise: 'a cookie that was set before the login is never valid after it',
    async measure(cluster) {
      const person = await signUp(cluster.url);
      const fixed = new Visitor(cluster.url);
      fixed.cookie = `__Host-severe_session=${'A'.repeat(43)}`;
      const ghost = ghostOf(fixed);
      await fixed.call('POST', '/auth/login', { email: person.email, password: person.password });
      assert.notEqual(fixed.cookie, ghost.cookie);
      const statuses = await statusesAt(cluster, ghost, '/auth/me');
      assert.deepEqual(statuses, [401, 401]);
      return countOf(statuses);
    },
  },
  {
    promise: 'login again and logout end the old session at once in both processes',
    async measure(cluster) {
      const person = await signUp(cluster.url);
      const first = ghostOf(person);
      await person.call('POST', '/auth/login', { email: person.email, password: person.password });
      const second = ghostOf(person);
      const afterLogin = await statusesAt(cluster, first, '/auth/me');
      assert.deepEqual(afterLogin, [401, 401]);
      await person.call('POST', '/auth/logout');
      const afterLogout = await statusesAt(cluster, second, '/auth/me');
      assert.deepEqual(afterLogout, [401, 401]);
      return countOf([...afterLogin, ...afterLogout]);
    },
  },
  {
    promise: 'a disabled user has no session and no key within 1 s in both processes',
    async measure(cluster) {
      const root = await signInAsAdmin(cluster);
      const person = await signUp(cluster.url);
      const { key } = (await person.call('POST', '/account/api-keys', { name: 'k' })).json();
      const withKey = { 'X-API-Key': key as string };
      assert.deepEqual(await statusesAt(cluster, new Visitor(cluster.url), '/watches?limit=1', withKey), [200, 200]);
      await root.call('PATCH', `/admin/users/${person.id}`, { is_active: false });
      const session = await msUntil(401, () => statusesAt(cluster, ghostOf(person), '/auth/me'));
      const keys = await msUntil(401, () => statusesAt(cluster, new Visitor(cluster.url), '/watches?limit=1', withKey));
      return `session ${session} ms, key ${keys} ms`;
    },
  },
  {
    promise: 'a demoted administrator is refused at the next request in both processes',
    async measure(cluster) {
      const root = await signInAsAdmin(cluster);
      const person = await signUp(cluster.url);
      await root.call('PATCH', `/admin/users/${person.id}`, { role: 'admin' });
      assert.deepEqual(await statusesAt(cluster, person, '/admin/stats'), [200, 200]);
      await root.call('PATCH', `/admin/users/${person.id}`, { role: 'user' });
      const statuses = await statusesAt(cluster, person, '/admin/stats');
      assert.deepEqual(statuses, [403, 403]);
      return countOf(statuses);
    },
  },
  {
    promise: 'of two administrators who demote each other at the same time, one stays',
    async measure(cluster) {
      const root = await signInAsAdmin(cluster);
      const { id } = (await root.call('GET', '/auth/me')).json();
      const person = await signUp(cluster.url);
      await root.call('PATCH', `/admin/users/${person.id}`, { role: 'admin' });
      const [one, other] = cluster.processes;
      const answers = await Promise.all([
        root.call('PATCH', `/admin/users/${person.id}`, { role: 'user' }, { url: one.url }),
        person.call('PATCH', `/admin/users/${id}`, { role: 'user' }, { url: other.url }),
      ]);
      const count = await cluster.query<{ count: string }>(
        `select count(*) from users where role = 'admin' and is_active and not simulated`,
      );
      assert.equal(Number(count[0].count), 1);
      await cluster.query(`update users set role = 'admin' where email = $1`, [admin.email]);
      return countOf(answers.map(({ status }) => status));
    },
  },
  {
    promise: 'a revoked key loses its tier within 1 s in both processes',
    async measure(cluster) {
      const person = await signUp(cluster.url);
      const { id, key } = (await person.call('POST', '/account/api-keys', { name: 'k' })).json();
      const program = new Visitor(cluster.url);
      const ask = () => statusesAt(cluster, program, '/watches?limit=1', { 'X-API-Key': key as string });
      assert.deepEqual(await ask(), [200, 200]);
      await person.call('DELETE', `/account/api-keys/${id}`);
      return `${await msUntil(401, ask)} ms`;
    },
  },
  {
    promise: 'streams that were opened with a key or a session end within 1 s in both processes',
    async measure(cluster) {
      const root = await signInAsAdmin(cluster);
      const person = await signUp(cluster.url);
      const { id, key } = (await person.call('POST', '/account/api-keys', { name: 'k' })).json();
      const open = (headers: Record<string, string>) =>
        Promise.all(cluster.processes.map(({ url }) => openStream(url, headers)));
      const withKey = await open({ 'X-API-Key': key as string });
      const withSession = await open({ Cookie: person.cookie });
      const free = await open({});
      await person.call('DELETE', `/account/api-keys/${id}`);
      const ofKey = await msUntilEnd(withKey);
      await root.call('PATCH', `/admin/users/${person.id}`, { is_active: false });
      const ofSession = await msUntilEnd(withSession);
      assert.ok(
        free.every(({ ended }) => !ended),
        'a stream without either has ended',
      );
      for (const { close } of free) close();
      return `key ${ofKey} ms, session ${ofSession} ms`;
    },
  },
];
