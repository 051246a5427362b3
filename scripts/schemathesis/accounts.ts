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
}

/** Signs in as the administrator, makes one of everything that an account has, and returns the ways to call. */
export async function signInCallers(url: string): Promise<Caller[]> {
  const call = (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${url}${apiPrefix}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = accountSettings;
  const login = await call('/auth/login', { email, password });
  if (!login.ok) throw new Error(`login: ${login.status} ${await login.text()}`);
  const cookie = login.headers.getSetCookie()[0].split(';')[0];
  const session = { Cookie: cookie };
  await call('/account/locations', { name: 'Home', lat: 35.22, lon: -97.44 }, session);
  await call('/account/webhooks', { url: 'https://127.0.0.1:8443/', bbox: [-98, 35, -97, 36] }, session);
  const made = await call('/account/api-keys', { name: 'schemathesis' }, session);
  const { key } = (await made.json()) as { key: string };
  return [
    // A sign-up and a logout end the session of their request.
    { name: 'a session', header: `Cookie: ${cookie}`, excluded: ['/auth/signup', '/auth/logout'] },
    { name: 'a key', header: `X-API-Key: ${key}`, excluded: [] },
  ];
}

/** Whether the session of a run is still valid: otherwise most of its requests were refused. */
export async function isSignedIn(url: string, { header }: Caller): Promise<boolean> {
  const [name, value] = header.split(': ');
  return (await fetch(`${url}${apiPrefix}/auth/me`, { headers: { [name]: value } })).ok;
}
