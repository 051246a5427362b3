import { StartError, type Clock, type Log } from '@severe/base';
import { Worker } from 'node:worker_threads';
import { minute } from './model/plane.ts';
import type { FromThread, Listening, ThreadOptions, ToThread } from './server/messages.ts';

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
 * Starts the simulated providers in two threads of their own: making a file takes a tenth of a second and more, and nobody
 * who shares this thread, or asks for a page, is to wait for it.
 *
 * @throws {StartError} when the address cannot be listened on
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { port, host = '127.0.0.1', seed, backlogMinutes = 180 } = options;
  const shared = { seed, backlogMs: backlogMinutes * minute };
  const files = await startThread({ ...shared, host: '127.0.0.1', port: 0 }, options);
  try {
    const front = await startThread(
      { ...shared, host, port, files: { port: files.port, hosts: files.hosts } },
      options,
    );
    return {
      url: `http://${host.includes(':') ? `[${host}]` : host}:${front.port}`,
      async close() {
        await front.close();
        await files.close();
      },
    };
  } catch (error) {
    await files.close();
    throw error;
  }
}

interface Thread extends Listening {
  close(): Promise<void>;
}

async function startThread(workerData: ThreadOptions, { clock, log }: SimulatorOptions): Promise<Thread> {
  const worker = new Worker(threadFile, { workerData });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  const send = (message: ToThread): void => worker.postMessage(message);
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));

  const { host, port: wanted } = workerData;
  const listening = await new Promise<Listening>((resolve, reject) => {
    const answers: { [K in FromThread['kind']]: (message: FromThread & { kind: K }) => void } = {
      listening: ({ port, hosts }) => resolve({ port, hosts }),
      refused: ({ message }) =>
        reject(new StartError(`The simulated providers cannot listen on ${host}:${wanted}: ${message}`)),
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
    ...listening,
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
