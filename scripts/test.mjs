// Runs the whole suite, or the files and options after `npm test --`. The suite runs in parts, on two cores three at a
// time, since some tests mostly wait; when one ends, the next one starts. Each part uses its own database, prefix and bucket in
// the real services. The kernels are built first.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

const filesBelow = (...folders) => folders.map((folder) => `${folder}/**/*.test.ts`);
/** The longest first, so that none runs alone at the end. Tests that share a browser, an engine or much code run together. */
const chosen = [
  filesBelow('packages/viewer/test'),
  filesBelow('test/{faults,hostile}'),
  filesBelow('test/{basemap,scripts,walks}'),
  filesBelow('packages/severe/test', 'workers/*/test'),
  filesBelow('packages/{api,tiles}/test'),
  filesBelow('packages/{db,platform}/test', 'test/{contract,edge}'),
];
const others = [
  ...filesBelow('packages/*/test', 'workers/*/test', 'test'),
  ...chosen.flat().flatMap((pattern) => ['--ignore', pattern]),
];
const waiting = [others, ...chosen];
const atOnce = availableParallelism() + 1;

const options = process.argv.slice(2);
const built = spawnSync(process.execPath, ['packages/kernels/build.mjs'], { stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);

if (options.some((option) => !option.startsWith('-'))) {
  const { status } = spawnSync('npx', ['--no-install', 'mocha', ...options], { stdio: 'inherit' });
  process.exit(status ?? 1);
}

const counts = [0, 0, 0];
/** Lines of the reports of all parts, by heading. */
const lists = new Map();
const started = [];
let isFailed = false;

const reports = mkdtempSync(join(tmpdir(), 'severe-reports-'));
await Promise.all(Array.from({ length: atOnce }, runWaiting));
rmSync(reports, { recursive: true });
writeLists();
const [passed, failed, skipped] = counts;
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(isFailed ? 1 : 0);

/** Runs one part after another until none is left. */
async function runWaiting() {
  for (let files = waiting.shift(); files; files = waiting.shift()) {
    const part = startPart([...options, ...files]);
    started.push(part);
    showFirst();
    if ((await part.end) !== 0) isFailed = true;
    part.isOver = true;
    showFirst();
  }
}

/** Shows the first part that runs, after those that are over: their lines do not mix. */
function showFirst() {
  for (const part of started) {
    part.show();
    if (!part.isOver) return;
  }
}

/** Starts mocha. Its output is buffered until `show()`; its report is added to that of the suite. */
function startPart(args) {
  const report = join(reports, `${started.length}.json`);
  const env = { ...process.env, SEVERE_PART_REPORT: report };
  const mocha = spawn('npx', ['--no-install', 'mocha', ...args], { stdio: ['ignore', 'pipe', 'inherit'], env });
  let held = [];
  let write = (text) => held.push(text);
  mocha.stdout.setEncoding('utf8').on('data', (text) => write(text));
  return {
    isOver: false,
    show() {
      write = (text) => process.stdout.write(text);
      write(held.join(''));
      held = [];
    },
    end: new Promise((resolve) => mocha.once('close', resolve)).then((status) => {
      if (existsSync(report)) addReport(JSON.parse(readFileSync(report, 'utf8')));
      return status;
    }),
  };
}

function addReport(part) {
  part.counts.forEach((count, i) => (counts[i] += count));
  for (const [heading, lines] of Object.entries(part.lists))
    lists.set(heading, [...(lists.get(heading) ?? []), ...lines]);
}

/** What failed stands at the end, and not only in the parts: who reads only the end of a long log sees it. */
function writeLists() {
  for (const [heading, lines] of lists) {
    if (lines.length === 0) continue;
    if (heading.startsWith('slowest')) lines.sort((a, b) => Number.parseFloat(b) - Number.parseFloat(a));
    process.stdout.write(`\n${heading}:\n${lines.map((line) => `  ${line}\n`).join('')}`);
  }
}
