import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClock, loadSettings, silentLog } from '@severe/base';
import { openDatabase, type Database } from '@severe/db';
import { startSimulator, type Simulator } from '@severe/simulator';
import type { Running } from '@severe/testing/serve';
import { requireService, type ServiceEnv } from '@severe/testing/services';
import { until } from '@severe/testing/until';
import { expect } from 'chai';
import { startProxy } from '../../scripts/support/proxy.ts';
import { startProcess, type ServiceProcess } from '../../scripts/support/service-process.ts';

/** `npm run test:faults -- feeds` sets five processes, and lets one stand still as well. */
const count = Number(process.env['SEVERE_FEED_PROCESSES'] ?? 2);
const faults = (process.env['SEVERE_FEED_FAULTS'] ?? 'SIGKILL').split(',') as ('SIGKILL' | 'SIGSTOP')[];

/** Feeds of some sources, with the request that begins a run of each and the seconds from run to run. */
const feeds = {
  'nws-alerts': { begins: /\/alerts\/active/, everySeconds: 30 },
  'local-reports': { begins: /geojson\/lsr/, everySeconds: 60 },
};

/** Less than a lease and its last renewal. */
const repeatedAfterSeconds = 10;

/** A provider is asked as often by several processes as by one, and the data of a process that is gone are not missed for long. */
describe(`feeds of ${count} processes, while some are lost: ${faults.join()}`, function () {
  this.timeout(900_000);
  let folder: string;
  let simulator: Simulator;
  let proxy: Running;
  let db: Database;
  const processes = new Map<number, ServiceProcess>();
  const lostAt: number[] = [];
  const asked: { feed: string; at: number }[] = [];

  before(async function () {
    const env: ServiceEnv = {
      ...(await requireService(this, 'postgres')),
      ...(await requireService(this, 'redis')),
      ...(await requireService(this, 'minio')),
    };
    folder = await mkdtemp(join(tmpdir(), 'severe-feeds-once-'));
    const clock = createClock();
    simulator = await startSimulator({ port: 0, seed: 1, clock, log: silentLog });
    proxy = await startProxy(({ url }) => {
      for (const [feed, { begins }] of Object.entries(feeds))
        if (begins.test(url!)) asked.push({ feed, at: Date.now() });
      return { server: simulator.url };
    });
    db = await openDatabase(loadSettings(env), { log: silentLog, clock, simulated: true });
    const args = ['--demo', '--roles', 'ingest', '--feeds', Object.keys(feeds).join()];
    for (let i = 0; i < count; i++) {
      const started = await startProcess({
        args,
        dataDir: join(folder, String(i)),
        env: { ...env, PROVIDERS: proxy.url },
      });
      processes.set(started.pid, started);
    }
  });
  after(async () => {
    for (const each of processes.values()) {
      process.kill(each.pid, 'SIGCONT');
      await each.end('SIGKILL');
    }
    await db?.close();
    await proxy?.close();
    await simulator?.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const timesOf = (feed: string) => asked.filter((each) => each.feed === feed).map(({ at }) => at);
  const askedAgain = (times: number, feed = 'nws-alerts') => {
    const before = timesOf(feed).length;
    return until(() => timesOf(feed).length >= before + times, { everyMs: 100, withinMs: 300_000 });
  };
  const ownerOfAlerts = async () => {
    const found = [...(await db.sourceLeases.owners())].find(([, sources]) => sources.includes('alerts'));
    return found && [...processes.keys()].find((pid) => found[0].includes(`-${pid}-`));
  };

  it('ask each provider once a cadence, also after a process was lost', async () => {
    await askedAgain(1);
    for (const fault of faults) {
      const pid = await until(ownerOfAlerts, { everyMs: 100 });
      process.kill(pid, fault);
      lostAt.push(Date.now());
      await until(async () => ![undefined, pid].includes(await ownerOfAlerts()), { everyMs: 100, withinMs: 120_000 });
      await askedAgain(1);
      if (fault === 'SIGSTOP') process.kill(pid, 'SIGCONT');
      else processes.delete(pid);
      await askedAgain(1);
    }
    for (const [feed, { everySeconds }] of Object.entries(feeds)) {
      const times = timesOf(feed);
      expect(times.length, feed).to.be.above(0);
      for (const [i, at] of times.slice(1).entries()) {
        // A run that was lost is repeated as soon as the lease has expired.
        const isRepeated = lostAt.some((lost) => lost >= times[i] && lost <= at);
        const least = isRepeated ? repeatedAfterSeconds : everySeconds / 2;
        expect((at - times[i]) / 1000, `${feed} at ${new Date(at).toISOString()}`).to.be.above(least);
      }
    }
  });
});
