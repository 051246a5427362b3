import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atMost, type Benchmark } from './benchmark.ts';
import { inFolder } from './support/rounds.ts';
import { figures, median } from './support/statistics.ts';
import { unlessShort } from './support/short-form.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const rounds = unlessShort(2, 1);

interface Installation {
  seconds: number;
  megabytes: number;
}

/** What `npm ci` of a fresh clone takes: for those who run the service, and for those who change it. */
export const install: Benchmark = {
  name: 'install',
  question: 'How long does `npm ci` take in a fresh clone, and how large is what it installs?',
  leavesOut: 'The network: after the first installation npm has all packages in its cache.',
  run: ({ log }) =>
    inFolder((folder) => {
      const clone = join(folder, 'clone');
      execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone]);
      const withAll = roundsOf(clone, []);
      const forUsers = roundsOf(clone, ['--omit=dev']);
      for (const [name, seen] of [
        ['npm ci', withAll],
        ['npm ci --omit=dev', forUsers],
      ] as const)
        log(
          `${name}: ${seen.map(({ seconds }) => `${figures(seconds)} s`).join(', ')}; ${figures(seen[0].megabytes)} MB`,
        );
      return Promise.resolve([
        { what: 'npm ci: time', value: timeOf(withAll), unit: 's', better: 'lower' },
        atMost('npm ci --omit=dev: time', timeOf(forUsers), 's', 25),
        { what: 'npm ci: size of node_modules', value: withAll[0].megabytes, unit: 'MB', better: 'lower' },
        atMost('npm ci --omit=dev: size of node_modules', forUsers[0].megabytes, 'MB', 350),
      ]);
    }),
};

/** The first one fills npm's cache and does not count. */
function roundsOf(clone: string, more: string[]): Installation[] {
  const once = (): Installation => {
    execFileSync('rm', ['-rf', 'node_modules'], { cwd: clone });
    const startedAt = performance.now();
    execFileSync('npm', ['ci', '--silent', '--no-audit', '--no-fund', ...more], {
      cwd: clone,
      stdio: ['ignore', 2, 2],
    });
    const seconds = (performance.now() - startedAt) / 1000;
    const size = execFileSync('du', ['-sm', 'node_modules'], { cwd: clone, encoding: 'utf8' });
    return { seconds, megabytes: Number.parseInt(size) };
  };
  once();
  return Array.from({ length: rounds }, once);
}

const timeOf = (seen: Installation[]): number => median(seen.map(({ seconds }) => seconds));
