// The `spec` reporter of mocha, and `N passed, N failed, N skipped` alone on the last line for whoever reads results.
const Mocha = require('mocha');

module.exports = class extends Mocha.reporters.Dot {
  done(failures, end) {
    const { passes, pending } = this.stats;
    const skipped = [];
    this.runner.suite.eachTest((test) => test.isPending() && skipped.push(test.fullTitle()));
    if (skipped.length > 0) process.stdout.write(`skipped:\n${skipped.map((title) => `  ${title}\n`).join('')}`);
    process.stdout.write(`\n${passes} passed, ${failures} failed, ${pending} skipped\n`);
    end(failures);
  }
};
