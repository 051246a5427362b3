// The `dot` reporter of mocha, the slowest files and tests, the skipped tests, those that failed at first and those that failed,
// and `N passed, N failed, N skipped` alone on the last line for programs.
const path = require('node:path');
const Mocha = require('mocha');
const { addSince, read } = require('./stopwatch.cjs');

/** What takes longer is listed; `--reporter-option slowSeconds=…` sets it. */
const defaultSlowSeconds = 10;

module.exports = class extends Mocha.reporters.Dot {
  constructor(runner, options) {
    super(runner, options);
    this.slowSeconds = Number(options.reporterOptions?.slowSeconds ?? defaultSlowSeconds);
    this.retried = [];
    this.failed = [];
    this.files = new Map();
    this.tests = new Map();
    addSince({ wall: 0, processor: 0 }, 'the start, with the loading of all files', this.files);
    this.watch(runner);
    runner.on('fail', (test, error) => this.failed.push(`${test.fullTitle()}: ${firstLine(error.message)}`));
    runner.on('retry', (test, error) => this.retried.push(`${test.fullTitle()}: ${firstLine(error.message)}`));
  }

  /** Measures each test, and each file from its first hook to its last. */
  watch(runner) {
    let [fileStart, testStart] = [read(), read()];
    const isOfFile = ({ parent }) => parent?.root;
    runner.on('suite', (suite) => isOfFile(suite) && (fileStart = read()));
    runner.on('suite end', (suite) => isOfFile(suite) && addSince(fileStart, nameOf(suite.file), this.files));
    runner.on('test', () => (testStart = read()));
    runner.on('test end', (test) => !test.isPending() && addSince(testStart, test.fullTitle(), this.tests));
  }

  slowest(costs) {
    const slow = [...costs].filter(([, { wall, processor }]) => Math.max(wall, processor) >= this.slowSeconds);
    const inSeconds = (value) => `${value.toFixed(1).padStart(6)} s`;
    return slow
      .sort(([, a], [, b]) => b.wall - a.wall)
      .map(([name, { wall, processor }]) => `${inSeconds(wall)} ${inSeconds(processor)}  ${name}`);
  }

  done(failures, end) {
    const { passes, pending } = this.stats;
    const skipped = [];
    this.runner.suite.eachTest((test) => test.isPending() && skipped.push(test.fullTitle()));
    const text = [
      list('slowest files (wall time, processor time)', this.slowest(this.files)),
      list('slowest tests (wall time, processor time)', this.slowest(this.tests)),
      list('skipped', skipped),
      list('failed at first, and were tried again', this.retried),
      list('failed', this.failed),
    ].join('');
    process.stdout.write(`${text}\n${passes} passed, ${failures} failed, ${pending} skipped\n`);
    end(failures);
  }
};

const nameOf = (file) => path.relative(process.cwd(), file ?? '');

function list(heading, lines) {
  return lines.length > 0 ? `${heading}:\n${lines.map((line) => `  ${line}\n`).join('')}` : '';
}

function firstLine(text = '') {
  return text.split('\n', 1)[0];
}
