import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from '../support/imports.ts';

interface Costs {
  wall: number;
  processor: number;
}
interface Stopwatch {
  read(): Costs;
  addSince(start: Costs, name: string, costs: Map<string, Costs>): void;
}
const stopwatch = createRequire(import.meta.url)('../support/stopwatch.cjs') as Stopwatch;

const computing = 'while (process.cpuUsage().user < 1e6);';

describe('the report of a test run', function () {
  this.timeout(120_000);
  let folder: string;
  before(async () => void (folder = await mkdtemp(join(tmpdir(), 'severe-report-'))));
  after(() => rm(folder, { recursive: true, force: true }));

  it('counts the processor time of other processes that a test has started', function () {
    if (process.platform !== 'linux') this.skip();
    const costs = new Map<string, Costs>();
    const start = stopwatch.read();
    execFileSync(process.execPath, ['-e', computing]);
    stopwatch.addSince(start, 'a child', costs);
    expect(costs.get('a child')!.processor).to.be.above(0.9);
  });

  it('lists files and tests by what they take, with their hooks, and the counts on the last line', async () => {
    const file = join(folder, 'of-a-run.test.cjs');
    await writeFile(
      file,
      `const pause = () => new Promise((done) => setTimeout(done, 300));
      describe('a suite', () => { before(pause); it('waits', () => pause()); it('does not', () => {}); });`,
    );
    const { SEVERE_PART_REPORT: _, ...env } = process.env; // of the part that this test is in
    const options = ['--no-config', '--reporter', 'test/support/reporter.cjs', '--reporter-option', 'slowSeconds=0.2'];
    const { stdout } = spawnSync(process.execPath, ['node_modules/mocha/bin/mocha.js', ...options, file], { cwd: root, encoding: 'utf8', env }); // prettier-ignore
    const [, files, tests] = /^slowest files.*:\n((?: {2}.*\n)+)slowest tests.*:\n((?: {2}.*\n)+)/m.exec(stdout)!;
    const seconds = Number(/^ +([\d.]+) s +[\d.]+ s {2}.*of-a-run\.test\.cjs$/m.exec(files)?.[1]);
    expect(seconds).to.be.at.least(0.5);
    expect(tests).to.match(/^ +[\d.]+ s +[\d.]+ s {2}a suite waits\n$/);
    expect(stdout).to.match(/\n2 passed, 0 failed, 0 skipped\n$/);
  });
});
