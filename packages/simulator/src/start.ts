import { StartError, type Clock, type Log } from '@severe/base';
import { Worker } from 'node:worker_threads';
import { minute } from './model/plane.ts';
import type { FromThread, ThreadOptions, ToThread } from './server/messages.ts';

export interface SimulatorOptions {
  /** 0 takes a free one. */
  port: number;
  /** 127.0.0.1 unless told. */
  host?: string;
  /** A whole number; every byte of the weather follows from it and from the time. */
  seed: number;
  /** Decides which files are there; it may run at any speed. */
  clock: Clock;
  log: Log;
  /** How far back the radar's files reach; 180 unless told. */
  backlogMinutes?: number;
}

export interface Simulator {
  /** Stands for every provider, as `<url>/<host>/<path>`. */
  url: string;
  /** Ends open requests and frees the port. */
  close(): Promise<void>;
}

/**
 * Starts the simulated providers in a thread of their own: making a file takes a tenth of a second, and nobody who
 * shares this thread is to wait for it.
 *
 * @throws {StartError} when the address cannot be listened on
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { port, host = '127.0.0.1', seed, clock, log, backlogMinutes = 180 } = options;
  const workerData: ThreadOptions = { port, host, seed, backlogMs: backlogMinutes * minute };
  const worker = new Worker(threadFile, { workerData });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  const send = (message: ToThread): void => worker.postMessage(message);
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));

  const listening = await new Promise<number>((resolve, reject) => {
    const answers: { [K in FromThread['kind']]: (message: FromThread & { kind: K }) => void } = {
      listening: (message) => resolve(message.port),
      refused: ({ message }) =>
        reject(new StartError(`The simulated providers cannot listen on ${host}:${port}: ${message}`)),
      'time?': ({ id }) => send({ kind: 'time', id, now: clock().getTime() }),
      error: ({ message }) => log.error({ error: message }, 'the simulator failed a request'),
    };
    worker.on('message', (message: FromThread) => answers[message.kind](message as never));
    worker.on('error', (error) => {
      log.error({ error: error.stack ?? error.message }, 'the simulator died');
      reject(error);
    });
  });

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listening}`,
    async close() {
      send({ kind: 'close' });
      await exited;
    },
  };
}

const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './server/thread-from-source.mjs' : './server/thread.js',
  import.meta.url,
);
