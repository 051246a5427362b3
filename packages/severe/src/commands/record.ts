import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClock, createLog, loadSettings, StartError, type Clock } from '@severe/base';
import type { Command } from 'commander';
import { stopSignals } from '../with-stores.ts';
import { ownStores } from '../own-stores.ts';
import { waiting } from '../progress.ts';
import { readFeeds } from './read-feeds.ts';
import { defaultGb, gigabytes, numberFrom, readTime } from './read-options.ts';

interface RecordCommand {
  dir: string;
  from?: Date;
  to?: Date;
  minutes?: number;
  maxGb: number;
  demo?: boolean;
  feeds?: string;
}

/** `severe record`: runs the feeds with stores of its own, and writes what the providers answer. */
export function record(program: Command): void {
  program
    .command('record')
    .description('write what the providers answer in a period to a folder, for a replay')
    .requiredOption('--dir <folder>', 'folder of the recording; an existing one is continued')
    .option('--from <iso>', 'begin, which is waited for; default: now', readTime)
    .option('--to <iso>', 'end; default: until a signal', readTime)
    .option('--minutes <n>', 'length instead of an end', numberFrom(0.1, 1e6))
    .option('--max-gb <n>', 'size limit of the folder', numberFrom(0.001, 1e6), defaultGb)
    .option('--feeds <list>', 'ids of some feeds, separated by commas; default: all of `severe feed list`')
    .option('--demo', 'record the simulated providers, or those of PROVIDERS as simulated')
    .action(run);
}

async function run({ dir, from, to, minutes, maxGb, demo = false, feeds }: RecordCommand): Promise<void> {
  if (to && minutes !== undefined) throw new StartError('--to and --minutes exclude each other');
  const scratch = await mkdtemp(join(tmpdir(), 'severe-record-'));
  const ending = new AbortController();
  for (const signal of stopSignals) process.once(signal, () => ending.abort());
  try {
    const settings = loadSettings({ ...process.env, ...ownStores, DATA_DIR: scratch });
    const clock = createClock(settings.clock);
    if (to && to <= (from ?? clock())) throw new StartError(`--to ${to.toISOString()} is before the start`);
    if (from) await reached(clock, from, ending.signal);

    const log = createLog(process.env.LOG_LEVEL || 'warn');
    const { startService } = await import('../service.ts'); // loaded on demand
    const chosen = feeds === undefined ? {} : { feeds: await readFeeds(feeds) };
    const service = await waiting('starting', () =>
      startService({
        settings,
        log,
        clock,
        roles: ['ingest'],
        simulated: demo,
        ...chosen,
        record: { dir, maxBytes: maxGb * gigabytes, only: true },
      }),
    );
    const end = minutes === undefined ? to : new Date(clock().getTime() + minutes * 60_000);
    const until = end ? end.toISOString() : 'a signal';
    process.stdout.write(`Recording ${demo ? 'simulated' : 'real'} providers to ${resolve(dir)} until ${until}\n`);
    const writer = service.writer!;
    const problem = await waiting('recording', () =>
      Promise.race([reached(clock, end, ending.signal), writer.stopped]),
    );
    ending.abort();
    await service.close();
    const { answers, runs, bytes } = writer.counts;
    process.stdout.write(
      `${answers} answers to ${runs} runs of feeds, ${(bytes / 1e6).toFixed(1)} MB\n` +
        `  play it: severe start --replay .. --recording ${dir}\n`,
    );
    if (problem !== undefined) throw new StartError(problem);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Longest wait before the clock is read again. */
const longestWaitMs = 60_000;

/** Waits until the clock has reached a time, or the signal aborts; without a time, for the signal. */
async function reached(clock: Clock, at: Date | undefined, signal: AbortSignal): Promise<undefined> {
  for (;;) {
    const left = at ? at.getTime() - clock().getTime() : longestWaitMs;
    if (left <= 0 || signal.aborted) return undefined;
    await pause(Math.min(left, longestWaitMs), undefined, { signal }).catch(() => undefined); // an AbortError
  }
}
