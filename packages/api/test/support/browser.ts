import type { ClaimedMail } from '@severe/db';
import type { Got } from '@severe/testing/serve';
import type { TestService } from './service.ts';

/** Origin of the test service's own pages. */
export const ownOrigin = 'https://wx.example.org';

/** A browser on a page of the service: it holds the session cookie and sends its own origin. */
export interface Browser {
  /** `Cookie` of the next call; empty without a session. */
  cookie: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Got>;
}

export function openBrowser(service: Pick<TestService, 'ask'>): Browser {
  const browser: Browser = {
    cookie: '',
    async call(method, path, body, headers = {}) {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const sent = {
        Origin: ownOrigin,
        ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      };
      const cookie: Record<string, string> = browser.cookie ? { Cookie: browser.cookie } : {};
      const got = await service.ask(`/api/v1${path}`, { ...cookie, ...sent }, method, text);
      const [pair] = got.headers['set-cookie']?.[0].split(';') ?? [];
      if (pair !== undefined) browser.cookie = pair.endsWith('=') ? '' : pair;
      return got;
    },
  };
  return browser;
}

let people = 0;

/** A browser in which a new person has signed up. The sign-up does not count against the limit of this client. */
export async function signUp(
  service: Pick<TestService, 'ask' | 'db'>,
  change: { email?: string; password?: string; name?: string } = {},
): Promise<Browser & { email: string; password: string; id: number }> {
  const email = change.email ?? `person-${++people}@example.org`;
  const password = change.password ?? 'correct horse 77';
  const browser = openBrowser(service);
  const got = await browser.call('POST', '/auth/signup', { email, password, ...change });
  if (got.status !== 201) throw new Error(`sign-up: ${got.status} ${got.body.toString()}`);
  for (const from of ['signup 127.0.0.1', 'signup network 127.0.0.0/24']) await service.db.attempts.forget(from);
  return Object.assign(browser, { email, password, id: got.json().id as number });
}

/** Mails to an address that wait, and that are sent with this. */
export async function takeMails({ db }: Pick<TestService, 'db'>, recipient: string): Promise<ClaimedMail[]> {
  const mails = (await db.mails.claim(100, 0)).filter((mail) => mail.recipient === recipient);
  await Promise.all(mails.map(({ id }) => db.mails.end(id, 'sent')));
  return mails;
}
