// A process that reads its share of the hostile inputs in a thread, as the raster worker does, and monitors that thread.
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { messageOf } from '@severe/base';
import { inputsOf, type Size } from './inputs.ts';
import { formats, type Format } from '@severe/testing/hostile/formats';
import type { Answer, Order } from './thread.ts';

/** Final report of a child process. */
export interface Summary {
  inputs: number;
  refused: number;
  /** Inputs by format. */
  formats: Record<string, number>;
  problems: string[];
  /** Milliseconds: CPU time of the slowest input, and the longest block of the main thread. */
  slowest: { ms: number; name: string };
  blockedMs: number;
  /** Peak memory of the process in bytes. */
  memory: number;
}

const maxMs = 10_000; // of the processor: so a machine that is busy with other things is no failure
const standstillMs = 120_000;
const lookMs = 100;
const goodEvery = 100; // inputs
const quick = formats.filter((format) => format !== 'netcdf'); // each of which takes a thread of its own

const [size, seed, share, shares] = process.argv.slice(2).map((text, i) => (i === 0 ? text : Number(text))) as [
  Size,
  number,
  number,
  number,
];

/** CPU time of the process. */
function usedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** A thread for one order at a time. A thread that does not reply in time, or ends, is a problem and is replaced. */
class DecoderThread {
  #thread = this.#start();
  #done: (answer: Answer) => void = () => undefined;

  ask(order: Order, patienceMs = maxMs): Promise<Answer> {
    const usedBefore = usedMs();
    const standstillAt = performance.now() + standstillMs;
    return new Promise((resolve) => {
      const look = setInterval(() => {
        if (usedMs() - usedBefore > patienceMs) this.#replace(`took more than ${patienceMs} ms`);
        else if (performance.now() > standstillAt) this.#replace(`did nothing for ${standstillMs} ms`);
      }, lookMs);
      this.#done = (answer) => {
        clearInterval(look);
        resolve(answer);
      };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      this.#thread.postMessage(order);
    });
  }

  async close(): Promise<void> {
    this.#thread.removeAllListeners();
    await this.#thread.terminate();
  }

  #start(): Worker {
    const thread = new Worker(new URL('./thread-from-source.mjs', import.meta.url), {
      workerData: { size, seed },
      resourceLimits: { maxOldGenerationSizeMb: 512 }, // as the raster worker has it
    });
    thread.on('message', (answer: Answer) => this.#done(answer));
    thread.on('error', (error) => this.#replace(`ended the thread: ${messageOf(error)}`));
    return thread;
  }

  #replace(problem: string): void {
    void this.close();
    this.#thread = this.#start();
    this.#done({ problem });
  }
}

const decoder = new DecoderThread();

const digests = new Map<Format[], string>();
async function checkGood(wanted: Format[], after: string, problems: string[]): Promise<void> {
  const { digest, problem } = await decoder.ask({ good: wanted }, 6 * maxMs);
  const before = digests.get(wanted) ?? digest;
  if (problem !== undefined || digest !== before)
    problems.push(`good files read otherwise after ${after}: ${problem ?? digest}`);
  if (before) digests.set(wanted, before);
}

const summary: Summary = {
  inputs: 0,
  refused: 0,
  formats: {},
  problems: [],
  slowest: { ms: 0, name: '' },
  blockedMs: 0,
  memory: 0,
};
await checkGood(formats as unknown as Format[], 'the start', summary.problems);
await checkGood(quick, 'the start', summary.problems);
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
for (const [input, { format, name: given }] of inputsOf(size, seed).entries()) {
  if (input % shares !== share) continue;
  const usedBefore = usedMs();
  const { name = given, refused, problem } = await decoder.ask({ input });
  const ms = Math.round(usedMs() - usedBefore);
  summary.inputs++;
  summary.formats[format] = (summary.formats[format] ?? 0) + 1;
  if (refused) summary.refused++;
  if (problem) summary.problems.push(`input ${input}, ${name}: ${problem}`);
  if (ms > summary.slowest.ms) summary.slowest = { ms, name };
  if (summary.inputs % goodEvery === 0) await checkGood(quick, name, summary.problems);
}
await checkGood(formats as unknown as Format[], 'all', summary.problems);
summary.blockedMs = Math.round(delay.max / 1e6);
summary.memory = peakMemory();
await decoder.close();
process.send?.(summary);
process.disconnect?.();

/** Peak memory of this process. On Linux `maxRSS` includes the parent's, which may be gigabytes. */
function peakMemory(): number {
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'));
  return Number(peak?.[1] ?? process.resourceUsage().maxRSS) * 1024;
}
