// The `dot` reporter of mocha, the slowest files and tests, the skipped tests, those that failed at first and those that failed,
// and `N passed, N failed, N skipped` alone on the last line for programs. A part of a suite (`SEVERE_PART_REPORT`) writes them to a file.
const fs = require('node:fs');
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
    const lists = {
      'slowest files (wall time, processor time)': this.slowest(this.files),
      'slowest tests (wall time, processor time)': this.slowest(this.tests),
      skipped,
      'failed at first, and were tried again': this.retried,
      failed: this.failed,
    };
    const counts = [passes, failures, pending];
    const file = process.env.SEVERE_PART_REPORT;
    if (file) fs.writeFileSync(file, JSON.stringify({ lists, counts }));
    else process.stdout.write(`${Object.entries(lists).map(list).join('')}\n${sentenceOf(counts)}\n`);
    end(failures);
  }
};

const nameOf = (file) => path.relative(process.cwd(), file ?? '');

const sentenceOf = ([passed, failed, skipped]) => `${passed} passed, ${failed} failed, ${skipped} skipped`;

function list([heading, lines]) {
  return lines.length > 0 ? `${heading}:\n${lines.map((line) => `  ${line}\n`).join('')}` : '';
}

function firstLine(text = '') {
  return text.split('\n', 1)[0];
}
