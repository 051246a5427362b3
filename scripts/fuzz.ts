// `npm run fuzz -- <decoder> [--seconds 60] [--seed 1]`: mutates files and stores those that reach new code and those that
// do harm. `--replay FILE` reads one of them again.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { createTaskClock } from '@severe/async/task-clock';
import { messageOf } from '@severe/base';
import { targets } from './fuzz/targets.ts';
import type { Report, Task } from './fuzz/thread.ts';
import { readOptions } from './support/read-options.ts';

const maxMs = 10_000; // of the processor, for one input
const maxMemory = 1024 ** 3; // beyond what the process holds at its start
const lookMs = 50;
const inputBytes = 4 + 4 * 1024 ** 2;

const { positionals, values } = readOptions('npm run fuzz -- DECODER [--seconds 60] [--seed 1] [--replay FILE]', {
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    replay: { type: 'string' },
  },
});
const [decoder = ''] = positionals;
const target = targets[decoder];
if (!target) {
  console.error(`fuzz: ${decoder || 'no decoder'}; decoders: ${Object.keys(targets).join(', ')}`);
  process.exit(2);
}

if (values.replay !== undefined) {
  console.log(await replay(new Uint8Array(readFileSync(values.replay))));
  process.exit(0);
}

/** Result of one input. A harmful input ends this process, as it ends the thread. */
async function replay(bytes: Uint8Array): Promise<string> {
  target.repair?.(bytes);
  try {
    await target.read(bytes);
    return 'read without harm';
  } catch (error) {
    if (target.refuses.some((kind) => error instanceof kind)) return `refused: ${messageOf(error)}`;
    throw error;
  }
}

const root = join(process.env['SEVERE_FUZZ_DIR'] || fileURLToPath(new URL('../.cache/fuzz', import.meta.url)), decoder);
const [corpusFolder, harmFolder] = [`${root}/corpus`, `${root}/harm`];
for (const folder of [corpusFolder, harmFolder]) mkdirSync(folder, { recursive: true });

const baseline = process.memoryUsage.rss();
let endsAt = Infinity; // the time begins when the first thread has read the seeds
const harms = new Set<string>();
let seed = Number(values.seed);
let runs = 0;

/** Stores a harmful input, once per place of the failure, and prints the command that replays it. */
function note(bytes: Uint8Array, problem: string): void {
  const place = problem.split('\n').slice(0, 2).join(' ').replace(/\d+/g, 'n');
  if (harms.has(place)) return;
  harms.add(place);
  const file = `${harmFolder}/${nameOf(bytes)}`;
  writeFileSync(file, bytes);
  console.log(`\n${problem}\n  npm run fuzz -- ${decoder} --replay ${file}`);
}

function nameOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/** Fuzzes in a thread until the time is over or an input exceeds the limits of time or memory, which ends the thread. */
function fuzz(): Promise<void> {
  const current = new SharedArrayBuffer(inputBytes);
  const clock = createTaskClock();
  const corpus = readdirSync(corpusFolder).map((name) => new Uint8Array(readFileSync(`${corpusFolder}/${name}`)));
  const task: Task = { decoder, seed: seed++, corpus, current, cell: clock.cell };
  const thread = new Worker(new URL('fuzz/thread-from-source.mjs', import.meta.url), { workerData: task });
  const before = runs;
  return new Promise((resolve) => {
    const end = (problem?: string): void => {
      clearInterval(look);
      thread.removeAllListeners();
      if (problem) {
        const octets = Buffer.from(current);
        note(octets.subarray(4, 4 + octets.readUInt32LE()), problem);
      }
      void thread.terminate().then(() => resolve());
    };
    const look = setInterval(() => {
      const memory = process.memoryUsage.rss() - baseline;
      if ((clock.usedMs() ?? 0) > maxMs) end(`an input takes more than ${maxMs} ms of processor time`);
      else if (memory > maxMemory) end(`an input takes ${memory} bytes`);
      else if (Date.now() > endsAt) end();
    }, lookMs);
    thread.on('exit', () => end()); // worn out
    thread.on('error', (error) => end(`the thread ended: ${error.stack}`));
    thread.on('message', (report: Report) => {
      if (report.kind === 'harm') note(report.bytes, report.problem);
      else if (report.kind === 'new') writeFileSync(`${corpusFolder}/${nameOf(report.bytes)}`, report.bytes);
      else {
        if (endsAt === Infinity) endsAt = Date.now() + Number(values.seconds) * 1000;
        runs = before + report.runs;
        process.stdout.write(`\r${decoder}: ${runs} inputs, ${report.features} features, ${report.corpus} kept `);
      }
    });
  });
}

while (Date.now() < endsAt) await fuzz();
console.log(`\n${decoder}: ${runs} inputs, ${harms.size} did harm${harms.size > 0 ? `, see ${harmFolder}` : ''}`);
process.exit(harms.size > 0 ? 1 : 0);
