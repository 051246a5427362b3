import { parentPort, workerData } from 'node:worker_threads';
import { startTaskClock } from '@severe/async/task-clock';
import { Dice } from '@severe/testing/hostile/dice';
import { mutate } from '@severe/testing/hostile/mutate';
import { Coverage } from './coverage.ts';
import { targets, type Target } from './targets.ts';

/** Task of the thread, and the shared memory in which it reports its state. */
export interface Task {
  decoder: string;
  seed: number;
  /** Corpus of earlier runs. */
  corpus: Uint8Array[];
  /** The current input, preceded by its length. */
  current: SharedArrayBuffer;
  /** The clock of the current input. */
  cell: SharedArrayBuffer;
}

/** Reports: progress, an input that reached new code, or a harmful input. */
export type Report =
  | { kind: 'progress'; runs: number; features: number; corpus: number }
  | { kind: 'new'; bytes: Uint8Array }
  | { kind: 'harm'; bytes: Uint8Array; problem: string };

export const maxBytes = 4 * 1024 ** 2; // of an input
const batch = 16;
const reportMs = 1000;
const slowMs = 100; // what takes longer to read is not worth changing further

const { decoder, seed, corpus: before, current, cell } = workerData as Task;
const target = targets[decoder];
const octets = Buffer.from(current);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
const say = (report: Report): void => parentPort?.postMessage(report);

/** Whether the decoder refuses a file with this error. */
const refused = (error: unknown): boolean => target.refuses.some((kind) => error instanceof kind);

async function run({ read, repair, unreliableAfter }: Target, bytes: Uint8Array): Promise<void> {
  repair?.(bytes);
  octets.writeUInt32LE(bytes.length);
  octets.set(bytes, 4);
  startTaskClock(cell);
  try {
    await read(bytes);
  } catch (error) {
    if (unreliableAfter?.(error)) process.exit();
    if (!refused(error)) say({ kind: 'harm', bytes, problem: (error as Error).stack ?? String(error) });
  }
}

const dice = new Dice(seed);
const coverage = new Coverage();
const corpus: Uint8Array[] = [];

/** Runs one input and stores it if it reaches new features. */
async function consider(bytes: Uint8Array, isNew: boolean): Promise<void> {
  const begunAt = performance.now();
  await run(target, bytes);
  const ms = performance.now() - begunAt;
  if (coverage.ofOne() === 0 || ms > slowMs) return;
  corpus.push(bytes);
  if (isNew) say({ kind: 'new', bytes });
}

/** Prefers the later half of the corpus, which reaches the newest code. */
const pick = (): Uint8Array =>
  dice.once(2) ? dice.oneOf(corpus) : corpus[corpus.length - 1 - dice.below(Math.ceil(corpus.length / 2))];

const spoilt = (): Uint8Array => Uint8Array.from(mutate(pick(), dice, pick()).bytes.subarray(0, maxBytes));

for (const bytes of [...target.seeds(), ...before]) await consider(Uint8Array.from(bytes), false);
if (corpus.length === 0) corpus.push(...target.seeds());

let [runs, reportedAt] = [0, 0];
for (;;) {
  if (Date.now() - reportedAt > reportMs) {
    reportedAt = Date.now();
    say({ kind: 'progress', runs, features: coverage.count, corpus: corpus.length });
  }
  const inputs = Array.from({ length: batch }, spoilt);
  for (const bytes of inputs) await run(target, bytes);
  runs += batch;
  // Reading the counters costs more than most inputs. First test whether a batch reached something, then find the input.
  if (coverage.ofBatch() > 0) for (const bytes of inputs) await consider(bytes, true);
}
