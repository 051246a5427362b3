import { StartError, type Clock, type Log } from '@severe/base';
import { Worker } from 'node:worker_threads';
import { minuteMs } from './model/plane.ts';
import type { Answered, FromThread, Listening, ThreadOptions, ToThread } from './server/messages.ts';

export interface SimulatorOptions {
  /** Port to listen on; 0 chooses a free one. */
  port: number;
  /** Default: 127.0.0.1. */
  host?: string;
  /** An integer. Seed and time determine every byte of the weather. */
  seed: number;
  /** Decides which files exist. It may run at any speed. */
  clock: Clock;
  log: Log;
  /** Age of the oldest mosaic, volume, image and granule, minutes. Default: 180; 30 if files are repeated. */
  backlogMinutes?: number;
  /**
   * The large files of all times have the values of some minutes from here, and times of their own: mosaics, volumes,
   * images and model fields are made once, and dated anew. The six mosaics of a scan appear at once. For hours of load
   * within minutes. Default: each has its own.
   */
  repeatFrom?: Date;
  /**
   * Ids of radars of the plains. All radars of the network send their measurements, in turn, for the load of a nation. Needs
   * `repeatFrom`. Default: the radars of the plains send their own, and the others none.
   */
  everyRadarAs?: readonly string[];
  /** Called after each answer. */
  onAnswer?: (answer: Answered) => void;
}

export interface Simulator {
  /** Base URL of all providers: `<url>/<host>/<path>`. */
  url: string;
  /** Closes open connections and frees the port. */
  close(): Promise<void>;
}

/**
 * Starts the simulated providers in two threads. Making a file takes a tenth of a second and more, and must not block
 * the caller's thread or the pages.
 *
 * @throws {StartError} if the address cannot be listened on
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { port, host = '127.0.0.1', seed, repeatFrom, everyRadarAs = [], onAnswer } = options;
  const { backlogMinutes = repeatFrom ? 30 : 180 } = options;
  const repeat = repeatFrom ? { repeatFrom: repeatFrom.getTime() } : {};
  const shared = { seed, backlogMs: backlogMinutes * minuteMs, everyRadarAs, ...repeat };
  const files = await startThread({ ...shared, host: '127.0.0.1', port: 0 }, options);
  try {
    const pages = await startThread(
      {
        ...shared,
        host,
        port,
        files: { port: files.port, hosts: files.hosts },
        reportsAnswers: onAnswer !== undefined,
      },
      options,
    );
    return {
      url: `http://${host.includes(':') ? `[${host}]` : host}:${pages.port}`,
      async close() {
        await pages.close();
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

async function startThread(workerData: ThreadOptions, { clock, log, onAnswer }: SimulatorOptions): Promise<Thread> {
  const worker = new Worker(threadFile, { workerData });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  const send = (message: ToThread): void => worker.postMessage(message);
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));

  const { host, port: wanted } = workerData;
  const listening = await new Promise<Listening>((resolve, reject) => {
    const handlers: { [K in FromThread['kind']]: (message: FromThread & { kind: K }) => void } = {
      listening: ({ port, hosts }) => resolve({ port, hosts }),
      refused: ({ message }) =>
        reject(new StartError(`The simulated providers cannot listen on ${host}:${wanted}: ${message}`)),
      'time-request': ({ id }) => send({ kind: 'time', id, now: clock().getTime() }),
      answered: ({ path, status, askedAt, answeredAt }) => onAnswer?.({ path, status, askedAt, answeredAt }),
      error: ({ message }) => log.error({ error: message }, 'simulator request failed'),
    };
    worker.on('message', (message: FromThread) => handlers[message.kind](message as never));
    worker.on('error', (error) => {
      log.error({ error: error.stack ?? error.message }, 'simulator thread failed');
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
