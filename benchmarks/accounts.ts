import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@severe/testing/free-port';
import { startDatabase } from './api/database.ts';
import { startService } from './support/service.ts';
import type { Benchmark, Measurement } from './benchmark.ts';
import { cpuSeconds, mainThreadSeconds } from './support/cpu.ts';
import { inFolder } from './support/rounds.ts';
import { figures } from './support/statistics.ts';
import { unlessShort } from './support/short-form.ts';

/** Length of each part. */
const seconds = Number(process.env.ACCOUNTS_SECONDS ?? unlessShort(15, 1));
const connections = 16;
/** Longest time for which the main thread may be blocked. */
const longestMs = 50;
const password = 'a long enough pass phrase';

/** Sign-ups and logins: argon2id takes a core for some tens of milliseconds, and the main thread must stay free. */
export const accounts: Benchmark = {
  name: 'accounts',
  question: 'How many sign-ups and logins a second are possible, and is the main thread free meanwhile?',
  leavesOut: 'Mail, sessions in use, and the two together with tiles and points.',
  run: ({ log }) =>
    inFolder(async (folder) => {
      const database = await startDatabase(join(folder, 'postgres'));
      try {
        const opsPort = await freePort();
        const more = { TRUST_PROXY: '1', OPS_PORT: String(opsPort) };
        const service = await startService(database.url, join(folder, 'data'), 'api', { settings: more });
        try {
          log(`load of the machine ${loadavg()[0].toFixed(1)}`);
          const means = { base: service.base, ops: `http://127.0.0.1:${opsPort}`, pid: service.pid, log };
          await part(means, 'warming up', 3, signUp);
          const before = created;
          const signUps = await part(means, 'sign-ups', seconds, signUp);
          log(`${created - before} accounts`);
          return [...signUps, ...(await part(means, 'logins', seconds, logIn))];
        } finally {
          await service.stop();
        }
      } finally {
        await database.stop();
      }
    }),
};

interface Means {
  base: string;
  ops: string;
  pid: number;
  log: (line: string) => void;
}

type Call = (base: string, agent: Agent, n: number) => Promise<void>;

let created = 0;

const signUp: Call = async (base, agent) => {
  const n = created++;
  await post(agent, `${base}/api/v1/auth/signup`, { email: addressOf(n), password }, n, 201);
};

const logIn: Call = (base, agent, n) =>
  post(agent, `${base}/api/v1/auth/login`, { email: addressOf(n % created), password }, n, 200);

const addressOf = (n: number): string => `user-${n}@example.org`;

/** Requests have other client addresses and networks, since sign-ups and attempts are limited by both. */
async function post(agent: Agent, url: string, body: object, n: number, expected: number): Promise<void> {
  const headers = {
    'Content-Type': 'application/json',
    'X-Forwarded-For': `198.${18 + ((n >> 16) & 1)}.${n & 255}.${(n >> 8) & 255}`,
  };
  const call = request(url, { method: 'POST', agent, headers }).end(JSON.stringify(body));
  const [response] = await once(call, 'response');
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== expected) throw new Error(`${url} gave ${response.statusCode}`);
}

async function part({ base, ops, pid, log }: Means, name: string, length: number, call: Call): Promise<Measurement[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  await lagOf(ops); // a reading starts the next one
  const [cpu, main, startedAt] = [cpuSeconds(pid), mainThreadSeconds(pid), performance.now()];
  const until = startedAt + length * 1000;
  let [begun, done] = [0, 0];
  const work = async (): Promise<void> => {
    // Each call has a number of its own: attempts for one address at the same time count against its limit.
    for (; performance.now() < until; done++) await call(base, agent, begun++);
  };
  await Promise.all(Array.from({ length: connections }, work));
  const perSecond = done / ((performance.now() - startedAt) / 1000);
  const cpuMs = ((cpuSeconds(pid) - cpu) * 1000) / done;
  const mainMs = ((mainThreadSeconds(pid) - main) * 1000) / done;
  const lag = await lagOf(ops);
  agent.destroy();
  log(
    `${name}: ${figures(perSecond)}/s, ${figures(cpuMs)} ms of CPU each, ${figures(mainMs)} ms of it on the main thread; ` +
      `delay of the event loop: p99 ${figures(lag.p99Ms)} ms, longest ${figures(lag.longestMs)} ms`,
  );
  return [
    { what: `${name} a second`, value: perSecond, unit: '1/s', better: 'higher' },
    { what: `processor time of ${name}, each`, value: cpuMs, unit: 'ms', better: 'lower' },
    { what: `processor time of ${name} on the main thread, each`, value: mainMs, unit: 'ms', better: 'lower' },
    {
      what: `longest delay of the main thread during ${name}`,
      value: lag.longestMs,
      unit: 'ms',
      better: 'lower',
      peer: { name: 'limit', value: longestMs },
      target: { ratio: 1, text: `at most ${longestMs} ms` },
    },
  ];
}

/** Delay of the service's event loop since the last reading, as its metrics report it. */
async function lagOf(ops: string): Promise<{ p99Ms: number; longestMs: number }> {
  const text = await (await fetch(`${ops}/metrics`)).text();
  const value = (name: string): number => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)![1]) * 1000;
  return { p99Ms: value('nodejs_eventloop_lag_p99_seconds'), longestMs: value('nodejs_eventloop_lag_max_seconds') };
}
