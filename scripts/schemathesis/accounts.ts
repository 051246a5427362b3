import { apiPrefix } from '@severe/http';

/** Settings with which the service of a run has an administrator, and no limit for a key. */
export const accountSettings = {
  ADMIN_EMAIL: 'root@example.org',
  ADMIN_PASSWORD: 'a long admin passphrase 91',
  RATE_LIMIT_KEY: '1000000000',
  WEBHOOK_ALLOW_PRIVATE: 'true', // the webhook below is on loopback, where nobody listens
};

/** How the requests of a run say who they are. */
export interface Caller {
  name: string;
  /** `Name: value` of a header. */
  header: string;
  /** Paths that are left out. */
  excluded: string[];
  /** A path that refuses who is not signed in like this. */
  own: string;
}

/** Signs in, as one kind of caller. */
export const signIns: ((url: string) => Promise<Caller>)[] = [
  async (url) => {
    const session = await startSession(url);
    await post(url, '/account/locations', { name: 'Home', lat: 35.22, lon: -97.44 }, session);
    await post(url, '/account/webhooks', { url: 'https://127.0.0.1:8443/', bbox: [-98, 35, -97, 36] }, session);
    // A sign-up and a logout end the session of their request.
    return {
      name: 'a session',
      header: `Cookie: ${session.Cookie}`,
      excluded: ['/auth/signup', '/auth/logout'],
      own: '/auth/me',
    };
  },
  async (url) => {
    const made = await post(url, '/account/api-keys', { name: 'schemathesis' }, await startSession(url));
    const { key } = (await made.json()) as { key: string };
    return { name: 'a key', header: `X-API-Key: ${key}`, excluded: [], own: '/meta/health' };
  },
];

async function startSession(url: string): Promise<{ Cookie: string }> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = accountSettings;
  const login = await post(url, '/auth/login', { email, password });
  return { Cookie: login.headers.getSetCookie()[0].split(';')[0] };
}

/** @throws {Error} the service refuses */
async function post(url: string, path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(`${url}${apiPrefix}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** Whether the service still knows the caller: otherwise most of its requests were refused. */
export async function isKnown(url: string, { header, own }: Caller): Promise<boolean> {
  const [name, value] = header.split(': ');
  return (await fetch(`${url}${apiPrefix}${own}`, { headers: { [name]: value } })).ok;
}
