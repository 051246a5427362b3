import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { benchmarks } from '../../benchmarks/list.ts';
import { has } from '../../benchmarks/support/rounds.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Benchmarks that the suite does not run, and why. */
const left: Record<string, string> = {
  freshness: 'has a test of its own',
  scale: 'has a test of its own',
  cells: 'half a minute for radar frames that are made first',
  loop: 'half a minute for radar frames that are made first',
  nowcast: 'half a minute for radar frames that are made first',
  api: 'half a minute of processor time',
  tiles: 'half a minute of processor time',
  stream: 'a quarter of a minute of processor time',
  streams: 'a quarter of a minute of processor time',
  accounts: 'a quarter of a minute of processor time',
  abuse: 'a year of data',
  dearest: 'a year of data',
  farm: 'six minutes of files that are made first',
  memory: 'starts the demonstration twice, which has tests of its own',
  cluster: 'its processes have tests of their own, with faults',
  install: 'installs all packages three times',
  suite: 'is the suite',
};
const short = Object.keys(benchmarks).filter((name) => !Object.hasOwn(left, name));

describe('benchmarks, each in its shortest form on seeded files', function () {
  this.timeout(900_000);

  for (const name of short) {
    it(name, function () {
      if (!has('wrk') || !has('pgbench')) this.skip(); // the tools of the benchmarks are not installed
      const flags = ['--conditions=@severe/source', '--import', 'tsx'];
      const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, 'benchmarks/run.ts', name], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, BENCH_SHORT: '1' },
      });
      expect(status, stdout + stderr).to.equal(0);
      const measured = stdout.split('\n').filter((line) => /^ {2}.+: [\d.,]+ /.test(line));
      expect(measured.length, stdout).to.be.above(0);
    });
  }
});
