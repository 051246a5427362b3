import { createLog, loadSettings, StartError, type Settings } from '@severe/base';
import { InvalidArgumentError, type Command } from 'commander';
import { announce } from '../announce.ts';
import { allRoles, type Role } from '../roles.ts';
import type { Service } from '../service.ts';

interface StartOptions {
  roles?: Role[];
  demo?: boolean;
  live?: boolean;
  port?: string;
  data?: string;
}

/** Timeout of a stop; after it the process exits with code 1. */
const stopTimeoutMs = 12_000;

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
      const service = await startService({
        settings,
        log,
        roles: options.roles ?? [...allRoles],
        simulated: !options.live,
      });
      process.stdout.write(announce(service, settings));
      stopOnSignals(service);
    });
}

function readRoles(text: string): Role[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !(allRoles as readonly string[]).includes(name));
  if (unknown.length > 0)
    throw new InvalidArgumentError(`${unknown.join(', ') || 'none'}: roles are ${allRoles.join(', ')}`);
  return names as Role[];
}

function settingsOf({ port, data }: StartOptions): Settings {
  return loadSettings({ ...process.env, ...(port ? { PORT: port } : {}), ...(data ? { DATA_DIR: data } : {}) });
}

/** On a terminal, only warnings are logged: the address stays visible. */
function quietOnTerminal(settings: Settings): string {
  return process.stderr.isTTY && !process.env.LOG_LEVEL ? 'warn' : settings.logLevel;
}

function stopOnSignals(service: Service): void {
  const stop = () => {
    setTimeout(() => process.exit(1), stopTimeoutMs).unref();
    service.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, stop);
}
