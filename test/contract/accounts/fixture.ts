import { randomBytes } from 'node:crypto';
import { loadSettings, parseTime } from '@severe/base';
import { digestOf } from '@severe/db';
import { alertEvent } from '@severe/db/testing/rows/alert-event';
import { signUp, type Browser } from '@severe/api/testing/browser';
import { someTime, startTestApi, type TestService } from '@severe/api/testing/service';
import { openHttpsReceiver, type HttpsReceiver } from '@severe/testing/https-receiver';
import type { AccountContract, Thing } from './contract.ts';

type Person = Awaited<ReturnType<typeof signUp>>;

/** A service with an administrator, a user and what belongs to the user. */
export interface AccountFixture {
  service: TestService;
  user: Person;
  admin: Browser;
  /** Makes what the last parameter of a path names. @returns the path with its ids */
  pathOf(contract: AccountContract, owner?: Browser): Promise<string>;
  /** A body that is accepted, with new addresses and tokens. */
  bodyOf(contract: AccountContract): Promise<Record<string, unknown> | undefined>;
  close(): Promise<void>;
}

let count = 0;

export async function openAccountFixture(): Promise<AccountFixture> {
  const receiver: HttpsReceiver = await openHttpsReceiver();
  const settings = loadSettings({ WEBHOOK_ALLOW_PRIVATE: 'true', MAX_KEYS: '1000', MAX_LOCATIONS: '1000', MAX_WEBHOOKS: '1000' }); // prettier-ignore
  const service = await startTestApi(() => ({ settings, receiverCa: receiver.ca }));
  const { db } = service;
  await db.alerts.store([alertEvent()]);
  const user = await signUp(service);
  const admin = await signUp(service);
  await db.users.change({ id: null, name: 'test' }, admin.id, { role: 'admin' });

  const make = async (owner: Browser, path: string, body: object): Promise<number> =>
    (await owner.call('POST', path, body)).json().id as number;
  const makers: Record<Thing, (owner: Browser) => Promise<number[]>> = {
    key: async (owner) => [await make(owner, '/account/api-keys', { name: 'k' })],
    location: async (owner) => [await make(owner, '/account/locations', { name: 'x', lat: 35, lon: -97 })],
    webhook: async (owner) => [await make(owner, '/account/webhooks', { url: receiver.url, bbox: [-98, 35, -97, 36] })],
    user: async () => [(await signUp(service)).id],
    async delivery(owner) {
      const [id] = await makers.webhook(owner);
      while ((await db.webhookDeliveries.matchWebhooks(50)).more); // webhooks of other tests, too
      const [{ id: delivery }] = await db.webhookDeliveries.pending(id, 1);
      return [id, delivery];
    },
  };

  const tokenFor = async (purpose: 'verify_email' | 'reset_password'): Promise<string> => {
    const { email } = await signUp(service);
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(parseTime(someTime)!.getTime() + 3_600_000);
    await db.userTokens.issue({ purpose, email, digest: digestOf(token), expiresAt });
    return token;
  };
  const bodies: Record<string, () => Promise<object> | object> = {
    'POST /auth/signup': async () => {
      await db.attempts.forget('signup 127.0.0.1');
      return { email: `row-${++count}@example.org`, password: 'correct horse 77' };
    },
    'POST /auth/login': ({ email, password } = user) => ({ email, password }),
    'POST /auth/verify-email': async () => ({ token: await tokenFor('verify_email') }),
    'POST /auth/forgot-password': () => ({ email: `row-${++count}@example.org` }),
    'POST /auth/reset-password': async () => ({
      token: await tokenFor('reset_password'),
      password: 'battery 88 staple',
    }),
    'POST /account/api-keys': () => ({ name: 'k' }),
    'POST /account/locations': () => ({ name: 'x', lat: 35, lon: -97 }),
    'POST /account/webhooks': () => ({ url: receiver.url, bbox: [-98, 35, -97, 36] }),
  };

  return {
    service,
    user,
    admin,
    async pathOf({ path, thing }, owner = user) {
      const ids = thing ? await makers[thing](owner) : [];
      return path.replace(/\{\w+\}/g, () => String(ids.shift()));
    },
    async bodyOf({ method, path }) {
      const body = await bodies[`${method} ${path}`]?.();
      return (body ?? (method === 'PATCH' ? {} : undefined)) as Record<string, unknown> | undefined;
    },
    async close() {
      await service.close();
      await receiver.close();
    },
  };
}
