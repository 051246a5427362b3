import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { built, sourcesAreNewer } from '../bin/build-state.cjs';
import { stormFile } from './support/storm-file.ts';

const run = promisify(execFile);
const own = fileURLToPath(new URL('..', import.meta.url));

describe('which build the command runs', () => {
  let folder: string;
  const times = { earlier: 1000, later: 2000 };
  const put = (name: string, at: number): void => {
    const file = join(folder, 'packages/severe', name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, '');
    utimesSync(file, at, at);
  };
  /** The file of the build, as a clone or an installed package has it. */
  const built = (): string => {
    const state = join(folder, 'packages/severe/bin/build-state.cjs');
    return (createRequire(import.meta.url)(state) as { built: string }).built.slice(folder.length);
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'severe-state-'));
    cpSync(join(own, 'bin'), join(folder, 'packages/severe/bin'), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is the bundle, in a clone as in an installed package', () => {
    put('dist/main.js', times.earlier);
    put('dist/bundle/main.js', times.earlier);
    expect(built()).to.equal('/packages/severe/dist/bundle/main.js');
  });

  it('is the modules, where a compiler made them after the bundle', () => {
    put('src/main.ts', times.earlier);
    put('dist/bundle/main.js', times.earlier);
    put('dist/.tsbuildinfo', times.later);
    expect(built()).to.equal('/packages/severe/dist/main.js');
  });

  it('is the modules, where nothing is bundled', () => {
    put('src/main.ts', times.earlier);
    put('dist/.tsbuildinfo', times.earlier);
    expect(built()).to.equal('/packages/severe/dist/main.js');
  });
});

describe('the bundle', function () {
  this.timeout(60_000);
  const isUsed = !sourcesAreNewer() && built.includes('bundle');
  let folder: string;
  /** URLs of the files that a run of the command loads as modules, in its threads too. */
  const loadedBy = async (...args: string[]): Promise<string[]> => {
    const list = join(folder, 'loaded.txt');
    const hooks = `import { appendFileSync } from 'node:fs';
      export const load = (url, context, next) => (appendFileSync(${JSON.stringify(list)}, url + '\\n'), next(url, context));`;
    const register = `import { register } from 'node:module'; register(${JSON.stringify(dataUrl(hooks))});`;
    await run(process.execPath, [`--import=${dataUrl(register)}`, built, ...args], { maxBuffer: 1 << 24 });
    return readFileSync(list, 'utf8')
      .split('\n')
      .filter((url) => url.startsWith('file:'));
  };
  const dataUrl = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;

  before(function () {
    if (!isUsed) this.skip();
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'severe-bundle-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('has all that a command loads, in few files', async () => {
    const loaded = await loadedBy('openapi');
    expect(loaded.filter((url) => !url.includes('/dist/bundle/'))).to.deep.equal([]);
    expect(loaded.length).to.be.lessThan(60);
  });

  it('has the names of libraries that are loaded on demand and are no modules', async () => {
    const bundle = join(own, 'dist/bundle');
    const namesOf = async (library: string): Promise<string[]> => {
      const file = readdirSync(bundle).find((name) => name.startsWith(`${library}-`) && name.endsWith('.js'))!;
      return Object.keys((await import(pathToFileURL(join(bundle, file)).href)) as object);
    };
    expect(await namesOf('cli-progress')).to.include('SingleBar');
    expect(await namesOf('koa-body')).to.include('koaBody');
    expect(await namesOf('koffi')).to.include('load');
  });

  it('has the thread that a command starts', async () => {
    const file = join(folder, 'storm.grib2');
    writeFileSync(file, stormFile());
    const out = join(folder, 'frame');
    const loaded = await loadedBy(
      'render',
      file,
      '--product',
      'composite-reflectivity',
      '--out',
      out,
      '--threads',
      '2',
    );
    expect(loaded.filter((url) => url.endsWith('/encode-values.js'))).to.have.length(1);
    expect(loaded.filter((url) => url.includes('@severe/') || url.includes('/packages/raster/dist/'))).to.deep.equal(
      [],
    );
  });
});
