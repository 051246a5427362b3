// The `dot` reporter of mocha, the slowest tests, the skipped ones and those that failed at first, and
// `N passed, N failed, N skipped` alone on the last line for programs.
const Mocha = require('mocha');

const slowMs = 10_000;

module.exports = class extends Mocha.reporters.Dot {
  constructor(runner, options) {
    super(runner, options);
    this.retried = [];
    runner.on('retry', (test, error) => this.retried.push(`${test.fullTitle()}: ${error.message}`));
  }

  done(failures, end) {
    const { passes, pending } = this.stats;
    const tests = [];
    this.runner.suite.eachTest((test) => tests.push(test));
    const slow = tests.filter(({ duration = 0 }) => duration >= slowMs).sort((a, b) => b.duration - a.duration);
    list(
      `took ${slowMs / 1000} s or longer`,
      slow.map((test) => `${(test.duration / 1000).toFixed(0)} s  ${test.fullTitle()}`),
    );
    const skipped = tests.filter((test) => test.isPending());
    list(
      'skipped',
      skipped.map((test) => test.fullTitle()),
    );
    list('failed at first, and were tried again', this.retried);
    process.stdout.write(`\n${passes} passed, ${failures} failed, ${pending} skipped\n`);
    end(failures);
  }
};

function list(heading, lines) {
  if (lines.length > 0) process.stdout.write(`${heading}:\n${lines.map((line) => `  ${line}\n`).join('')}`);
}
