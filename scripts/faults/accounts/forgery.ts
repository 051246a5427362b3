import assert from 'node:assert/strict';
import { publicUrl } from './cluster.ts';
import type { AbusePromise } from './promise.ts';
import { countOf, signUp, Visitor } from './visitor.ts';

export const forgeryPromises: AbusePromise[] = [
  {
    promise: 'calls of foreign pages and of forms change nothing',
    async measure({ url }) {
      const uma = await signUp(url, 'uma');
      const origins = ['https://evil.example', 'null', `${publicUrl}.evil.example`, 'http://wx.example.org'];
      const foreign = await Promise.all(
        origins.map((Origin) => uma.call('POST', '/account/api-keys', { name: 'stolen' }, { headers: { Origin } })),
      );
      assert.ok(foreign.every(({ status }) => status === 403));
      const kinds = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
      const forms = await Promise.all(
        kinds.map((kind) =>
          uma.call('POST', '/account/api-keys', undefined, { raw: '{"name":"x"}', headers: { 'Content-Type': kind } }),
        ),
      );
      assert.ok(forms.every(({ status }) => status === 415 || status === 403));
      assert.equal((await uma.call('GET', '/account/api-keys')).text, '[]');
      return countOf([...foreign, ...forms].map(({ status }) => status));
    },
  },
  {
    promise: 'other origins may read public data, and nothing of accounts',
    async measure({ url }) {
      const uma = await signUp(url, 'uma');
      const headers = { Origin: 'https://evil.example' };
      const open = await uma.call('GET', '/watches?limit=1', undefined, { headers });
      assert.equal(open.headers['access-control-allow-origin'], '*');
      assert.equal(open.headers['access-control-allow-credentials'], undefined);
      const paths = ['/account/api-keys', '/auth/me', '/admin/stats'];
      for (const path of paths) {
        for (const method of ['GET', 'OPTIONS']) {
          const { headers: got } = await uma.call(method, path, undefined, {
            headers: { ...headers, 'Access-Control-Request-Method': 'POST' },
          });
          assert.equal(got['access-control-allow-origin'], undefined, `${method} ${path}`);
          if (method === 'GET') assert.match(got['cache-control']!, /no-store/, path);
        }
      }
      return `* on data, nothing on ${paths.length} private paths`;
    },
  },
  {
    promise: 'what belongs to another user answers as what never existed, and a key opens no account',
    async measure({ url }) {
      const [uma, vic] = [await signUp(url, 'uma'), await signUp(url, 'vic')];
      const key = (await vic.call('POST', '/account/api-keys', { name: 'k' })).json() as { id: number; key: string };
      const place = (await vic.call('POST', '/account/locations', { name: 'x', lat: 35, lon: -97 })).json();
      const hookBody = { url: 'https://127.0.0.1:8443/hook', bbox: [-98, 35, -97, 36] };
      const hook = (await vic.call('POST', '/account/webhooks', hookBody)).json() as { id: number };
      const calls: [method: string, path: string, id: number, rest?: string, body?: object][] = [
        ['DELETE', '/account/api-keys', key.id],
        ['PATCH', '/account/locations', place.id, '', { name: 'mine' }],
        ['DELETE', '/account/locations', place.id],
        ['PATCH', '/account/webhooks', hook.id, '', { enabled: false }],
        ['POST', '/account/webhooks', hook.id, '/rotate'],
        ['POST', '/account/webhooks', hook.id, '/test'],
        ['GET', '/account/webhooks', hook.id, '/deliveries'],
        ['DELETE', '/account/webhooks', hook.id],
      ];
      for (const [method, path, id, rest = '', body] of calls) {
        const others = await uma.call(method, `${path}/${id}${rest}`, body);
        const never = await uma.call(method, `${path}/999999999${rest}`, body);
        assert.deepEqual([others.status, others.text], [404, never.text], `${method} ${path}${rest}`);
      }
      const program = new Visitor(url);
      const withKey = await program.call('GET', '/account/api-keys', undefined, { headers: { 'X-API-Key': key.key } });
      assert.equal(withKey.status, 401);
      return `${calls.length} calls: 404`;
    },
  },
  {
    promise: 'fields that are not declared are never stored',
    async measure({ url, query }) {
      const visitor = new Visitor(url);
      const more = { role: 'admin', email_verified: true, is_active: false, id: 1, user_id: 1, rate_limit: 9 };
      const body = { email: 'mass@example.org', password: 'correct horse 77', ...more };
      const made = (await visitor.call('POST', '/auth/signup', body)).json() as Record<string, unknown>;
      assert.deepEqual([made['role'], made['email_verified']], ['user', false]);
      const key = (await visitor.call('POST', '/account/api-keys', { name: 'k', ...more })).json() as {
        rate_limit: number;
      };
      assert.equal(key.rate_limit, 3000);
      const rows = await query<{ role: string; active: boolean }>(
        'select role, is_active as active from users where email = $1',
        ['mass@example.org'],
      );
      assert.deepEqual(rows, [{ role: 'user', active: true }]);
      return 'role user, not verified, active, 3000';
    },
  },
];
