import { setTimeout as pause } from 'node:timers/promises';

/** A user who saves locations, one after another, at one API and then at the other. */
export interface Writer {
  /** Names of the locations whose saving was confirmed. */
  saved: string[];
  failures: string[];
  /** @returns the names that an API lists */
  listed: (api: string) => Promise<Set<string>>;
  stop: () => Promise<void>;
}

const everyMs = 200;

/** @param apis those that are asked now; the first one signs the user up */
export async function startWriter(apis: () => readonly string[]): Promise<Writer> {
  const call = (api: string, method: string, path: string, headers: Record<string, string>, body?: object) =>
    fetch(`${api}/api/v1${path}`, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const account = { email: 'uma@example.org', password: 'correct horse 77' };
  const signedUp = await call(apis()[0], 'POST', '/auth/signup', {}, account);
  if (signedUp.status !== 201) throw new Error(`signing up: ${signedUp.status} ${await signedUp.text()}`);
  const cookie = signedUp.headers.getSetCookie()[0].split(';')[0];

  const saved: string[] = [];
  const failures: string[] = [];
  const over = new AbortController();
  const writing = (async () => {
    for (let i = 0; !over.signal.aborted; i++) {
      const all = apis();
      const name = `place ${i}`;
      const status = await call(
        all[i % all.length],
        'POST',
        '/account/locations',
        { cookie },
        { name, lat: 35, lon: -97 },
      )
        .then((response) => response.status)
        .catch((error: Error) => error.message);
      if (status === 201) saved.push(name);
      else failures.push(`saving a location: ${status}`);
      await pause(everyMs);
    }
  })();
  return {
    saved,
    failures,
    async listed(api) {
      const response = await call(api, 'GET', '/account/locations', { cookie });
      return new Set(((await response.json()) as { name: string }[]).map(({ name }) => name));
    },
    async stop() {
      over.abort();
      await writing;
    },
  };
}
