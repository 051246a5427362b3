import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { atMost, type Benchmark, type Measurement } from './benchmark.ts';
import { cpuSeconds } from './support/cpu.ts';
import { figures } from './support/statistics.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const mostMinutes = 10;
/** Files in the report. */
const mostFiles = 20;

const whyMissed =
  'the processor time below is spread over a hundred files of services, browsers and stores that are started, killed and asked; ' +
  'no file takes a tenth of it';

/** What those wait for who change the service, and where it goes. */
export const suite: Benchmark = {
  name: 'suite',
  question: 'How long does `npm test` take, and which files take most of it?',
  leavesOut: 'The installation and the checks without running anything: types, lint.',
  async run({ log }) {
    const [startedAt, usedBefore] = [performance.now(), cpuSeconds(process.pid)];
    const tests = spawn('npm', ['test', '--silent', '--', '--retries=1'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output] = await Promise.all([text(tests.stdout), once(tests, 'close')]);
    const minutes = (performance.now() - startedAt) / 60_000;
    const cpuMinutes = (cpuSeconds(process.pid) - usedBefore) / 60;
    const counts = /^\d+ passed, 0 failed, \d+ skipped$/m.exec(output.slice(-200));
    if (!counts) throw new Error(`the suite failed:\n${output.slice(-5000)}`);
    log(`${counts[0]} in ${figures(minutes)} minutes`);
    return [
      atMost('npm test: time', minutes, 'min', mostMinutes, whyMissed),
      { what: 'npm test: processor time', value: cpuMinutes, unit: 'CPU min', better: 'lower' },
      ...dearestFiles(output),
    ];
  },
};

/** From the list of files and their times at the end of the output. */
function dearestFiles(output: string): Measurement[] {
  const [, list = ''] = output.split(/^slowest files .*:$/m);
  return [...list.split(/\n\n/, 1)[0].matchAll(/^ +[\d.]+ s +([\d.]+) s {2}(.+)$/gm)]
    .map(([, seconds, what]): Measurement => ({ what, value: Number(seconds), unit: 'CPU s', better: 'lower' }))
    .sort((one, other) => other.value - one.value)
    .slice(0, mostFiles);
}
