import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { commandLine } from './support/command-line.ts';

const run = promisify(execFile);

/** Resolves the simulator from a folder without packages, as Node does where it is not installed. */
const hooks = `export const resolve = (name, context, next) =>
  next(name, name === '@severe/simulator' ? { ...context, parentURL: 'file:///nowhere/index.js' } : context);`;
const dataUrl = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;
const register = `import { register } from 'node:module'; register(${JSON.stringify(dataUrl(hooks))});`;

describe('an installation without the simulator', function () {
  this.timeout(60_000);

  let dataDir: string;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'severe-test-'));
  });
  after(() => rm(dataDir, { recursive: true }));

  for (const command of [['start', '--demo'], ['simulate']]) {
    it(`says at \`severe ${command.join(' ')}\` what is missing and what else is possible`, async () => {
      const ended = run(process.execPath, [`--import=${dataUrl(register)}`, ...commandLine, ...command], {
        env: { ...process.env, DATA_DIR: dataDir, PORT: '0', OPS_PORT: '0' },
      });
      const { code, stderr } = (await ended.catch((error: unknown) => error)) as { code: number; stderr: string };
      expect(stderr).to.match(/^severe: simulated weather needs the package @severe\/simulator.*--live/m);
      expect(code).to.equal(2);
    });
  }
});
