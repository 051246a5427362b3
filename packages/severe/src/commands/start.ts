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

/** A stop that takes longer than this has hung on something; the process then ends all the same. */
const longestStopMs = 12_000;

/** `severe start`: the service, or some roles of it, until it is told to stop. */
export function start(program: Command): void {
  program
    .command('start')
    .description('run the service, or some roles of it')
    .option('--roles <list>', `some of ${allRoles.join(',')} (default: all)`, readRoles)
    .option('--demo', 'fed by a simulated storm day (the default)')
    .option('--live', 'fed by the real public providers')
    .option('--port <number>', 'public port (PORT)')
    .option('--data <folder>', 'where data is kept (DATA_DIR)')
    .action(async (options: StartOptions) => {
      if (options.demo && options.live) throw new StartError('--demo and --live exclude each other');
      const settings = settingsOf(options);
      const log = createLog(quietOnTerminal(settings));
      const { startService } = await import('../service.ts'); // the other commands need not wait for all of this
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

/** Who starts it by hand wants to read the address, not a log; warnings still come through. */
function quietOnTerminal(settings: Settings): string {
  return process.stderr.isTTY && !process.env.LOG_LEVEL ? 'warn' : settings.logLevel;
}

function stopOnSignals(service: Service): void {
  const stop = () => {
    setTimeout(() => process.exit(1), longestStopMs).unref();
    service.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, stop);
}
