import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { FaultSuite } from './suite.ts';

/** What mocha's JSON reporter prints of a test. */
interface Outcome {
  title: string;
  duration?: number;
  err: { message?: string };
}

/** A suite of test files: every test is a promise. */
export function testSuite(about: string, files: string[], env: Record<string, string> = {}): FaultSuite {
  return {
    about,
    async run(report) {
      const args = ['--no-install', 'mocha', '--reporter', 'json', ...files];
      const child = spawn('npx', args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
      const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')]);
      const { passes, failures, pending } = JSON.parse(printed.slice(printed.indexOf('{\n'))) as Record<
        string,
        Outcome[]
      >;
      const seconds = ({ duration = 0 }: Outcome): string => `${(duration / 1000).toFixed(1)} s`;
      for (const test of passes) report({ promise: test.title, measured: seconds(test), state: 'kept' });
      for (const test of failures) report({ promise: test.title, measured: test.err.message ?? '', state: 'broken' });
      for (const test of pending) report({ promise: test.title, measured: '', state: 'skipped' });
    },
  };
}
