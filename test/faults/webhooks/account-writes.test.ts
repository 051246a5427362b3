import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { freePort } from '@severe/testing/free-port';
import { startProcess, type ServiceProcess } from '../../../scripts/support/service-process.ts';
import { requireInstalled } from '../require-installed.ts';
import { startPostgres } from '../../../scripts/faults/victims.ts';
import { until } from '@severe/testing/until';

/** `npm run test:faults -- webhooks` sets 50 kills and 2,000 writes. */
const kills = Number(process.env['SEVERE_KILLS'] ?? 2);
const writes = Number(process.env['SEVERE_WRITES'] ?? 80);
const writers = 4;

/** Guarantee G3. */
describe(`${writes} account writes over ${kills} kills`, function () {
  this.timeout(1_800_000);
  let folder: string;
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let api: ServiceProcess;
  let cookie: string;

  before(async function () {
    requireInstalled(this, 'PostgreSQL with PostGIS');
    folder = await mkdtemp(join(tmpdir(), 'severe-account-writes-'));
    postgres = await startPostgres(join(folder, 'postgres'), await freePort());
    await startApi();
    const account = { email: 'uma@example.org', password: 'correct horse 77' };
    const reply = await call('POST', '/auth/signup', account);
    cookie = reply.headers.getSetCookie()[0].split(';')[0];
  });
  after(async () => {
    await api?.end('SIGKILL');
    await postgres?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  async function startApi(): Promise<void> {
    const env = { DATABASE_URL: postgres.url, MAX_LOCATIONS: '1000000' };
    api = await startProcess({ args: ['--live', '--roles', 'api'], dataDir: join(folder, 'data'), env });
  }

  const call = (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${api.url}/api/v1${path}`, {
      method,
      headers: { ...(cookie ? { cookie } : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  it('keeps every acknowledged one', async () => {
    const kept = new Set<string>();
    const removed = new Set<string>();
    let acknowledged = 0;

    /** Saves locations and removes every fifth of them; what fails was not acknowledged. */
    async function write(writer: number): Promise<void> {
      for (let i = 0; acknowledged < writes; i++) {
        const name = `${writer}-${i}`;
        try {
          const saved = await call('POST', '/account/locations', { name, lat: 35, lon: -97 });
          if (saved.status !== 201) throw new Error(`${saved.status}`);
          const { id } = (await saved.json()) as { id: number };
          kept.add(name);
          acknowledged++;
          if (i % 5 !== 0) continue;
          kept.delete(name); // unknown until the answer
          if ((await call('DELETE', `/account/locations/${id}`)).status === 204) {
            removed.add(name);
            acknowledged++;
          }
        } catch {
          await pause(100);
        }
      }
    }

    const writing = Array.from({ length: writers }, (_, writer) => write(writer));
    for (let kill = 0; kill < kills; kill++) {
      const before = acknowledged;
      await until(() => acknowledged >= Math.min(writes, before + writes / kills / 2), { withinMs: 120_000 });
      if (kill % 2 === 0) {
        await api.end('SIGKILL');
        await startApi();
      } else {
        await postgres.restart();
      }
    }
    await Promise.all(writing);

    const listed = (await (await call('GET', '/account/locations')).json()) as { name: string }[];
    const names = new Set(listed.map(({ name }) => name));
    const lost = [...kept].filter((name) => !names.has(name));
    const back = [...removed].filter((name) => names.has(name));
    expect(lost, 'lost').to.deep.equal([]);
    expect(back, 'removed, and there again').to.deep.equal([]);
    expect(acknowledged).to.be.greaterThanOrEqual(writes);
  });
});
