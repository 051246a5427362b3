import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClock, loadSettings, silentLog } from '@severe/base';
import { openDatabase } from '@severe/db';
import { alertEvent, squareAt } from '@severe/db/testing/rows/alert-event';
import { freePort } from '@severe/testing/free-port';
import { until } from '@severe/testing/until';
import { expect } from 'chai';
import { simpleParser } from 'mailparser';
import { startPostgres } from '../../../scripts/faults/victims.ts';
import { requireInstalled } from '../require-installed.ts';
import { startProcess, type ServiceProcess } from '../../../scripts/support/service-process.ts';
import { isFull } from './is-full.ts';
import { Client, measureOthers, printMeasured, type Measured } from './others.ts';

const seconds = isFull ? 20 : 3;
const longestP99Ms = isFull ? 250 : Infinity;

const accounts = 20;
const keysEach = 10;
const connections = 40;
const alerts = 2000;
/** Limits of an address and of a key. */
const [anonymousLimit, keyLimit] = [300, 3000];

const password = 'correct horse 77';
const attacker = '203.0.113.7';
const paths = [
  '/alerts?limit=20',
  '/alerts?limit=20&point=35.2,-97.4&radius=50km',
  '/zones?ids=OKC027',
  '/meta/sources',
];

/** Identities that cost nothing: accounts without a confirmed address, and their keys. */
describe(`${accounts} unconfirmed accounts with ${accounts * keysEach} keys at full speed`, function () {
  this.timeout(600_000);
  let folder: string;
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let service: ServiceProcess;

  before(async function () {
    requireInstalled(this, 'PostgreSQL with PostGIS');
    folder = await mkdtemp(join(tmpdir(), 'severe-identities-'));
    postgres = await startPostgres(join(folder, 'postgres'), await freePort());
    const env = {
      DATABASE_URL: postgres.url,
      TRUST_PROXY: '1',
      RATE_LIMIT_ANONYMOUS: String(anonymousLimit),
      RATE_LIMIT_KEY: String(keyLimit),
    };
    service = await startProcess({ args: ['--live', '--roles', 'api'], dataDir: join(folder, 'data'), env });
    await fillAlerts(postgres.url);
  });
  after(async () => {
    await service?.end('SIGKILL');
    await postgres?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  async function fillAlerts(url: string): Promise<void> {
    const db = await openDatabase(loadSettings({ DATABASE_URL: url }), {
      log: silentLog,
      clock: createClock(),
      simulated: false,
    });
    const sent = new Date();
    const expires = new Date(sent.getTime() + 3_600_000);
    const made = Array.from({ length: alerts }, (_, i) =>
      alertEvent({
        eventKey: `OUN.SV.W.${i}.${sent.getUTCFullYear()}`,
        sent,
        onset: sent,
        expires,
        messageExpires: expires,
        polygon: squareAt(-100 + (i % 50) * 0.1, 33 + Math.floor(i / 50) * 0.1, 0.4),
      }),
    );
    for (let from = 0; from < alerts; from += 200) await db.alerts.store(made.slice(from, from + 200));
    await db.close();
  }

  const call = (method: string, path: string, address: string, body?: object, cookie = ''): Promise<Response> =>
    fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: { 'X-Forwarded-For': address, cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const signUp = async (email: string, address: string): Promise<string> => {
    const made = await call('POST', '/auth/signup', address, { email, password });
    expect(made.status, await made.text()).to.equal(201);
    return made.headers.getSetCookie()[0].split(';')[0];
  };
  const addKey = async (cookie: string, address: string): Promise<string> => {
    const made = await call('POST', '/account/api-keys', address, { name: 'k' }, cookie);
    expect(made.status).to.equal(201);
    return ((await made.json()) as { key: string }).key;
  };
  /** Confirms an address by the link in its mail, in the browser of the owner. */
  async function confirm(email: string, address: string, cookie: string): Promise<void> {
    const outbox = join(folder, 'data', 'outbox');
    const tokens: string[] = [];
    await until(
      async () => {
        for (const name of await readdir(outbox).catch(() => [])) {
          if (!name.endsWith('.eml')) continue;
          const { to, text } = await simpleParser(await readFile(join(outbox, name)));
          const token = /verify-email\?token=([\w-]+)/.exec(text ?? '')?.[1];
          if (token && [to].flat().some((each) => each?.text === email)) tokens.push(token);
        }
        return tokens.length > 0;
      },
      { everyMs: 200 },
    );
    const { status } = await call('POST', '/auth/verify-email', address, { token: tokens.at(-1) }, cookie);
    expect(status).to.equal(200);
  }

  it('have the limit of one key and the turns of one account, and others never notice', async () => {
    const keys: string[] = [];
    for (let i = 0; i < accounts; i++) {
      const cookie = await signUp(`free-${i}@example.org`, attacker);
      for (let k = 0; k < keysEach; k++) keys.push(await addKey(cookie, attacker));
    }
    const neighbour = '203.0.113.8'; // in the network of the attacker
    const owner = await signUp('owner@example.org', neighbour);
    const ownKey = await addKey(owner, neighbour);
    await confirm('owner@example.org', neighbour, owner);
    const elsewhere = '198.51.100.200';
    const newcomerKey = await addKey(await signUp('newcomer@example.org', elsewhere), elsewhere);

    const others = [
      ...Array.from({ length: 6 }, (_, i) => new Client(service.url, { 'X-Forwarded-For': `198.51.100.${i + 1}` })),
      new Client(service.url, { 'X-Forwarded-For': neighbour, 'X-API-Key': ownKey }),
      new Client(service.url, { 'X-Forwarded-For': elsewhere, 'X-API-Key': newcomerKey }),
    ];
    const rows: Record<string, Measured> = {};
    rows['alone'] = await measureOthers(others, paths, AbortSignal.timeout(seconds * 1000));

    const statuses = new Map<number, number>();
    const attackUntil = AbortSignal.timeout(seconds * 1000);
    const greedy = new Client(service.url, { 'X-Forwarded-For': attacker }, connections);
    const startedAt = performance.now();
    const attack = Array.from({ length: connections }, async (_, n) => {
      for (let turn = n; !attackUntil.aborted; turn += connections) {
        const { status } = await greedy.ask('/alerts?limit=200', { 'X-API-Key': keys[turn % keys.length] });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    });
    rows['attacked'] = await measureOthers(others, paths, attackUntil);
    await Promise.all(attack);
    const attackSeconds = (performance.now() - startedAt) / 1000;
    for (const client of [...others, greedy]) client.close();

    const passed = statuses.get(200) ?? 0;
    const counted = [...statuses].map(([status, count]) => `${status} × ${count}`).join(', ');
    printMeasured(
      'unconfirmed accounts of one address',
      rows,
      `${keys.length} keys in ${attackSeconds.toFixed(1)} s: ${counted}`,
    );
    expect(
      [...statuses.keys()].every((status) => status === 200 || status === 429),
      counted,
    ).to.equal(true);
    expect(passed).to.be.at.most(keyLimit * Math.ceil(attackSeconds / 60));
    expect([rows['alone'].failed, rows['attacked'].failed]).to.deep.equal([0, 0]);
    expect(rows['attacked'].p99Ms).to.be.at.most(longestP99Ms);
  });

  it('have no more if they are of many networks and are used in one', async () => {
    const keys: string[] = [];
    const last = '192.0.2.66';
    for (let i = 0; i < 5; i++) {
      const address = `100.64.${i}.1`;
      keys.push(await addKey(await signUp(`spread-${i}@example.org`, address), address));
    }
    const client = new Client(service.url, { 'X-Forwarded-For': last }, connections);
    const statuses: number[] = [];
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: connections }, async (_, n) => {
        for (let i = n; i < keyLimit + 500; i += connections) {
          statuses.push((await client.ask('/zones?ids=OKC027', { 'X-API-Key': keys[i % keys.length] })).status);
        }
      }),
    );
    client.close();
    const minutes = Math.ceil((performance.now() - startedAt) / 60_000);
    const passed = statuses.filter((status) => status === 200).length;
    process.stderr.write(`    5 keys of 5 networks in one: ${passed} of ${statuses.length} passed\n`);
    expect(passed).to.be.within(keyLimit, keyLimit * minutes);
    expect(statuses.filter((status) => status !== 200 && status !== 429)).to.deep.equal([]);
  });

  it('are confirmed one by one: such an account has its own portion at once', async () => {
    const address = '192.0.3.130';
    const cookie = await signUp('late@example.org', address);
    const key = await addKey(cookie, address);
    const limitOf = async () => {
      const answer = await fetch(`${service.url}/api/v1/zones?ids=OKC027`, {
        headers: { 'X-Forwarded-For': address, 'X-API-Key': key },
      });
      return [answer.status, /^"([\w-]+)"/.exec(answer.headers.get('RateLimit-Policy') ?? '')?.[1]];
    };
    expect(await limitOf()).to.deep.equal([200, 'unconfirmed']);
    await confirm('late@example.org', address, cookie);
    await until(async () => (await limitOf())[1] === 'key', { everyMs: 100 });
  });
});
