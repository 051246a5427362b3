// Runs the whole suite from source, or the files and options after `npm test --`. The suite runs in three parallel processes of about
// the same length: tests with a store and tests with a browser or a whole service mostly wait, the others compute. Each process
// uses its own database, prefix and bucket in the real services. The kernels are built first.
import { spawn, spawnSync } from 'node:child_process';

const everything = ['packages/*/test/**/*.test.ts', 'workers/*/test/**/*.test.ts', 'test/**/*.test.ts'];
const withStores = ['packages/{api,db,platform,severe,tiles}/test/**/*.test.ts', 'workers/*/test/**/*.test.ts'];
const withServices = ['packages/viewer/test/**/*.test.ts', 'test/{contract,edge,hostile,walks}/**/*.test.ts'];
const others = [...everything, ...[...withStores, ...withServices].flatMap((pattern) => ['--ignore', pattern])];
const parts = [withStores, withServices, others];

/** What the reporter writes last: the tests that failed, and the counts. */
const endOfPart = /(?:^failed:\n((?: {2}.*\n)+))?\n(\d+) passed, (\d+) failed, (\d+) skipped\n/m;

const options = process.argv.slice(2);
const built = spawnSync(process.execPath, ['packages/kernels/build.mjs'], { stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);

if (options.some((option) => !option.startsWith('-'))) {
  const { status } = spawnSync('npx', ['--no-install', 'mocha', ...options], { stdio: 'inherit' });
  process.exit(status ?? 1);
}

const running = parts.map((files) => runPart([...options, ...files]));
const ended = [];
for (const part of running) {
  part.show(); // in order, so that their lines do not mix
  ended.push(await part.end);
}
const [passed, failed, skipped] = [0, 1, 2].map((n) => ended.reduce((sum, { counts }) => sum + counts[n], 0));
// At the end, and not only between the lines of the parts: who reads only the end of a long log sees what failed.
const failures = ended.map((part) => part.failures).join('');
if (failures !== '') process.stdout.write(`\nfailed:\n${failures}`);
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(ended.some(({ status }) => status !== 0) ? 1 : 0);

/** Starts mocha. Its output is buffered until `show()`; its counts are added to the total. */
function runPart(args) {
  const mocha = spawn('npx', ['--no-install', 'mocha', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let counts = [0, 0, 0];
  let failures = '';
  let held = [];
  let write = (text) => held.push(text);
  mocha.stdout.setEncoding('utf8').on('data', (text) => {
    const [, failed = '', ...found] = endOfPart.exec(text) ?? [];
    if (found.length > 0) [counts, failures] = [found.map(Number), failed];
    write(text.replace(endOfPart, ''));
  });
  return {
    show() {
      write = (text) => process.stdout.write(text);
      write(held.join(''));
      held = [];
    },
    end: new Promise((resolve) => mocha.once('close', (status) => resolve({ status, counts, failures }))),
  };
}
