import { parentPort, workerData } from 'node:worker_threads';
import { Dice } from '@severe/testing/hostile/dice';
import { mutate } from '@severe/testing/hostile/mutate';
import { Coverage } from './coverage.ts';
import { targets, type Target } from './targets.ts';

/** What the thread is to do, and where it says what it is at. */
export interface Task {
  decoder: string;
  seed: number;
  /** Inputs that reached new code in an earlier run. */
  corpus: Uint8Array[];
  /** The input that is being read, its length first; and when it was begun, or 0. */
  current: SharedArrayBuffer;
  startedAt: SharedArrayBuffer;
}

/** What it says: how far it came, an input that reached new code, or one that did harm. */
export type Report =
  | { kind: 'progress'; runs: number; features: number; corpus: number }
  | { kind: 'new'; bytes: Uint8Array }
  | { kind: 'harm'; bytes: Uint8Array; problem: string };

export const mostOctets = 4 * 1024 ** 2; // of an input
const batch = 16;
const reportMs = 1000;
const slowMs = 100; // what takes longer to read is not worth changing further

const { decoder, seed, corpus: before, current, startedAt } = workerData as Task;
const target = targets[decoder];
const [octets, clock] = [Buffer.from(current), new Float64Array(startedAt)];
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
const say = (report: Report): void => parentPort?.postMessage(report);

/** Whether the error is one by which the decoder refuses a file. */
const refused = (error: unknown): boolean => target.refuses.some((kind) => error instanceof kind);

async function run({ read, mend, wears }: Target, bytes: Uint8Array): Promise<void> {
  mend?.(bytes);
  octets.writeUInt32LE(bytes.length);
  octets.set(bytes, 4);
  clock[0] = Date.now();
  try {
    await read(bytes);
  } catch (error) {
    if (wears?.(error)) process.exit();
    if (!refused(error)) say({ kind: 'harm', bytes, problem: (error as Error).stack ?? String(error) });
  } finally {
    clock[0] = 0;
  }
}

const dice = new Dice(seed);
const coverage = new Coverage();
const corpus: Uint8Array[] = [];

/** Runs an input alone and keeps it where it reaches what none before it did. */
async function consider(bytes: Uint8Array, isNew: boolean): Promise<void> {
  const begunAt = performance.now();
  await run(target, bytes);
  const ms = performance.now() - begunAt;
  if (coverage.ofOne() === 0 || ms > slowMs) return;
  corpus.push(bytes);
  if (isNew) say({ kind: 'new', bytes });
}

/** The later half of the corpus is where the frontier is. */
const pick = (): Uint8Array =>
  dice.once(2) ? dice.oneOf(corpus) : corpus[corpus.length - 1 - dice.below(Math.ceil(corpus.length / 2))];

const spoilt = (): Uint8Array => Uint8Array.from(mutate(pick(), dice, pick()).bytes.subarray(0, mostOctets));

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
  // Asking for the counters costs more than most inputs do: only where some input of many reached something, which one?
  if (coverage.ofBatch() > 0) for (const bytes of inputs) await consider(bytes, true);
}
