import { createClock, createLog } from '@severe/base';
import { InvalidArgumentError, type Command } from 'commander';
import { readTime } from './read-time.ts';

/** Maximum speed of the clock: a day per minute. */
const maxSpeed = 1440;

/** `severe simulate`: serves the simulated providers only, until interrupted. */
export function simulate(program: Command): void {
  program
    .command('simulate')
    .description('serve a simulated severe-weather day in the formats of the providers')
    .option('--port <n>', 'port to listen on; 0 chooses a free one', numberFrom(0, 65_535, true), 8090)
    .option('--seed <n>', 'seed of the simulated weather', numberFrom(0, 2 ** 31 - 1, true), 1)
    .option('--speed <x>', 'simulated seconds per second', numberFrom(0.01, maxSpeed, false), 1)
    .option('--from <iso>', 'start of the simulated clock, ISO 8601; default: now', readTime)
    .action(run);
}

async function run({
  port,
  seed,
  speed,
  from,
}: {
  port: number;
  seed: number;
  speed: number;
  from?: Date;
}): Promise<void> {
  const { startSimulator } = await import('@severe/simulator'); // loaded on demand
  const log = createLog(process.env.LOG_LEVEL || 'info', { role: 'simulator' });
  const simulator = await startSimulator({ port, seed, clock: createClock(from, speed), log });
  process.stdout.write(
    `Simulated providers (no real weather) at ${simulator.url}\n` +
      `  service with this data: PROVIDERS=${simulator.url} severe start --demo\n`,
  );
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
  });
  await simulator.close();
}

const numberFrom =
  (low: number, high: number, whole: boolean) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() !== '' && value >= low && value <= high && (!whole || Number.isInteger(value))) return value;
    throw new InvalidArgumentError(`expected a ${whole ? 'whole ' : ''}number from ${low} to ${high}.`);
  };
