/** The thread of the embedded engine: PGlite with PostGIS, the socket that leads to it, and three questions. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { postgis } from '@electric-sql/pglite-postgis';
import { Bridge } from './bridge.ts';
import { ClientQueue } from './client-queue.ts';
import type { Answer, EngineData, Question } from './engine-thread-handle.ts';

const { cluster, template, socket } = workerData as EngineData;
const port = parentPort!;

const db = await PGlite.create({
  dataDir: cluster,
  extensions: { postgis },
  ...(template && { loadDataDir: new Blob([await readFile(template)]) }),
});
const line = new ClientQueue(db);
const bridge = new Bridge(line, (reason) => {
  // An engine that failed once gives wrong answers later: this thread ends, and a new one takes over.
  setImmediate(() => {
    throw reason;
  });
});
const server = createServer((client) => void bridge.serve(client));
server.listen(socket);

const answers: { [Name in Question]: () => Promise<unknown> } = {
  check: () => line.check(),
  /** The whole data directory as a gzipped tar. */
  dump: async () => new Uint8Array(await (await db.dumpDataDir('gzip')).arrayBuffer()),
  close: async () => {
    server.close();
    await bridge.close();
    await db.close();
  },
};

port.on('message', ({ id, question }: { id: number; question: Question }) => {
  const answer = (rest: Omit<Answer, 'id'>) => port.postMessage({ id, ...rest } satisfies Answer);
  answers[question]().then(
    (value) => answer({ value }),
    (error: unknown) => answer({ error: String(error) }),
  );
});
server.once('listening', () => port.postMessage({ id: 0 } satisfies Answer));
