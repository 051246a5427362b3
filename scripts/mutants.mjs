// Measures the tests of a part of the tree: StrykerJS changes the code in many small ways, and a change that no test notices
// is a mutant that survives. `npm run mutants -- geo`; further arguments go to Stryker, such as `--mutate packages/geo/src/ring.ts`.
// Stryker is downloaded at the first use: it is needed rarely, and has three hundred dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const version = '9.6.1'; // the last that runs on Node 20

/** Parts of the tree that hold meaning: their code and their tests. */
const parts = {
  geo: { code: 'packages/geo/src/**/*.ts', tests: 'packages/geo/test/**/*.test.ts' },
  thermo: { code: 'packages/thermo/src/**/*.ts', tests: 'packages/thermo/test/**/*.test.ts' },
  nexrad: { code: 'packages/nexrad/src/**/*.ts', tests: 'packages/nexrad/test/**/*.test.ts' },
  grib2: { code: 'packages/grib2/src/**/*.ts', tests: 'packages/grib2/test/**/*.test.ts' },
  limiter: { code: 'packages/platform/src/limiter/*.ts', tests: 'packages/platform/test/limiter/*.test.ts' },
  ingest: {
    code: 'workers/ingest/src/{parse,feeds}/**/{parse*,metar/*,merge,vtec,tags,times,restored,fields,units,ugc,lat-lon,bulletin,size,year-of-number}.ts',
    tests: 'workers/ingest/test/{parse,feeds}/**/*.test.ts',
  },
  // A pattern of braces alone is no pattern for mocha.
  db: { code: 'packages/db/src/filters.ts', tests: 'packages/db/test/@(filters|pages).test.ts' },
};

/** Share of mutants in percent that tests must notice. */
const least = 85;

const [name, ...more] = process.argv.slice(2);
const part = parts[name];
if (!part) {
  console.error(`npm run mutants -- PART, one of ${Object.keys(parts).join(', ')}`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'severe-mutants-'));
const config = join(folder, 'stryker.conf.json');
const report = join(folder, 'report.json');
writeFileSync(
  config,
  JSON.stringify({
    testRunner: 'mocha',
    mochaOptions: { spec: [part.tests] },
    // As in .mocharc.cjs, which applies to mocha's own processes only.
    testRunnerNodeArgs: ['--import=tsx', '--conditions=@severe/source', '--no-experimental-require-module'],
    mutate: [part.code],
    inPlace: true, // tests import packages by their names, which lead to this tree and not to a copy of it
    coverageAnalysis: 'perTest',
    ignoreStatic: true, // what runs once, at the load, cannot be changed while it runs
    disableTypeChecks: false,
    concurrency: 2,
    timeoutMS: 60_000, // a mutant that loops; on a busy machine others must not count as such
    reporters: ['clear-text', 'progress-append-only', 'json'],
    jsonReporter: { fileName: report },
    clearTextReporter: { logTests: false, reportTests: false, allowColor: false, skipFull: true },
    tempDirName: join(folder, 'temporary'),
    thresholds: { high: least, low: least, break: least },
    allowConsoleColors: false,
  }),
);
const packages = ['core', 'mocha-runner'].flatMap((one) => ['-p', `@stryker-mutator/${one}@${version}`]);
const { status } = spawnSync('npx', ['--yes', ...packages, 'stryker', 'run', config, ...more], { stdio: 'inherit' });
const tried = countTried();
rmSync(folder, { recursive: true, force: true });
if (status === 0 && tried === 0) {
  console.error('no mutant was tried: the pattern of --mutate matches no file, or no code that runs after its load');
  process.exit(1);
}
process.exit(status ?? 1);

/** Number of mutants that tests have met; Stryker itself is content with none. */
function countTried() {
  if (!existsSync(report)) return 0;
  const { files } = JSON.parse(readFileSync(report, 'utf8'));
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map((mutant) => mutant.status));
  return statuses.filter((each) => each !== 'Ignored').length;
}
