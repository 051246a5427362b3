import { createClock, createLog, StartError } from '@severe/base';
import type { Command } from 'commander';
import { maxSpeed } from '../replay/period.ts';
import { waiting } from '../progress.ts';
import { loadSimulator } from '../simulated-providers.ts';
import { stopSignals } from '../with-stores.ts';
import { numberFrom, readTime } from './read-options.ts';

interface SimulateOptions {
  port: number;
  seed: number;
  speed: number;
  from?: Date;
  recording?: string;
}

/** `severe simulate`: serves the simulated providers only, or recorded ones, until interrupted. */
export function simulate(program: Command): void {
  const [highestPort, highestSeed] = [65_535, 2 ** 31 - 1];
  program
    .command('simulate')
    .description('serve a simulated severe-weather day in the formats of the providers, or a recorded period')
    .option('--port <n>', 'port to listen on; 0 chooses a free one', numberFrom(0, highestPort, { whole: true }), 8090)
    .option('--seed <n>', 'seed of the simulated weather', numberFrom(0, highestSeed, { whole: true }), 1)
    .option('--speed <x>', 'simulated seconds per second', numberFrom(0.01, maxSpeed), 1)
    .option('--from <iso>', 'start of the simulated clock; default: now, or the start of the recording', readTime)
    .option('--recording <folder>', 'serve what `severe record` has written')
    .action(async (options: SimulateOptions) => {
      const server = await (options.recording ? serveRecorded(options, options.recording) : serveSimulated(options));
      await new Promise<void>((resolve) => {
        for (const signal of stopSignals) process.once(signal, resolve);
      });
      await server.close();
    });
}

interface Server {
  close(): Promise<void>;
}

const createOwnLog = () => createLog(process.env.LOG_LEVEL || 'info', { role: 'simulator' });

async function serveSimulated({ port, seed, speed, from }: SimulateOptions): Promise<Server> {
  const { startSimulator } = await loadSimulator();
  const simulator = await waiting('starting', () =>
    startSimulator({ port, seed, clock: createClock(from, speed), log: createOwnLog() }),
  );
  process.stdout.write(
    `Simulated providers (no real weather) at ${simulator.url}\n` +
      `  service with this data: PROVIDERS=${simulator.url} severe start --demo\n`,
  );
  return simulator;
}

async function serveRecorded({ port, speed, from }: SimulateOptions, dir: string): Promise<Server> {
  const { openRecording, serveRecording } = await import('@severe/recording'); // loaded on demand
  const recording = await waiting(`reading ${dir}`, () => openRecording(dir));
  const { from: first, to: last } = recording;
  const start = from ?? first;
  if (start < first || start > last) {
    const [begin, end] = [first, last].map((at) => at.toISOString());
    throw new StartError(`${dir} has ${begin}..${end}, --from names ${start.toISOString()}`);
  }
  const server = await serveRecording({ recording, port, clock: createClock(start, speed), log: createOwnLog() });
  const world = recording.of.simulated ? '--demo' : '--live';
  process.stdout.write(
    `Recorded providers at ${server.url}: ${recording.answers} answers, ${first.toISOString()}..${last.toISOString()}\n` +
      `  service with this data: SEVERE_CLOCK=${start.toISOString()} PROVIDERS=${server.url} severe start ${world}\n`,
  );
  return server;
}
