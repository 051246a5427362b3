import { createLog, loadSettings, StartError, type Log, type Settings } from '@severe/base';
import { InvalidArgumentError, type Command } from 'commander';
import { announce } from '../announce.ts';
import { childSettings, countOf, rolesOf, tellReady, thisChild, type Processes } from '../processes/child.ts';
import { allRoles, type Role } from '../roles.ts';
import { waiting } from '../progress.ts';
import { printReach } from '../reach.ts';
import { maxSpeed, type Period } from '../replay/period.ts';
import type { OpenedReplay } from '../replay/open-replay.ts';
import type { Service } from '../service.ts';
import { withEmptyFolder } from '../replay/empty-folder.ts';
import { stopSignals } from '../with-stores.ts';
import { expectSources, readFeeds } from './read-feeds.ts';
import { defaultGb, gigabytes, numberFrom, readPeriod } from './read-options.ts';

interface StartOptions {
  roles?: Role[];
  demo?: boolean;
  live?: boolean;
  port?: string;
  data?: string;
  basemap?: string;
  feeds?: string;
  sources?: string;
  replay?: Period;
  recording?: string;
  speed: number;
  record?: string;
  maxGb: number;
  processes?: Processes;
}

const mostProcesses = 128;

/** Timeout of a stop after the drain; after it the process exits with code 1. */
const stopTimeoutMs = 30_000;

/** `severe start`: runs the service, with all roles or some of them, until a signal stops it. */
export function start(program: Command): void {
  program
    .command('start')
    .description('run the service, with all roles or some of them')
    .option('--roles <list>', `some of ${allRoles.join(',')} (default: all)`, readRoles)
    .option('--demo', 'use a simulated storm day (default)')
    .option('--live', 'use the real public providers')
    .option('--processes <n>', 'processes that share the port, or auto: one for each processor', readProcesses)
    .option('--port <number>', 'public port (PORT)')
    .option('--data <folder>', 'folder for data (DATA_DIR)')
    .option('--basemap <url>', 'base map of your own, a PMTiles archive (BASEMAP_URL)')
    .option('--sources <preset>', 'home, standard or all, or ids of sources, separated by commas (SOURCES)')
    .option('--feeds <list>', 'ids of some feeds, separated by commas; default: all of `severe feed list`')
    .option('--replay <from..to>', 'play this period as if it were now', readPeriod)
    .option('--recording <folder>', 'play what `severe record` has written; default: the simulated storm day')
    .option('--speed <x>', 'seconds of the replay per second', numberFrom(0.01, maxSpeed), 1)
    .option('--record <folder>', 'write what the providers answer, for a later replay')
    .option('--max-gb <n>', 'size limit of what --record writes', numberFrom(0.001, 1e6), defaultGb)
    .action(async (options: StartOptions) => {
      if (options.demo && options.live) throw new StartError('--demo and --live exclude each other');
      if (options.recording && !options.replay) throw new StartError('--recording needs --replay FROM..TO');
      if (options.processes !== undefined && (options.replay || options.record))
        throw new StartError('--processes excludes --replay and --record: one process plays or writes');
      const child = await thisChild();
      const given = options.roles ?? [...allRoles];
      const roles = child ? rolesOf(child, given) : given;
      const replay = await replayOf(options, roles);
      const own = settingsOf(options, replay?.env);
      await expectSources(own.sources);
      const log = createLog(quietOnTerminal(own));
      if (options.processes !== undefined && !child)
        return startGroup(countOf(options.processes), { settings: own, roles, log });
      const settings = child ? childSettings(own) : own;
      const { record, maxGb } = options;
      const feeds = options.feeds === undefined ? {} : { feeds: await readFeeds(options.feeds) };
      const start = async (settled: Settings): Promise<Service> => {
        const { openPorts } = await import('../ports.ts'); // loaded on demand, and the service only when the ports are open
        const ports = await openPorts(settled, log, { asChild: child !== undefined });
        const { startService } = await import('../service.ts');
        return startService({
          settings: settled,
          log,
          roles,
          ports,
          child,
          ...feeds,
          simulated: replay?.simulated ?? !options.live,
          ...(replay ? { replay: replay.replay } : {}),
          ...(record ? { record: { dir: record, maxBytes: maxGb * gigabytes } } : {}),
        });
      };
      const starting = replay ? withEmptyFolder(settings, isFolderChosen(options), start) : start(settings);
      stopOnSignals(starting, settings);
      const service = await (child ? starting : waiting('starting', () => starting));
      if (child) tellReady(service);
      else process.stdout.write(announce(service, settings, replay?.replay));
      if (!service.simulated && !replay && roles.includes('ingest'))
        void printReach(service.providers, (line) => void process.stdout.write(line));
    });
}

/** Starts several processes, and stops them with this one. SIGUSR2 replaces them one after another. */
async function startGroup(count: number, context: { settings: Settings; roles: Role[]; log: Log }): Promise<void> {
  const { startProcesses } = await import('../processes/primary.ts'); // loaded on demand
  const starting = startProcesses(count, context);
  stopOnSignals(starting, context.settings);
  process.on('SIGUSR2', () => {
    starting.then(
      (started) => started.restart(),
      () => undefined, // it has said why
    );
  });
  const group = await waiting(`starting ${count} processes`, () => starting);
  process.stdout.write(announce(group.ready, context.settings));
}

/** The replay that is asked for. @throws {StartError} as `openReplay` */
async function replayOf(options: StartOptions, roles: Role[]): Promise<OpenedReplay | undefined> {
  const { replay: period, recording: dir, speed, live = false } = options;
  if (!period) return undefined;
  const { openReplay } = await import('../replay/open-replay.ts'); // loaded on demand
  return openReplay({ period, dir, speed, roles, live }, settingsOf(options));
}

/** Whether the folder for data is named. */
const isFolderChosen = ({ data }: StartOptions): boolean => Boolean(data ?? process.env.DATA_DIR);

function readProcesses(text: string): Processes {
  if (text === 'auto') return text;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > mostProcesses)
    throw new InvalidArgumentError(`expected auto, or a whole number from 1 to ${mostProcesses}`);
  return count;
}

function readRoles(text: string): Role[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !(allRoles as readonly string[]).includes(name));
  if (unknown.length > 0)
    throw new InvalidArgumentError(`${unknown.join(', ') || 'none'}: roles are ${allRoles.join(', ')}`);
  return names as Role[];
}

/** @param more environment variables that precede those of the process */
function settingsOf({ port, data, basemap, live, sources }: StartOptions, more: Record<string, string> = {}): Settings {
  const { DRAIN_SECONDS } = process.env;
  return loadSettings({
    ...process.env,
    ...more,
    ...(port ? { PORT: port } : {}),
    ...(data ? { DATA_DIR: data } : {}),
    ...(basemap ? { BASEMAP_URL: basemap } : {}),
    ...(sources ? { SOURCES: sources } : {}),
    ...(DRAIN_SECONDS || live ? {} : { DRAIN_SECONDS: '0' }), // no proxy waits for a demonstration
  });
}

/** On a terminal, only warnings are logged: the address stays visible. */
function quietOnTerminal(settings: Settings): string {
  return process.stderr.isTTY && !process.env.LOG_LEVEL ? 'warn' : settings.logLevel;
}

/** `npm start` passes on a signal that the terminal has sent to the service too: within this time both are one. */
const sameSignalMs = 500;

/** The first signal stops the service, also while it starts; a second one ends the process at once. */
function stopOnSignals(starting: Promise<Pick<Service, 'close'>>, { drainSeconds }: Settings): void {
  let stoppedAt: number | undefined;
  const stop = () => {
    if (stoppedAt !== undefined) {
      if (performance.now() - stoppedAt > sameSignalMs) process.exit(1);
      return;
    }
    stoppedAt = performance.now();
    setTimeout(() => process.exit(1), drainSeconds * 1000 + stopTimeoutMs).unref();
    const closed = starting.then((service) => service.close());
    closed.then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of stopSignals) process.on(signal, stop);
}
