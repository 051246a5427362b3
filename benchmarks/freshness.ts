import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Benchmark, Measurement } from './benchmark.ts';
import { buildCommand } from './support/build.ts';
import { changesOf, pointSources } from './freshness/changes.ts';
import { startClient } from './freshness/client.ts';
import { journeysOf, type Journey, type Journeys } from './freshness/journeys.ts';
import { national, type Load } from './freshness/load.ts';
import { measurementsOf } from './freshness/measurements.ts';
import { prepare } from './freshness/prepare.ts';
import { startProviders, type ProviderProcess } from './freshness/provider-process.ts';
import { openAlertReceiver, type AlertReceiver } from './freshness/receiver.ts';
import { byKind, linesOf } from './freshness/table.ts';
import { appearancesIn, sitesOf, type Period } from './freshness/truth.ts';
import { caughtUp } from './freshness/caught-up.ts';
import { cpuSeconds, peakResidentBytes } from './support/cpu.ts';
import { inFolder } from './support/rounds.ts';
import { figures } from './support/statistics.ts';
import { startProcess, type ServiceProcess } from '../scripts/support/service-process.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const command = join(root, 'packages/severe/bin/severe.js');

/** How fresh is what people see: from the appearance of a file at its provider until a client has what became of it. */
export const freshness: Benchmark = {
  name: 'freshness',
  question: 'How fresh is what people see, at the load of the whole nation?',
  leavesOut:
    'The way of the files over the network, other clients, PostgreSQL, Redis and an object store apart; messages that only end an alert.',
  run({ log, minutes = national.minutes }) {
    buildCommand();
    return measureFreshness({ ...national, minutes }, log, command);
  },
};

type Log = (line: string) => void;

/**
 * Measures at a load.
 *
 * @param built the built command. Default: that of this clone, from source where that is newer
 */
export function measureFreshness(load: Load, log: Log, built?: string): Promise<Measurement[]> {
  return inFolder(async (folder) => {
    log(`load of the machine at the start: ${loadavg().map(figures).join(', ')}`);
    const providers = await startProviders({ backlogMinutes: load.backlogMinutes, everyRadarAs: load.measuredBy });
    const receiver = await openAlertReceiver(folder);
    try {
      if (load.isPrepared) {
        const files = await prepare(providers.url, load.measuredBy);
        log(`${figures(files)} files of the providers made beforehand in ${figures(providers.cpu())} CPU seconds`);
      }
      const service = await startProcess({
        args: ['--demo'],
        dataDir: join(folder, 'data'),
        env: { PROVIDERS: providers.url, ...receiver.settings, ...load.settings },
        ...(built === undefined ? {} : { command: built }),
      });
      try {
        return await measure(load, { providers, receiver, service }, log);
      } finally {
        await service.end('SIGKILL'); // its stores are deleted
      }
    } finally {
      await receiver.close();
      await providers.stop();
    }
  });
}

interface Parts {
  providers: ProviderProcess;
  receiver: AlertReceiver;
  service: ServiceProcess;
}

async function measure(load: Load, { providers, receiver, service }: Parts, log: Log): Promise<Measurement[]> {
  log(await caughtUp(service, load));
  const client = await startClient(service.url);
  receiver.onAlert = (alert) => client.noteWebhook(alert);
  await receiver.register(service.url);

  const used = () => ({ service: cpuSeconds(service.pid), providers: providers.cpu(), own: process.cpuUsage() });
  const before = used();
  const from = Date.now();
  await pause(load.minutes * 60_000);
  const after = used();
  const period = { from, to: Date.now() };
  const seconds = (period.to - period.from) / 1000;
  const cores = (after.service - before.service) / seconds;
  const peakMb = peakResidentBytes(service.pid) / 1e6;

  const appearances = await appearancesIn(providers.url, period, load.kinds, sitesOf(load.settings.NEXRAD_SITES));
  const answers = await providers.answers();
  const joined = (): Journeys => journeysOf(appearances, answers, client.seen, client.events.get('lightning'));
  const until = Date.now() + load.graceSeconds * 1000;
  while (Date.now() < until && joined().missing.length > 0) {
    await pause(1000);
    answers.push(...(await providers.answers()));
  }
  await client.stop();
  const { arrived, superseded, missing } = joined();
  const points = await pointJourneys(providers.url, period, client.events, answers);
  const all = [...arrived, ...points];

  for (const [kind, journeys] of byKind(all)) for (const line of linesOf(kind, journeys)) log(line);
  log(`${superseded.length} superseded before they were made: ${countsOf(superseded)}`);
  log(`${missing.length} never arrived: ${countsOf(missing)}`);
  for (const { name } of missing.slice(0, 20)) log(`never arrived: ${name}`);
  for (const line of client.refused.slice(0, 20)) log(`told of, but not there: ${line}`);
  const userAndSystem = after.own.user + after.own.system - before.own.user - before.own.system;
  const others = [(after.providers - before.providers) / seconds, userAndSystem / 1e6 / seconds];
  log(`beside it, the providers took ${figures(others[0])} cores and the client ${figures(others[1])}`);
  const delivered = arrived.length / (arrived.length + missing.length || 1);
  return measurementsOf(all, { cores, peakMb, delivered });
}

/** What came from the other sources within the period. */
async function pointJourneys(
  url: string,
  { from, to }: Period,
  events: ReadonlyMap<string, readonly number[]>,
  answers: Parameters<typeof changesOf>[3],
): Promise<Journey[]> {
  const journeys: Journey[] = [];
  for (const source of pointSources) {
    const own = (events.get(source) ?? []).filter((at) => at > from && at <= to);
    journeys.push(...(await changesOf(url, source, own, answers)));
  }
  return journeys.filter(({ appearedAt }) => appearedAt > from);
}

function countsOf(appearances: Journeys['missing']): string {
  const counts = new Map<string, number>();
  for (const { kind } of appearances) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} of ${kind}`).join(', ') || 'none';
}
