// The `dot` reporter of mocha, the slowest tests, the skipped ones, those that failed at first and those that failed, and
// `N passed, N failed, N skipped` alone on the last line for programs.
const Mocha = require('mocha');

const slowMs = 10_000;

module.exports = class extends Mocha.reporters.Dot {
  constructor(runner, options) {
    super(runner, options);
    this.retried = [];
    this.failed = [];
    runner.on('fail', (test, error) => this.failed.push(`${test.fullTitle()}: ${firstLine(error.message)}`));
    runner.on('retry', (test, error) => this.retried.push(`${test.fullTitle()}: ${firstLine(error.message)}`));
  }

  done(failures, end) {
    const { passes, pending } = this.stats;
    const tests = [];
    this.runner.suite.eachTest((test) => tests.push(test));
    const slow = tests.filter(({ duration = 0 }) => duration >= slowMs).sort((a, b) => b.duration - a.duration);
    const text = [
      list(
        `took ${slowMs / 1000} s or longer`,
        slow.map((test) => `${(test.duration / 1000).toFixed(0)} s  ${test.fullTitle()}`),
      ),
      list(
        'skipped',
        tests.filter((test) => test.isPending()).map((test) => test.fullTitle()),
      ),
      list('failed at first, and were tried again', this.retried),
    ].join('');
    process.stdout.write(text);
    process.stdout.write(`${list('failed', this.failed)}\n${passes} passed, ${failures} failed, ${pending} skipped\n`);
    end(failures);
  }
};

function list(heading, lines) {
  return lines.length > 0 ? `${heading}:\n${lines.map((line) => `  ${line}\n`).join('')}` : '';
}

function firstLine(text = '') {
  return text.split('\n', 1)[0];
}
