import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Summary } from './child.ts';
import type { Size } from './inputs.ts';
import { formats } from '@severe/testing/hostile/formats';

const size: Size = process.env['SEVERE_HOSTILE'] === 'full' ? 'full' : 'short';
const seed = Number(process.env['SEVERE_SEED'] ?? 1);
const children = 2;
const maxMs = size === 'full' ? 60 * 60_000 : 10 * 60_000; // some thirty seconds when nothing else runs

/** The report of a child process, or how it ended without one. */
function share(index: number): Promise<Summary | string> {
  const args = [size, String(seed), String(index), String(children)];
  const child = fork(fileURLToPath(new URL('child.ts', import.meta.url)), args, { timeout: maxMs });
  return new Promise((resolve) => {
    child.once('message', (summary) => resolve(summary as Summary));
    child.once('exit', (code, signal) => resolve(`the process ended with ${signal ?? code}`));
  });
}

describe(`hostile files (SEVERE_SEED=${seed}, SEVERE_HOSTILE=${size})`, function () {
  this.timeout(maxMs);
  const summaries: Summary[] = [];

  before(async () => {
    for (const report of await Promise.all(Array.from({ length: children }, (_, i) => share(i)))) {
      if (typeof report === 'string') throw new Error(report);
      summaries.push(report);
    }
  });

  it('are at least 2,200, of every format, and most are refused', () => {
    expect(sum(({ inputs }) => inputs)).to.be.at.least(2200);
    expect(summaries.flatMap((each) => Object.keys(each.formats))).to.include.members([...formats]);
    expect(sum(({ refused }) => refused)).to.be.greaterThan(1100);
  });

  it('are read or refused with a clear line, end no thread or process, and do not affect good files', () => {
    expect(summaries.flatMap(({ problems }) => problems)).to.deep.equal([]);
  });

  it('take at most 10 s of CPU time each, and block the main thread for at most one', () => {
    for (const { slowest, blockedMs } of summaries) {
      expect(slowest.ms, slowest.name).to.be.at.most(10_000);
      expect(blockedMs).to.be.at.most(1000);
    }
  });

  it('take at most 1 GiB of memory', () => {
    for (const { memory } of summaries) expect(memory).to.be.at.most(1024 ** 3);
  });

  const sum = (of: (summary: Summary) => number): number => summaries.reduce((total, each) => total + of(each), 0);
});
