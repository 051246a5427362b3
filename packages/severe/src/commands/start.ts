import { createLog, loadSettings, StartError, type Settings } from '@severe/base';
import { InvalidArgumentError, type Command } from 'commander';
import { announce } from '../announce.ts';
import { allRoles, type Role } from '../roles.ts';
import type { Service } from '../service.ts';
import { stopSignals } from '../with-stores.ts';

interface StartOptions {
  roles?: Role[];
  demo?: boolean;
  live?: boolean;
  port?: string;
  data?: string;
}

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
    .option('--port <number>', 'public port (PORT)')
    .option('--data <folder>', 'folder for data (DATA_DIR)')
    .action(async (options: StartOptions) => {
      if (options.demo && options.live) throw new StartError('--demo and --live exclude each other');
      const settings = settingsOf(options);
      const log = createLog(quietOnTerminal(settings));
      const { startService } = await import('../service.ts'); // loaded on demand
      const starting = startService({
        settings,
        log,
        roles: options.roles ?? [...allRoles],
        simulated: !options.live,
      });
      stopOnSignals(starting, settings);
      process.stdout.write(announce(await starting, settings));
    });
}

function readRoles(text: string): Role[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !(allRoles as readonly string[]).includes(name));
  if (unknown.length > 0)
    throw new InvalidArgumentError(`${unknown.join(', ') || 'none'}: roles are ${allRoles.join(', ')}`);
  return names as Role[];
}

function settingsOf({ port, data, live }: StartOptions): Settings {
  const { DRAIN_SECONDS } = process.env;
  return loadSettings({
    ...process.env,
    ...(port ? { PORT: port } : {}),
    ...(data ? { DATA_DIR: data } : {}),
    ...(DRAIN_SECONDS || live ? {} : { DRAIN_SECONDS: '0' }), // no proxy waits for a demonstration
  });
}

/** On a terminal, only warnings are logged: the address stays visible. */
function quietOnTerminal(settings: Settings): string {
  return process.stderr.isTTY && !process.env.LOG_LEVEL ? 'warn' : settings.logLevel;
}

/** The first signal stops the service, also while it starts; a second one ends the process at once. */
function stopOnSignals(starting: Promise<Service>, { drainSeconds }: Settings): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), drainSeconds * 1000 + stopTimeoutMs).unref();
    const closed = starting.then((service) => service.close());
    closed.then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of stopSignals) process.on(signal, stop);
}
