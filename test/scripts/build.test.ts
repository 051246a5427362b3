import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect } from 'chai';
import { root } from '../support/imports.ts';

interface LockedPackage {
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
}

/** `npm ci --ignore-scripts && npm start` in a clone whose compilers note what they are asked. */
describe('npm start after npm ci --ignore-scripts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'severe-clone-'));
  const log = join(folder, 'log.txt');
  const path = (name: string): string => join(folder, name);
  const put = (name: string, text: string): void => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  };
  const note = (line: string): string =>
    `require('node:fs').appendFileSync(${JSON.stringify(log)}, ${JSON.stringify(`${line}\n`)});`;
  const putBuild = (name: string, line: string): void =>
    put(
      `packages/${name}/build.mjs`,
      `import { appendFileSync } from 'node:fs'; appendFileSync(${JSON.stringify(log)}, '${line}\\n');`,
    );
  const output = 'packages/severe/dist/.tsbuildinfo';
  const compiler = 'node_modules/typescript/package.json';
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };

  before(() => {
    put('package.json', JSON.stringify({ scripts: { start: scripts.start } }));
    for (const name of ['tsconfig.json', 'tsconfig.base.json', 'node_modules/.package-lock.json', compiler])
      put(name, '{}');
    put('packages/severe/src/main.ts', '');
    put('workers/ingest/src/index.ts', '');
    for (const name of ['kernels', 'db', 'viewer']) {
      put(`packages/${name}/package.json`, '{"type":"commonjs"}');
      putBuild(name, name);
    }
    putBuild('severe', 'bundle');
    put('packages/client/generate/generate.ts', `${note('client')} process.stdin.resume();`);
    put('packages/client/package.json', '{"type":"commonjs"}');
    symlinkSync(join(root, 'node_modules/tsx'), path('node_modules/tsx'));
    put('packages/severe/package.json', '{"type":"commonjs"}');
    put(
      'packages/severe/bin/severe.js',
      `#!/usr/bin/env node\n${note('severe')} console.log(process.argv.slice(2).join(' '));`,
    );
    put(
      'bin/npx',
      `#!/usr/bin/env node
      const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
      appendFileSync(${JSON.stringify(log)}, process.argv.slice(2).join(' ') + '\\n');
      mkdirSync('packages/severe/dist', { recursive: true });
      writeFileSync('${output}', '');`,
    );
    for (const name of ['bin/npx', 'packages/severe/bin/severe.js']) chmodSync(path(name), 0o755);
    mkdirSync(path('scripts'));
    copyFileSync(join(root, 'scripts/build.mjs'), path('scripts/build.mjs'));
  });
  after(() => rmSync(folder, { recursive: true }));

  function run(script: string) {
    writeFileSync(log, '');
    const env = { ...process.env, PATH: `${path('bin')}${delimiter}${process.env['PATH']}` };
    const { status, stderr } = spawnSync('sh', ['-c', script], { cwd: folder, env, encoding: 'utf8' });
    return { status, stderr, ran: readFileSync(log, 'utf8').trim().split('\n') };
  }

  /** What is run, in order. */
  function start(): string[] {
    const { status, stderr, ran } = run(scripts.start);
    expect(status, stderr).to.equal(0);
    return ran;
  }

  const built = [
    '--no-install tsc -b',
    'kernels',
    'db',
    'bundle',
    'severe',
    'client',
    '--no-install tsc -b packages/client packages/mcp',
    'viewer',
    'severe',
  ];

  it('builds everything at first, and nothing the next time', () => {
    expect(start()).to.deep.equal(built);
    expect(start()).to.deep.equal(['severe']);
  });

  it('builds after a change, and if something that was built is gone', () => {
    put('workers/ingest/src/index.ts', 'export {};');
    expect(start()).to.deep.equal(built);
    rmSync(path(output));
    expect(start()).to.deep.equal(built);
    expect(existsSync(path(output))).to.equal(true);
  });

  it('runs what is built, whatever has changed, without the compilers (npm prune --omit=dev)', () => {
    rmSync(dirname(path(compiler)), { recursive: true });
    put('workers/ingest/src/index.ts', 'export const changed = 1;');
    expect(start()).to.deep.equal(['severe']);
    expect(run(scripts.prepare)).to.deep.equal({ status: 0, stderr: '', ran: [''] });
  });

  it('says what is missing if nothing is built, and that is no error of an installation (npm ci --omit=dev)', () => {
    rmSync(path('packages/severe/dist'), { recursive: true });
    for (const [script, status] of [
      [scripts.start, 1],
      [scripts.build, 1],
      [scripts.prepare, 0],
    ] as const) {
      const seen = run(script);
      expect(seen, script).to.include({ status });
      expect(seen.stderr, script).to.match(/not built: the compilers are not installed/);
      expect(seen.ran, script).to.deep.equal(['']);
    }
  });

  it('needs no install script of a package', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, LockedPackage>;
    };
    const withScripts = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    // koffi finds its binary without its script; both are optional.
    const needed = withScripts.filter(([, { dev, optional }]) => !dev && !optional).map(([name]) => name);
    expect(needed).to.deep.equal([]);
    expect(Object.keys(lock.packages).filter((name) => name.includes('@scarf'))).to.deep.equal([]);
  });
});

describe('the command of a clone without compilers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'severe-pruned-'));
  const path = (name: string): string => join(folder, 'packages/severe', name);
  after(() => rmSync(folder, { recursive: true }));

  before(() => {
    for (const name of ['bin', 'src', 'dist/bundle']) mkdirSync(path(name), { recursive: true });
    mkdirSync(join(folder, 'workers'));
    for (const name of ['bin/severe.js', 'bin/build-state.cjs', 'package.json']) {
      copyFileSync(join(root, 'packages/severe', name), path(name));
    }
    writeFileSync(path('src/main.ts'), '');
    writeFileSync(path('dist/bundle/main.js'), "console.log('built');");
    writeFileSync(path('dist/.tsbuildinfo'), '');
  });

  function run(changedAt: number) {
    utimesSync(path('src/main.ts'), changedAt, changedAt);
    const env = { ...process.env, SEVERE_PROCESS: '', NODE_OPTIONS: '' };
    const { status, stdout, stderr } = spawnSync(process.execPath, [path('bin/severe.js')], { env, encoding: 'utf8' });
    return { status, stdout, stderr };
  }
  const now = Date.now() / 1000;

  it('runs what is built', () => {
    expect(run(now - 3600)).to.deep.equal({ status: 0, stdout: 'built\n', stderr: '' });
  });

  it('names what is missing where the sources are newer', () => {
    const { status, stdout, stderr } = run(now + 3600);
    expect({ status, stdout }).to.deep.equal({ status: 1, stdout: '' });
    expect(stderr).to.match(/^The build of severe is older than its sources.*`npm ci`/);
  });
});
